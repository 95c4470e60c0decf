"""The chart at a score: what wins the game, and not the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.errors import BoneyardError
from simulate.games.loo.rules import RounceRules
from simulate.games.loo.settling import GAME_POINTS
from simulate.runs.run import Run
from simulate.theory.loo.at_score import payoff_at_score
from simulate.theory.loo.what_if_counts import (
    Payoff,
    plays_for_chips,
    stakes_of,
    units_of,
)
from strategies.loo.race_chances import win_chances

_LEAST_SCORE = -100


def read_score(given: Any) -> tuple[int, ...]:
    """Return the numbers of the positions from "12 14 8", or from a sequence.

    Raises
    ------
    BoneyardError
        If it is neither.
    """
    parts = given.replace(",", " ").split() if isinstance(given, str) else given
    try:
        return tuple(int(str(part)) for part in parts)
    except (TypeError, ValueError):
        raise BoneyardError(
            f"score {given!r} is not the points of all seats, the eldest hand's first, as in "
            "'12 14 8'") from None


def check_points(run: Run, option: str = "score") -> None:
    """Raise ``BoneyardError`` if the game is not won by points, for an option that needs it."""
    if plays_for_chips(run):
        raise BoneyardError(f"{option}: chips are played for; points win at Rounce, and at Loo "
                            "with --rule scoring=points")


def check_score(run: Run, score: Any) -> tuple[int, ...]:
    """Return the points won so far, of a score as the table counts it: Rounce down from 15.

    Raises
    ------
    BoneyardError
        If there is no such score, or the game is not won by points.
    """
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


def payoffs_at_score(run: Run, score: Sequence[int]) -> tuple[Payoff, ...]:
    """Return what hands bring at a score, where the game goes on as ``racer`` plays it."""
    wins = win_chances(run.game, len(run.players))
    return (payoff_at_score(stakes_of(run), wins, score, max(units_of(run)) + 1),)
