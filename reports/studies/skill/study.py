"""``study skill``: how much of a session is luck, and when does skill show?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations

from reports import headlines
from reports.draw.shapes import Dots
from reports.page.document import Column, Picture, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats import number_text
from reports.stats.comparisons import holm
from reports.stats.estimates import LEVEL, Estimate
from reports.studies.skill.matched import Matched, matched
from reports.studies.study import Study, entrants, in_parts
from simulate.games.game import find_game
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Player, Run

QUESTION = "How much of a session is luck?"
#: Pairs that met, by their names.
Met = Mapping[str, Matched]


def check(run: Run, by_players: bool = False) -> None:
    """Raise ``BoneyardError`` if two strategies cannot be compared at every table."""
    players, game = entrants(run, "skill"), find_game(run.game)
    for seats in range(game.seats[0], game.seats[1] + 1) if by_players else ():
        for player in players:
            player.check_table(run.game, game.unit(run.rules), seats)


def study_skill(
    run: Run, by_players: bool = False, jobs: int | None = None, progress: Progress = silent,
) -> Study:
    """Answer how much of a session is luck, and how long until skill shows, where strategies meet
    two by two. ``by_players``: the two that are furthest apart meet with every number of players
    too."""
    parts = iter(in_parts(progress, [1] * (1 + by_players)))

    def meet(pairs: Mapping[str, tuple[Run, Player, Player]]) -> dict[str, Matched]:
        found, report = dict[str, Matched](), next(parts)
        for label, pair in pairs.items():
            found[label] = matched(*pair, jobs=jobs)
            report(len(found) / len(pairs), sum(one.differences.size for one in found.values()))
        return found

    players = {one.label: one for one in entrants(run, "skill")}
    pairs = meet({f"{one.label}, {other.label}": (run, one, other)
                  for one, other in combinations(players.values(), 2)})
    widest = max(pairs.values(), key=lambda one: one.edge.value)
    sections = [_section("skill", QUESTION, pairs, "pair", tuple(filter(None, (
        *_furthest(widest, pairs), headlines.heavy_tails(
            {f"between {one.one} and {one.other}": one.made - one.made.mean()
             for one in pairs.values()}, run)))))]
    if by_players:
        fewest, most = find_game(run.game).seats
        one, other = players[widest.one], players[widest.other]
        sizes = meet({f"{seats} players": (replace(run, players=(one,) * seats), one, other)
                      for seats in range(fewest, most + 1)})
        sections.append(_section("skill_players", "How many players leave most to skill?", sizes,
                                 "players", (_most(sizes),)))
        pairs |= sizes
    return Study(QUESTION, tuple(one for section in sections for one in section.answer),
                 tuple(sections), {"pairs": pairs})


def _furthest(widest: Matched, pairs: Met) -> Iterator[str]:
    """Yield how far the two that are furthest apart are so. All pairs are judged together, because
    these were not known before."""
    if not widest.is_apart:
        yield f"{widest.one} and {widest.other} came out level."
        return
    if math.isinf(widest.edge.value):
        yield (f"{widest.one} made the same more than {widest.other} in each session, which does "
               "not show how much is luck.")
        return
    judged = holm([one.p_value for one in pairs.values()])
    sure = judged[[*pairs.values()].index(widest)] <= 1 - LEVEL
    yield (f"{widest.one} is better than {widest.other}: ahead with 95% {_after(widest)}." if sure
           else f"{widest.one} came out ahead of {widest.other}: with 95% {_after(widest)}. It is "
                "too close to call.")
    yield f"Luck makes {share(widest.luck)} of the squared difference of the two in a session."


def _after(one: Matched) -> str:
    """Return after how many hands the better one is ahead with 95%."""
    needed = one.hands_needed
    if one.sessions.high <= 1:
        many = number_text.counted(f"{one.hands:,.0f}", one.counted)
        return f"after one session at the latest ({many})"
    if math.isfinite(needed.high):
        return f"after {number_text.counted(amount(needed), one.counted)}"
    if not math.isfinite(needed.low):
        return "perhaps never"
    least = number_text.counted(f"{needed.low:,.0f}", one.counted)
    return f"after {least} at the earliest, if ever"


def _lead(found: Met, one: str, other: str) -> Estimate:
    """Return by how much the pace of one pair leads that of another, as of independent tables."""
    return found[one].pace.minus(found[other].pace)


def _most(found: Met) -> str:
    """Return where skill shows after the fewest hands."""
    groups = min(one.groups for one in found.values())
    return headlines.capital(headlines.first(
        {name: one.pace for name, one in found.items()}, partial(_lead, found), groups,
        name=lambda name: f"the table of {name}", is_first="shows skill soonest",
        written=lambda name: f"{found[name].one} ahead of {found[name].other} "
                             f"{_after(found[name])}"))


def _section(
    name: str, question: str, found: Met, what: str, answer: tuple[str, ...]
) -> Section:
    counted = {one.counted for one in found.values()}
    table = Table.of(name, question, (
        Column("pair", what, "text", "text", "the two strategies, or how many play"),
        Column("better", "better", "text", "text", "the one that makes more; none where level"),
        Column("other", "than", "text", "text", "the other"),
        Column("edge", "edge a session", "amount", "none",
               "mean difference of a session over its standard deviation", with_error=True),
        Column("luck", "luck", "share", "share", "of a session's differences that is luck"),
        Column("hands", f"{counted.pop() if len(counted) == 1 else 'hands'} until ahead with 95%",
               "amount", "hands", "until the better one is ahead, 95 times of 100"),
    ), ({"pair": label, "better": one.one * one.is_apart, "other": one.other * one.is_apart,
         "edge": one.edge, "luck": one.luck, "hands": one.hands_needed}
        for label, one in found.items()),
        "The edge is the mean difference of a session over its standard deviation.")
    names = sorted(found, key=lambda name: -found[name].edge.value)
    picture = Picture(name, Dots.of(
        {name: found[name].edge for name in names}, "edge a session, in standard deviations",
        title=question))
    return Section(name, question, answer, (picture,), (table,))
