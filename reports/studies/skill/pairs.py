"""Two strategies alone at a table: how far apart they are, and how far luck drives them apart."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from reports.stats.ahead import chance_ahead, edge, sessions_needed, share_ahead
from reports.stats.estimates import Estimate
from reports.studies.rules.played import play_sets, seats_of
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.runs.player import Player
from simulate.runs.run import Run

#: The fewest blocks of sessions on which a chance to be ahead is checked.
_FEWEST_BLOCKS = 20


@dataclass(frozen=True)
class Matched:
    """By how much a seat of one strategy makes more in a session than a seat of another.

    Parameters
    ----------
    one, other : str
        The one is the better.
    differences : float64[tables, sessions]
        In chips, points or games.
    hands : float
        Hands of a session, on average.
    is_game : bool
        Whether a session is one game.
    """

    one: str
    other: str
    differences: Floats
    hands: float
    is_game: bool = False

    @property
    def counted(self) -> str:
        """What is counted until skill shows: games where each is one hand, as at Casino."""
        return "games" if self.is_game and self.hands == 1 else "hands"

    @property
    def edge(self) -> Estimate:
        """The mean difference of a session over its standard deviation."""
        return edge(self.differences)

    @property
    def luck(self) -> Estimate:
        """The share of the squared difference of a session that is luck."""
        value, se, low, high = self.edge
        least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        most = max(abs(low), abs(high))
        return Estimate(_luck(value), abs(2 * value * se) * _luck(value) ** 2, _luck(most),
                        _luck(least))

    @property
    def sessions(self) -> Estimate:
        """Sessions until the one is ahead with a chance of 95%."""
        return sessions_needed(self.edge)

    @property
    def hands_needed(self) -> Estimate:
        """The same in whole hands; one session at least: the formula counts in sessions."""
        found = self.sessions
        value, low, high = (float(np.rint(self.hands * max(1.0, number)))
                            for number in (found.value, found.low, found.high))
        return Estimate(value, low=low, high=high)

    def checked(self) -> tuple[int, float, Estimate] | None:
        """Return sessions, the chance to be ahead after them by the formula, and by play.

        The sessions are those until 95%, or as many as leave enough blocks to check on.
        """
        most = self.differences.shape[1] // _FEWEST_BLOCKS
        if most < 1:
            return None
        value = self.sessions.value
        sessions = max(1, min(most, math.ceil(value) if math.isfinite(value) else most))
        return (sessions, chance_ahead(self.edge.value, sessions),
                share_ahead(self.differences, sessions))


def counted_in(found: Iterable[Matched]) -> str:
    """Say what is counted until skill shows: games where that is so at every table."""
    words = {one.counted for one in found}
    return words.pop() if len(words) == 1 else "hands"


def _luck(edge: float) -> float:
    return 1 / (1 + edge**2)


def matched(run: Run, one: Player, other: Player, jobs: int | None = None) -> Matched:
    """Let two strategies sit in turn round a table, in all rotations.

    Parameters
    ----------
    run : Run
        Its seats, rules and sessions.
    one, other : Player
        Of different labels.
    jobs : int, optional
    """
    seats = len(run.players)
    in_turn = [one, other] * seats
    # With an odd number of seats, each strategy has the extra seat at half of the tables.
    starts = (0, 1) if seats % 2 else (0,)
    runs = [replace(run, players=tuple(in_turn[at:at + seats])) for at in starts]
    played = play_sets(runs, jobs)
    difference = np.concatenate([
        seats_of(table, one.label, made) - seats_of(table, other.label, made)
        for table, (_, made) in zip(runs, played, strict=True)])
    at = find_game(run.game).books.session.index("hands")
    hands = float(np.mean([fields[:, :, at].mean() for fields, _ in played]))
    is_game = find_game(run.game).plays_to_the_end(run.rules)
    if difference.mean() < 0:
        return Matched(other.label, one.label, -difference, hands, is_game)
    return Matched(one.label, other.label, difference, hands, is_game)
