"""Scores by what a seat needs to win the game and what its rivals need: two axes of a map.

Rivals need the same number of points, all of them. Or a score is given: then what the seat needs
and what the leading rival needs varies, and the others have the points given.
"""

from __future__ import annotations

from dataclasses import dataclass

from reports.studies.miss import words as say
from simulate.games.loo.settling import GAME_POINTS


@dataclass(frozen=True)
class Needs:
    """What a map of scores varies.

    ``given``: points won so far, by position, of those who are not varied; none where all rivals
    need the same.
    """

    players: int
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

    def rivals_in_words(self, position: int | None = None) -> str:
        """Return who needs the points of the second axis, with a verb: "the rival needs".

        ``position``: whose rivals; without it what is said of all positions.
        """
        if self.players == 2:
            return "the rival needs"
        if not self.given:
            return "each rival needs"
        if position is None:
            return "the leading rival needs"
        return f"the {say.place(self.rival(position), self.players)} needs"

    def others_in_words(self, position: int) -> str:
        """Say what the seats need that are not varied, as in "; the dealer needs 7"; or nothing."""
        rest = [seat for seat in range(self.players)
                if self.given and seat not in (position, self.rival(position))]
        told = [f"the {say.place(seat, self.players)} needs {GAME_POINTS - self.given[seat]}"
                for seat in rest]
        return f"; {', '.join(told)}" if told else ""

    @property
    def level_in_words(self) -> str:
        """Say where all that is varied is at the start."""
        if not self.given or self.players == 2:
            return "at the start of a game"
        return f"where both need {GAME_POINTS}"
