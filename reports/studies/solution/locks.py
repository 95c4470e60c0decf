"""Seats that keep to a strategy while the others are solved, as a person writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reports.stats import number_text
from simulate.errors import BoneyardError
from simulate.games.game import chair
from simulate.runs.player import Player
from simulate.runs.run import Run
from simulate.theory.table import Locks
from simulate.whole_numbers import whole
from strategies.lineup import Entry, seat_players


def read_locks(run: Run, written: Sequence[str]) -> dict[int, Player]:
    """Return the locked seats of a table, as ``SEAT=STRATEGY`` each.

    Raises
    ------
    BoneyardError
        If one is written otherwise, or a seat twice.
    """
    given: dict[int, Entry] = {}
    for text in written:
        seat, equals, strategy = text.partition("=")
        if not equals or not strategy.strip():
            raise BoneyardError(f"lock {text!r} is not SEAT=STRATEGY, as 1=bold")
        number = _seat(run, seat.strip())
        if number in given:
            raise BoneyardError(f"lock {text!r}: seat {number} is locked already")
        given[number] = strategy.strip()
    return seated_locks(run, given)


def seated_locks(run: Run, given: Mapping[int, Entry]) -> dict[int, Player]:
    """Return the players of locked seats.

    Raises
    ------
    BoneyardError
        If a seat or a strategy is wrong.
    """
    return {_seat(run, seat): seat_players(run.game, [entry], 1, run.rules, len(run.players))[0]
            for seat, entry in given.items()}


def _seat(run: Run, given: object) -> int:
    """Return the number of a seat of the table."""
    seat, seats = whole(given, "lock of seat"), range(len(run.players))
    if seat not in seats:
        raise BoneyardError(f"lock of seat {seat}: there is no seat {seat}; seats are "
                            f"{number_text.listed([str(one) for one in seats])}")
    return seat


def strategy_of(locks: Locks, seat: int) -> str:
    """Return what a seat plays: the strategy that it is locked to, or ``solved``."""
    return locks[seat].label if seat in locks else "solved"


def chair_of(locks: Locks, seat: int) -> str:
    """Return what a seat plays, and the number of the seat."""
    return chair(strategy_of(locks, seat), seat)


def said(locks: Locks) -> str:
    """Say which seats are locked."""
    chairs = number_text.listed([chair_of(locks, seat) for seat in sorted(locks)])
    return f"{chairs} {'stays as it is' if len(locks) == 1 else 'stay as they are'}"
