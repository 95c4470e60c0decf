"""Hand histories of Euchre: the table's row in the words of the exchange format."""

from __future__ import annotations

from typing import Any

from simulate.euchre.layout import AT, SEATS, TRICKS
from simulate.euchre.settling import GAME_POINTS
from simulate.table import BASE
from simulate.tally import Ints
from simulate.tiles import name, names


def _chairs(row: Ints, players: int) -> list[int]:
    """Return the seat of each position."""
    return [(int(row[AT.dealer]) + 1 + p) % players for p in range(players)]


def _auction(row: Ints, chairs: list[int]) -> list[dict[str, Any]]:
    """Return the calls: all passed before the maker."""
    maker, last = int(row[AT.maker]), int(row[AT.round])
    said: list[dict[str, Any]] = [
        {"seat": seat, "round": number, "call": "pass"}
        for number in range(1, last + 1)
        for p, seat in enumerate(chairs)
        if number < last or maker < 0 or p < maker
    ]
    if maker >= 0:
        call: dict[str, Any] = {"seat": chairs[maker], "round": last, "call": "accept"}
        if last == 2:
            call |= {"call": "name", "suit": int(row[AT.trump])}
        if row[AT.alone]:
            call["alone"] = True
        said.append(call)
    return said


def _tricks(row: Ints, chairs: list[int]) -> list[dict[str, Any]]:
    if row[AT.maker] < 0:
        return []
    in_trick = int(row[AT.seats_in]).bit_count()
    tricks = []
    for trick in range(TRICKS):
        first = SEATS * trick
        plays = [
            [chairs[row[AT.player_of + k]], name(row[AT.tile_of + k])]
            for k in range(first, first + in_trick)
        ]
        tricks.append({
            "leader": chairs[row[AT.leader_of + trick]],
            "suit": int(row[AT.suit_of + trick]),
            "plays": plays,
            "winner": chairs[row[AT.winner_of + trick]],
        })
    return tricks


def _points(row: Ints, players: int) -> dict[str, Any]:
    points = [max(int(row[AT.value + seat]), 0) for seat in range(players)]
    after = [int(row[AT.score + seat]) for seat in range(players)]
    before = [total - gain for total, gain in zip(after, points, strict=True)]
    return {
        "points_before": before, "points": points, "points_after": after,
        "game_over": bool(row[AT.game_over]),
        "winners": [seat for seat in range(players) if after[seat] >= GAME_POINTS],
    }


def history(row: Ints, players: int) -> dict[str, Any]:
    """Return a hand of Euchre from the row that it left.

    Parameters
    ----------
    row : int64[AT.size]
    players : int
    """
    chairs = _chairs(row, players)
    void = bool(row[AT.maker] < 0)
    dealt: list[list[str]] = [[]] * players
    won = [0] * players
    for p, seat in enumerate(chairs):
        dealt[seat] = names(row[AT.dealt + p])
        won[seat] = int(row[AT.tricks]) >> 4 * p & 7
    discard = int(row[AT.discard])
    return {
        "hand": int(row[BASE.number]),
        "dealer": int(row[AT.dealer]),
        "dealt": dealt,
        "turn_up": name(row[AT.turn_up]),
        "auction": _auction(row, chairs),
        "trump": None if void else int(row[AT.trump]),
        "maker": None if void else chairs[row[AT.maker]],
        "alone": bool(row[AT.alone]),
        "dealer_discard": None if discard < 0 else name(discard),
        "tricks": _tricks(row, chairs),
        "tricks_won": won,
        **_points(row, players),
    }
