"""What positions and seats are called: games are listed by it, so it imports no numba."""

from __future__ import annotations

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def chair(strategy: str, seat: int) -> str:
    """Return who keeps a seat for a whole session, the strategy first.

    Examples
    --------
    >>> from simulate.games.positions import chair
    >>> chair("bold", 1)
    'bold (seat 1)'
    """
    return f"{strategy} (seat {seat})"


def position_names(seats: int, first: str, last: str | None = None) -> list[str]:
    """Return what the positions of so many seats are called, in the order of play."""
    called = [first, *_PLACES[1:seats]]
    return called if last is None else [*called[:-1], last]
