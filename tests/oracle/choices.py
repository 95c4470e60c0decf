"""Checking what a decider answers against the legal options."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

Option = TypeVar("Option")


class IllegalChoice(ValueError):
    """A decider answered with something that is not among the legal options."""


class Asking(Protocol):
    """The part of a game's state that says who is asked."""

    hand_index: int
    seat: int


def checked(answer: object, legal: Sequence[Option], state: Asking, key: str) -> Option:
    """Return the legal option that the answer names.

    Parameters
    ----------
    answer : object
        What the decider returned.
    legal : sequence
        The options it could choose from.
    state : Asking
        The hand in progress; `state.seat` is the seat that was asked.
    key : str
        Key of the hand history under which the decision is written.

    Raises
    ------
    IllegalChoice
        If the answer is none of the options.
    """
    if answer not in legal:
        raise IllegalChoice(
            f"hand {state.hand_index}: {key}: seat {state.seat} chose {answer!r}, "
            f"legal are {list(legal)}"
        )
    return legal[legal.index(answer)]


def checked_tiles(
    answer: object, count: int, held: Sequence[str], state: Asking, key: str
) -> list[str]:
    """Return the answer after checking that it is `count` different tiles of those held."""
    tiles = list(answer) if isinstance(answer, (list, tuple)) else []
    if len(tiles) != count or len(set(tiles)) != count or not set(tiles) <= set(held):
        raise IllegalChoice(
            f"hand {state.hand_index}: {key}: seat {state.seat} chose {answer!r}, "
            f"legal are {count} of {list(held)}"
        )
    return tiles
