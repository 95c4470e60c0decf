"""Two strategies alone at a table: how much is luck, and how long until skill shows."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from reports.contests import counts_games, hands_of, in_chunks, made_by, pair
from reports.stats.comparisons import (
    edge,
    edge_totals,
    p_value,
    sessions_needed,
)
from reports.stats.estimates import FEW, NOTHING, Estimate, mean_of
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.runs.run import Player, Run


@dataclass(frozen=True)
class Matched:
    """By how much a seat of one strategy makes more in a session than a seat of another."""

    #: Two strategies, the better one first.
    one: str
    other: str
    differences: Floats  #: float64[tables, sessions]: in chips, points or games
    hands: float  #: hands of a session, on average
    is_game: bool = False

    @property
    def counted(self) -> str:
        """What is counted until skill shows: games where each is one hand, as at Casino."""
        return "games" if self.is_game and self.hands == 1 else "hands"

    @property
    def edge(self) -> Estimate:
        """The mean difference of a session over its standard deviation."""
        return edge(edge_totals(self.differences))

    @property
    def is_apart(self) -> bool:
        """Whether one of them makes more."""
        return bool(self.edge.value)

    @property
    def groups(self) -> int:
        """The groups of sessions that the error of the edge is taken from."""
        return len(edge_totals(self.differences))

    @property
    def pace(self) -> Estimate:
        """The edge of a hand, for sessions of different lengths: skill shows after as many hands
        as its square gives."""
        return self.edge.scaled(1 / math.sqrt(self.hands))

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
    def luck(self) -> Estimate:
        """The share of the squared difference of a session that is luck."""
        value, se, low, high = self.edge
        if math.isnan(low):
            return NOTHING
        least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        luck = [1 / (1 + x**2) for x in (value, max(abs(low), abs(high)), least)]
        return Estimate(luck[0], abs(2 * value * se) * luck[0] ** 2, *luck[1:])

    @property
    def sessions(self) -> Estimate:
        """Sessions until the one is ahead with a chance of 95%; one who made the same more in each
        of enough sessions is at once."""
        edge = self.edge
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


def matched(run: Run, one: Player, other: Player, jobs: int | None = None) -> Matched:
    """Let two strategies of different labels sit in turn round a table, in all rotations."""
    tables = pair(run, one, other).tables
    read = made_by(run, counts_games(run))
    played = in_chunks([(table, read) for table in tables], range(run.sessions), jobs)
    difference = np.array([made[:, table.labels.index(one.label)]
                           - made[:, table.labels.index(other.label)]
                           for table, (_, made) in zip(tables, played, strict=True)], np.float64)
    hands = float(np.mean([fields[:, hands_of(run)].mean() for fields, _ in played]))
    found = Matched(one.label, other.label, difference, hands,
                    find_game(run.game).plays_to_the_end(run.rules))
    if difference.mean() >= 0:
        return found
    return replace(found, one=other.label, other=one.label, differences=-difference)
