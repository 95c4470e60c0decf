"""Histories of games of Casino: the table's row in the words of the exchange format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import names
from simulate.games.casino.row import AT, HOLDS, SEATS
from simulate.games.casino.settling import DICE, RULES
from simulate.machine.table import BASE

_DICE = DICE.tolist()
#: A table's row as Python's own integers.
_Row = Sequence[int]


def _drawn(row: _Row, number: int, seats: int) -> list[list[str]]:
    """Return the tiles that each seat draws before a round."""
    start = AT.order + row[AT.tiles_removed]
    ones = start + (number + HOLDS - 1) * seats
    drawn = list(row[ones : ones + seats])
    if number == 0:
        for seat in range(seats):
            first = start + (HOLDS - 1) * seat
            drawn[seat] |= sum(row[first : first + HOLDS - 1])
    return [names(tiles) for tiles in drawn]


def _by_seat(row: _Row, entry: int, number: int, seats: int) -> _Row:
    return row[entry + SEATS * number : entry + SEATS * number + seats]


def _round(row: _Row, number: int, seats: int) -> dict[str, Any]:
    return {
        "roller": (row[AT.first_roller] + number) % seats,
        "drawn": _drawn(row, number, seats),
        "bets": [names(bet)[0] for bet in _by_seat(row, AT.bet_of, number, seats)],
        "dice": list(_DICE[row[AT.rolls + number]]),
        "rule": RULES[row[AT.rule_of + number]],
        "won": [names(won) for won in _by_seat(row, AT.won_of, number, seats)],
        "pot": names(row[AT.pot_of + number]),
    }


def _play(row: _Row, seats: int, rounds: int) -> dict[str, Any]:
    """Return the first rounds of a game."""
    return {
        "first_roller": row[AT.first_roller],
        "removed": names(sum(row[AT.order : AT.order + row[AT.tiles_removed]])),
        "rounds": [_round(row, number, seats) for number in range(rounds)],
    }


def record(table: Ints, seats: int) -> dict[str, Any]:
    """Return a game of Casino from the row that it left.

    Parameters
    ----------
    table : int64[AT.size]
    seats : int
        At the table.
    """
    row = table.tolist()
    rounds = row[AT.rounds]
    stash = [0] * seats
    for number in range(rounds):
        for seat, won in enumerate(_by_seat(row, AT.won_of, number, seats)):
            stash[seat] |= won
    most = max(won.bit_count() for won in stash)
    return {
        "hand": row[BASE.number],
        **_play(row, seats, rounds),
        "stash": [names(won) for won in stash],
        "winners": [seat for seat, won in enumerate(stash) if won.bit_count() == most],
    }


def begun(table: Ints, seats: int) -> dict[str, Any]:
    """Return what was played of a game in which a strategy failed: the rounds before.

    Parameters
    ----------
    table : int64[AT.size]
        As the error left it.
    seats : int
        At the table.
    """
    row = table.tolist()
    return _play(row, seats, row[AT.round])
