"""``study skill``: how much of a session is luck, and when does skill show?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from reports import compare, contests, headlines
from reports.compare import Measure, SameDeals, play_all
from reports.contests import Paired
from reports.headlines import amount, share
from reports.page.document import Column
from reports.stats import number_text
from reports.stats.comparisons import holm, p_value, sessions_needed
from reports.stats.estimates import LEVEL, NOTHING, Estimate, mean_of
from reports.studies.study import Study, entrants
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.runs.run import Progress, Run, silent

QUESTION = "How much of a session is luck?"


@dataclass(frozen=True)
class Matched:
    """By how much a seat of one strategy makes more in a session than a seat of another, where the
    two sit in turn round the table, in all rotations."""

    one: str
    other: str
    differences: Floats  #: float64[tables, sessions]: in chips, points or games
    hands: float  #: hands of a session, on average

    @classmethod
    def of(cls, played: SameDeals, one: str, other: str) -> Matched:
        """Return how two strategies did at tables of theirs."""
        return cls(one, other, played.seat(one) - played.seat(other), float(played.hands.mean()))

    @property
    def edge(self) -> Paired:
        """The mean difference of a session over its standard deviation."""
        return Paired.edge(self.differences)

    @property
    def made(self) -> Floats:
        """What the one makes more in a session, on average over the tables: float64[sessions]."""
        made: Floats = self.differences.mean(axis=0)
        return made

    @property
    def needed(self) -> Estimate:
        """Hands until the one is ahead with a chance of 95%, one session at least."""
        found = sessions_needed(self.edge.estimate)
        value, low, high = (float(np.rint(self.hands * np.maximum(1.0, number)))
                            for number in (found.value, found.low, found.high))
        return Estimate(value) if low == high else Estimate(value, low=low, high=high)


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
    played = play_all([contests.pair(replace(run, players=(one,) * seats), one, other).tables
                       for seats in sizes for one, other in pairs], jobs, progress)
    ahead = [(one.label, other.label) if made.seat(one.label).mean() >= made.seat(
        other.label).mean() else (other.label, one.label)
        for (one, other), made in zip(pairs, played, strict=False)]
    each = iter(played)
    met: Met = {f"{seats} players": {f"{one} over {other}": Matched.of(next(each), one, other)
                                     for one, other in ahead} for seats in sizes}
    rows = compare.compare({size: {Measure("skill", name, "amount"): one.edge
                                   for name, one in found.items()} for size, found in met.items()})
    here, session = next(iter(met.values())), headlines.session_of(run)
    # A session of one hand is a game, as at Casino.
    counted = "games" if all(one.hands == 1 for one in here.values()) else "hands"
    shown = compare.section(
        "skill", QUESTION,
        sorted(rows, key=lambda row: -here[row.measure.name].edge.estimate.value),
        Column("players", "players", "text", "text", "how many play"),
        Column("pair", "pair", "text", "text", "the two strategies, the better one first"),
        f"standard deviations of luck in a {session}", run.sessions,
        (Column("luck", "luck", "share", "share", f"of a {session}'s differences"),
         lambda row: luck(row.value)),
        (Column("hands", f"{counted} until ahead with 95%", "amount", "hands",
                "until the first of the pair is ahead, 95 times of 100"),
         lambda row: met[row.variant][row.measure.name].needed))
    apart = furthest(here, counted, session)
    answer = (*apart, headlines.heavy_tails(
        {f"between {one.one} and {one.other}": one.made - one.made.mean()
         for one in here.values()}, run), *shown.answer)
    return Study(QUESTION, answer, (replace(shown, answer=answer),), {"pairs": met})


def furthest(pairs: Mapping[str, Matched], counted: str, session: str) -> Iterator[str]:
    """Yield how far the two furthest apart are so, all pairs judged together."""
    widest = max(pairs.values(), key=lambda one: one.edge.estimate.value)
    edge = widest.edge.estimate
    if not edge.value:
        yield f"{widest.one} and {widest.other} came out level."
        return
    if math.isinf(edge.value):
        yield (f"{widest.one} made the same more than {widest.other} in each {session}, which does "
               "not show how much is luck.")
        return
    judged = holm([p_value(mean_of(one.made), len(one.made)) for one in pairs.values()])
    sure = judged[[*pairs.values()].index(widest)] <= 1 - LEVEL
    after = number_text.counted(amount(widest.needed), counted)
    ahead = f"after {after} it is ahead with a chance of 95%"
    yield (f"{widest.one} is better than {widest.other}: {ahead}." if sure
           else f"{widest.one} came out ahead of {widest.other}, too close to call. If it is "
                f"better by so much, {ahead}.")
    yield (f"Luck makes {share(luck(edge))} of the squared difference of the two in a {session}.")
