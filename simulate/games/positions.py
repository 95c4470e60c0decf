"""What positions are called: in a module of its own, so that games are listed without numba."""

from __future__ import annotations

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def position_names(seats: int, first: str, last: str | None = None) -> list[str]:
    """Return what the positions of so many seats are called, in the order of play."""
    called = [first, *_PLACES[1:seats]]
    return called if last is None else [*called[:-1], last]
