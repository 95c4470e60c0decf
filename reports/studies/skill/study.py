"""``study skill``: how much of a session is luck, and when does skill show?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from reports import compare, headlines
from reports.compare import Change, Edge, Measure, Played, play_all
from reports.contests import pair
from reports.page.document import Column, Section
from reports.results.shared_sentences import amount, share
from reports.stats import number_text
from reports.stats.comparisons import edge_totals, holm, p_value, sessions_needed
from reports.stats.estimates import FEW, LEVEL, NOTHING, Estimate, mean_of
from reports.studies.study import Study, entrants
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

QUESTION = "How much of a session is luck?"


@dataclass(frozen=True)
class Matched:
    """By how much a seat of one strategy makes more in a session than a seat of another, where the
    two sit in turn round the table, in all rotations."""

    one: str
    other: str
    differences: Floats  #: float64[tables, sessions]: in chips, points or games
    hands: float  #: hands of a session, on average
    is_game: bool = False

    @classmethod
    def of(cls, played: Played, one: str, other: str) -> Matched:
        """Return how two strategies did at tables of theirs."""
        run = played.run
        return cls(one, other, played.seat(one) - played.seat(other), float(played.hands.mean()),
                   find_game(run.game).plays_to_the_end(run.rules))

    @property
    def counted(self) -> str:
        """What is counted until skill shows: games where each is one hand, as at Casino."""
        return "games" if self.is_game and self.hands == 1 else "hands"

    @property
    def edge(self) -> Edge:
        """The mean difference of a session over its standard deviation."""
        return Edge((edge_totals(self.differences),))

    @property
    def made(self) -> Floats:
        """What the one makes more in a session, on average over the tables: float64[sessions]."""
        made: Floats = self.differences.mean(axis=0)
        return made

    @property
    def p_value(self) -> float:
        """How often luck alone would set equals so far apart."""
        return p_value(mean_of(self.made), len(self.made))

    @property
    def sessions(self) -> Estimate:
        """Sessions until the one is ahead with a chance of 95%; one who made the same more in each
        of enough sessions is at once."""
        edge = self.edge.estimate
        if math.isinf(edge.value) and len(self.made) >= FEW:
            return Estimate(0.0)
        return sessions_needed(edge)

    @property
    def hands_needed(self) -> Estimate:
        """The same in whole hands; one session at least: the formula counts in sessions."""
        found = self.sessions
        value, low, high = (float(np.rint(self.hands * np.maximum(1.0, number)))
                            for number in (found.value, found.low, found.high))
        return Estimate(value, low=low, high=high)

    @property
    def after(self) -> str:
        """After how many hands the one is ahead with 95%, in words."""
        needed = self.hands_needed
        if self.sessions.high <= 1:
            many = number_text.counted(f"{self.hands:,.0f}", self.counted)
            return f"after one session at the latest ({many})"
        if math.isfinite(needed.high):
            return f"after {number_text.counted(amount(needed), self.counted)}"
        if not math.isfinite(needed.low):
            return "perhaps never"
        least = number_text.counted(f"{needed.low:,.0f}", self.counted)
        return f"after {least} at the earliest, if ever"


#: How pairs did, by the number of players, and by their names, the better one first.
Met = Mapping[str, Mapping[str, Matched]]


def luck(edge: Estimate) -> Estimate:
    """Return the share of the squared difference of a session that is luck."""
    value, se, low, high = edge
    if math.isnan(low):
        return NOTHING
    least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    parts = [1 / (1 + x**2) for x in (value, max(abs(low), abs(high)), least)]
    return Estimate(parts[0], abs(2 * value * se) * parts[0] ** 2, *parts[1:])


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
    two by two. ``by_players``: they meet with every number of players too."""
    own, (fewest, most) = len(run.players), find_game(run.game).seats
    sizes = [own, *(seats for seats in range(fewest, most + 1) if by_players and seats != own)]
    pairs = list(combinations(entrants(run, "skill"), 2))
    played = play_all([pair(replace(run, players=(one,) * seats), one, other).tables
                       for seats in sizes for one, other in pairs], jobs, progress)
    ahead = [(one.label, other.label) if made.seat(one.label).mean() >= made.seat(
        other.label).mean() else (other.label, one.label)
        for (one, other), made in zip(pairs, played, strict=False)]
    each = iter(played)
    met: Met = {f"{seats} players": {f"{one} over {other}": Matched.of(next(each), one, other)
                                     for one, other in ahead} for seats in sizes}
    rows = compare.compare({size: {Measure("skill", name, "amount"): one.edge
                                   for name, one in found.items()} for size, found in met.items()})
    here = next(iter(met.values()))
    shown = _section(met, rows, run.sessions, compare.session_of(run))
    answer = (*filter(None, (*_furthest(here), headlines.heavy_tails(
        {f"between {one.one} and {one.other}": one.made - one.made.mean()
         for one in here.values()}, run))), *shown.answer)
    return Study(QUESTION, answer, (replace(shown, answer=answer),), {"pairs": met})


def _furthest(pairs: Mapping[str, Matched]) -> Iterator[str]:
    """Yield how far the two that are furthest apart are so. All pairs are judged together, because
    these were not known before."""
    widest = max(pairs.values(), key=lambda one: one.edge.estimate.value)
    edge = widest.edge.estimate
    if not edge.value:
        yield f"{widest.one} and {widest.other} came out level."
        return
    if math.isinf(edge.value):
        yield (f"{widest.one} made the same more than {widest.other} in each session, which does "
               "not show how much is luck.")
        return
    judged = holm([one.p_value for one in pairs.values()])
    sure = judged[[*pairs.values()].index(widest)] <= 1 - LEVEL
    yield (f"{widest.one} is better than {widest.other}: ahead with 95% {widest.after}." if sure
           else f"{widest.one} came out ahead of {widest.other}: with 95% {widest.after}. It is "
                "too close to call.")
    yield (f"Luck makes {share(luck(edge))} of the squared difference of the two in a "
           "session.")


def _section(met: Met, rows: list[Change], sessions: int, session: str) -> Section:
    here, counted = next(iter(met.values())), {
        one.counted for found in met.values() for one in found.values()}
    own, hands = (Column("luck", "luck", "share", "share", "of a session's differences"), Column(
        "hands", f"{counted.pop() if len(counted) == 1 else 'hands'} until ahead with 95%",
        "amount", "hands", "until the first of the pair is ahead, 95 times of 100"))
    rows = sorted(rows, key=lambda row: -here[row.measure.name].edge.estimate.value)
    return compare.section(
        "skill", QUESTION, rows,
        Column("players", "players", "text", "text", "how many play"),
        Column("pair", "pair", "text", "text", "the two strategies, the better one first"),
        f"standard deviations of luck in a {session}", sessions,
        (own, lambda row: luck(row.value)),
        (hands, lambda row: met[row.variant][row.measure.name].hands_needed))
