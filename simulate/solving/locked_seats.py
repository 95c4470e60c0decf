"""Seats of a table that keep to a strategy while the others are solved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from simulate.errors import BoneyardError
from simulate.runs.player import Player
from simulate.runs.run import Run

#: Seats and the players who keep to their strategies there.
Locks = Mapping[int, Player]


def check_seats(seats: int, locks: Locks) -> None:
    """Raise ``BoneyardError`` if a locked seat is none of a table's, or none is left to solve."""
    for seat in locks:
        if not 0 <= seat < seats:
            raise BoneyardError(f"lock of seat {seat}: the seats are 0 to {seats - 1}")
    if len(locks) >= seats:
        raise BoneyardError(f"lock of all {seats} seats: leave one at least to be solved")


def position_of(seat: int, dealer: int, seats: int) -> int:
    """Return the position of a seat, counted from the dealer's left."""
    return (seat - dealer - 1) % seats


def seated(run: Run, locks: Locks) -> Run:
    """Return a table with the locked seats at it."""
    return replace(run, players=tuple(
        locks.get(seat, player) for seat, player in enumerate(run.players)))
