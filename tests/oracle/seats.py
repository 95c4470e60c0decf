"""Seats, numbered clockwise: the seat to the left of p is (p + 1) mod n."""

from collections.abc import Iterable


def clockwise(first: int, seats: Iterable[int], players: int) -> list[int]:
    """Return the seats in clockwise order from chair `first`, which may be an empty one."""
    return sorted(seats, key=lambda seat: (seat - first) % players)


def next_on_left(seat: int, seats: Iterable[int], players: int) -> int:
    """Return the nearest of the seats to the left of `seat`, itself last.

    The turn skips empty chairs (Rules, option ``bankroll``).
    """
    return clockwise((seat + 1) % players, seats, players)[0]


def checked_seat(seat: int, players: int, name: str) -> int:
    """Return the seat after checking that the table has it."""
    if not 0 <= seat < players:
        raise ValueError(f"{name}: {seat} is no seat of a table of {players}")
    return seat
