"""The chart at a score: what wins the game, and not the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.errors import BoneyardError
from simulate.games.loo.settling import GAME_POINTS
from simulate.runs.run import Run
from simulate.solving.loo.races.payoff_at_score import payoff_at_score
from simulate.solving.loo.what_if_counts import (
    Payoff,
    plays_for_chips,
    stakes_of,
    units_of,
)
from strategies.loo.race_chances import win_chances

_LEAST_SCORE = -100


def read_score(given: Any) -> tuple[int, ...]:
    """Return the points of the positions from "12 14 8", or from a sequence.

    Raises ``BoneyardError`` if it is neither.
    """
    parts = given.replace(",", " ").split() if isinstance(given, str) else given
    try:
        points = tuple(int(str(part)) for part in parts)
    except (TypeError, ValueError):
        raise BoneyardError(
            f"score {given!r} is not the points of all seats, the eldest hand's first, as in "
            "'12 14 8'") from None
    for one in points:
        if not _LEAST_SCORE <= one < GAME_POINTS:
            raise BoneyardError(f"score {given!r}: {one} is not from {_LEAST_SCORE} to "
                                f"{GAME_POINTS - 1}, points of a game that goes on")
    return points


def score_text(given: Any, name: str) -> str:
    """Return a score as it is written: points with blanks between them."""
    return " ".join(map(str, read_score(given)))


def check_points(run: Run, option: str = "score") -> None:
    """Raise ``BoneyardError`` if the game is not won by points, for an option that needs it."""
    if plays_for_chips(run):
        raise BoneyardError(f"{option}: chips are played for; points win at Rounce, and at Loo "
                            "with --rule scoring=points")


def check_score(run: Run, score: Any) -> tuple[int, ...]:
    """Return the points of a score at a table.

    Raises ``BoneyardError`` if there is no such score, or the game is not won by points.
    """
    points = read_score(score)
    check_points(run)
    if len(points) != len(run.players):
        raise BoneyardError(f"score {score!r} has the points of {len(points)} seats, not of "
                            f"{len(run.players)}")
    return points


def payoffs_at_score(run: Run, score: Sequence[int]) -> tuple[Payoff, ...]:
    """Return what hands bring at a score, where the game goes on as ``racer`` plays it."""
    wins = win_chances(run.game, len(run.players))
    return (payoff_at_score(stakes_of(run), wins, score, max(units_of(run)) + 1),)
