"""How players call positions, situations, moves and scores, and what seats need at a score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.page.document import Column
from reports.studies.kind import read_score
from simulate.errors import BoneyardError
from simulate.games.loo.rules import GAME_POINTS, RounceRules
from simulate.games.loo.words import Words
from simulate.runs.run import Run
from simulate.theory.loo.declarations import plays_for_chips
from simulate.theory.loo.hands import TURN_UPS as TURN_UPS
from simulate.theory.loo.situations import Situation

LETTERS = ("P", "M", "D", "F")
#: The numbers of the actions.
PLAY, MISS, DROP, FOR_POOL = range(4)

_PLACES = {2: ("eldest hand", "dealer"), 3: ("eldest hand", "second", "dealer"),
           4: ("eldest hand", "second", "third", "dealer")}


def actions(words: Words) -> tuple[str, ...]:
    """Return what the actions are called in tables, in the order of their letters."""
    return "play", words.miss, "drop", "play for the pool"


def letters(words: Words) -> tuple[str, ...]:
    """Return the letters of the actions on the wall."""
    return tuple(words.letter if move == "M" else move for move in LETTERS)


def does(words: Words) -> tuple[str, ...]:
    """Return what a seat does, in the order of the letters."""
    return "plays", f"takes {words.taken}", "drops", "plays for the pool"


def should(words: Words) -> tuple[str, ...]:
    """Return what a seat should do, in the order of the letters."""
    return "play", f"take {words.taken}", "drop", "play for the pool"


def place(position: int, players: int) -> str:
    """Return what a position is called."""
    return _PLACES[players][position]


def at_score(run: Run, scores: Sequence[int]) -> str:
    """Say at which score a chart was drawn, as the table counts it; points won so far are told."""
    if not any(scores):
        return "at the start"
    if isinstance(run.rules, RounceRules):
        return f"at {' '.join(str(GAME_POINTS - won) for won in scores)} points still to go"
    return f"at {' '.join(map(str, scores))} points won so far"


def heard(situation: Situation, words: Words) -> str:
    """Return what was declared before, in words."""
    counts = (
        (situation.stayed, "in"), (situation.missed, words.missed), (situation.dropped, "dropped"))
    return ", ".join(f"{number} {word}" for number, word in counts if number) or "nothing"


def heard_letters(situation: Situation, words: Words) -> str:
    """Return what was declared before as letters, in the order of the actions."""
    called = letters(words)
    counts = ((PLAY, situation.stayed), (MISS, situation.missed), (DROP, situation.dropped))
    return " ".join(called[move] for move, number in counts for _ in range(number))


_LEAST_SCORE = -100


def check_points(run: Run, option: str = "score") -> None:
    """Raise ``BoneyardError`` if the game is not won by points, for an option that needs it."""
    if plays_for_chips(run):
        raise BoneyardError(f"{option}: chips are played for; points win at Rounce, and at Loo "
                            "with --rule scoring=points")


def check_score(run: Run, score: Any) -> tuple[int, ...]:
    """Return the points won so far, of a score as the table counts it: Rounce down from 15."""
    points = read_score(score)
    check_points(run)
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
        """Say what the seats need that are not varied, as in "; the dealer needs 7"; or nothing."""
        rest = [seat for seat in range(self.players)
                if self.given and seat not in (position, self.rival(position))]
        told = [f"the {place(seat, self.players)} needs {GAME_POINTS - self.given[seat]}"
                for seat in rest]
        return f"; {', '.join(told)}" if told else ""

    @property
    def level_in_words(self) -> str:
        """Say where all that is varied is at the start."""
        if not self.given or self.players == 2:
            return "at the start of a game"
        return f"where both need {GAME_POINTS}"
