"""Hand histories of Euchre: the table's row in the words of the exchange format."""

from __future__ import annotations

from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import name, names
from simulate.games.euchre.row import AT, SEATS, TRICKS
from simulate.games.euchre.settling import GAME_POINTS
from simulate.games.euchre.views import CALL, FOLLOW, LEAD
from simulate.machine.table import BASE


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


def _plays(row: Ints, chairs: list[int], trick: int, tiles: int) -> list[list[Any]]:
    """Return the first tiles of a trick, each with its seat."""
    first = SEATS * trick
    return [[chairs[row[AT.player_of + k]], name(row[AT.tile_of + k])]
            for k in range(first, first + tiles)]


def _tricks(row: Ints, chairs: list[int], tricks: int) -> list[dict[str, Any]]:
    """Return the first tricks of a hand."""
    in_trick = int(row[AT.seats_in]).bit_count()
    return [
        {
            "leader": chairs[row[AT.leader_of + trick]],
            "suit": int(row[AT.suit_of + trick]),
            "plays": _plays(row, chairs, trick, in_trick),
            "winner": chairs[row[AT.winner_of + trick]],
        }
        for trick in range(tricks)
    ]


def _trick_begun(row: Ints, chairs: list[int]) -> list[dict[str, Any]]:
    """Return the trick that a seat is asked to play to, if anything lies there."""
    seats_in, to_come = (int(row[entry]).bit_count() for entry in (AT.seats_in, AT.to_come))
    plays = _plays(row, chairs, int(row[AT.trick]), seats_in - to_come - 1)
    return [{"suit": int(row[AT.led]), "plays": plays, "winner": None}] if plays else []


def _points(row: Ints, players: int) -> dict[str, Any]:
    points = [max(int(row[AT.value + seat]), 0) for seat in range(players)]
    after = [int(row[AT.score + seat]) for seat in range(players)]
    before = [total - gain for total, gain in zip(after, points, strict=True)]
    return {
        "points_before": before, "points": points, "points_after": after,
        "game_over": bool(row[AT.game_over]),
        "winners": [seat for seat in range(players) if after[seat] >= GAME_POINTS],
    }


def _deal(row: Ints, chairs: list[int]) -> dict[str, Any]:
    by_position = dict(zip(chairs, row[AT.dealt :], strict=False))
    dealt = [names(by_position[seat]) for seat in range(len(chairs))]
    return {"dealt": dealt, "turn_up": name(row[AT.turn_up])}


def record(row: Ints, players: int) -> dict[str, Any]:
    """Return a hand of Euchre from the row that it left.

    Parameters
    ----------
    row : int64[AT.size]
    players : int
    """
    chairs = _chairs(row, players)
    void = bool(row[AT.maker] < 0)
    won = [0] * players
    for p, seat in enumerate(chairs):
        won[seat] = int(row[AT.tricks]) >> 4 * p & 7
    discard = int(row[AT.discard])
    return {
        "hand": int(row[BASE.number]),
        "dealer": int(row[AT.dealer]),
        **_deal(row, chairs),
        "auction": _auction(row, chairs),
        "trump": None if void else int(row[AT.trump]),
        "maker": None if void else chairs[row[AT.maker]],
        "alone": bool(row[AT.alone]),
        "dealer_discard": None if discard < 0 else name(discard),
        "tricks": _tricks(row, chairs, 0 if void else TRICKS),
        "tricks_won": won,
        **_points(row, players),
    }


def begun(row: Ints, players: int) -> dict[str, Any]:
    """Return what was played of a hand in which a strategy failed.

    Parameters
    ----------
    row : int64[AT.size]
        As the error left it.
    players : int
    """
    chairs = _chairs(row, players)
    decision = row[BASE.decision]
    calls = _auction(row, chairs)
    if decision == CALL:
        # All have passed so far; who is asked is the first that has not.
        calls = calls[: players * (int(row[AT.round]) - 1) + int(row[AT.position])]
    discard = int(row[AT.discard])
    tricks = _tricks(row, chairs, int(row[AT.trick])) + _trick_begun(row, chairs)
    at_tiles = decision in (LEAD, FOLLOW)
    return {
        "dealer": int(row[AT.dealer]),
        **_deal(row, chairs),
        "auction": calls,
        "trump": int(row[AT.trump]),
        "maker": int(row[AT.maker]),
        "dealer_discard": name(discard) if at_tiles and discard >= 0 else None,
        "tricks": tricks if at_tiles else [],
    }
