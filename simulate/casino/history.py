"""Histories of games of Casino: the table's row in the words of the exchange format."""

from __future__ import annotations

from typing import Any

from simulate.casino.layout import AT, HOLDS, SEATS
from simulate.casino.settling import DICE, RULES
from simulate.table import BASE
from simulate.tally import Ints
from simulate.tiles import names


def _order(row: Ints) -> list[int]:
    """Return the tiles in the order drawn, each as a set; in the last rounds none."""
    return [int(tile) for tile in row[AT.order : AT.rolls]]


def _drawn(row: Ints, number: int, seats: int) -> list[list[str]]:
    """Return the tiles that each seat draws before a round."""
    order, start = _order(row), int(row[AT.tiles_removed])
    drawn = [order[start + (number + HOLDS - 1) * seats + seat] for seat in range(seats)]
    if number == 0:
        for seat in range(seats):
            first = start + (HOLDS - 1) * seat
            drawn[seat] |= sum(order[first : first + HOLDS - 1])
    return [names(tiles) for tiles in drawn]


def _by_seat(row: Ints, entry: int, number: int, seats: int) -> list[int]:
    first = entry + SEATS * number
    return [int(tiles) for tiles in row[first : first + seats]]


def _round(row: Ints, number: int, seats: int) -> dict[str, Any]:
    return {
        "roller": (int(row[AT.first_roller]) + number) % seats,
        "drawn": _drawn(row, number, seats),
        "bets": [names(bet)[0] for bet in _by_seat(row, AT.bet_of, number, seats)],
        "dice": [int(die) for die in DICE[row[AT.rolls + number]]],
        "rule": RULES[row[AT.rule_of + number]],
        "won": [names(won) for won in _by_seat(row, AT.won_of, number, seats)],
        "pot": names(row[AT.pot_of + number]),
    }


def history(row: Ints, seats: int) -> dict[str, Any]:
    """Return a game of Casino from the row that it left.

    Parameters
    ----------
    row : int64[AT.size]
    seats : int
        At the table.
    """
    rounds = int(row[AT.rounds])
    stash = [0] * seats
    for number in range(rounds):
        for seat, won in enumerate(_by_seat(row, AT.won_of, number, seats)):
            stash[seat] |= won
    most = max(won.bit_count() for won in stash)
    return {
        "hand": int(row[BASE.number]),
        "first_roller": int(row[AT.first_roller]),
        "removed": names(sum(_order(row)[: int(row[AT.tiles_removed])])),
        "rounds": [_round(row, number, seats) for number in range(rounds)],
        "stash": [names(won) for won in stash],
        "winners": [seat for seat, won in enumerate(stash) if won.bit_count() == most],
    }
