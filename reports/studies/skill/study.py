"""``study skill``: how much of a session is luck?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from reports.draw.shapes import dots
from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.shared_sentences import amount, caution_of_few, level, share
from reports.stats import number_text
from reports.stats.comparisons import holm
from reports.stats.estimates import LEVEL, NOTHING
from reports.studies.skill.pairs import (
    Matched,
    Pairing,
    Step,
    counted_in,
    ladders,
    matched,
    wall_chart,
)
from reports.studies.study import Study, entrants, in_parts
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Player, Run

QUESTION = "How much of a session is luck?"


def check(run: Run, by_players: bool = False, every_game: bool = False) -> None:
    """Raise ``BoneyardError`` if there are no two strategies to tell apart at every table."""
    players, game = entrants(run, "skill"), find_game(run.game)
    for seats in range(game.seats[0], game.seats[1] + 1) if by_players else ():
        for player in players:
            player.check_table(run.game, game.unit(run.rules), seats)


def study_skill(
    run: Run, by_players: bool = False, every_game: bool = False, jobs: int | None = None,
    progress: Progress = silent,
) -> Study:
    """Answer how much of a session is luck, and how long until skill shows, where strategies meet
    two by two. ``by_players``: the two that are furthest apart meet with every number of players
    too. ``every_game``: the ladder of every game is climbed too: random, the best rule of thumb,
    the solution and an expert."""
    parts = iter(in_parts(progress, [1] * (1 + by_players + every_game)))

    def meet(pairs: dict[str, tuple[Run, Player, Player]]) -> dict[str, Matched]:
        found, tell = dict[str, Matched](), next(parts)
        for label, pair in pairs.items():
            found[label] = matched(*pair, jobs=jobs)
            tell(len(found) / len(pairs), sum(one.differences.size for one in found.values()))
        return found

    chapters = [_two_by_two(run, meet)]
    if by_players:
        first = chapters[0].pairs
        chapters.append(_at_every_size(run, first[_widest(first)], meet))
    if every_game:
        chapters.append(_in_every_game(run, by_players, meet, jobs))
    table = (f"{find_game(run.game).title}, {len(run.players)} players, {_session(run)}, "
             f"{how_many(run.sessions, 'session')} a table.")
    wall = Picture(
        "skill_wall",
        lambda: wall_chart({chapter.heading: chapter.rows for chapter in chapters}, table),
        "Who is ahead of whom, how much is luck, and after how many hands skill shows. Lines are "
        "95% intervals.", wide=True)
    return Study(
        QUESTION, tuple(sentence for chapter in chapters for sentence in chapter.answer),
        (Section("skill_wall", "The chart for the wall", (), (wall,)),
         *(chapter.section for chapter in chapters)),
        {"pairs": {label: one for chapter in chapters for label, one in chapter.pairs.items()}})


@dataclass(frozen=True)
class _Chapter:
    """Pairs that met, and what is said of them; the heading and rows are for the wall."""

    pairs: dict[str, Matched]
    heading: str
    rows: list[Pairing]
    answer: tuple[str, ...]
    section: Section


#: Lets pairs meet, chapter after chapter, and returns what came of each.
_Meet = Callable[[dict[str, tuple[Run, Player, Player]]], dict[str, Matched]]


def _widest(pairs: Mapping[str, Matched]) -> str:
    """Return the name of the pair that is furthest apart."""
    return max(pairs, key=lambda name: pairs[name].edge.value)


def _two_by_two(run: Run, meet: _Meet) -> _Chapter:
    """Let the strategies of a line-up meet two by two."""
    found = meet({f"{one.label}, {other.label}": (run, one, other)
                   for one, other in combinations(entrants(run, "skill"), 2)})
    name = _widest(found)
    answer = (_apart(run, found, name), *_checked(found[name]), *caution_of_few(
        {f"between {one.one} and {one.other}": one.made - one.made.mean()
         for one in found.values()}, run))
    return _Chapter(found, "Two by two, at tables of their own",
                    [Pairing("", "", one) for one in found.values()], answer,
                    replace(_section("skill", QUESTION, found, "pair"), answer=answer))


def _at_every_size(run: Run, widest: Matched, meet: _Meet) -> _Chapter:
    """Let the two that are furthest apart meet with every number of players."""
    question = "How many players leave most to skill?"
    players, (fewest, most) = {one.label: one for one in run.players}, find_game(run.game).seats
    one, other = players[widest.one], players[widest.other]
    found = meet({f"{seats} players": (replace(run, players=(one,) * seats), one, other)
                   for seats in range(fewest, most + 1)})
    return _Chapter(found, "By players",
                    [Pairing(label, "", one) for label, one in found.items()],
                    (_soonest(found, question, not _is_game(run)),),
                    _section("skill_players", question, found, "players"))


def _in_every_game(run: Run, by_players: bool, meet: _Meet, jobs: int | None) -> _Chapter:
    """Climb the ladder of every game."""
    steps = list(ladders(run, by_players, jobs))
    found = meet({one.label: (one.run, one.higher.player, one.lower.player) for one in steps})
    answer = tuple(_of_ladders(steps, found, by_players))
    section = _section("skill_games", "Which game leaves most to skill?", found, "games")
    # So many rows are drawn on the chart for the wall alone.
    return _Chapter(found, "All games",
                    [Pairing(one.table, one.higher.what, found[one.label]) for one in steps],
                    answer, replace(section, answer=answer, pictures=()))


def _of_ladders(
    steps: Sequence[Step], found: dict[str, Matched], by_players: bool
) -> Iterator[str]:
    """Say who stands on the ladders, which game leaves most to skill, and with how many players."""
    lowest = {one.run.game: one.higher for one in reversed(steps)}
    said = ", ".join(f"{rung.player.label} at {find_game(game).title}"
                     + (f" (not surely ahead of {rung.doubt})" if rung.doubt else "")
                     for game, rung in reversed(lowest.items()))
    yield ("A game's rule of thumb is the one that does best against the other that is hardest "
           f"for it. They were found on deals of their own. They are: {said}.")
    if fewer := {one.table: one.run.sessions for one in steps if one.higher.slowness > 1}:
        least, most = min(fewer.values()), max(fewer.values())
        many = f"{least:,}" if least == most else f"{least:,} to {most:,}"
        yield (f"An expert thinks long, and played fewer sessions than the others: {many} at a "
               "table.")
    for name in dict.fromkeys(one.step for one in steps):
        tables = {one.table: found[one.label] for one in steps if one.step == name}
        if len(tables) > 1:
            yield _soonest(tables, f"Which game leaves most to skill ({name})?", any(
                not _is_game(one.run) for one in steps
                if one.step == name and _at_once(found[one.label])))
        else:
            ((table, only),) = tables.items()
            yield f"At {table}, {only.one} is ahead of {only.other} with 95% {_after(only)}."
    if by_players:
        sizes: dict[str, dict[int, Matched]] = {}
        for one in steps:
            if one.higher is lowest[one.run.game]:
                game = find_game(one.run.game).title
                sizes.setdefault(game, {})[len(one.run.players)] = found[one.label]
        said = "; ".join(f"{game} with {_best_size(each)}" for game, each in sizes.items())
        yield f"The number of players at which a rule of thumb is ahead soonest: {said}."


def _best_size(sizes: Mapping[int, Matched]) -> str:
    """Say with how many players skill shows soonest, and with how many it may as well."""
    first = min(sizes, key=lambda seats: sizes[seats].hands_needed.value)
    close = sorted(seats for seats, one in sizes.items() if _is_close(one, sizes[first]))
    if len(close) < 2:  # none, where too few sessions have an interval
        return str(first)
    *others, last = map(str, close)
    return f"{', '.join(others)} or {last} (too close to call)"


def _is_game(run: Run) -> bool:
    """Tell whether a session is one game."""
    return find_game(run.game).plays_to_the_end(run.rules)


def _session(run: Run) -> str:
    if _is_game(run):
        return "game"
    return f"session of {number_text.counted(f'{run.hands:,}', 'hands')}"


def _apart(run: Run, found: Mapping[str, Matched], name: str) -> str:
    """Say how much of a session is luck between the two that are furthest apart. Who of them is
    better is judged together with all other pairs, because they were not known before."""
    widest = found[name]
    if not widest.edge.value:
        return level([widest.one, widest.other], not widest.made.any())
    who = f"Furthest apart are {widest.one} and {widest.other}, alone at a table."
    if math.isinf(widest.edge.value):
        return (f"{who} {widest.one} made the same more in each {_session(run)}, which does not "
                "show how much is luck.")
    sure = dict(zip(found, holm([one.p_value for one in found.values()]), strict=True))
    better = (f"{widest.one} is better: it is" if sure[name] <= 1 - LEVEL else
              f"Who is better is not sure. {widest.one} was ahead here: it would be")
    return (f"{who} Luck makes {share(widest.luck)} of the squared difference of two seats in a "
            f"{_session(run)}. {better} ahead with 95% {_after(widest)}.")


def _after(one: Matched) -> str:
    """Say after how many hands the better one is ahead with 95%."""
    needed = one.hands_needed
    if _at_once(one):
        many = number_text.counted(f"{one.hands:,.0f}", one.counted)
        return f"after one session at the latest ({many})"
    if math.isfinite(needed.high):
        return f"after {number_text.counted(amount(needed), one.counted)}"
    if not math.isfinite(needed.low):
        return "perhaps never"
    least = number_text.counted(f"{needed.low:,.0f}", one.counted)
    return f"after {least} at the earliest, if ever"


def _checked(widest: Matched) -> tuple[str, ...]:
    """Say how often the better one was ahead in play."""
    found = widest.checked()
    if found is None or not widest.edge.value:
        return ()
    sessions, said, played = found
    many = "one session" if sessions == 1 else f"{sessions:,} sessions"
    return (f"In play it was ahead after {many} in {share(played)} of the cases. The formula says "
            f"{share(said)}.",)


def _at_once(one: Matched) -> bool:
    """Tell whether skill shows within one session, the least that can be told."""
    return one.sessions.high <= 1


def _is_close(one: Matched, other: Matched) -> bool:
    """Tell whether it cannot be said between which two skill shows sooner."""
    first, second = one.hands_needed, other.hands_needed
    return (_at_once(one) and _at_once(other)) or (
        first.low <= second.high and second.low <= first.high)


def _soonest(found: Mapping[str, Matched], question: str, may_shorten: bool) -> str:
    """Say where skill shows soonest and latest, in hands, and whether sessions could be shorter."""
    tied = [name for name, one in found.items() if math.isinf(one.hands_needed.low)]
    if len(tied) == len(found):
        return f"{question} Nobody came out ahead at any of them."
    level_at = f" Nobody came out ahead at {number_text.listed(tied)}." if tied else ""
    found = {name: one for name, one in found.items() if name not in tied}
    order = sorted(found, key=lambda name: found[name].hands_needed.value)
    at_once = [name for name in order if _at_once(found[name])]
    soonest = f"Soonest it shows at {_shown_at(found, order[0])}"
    if len(at_once) > 1:
        where = "all of them" if at_once == order else number_text.listed(at_once)
        hint = "shorter sessions (--hands) tell them apart" if may_shorten else (
            "less than a game cannot be told")
        soonest = f"It shows within one session at {where}; {hint}"
    if at_once == order or len(order) == 1:
        return f"{question} {soonest}.{level_at}"
    return f"{question} {soonest}. Latest it shows at {_shown_at(found, order[-1])}.{level_at}"


def _shown_at(found: Mapping[str, Matched], name: str) -> str:
    """Say where skill shows, after how many hands, and where else it may as well."""
    one = found[name]
    text = f"{name} ({one.one} ahead of {one.other} with 95% {_after(one)})"
    close = [other for other in found if other != name and _is_close(found[other], one)]
    return f"{text}, too close to call with {number_text.listed(close)}" if close else text


def _section(name: str, question: str, found: dict[str, Matched], what: str) -> Section:
    rows: list[Row] = []
    for label, one in found.items():
        sessions, said, played = one.checked() or (0, NOTHING, NOTHING)
        rows.append({"pair": label, "better": one.one, "other": one.other, "edge": one.edge,
                     "luck": one.luck, "hands": one.hands_needed, "sessions": sessions,
                     "said": said, "ahead": played})
    table = Table.of(name, question, (
        Column("pair", what, "text", "text", "the two strategies"),
        Column("better", "better", "text", "text", "the one that makes more"),
        Column("other", "than", "text", "text", "the other"),
        Column("edge", "edge a session", "amount", "none",
               "mean difference of a session over its standard deviation", with_error=True),
        Column("luck", "luck", "share", "share", "of a session's differences that is luck"),
        Column("hands", f"{counted_in(found.values())} until ahead with 95%", "amount", "hands",
               "until the better one is ahead, 95 times of 100"),
        Column("sessions", "checked after sessions", "count"),
        Column("said", "formula", "share", "share",
               "the chance to be ahead after those sessions, as the rule says"),
        Column("ahead", "ahead in play", "share", "share", "how often it was ahead after them"),
    ), rows,
        "The edge is the mean difference of a session over its standard deviation. Luck is that "
        "deviation's share of the squared difference. Ahead in play: how often blocks of so many "
        "sessions ended ahead, where level ones count half. Under each number stands its 95% "
        "interval, clustered by session.")
    names = sorted(found, key=lambda name: -found[name].edge.value)
    picture = Picture(name, lambda: dots(
                          names, [found[name].edge for name in names],
                          "edge a session, in standard deviations", number_text.brief(question)),
                      "The edge of the better of two strategies in a session, with 95% intervals. "
                      "It is told in standard deviations of luck: further right, less is luck.")
    return Section(name, question, (), (picture,), (table,))
