"""Scores of Loo and Rounce: what seats need to win the game, and scores as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reports.games.loo.words import place
from reports.page.document import Column
from reports.studies.kind import read_score
from simulate.errors import BoneyardError
from simulate.games.loo.rules import GAME_POINTS, RounceRules
from simulate.runs.run import Run
from simulate.theory.loo.declared import plays_for_chips

_LEAST_SCORE = -100


def check_score(run: Run, score: Any) -> tuple[int, ...]:
    """Return the points won so far, of a score as the table counts it: Rounce down from 15."""
    points = read_score(score)
    if plays_for_chips(run):
        raise BoneyardError("score: chips are played for; points win at Rounce, and at Loo with "
                            "--rule scoring=points")
    if len(points) != len(run.players):
        raise BoneyardError(f"score {score!r} has the points of {len(points)} seats, not of "
                            f"{len(run.players)}")
    counts_down = isinstance(run.rules, RounceRules)
    won = tuple(GAME_POINTS - one for one in points) if counts_down else points
    low, high = (1, GAME_POINTS - _LEAST_SCORE) if counts_down else (_LEAST_SCORE, GAME_POINTS - 1)
    for one in points:
        if not low <= one <= high:
            raise BoneyardError(f"score {score!r}: {one} is not from {low} to {high}, points "
                                f"{'to go in' if counts_down else 'of'} a game that goes on")
    return won


@dataclass(frozen=True)
class Needs:
    """What a map of scores varies."""

    players: int
    #: Points won so far, by position, of those who are not varied; none where all rivals need the
    #: same.
    given: tuple[int, ...] = ()

    def score(self, position: int, own: int, rivals: int) -> tuple[int, ...]:
        """Return the points won so far, by position, where a position and its rivals need some."""
        points = [GAME_POINTS - rivals] * self.players
        if self.given:
            points = list(self.given)
            points[self.rival(position)] = GAME_POINTS - rivals
        points[position] = GAME_POINTS - own
        return tuple(points)

    def rival(self, position: int) -> int:
        """Return the rival of a position who leads at the score given: the first of several."""
        others = [other for other in range(self.players) if other != position]
        return max(others, key=self.given.__getitem__)

    def columns(self) -> tuple[Column, Column]:
        """Return the columns of both axes."""
        return (Column("own", "you need", "count", "points", "that the seat still needs"),
                Column("rivals", self.rivals_in_words(), "count", "points",
                       "that each rival still needs; where a score is given, the leading one"))

    def rivals_in_words(self, position: int | None = None) -> str:
        """Return who needs the points of the second axis, "the rival needs", of a position or of
        all."""
        if self.players == 2:
            return "the rival needs"
        if not self.given:
            return "each rival needs"
        if position is None:
            return "the leading rival needs"
        return f"the {place(self.rival(position), self.players)} needs"

    def others_in_words(self, position: int) -> str:
        """Return what the other seats need, as in "; the dealer needs 7"; or nothing."""
        rest = [f"the {place(seat, self.players)} needs {GAME_POINTS - self.given[seat]}"
                for seat in range(self.players)
                if self.given and seat not in (position, self.rival(position))]
        return f"; {', '.join(rest)}" if rest else ""
