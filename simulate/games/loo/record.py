"""Hand histories of Loo and Rounce: the table's row in the words of the exchange format."""

from __future__ import annotations

from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import name, names
from simulate.games.loo.row import AT, SEATS, TRICKS
from simulate.games.loo.rules import PENALTY_KINDS
from simulate.games.loo.settling import GAME_POINTS
from simulate.games.loo.views import ACTIONS, FOLLOW, FOR_POOL, LEAD, MISS, PLAY
from simulate.machine.table import BASE


def _by_seat(row: Ints, entry: int, seats: int) -> list[int]:
    return [int(value) for value in row[entry : entry + seats]]


def _chairs(row: Ints) -> list[int]:
    """Return the seat of each position."""
    return _by_seat(row, AT.chair, int(row[AT.players]))


def _declarations(row: Ints) -> list[dict[str, Any]]:
    said = []
    for p, seat in enumerate(_chairs(row)):
        action, thrown = int(row[AT.action + p]), int(row[AT.thrown + p])
        if action == 0:
            continue
        entry: dict[str, Any] = {"seat": seat, "action": ACTIONS[action]}
        if action == MISS:
            entry["drawn"] = names(row[AT.drawn + p])
            entry["discarded"] = names(thrown)
        elif action in (PLAY, FOR_POOL) and thrown:
            entry["takes_turn_up"] = True
            entry["discarded"] = names(thrown)
        said.append(entry)
    return said


def _plays(row: Ints, trick: int, tiles: int) -> list[list[Any]]:
    """Return the first tiles of a trick, each with its seat."""
    chairs, first = _chairs(row), SEATS * trick
    return [[chairs[row[AT.player_of + k]], name(row[AT.tile_of + k])]
            for k in range(first, first + tiles)]


def _tricks(row: Ints, tricks: int) -> list[dict[str, Any]]:
    """Return the first tricks of a hand."""
    chairs, in_trick = _chairs(row), int(row[AT.seats_in]).bit_count()
    return [
        {
            "leader": chairs[row[AT.leader_of + trick]],
            "suit": int(row[AT.suit_of + trick]),
            "plays": _plays(row, trick, in_trick),
            "winner": chairs[row[AT.winner_of + trick]],
        }
        for trick in range(tricks)
    ]


def _trick_begun(row: Ints) -> list[dict[str, Any]]:
    """Return the trick that a seat is asked to play to, if anything lies there."""
    seats_in, to_come = (int(row[entry]).bit_count() for entry in (AT.seats_in, AT.to_come))
    plays = _plays(row, int(row[AT.trick]), seats_in - to_come - 1)
    return [{"suit": int(row[AT.led]), "plays": plays, "winner": None}] if plays else []


def _chips(row: Ints, seats: int) -> dict[str, Any]:
    return {
        "ante": _by_seat(row, AT.ante_paid, seats),
        "pool": int(row[AT.pool]),
        "pool_next": int(row[AT.pool_next]),
        "paid": _by_seat(row, AT.paid, seats),
        "penalties": _by_seat(row, AT.penalties, seats),
        "net": _by_seat(row, AT.value, seats),
    }


def _penalty(row: Ints) -> str:
    """Return the rule ``penalty`` in the chips that it came to in this hand."""
    kind = PENALTY_KINDS[row[AT.penalty_kind]]
    return f"{kind}:{row[AT.penalty_chips] + row[AT.penalty_a_seat] * row[AT.players]}"


def _points(row: Ints, seats: int, counts_down: bool) -> dict[str, Any]:
    """Return the scores; Rounce's run down from 15."""
    before, points = _by_seat(row, AT.score, seats), _by_seat(row, AT.value, seats)
    after = [b + p for b, p in zip(before, points, strict=True)]
    over = bool(row[AT.game_over])
    winners = [seat for seat in range(seats) if over and after[seat] == max(after)]
    if counts_down:
        before, after = ([GAME_POINTS - score for score in scores] for scores in (before, after))
    return {
        "points_before": before, "points": points, "points_after": after,
        "game_over": over, "winners": winners,
    }


def _deal(row: Ints, seats: int) -> dict[str, Any]:
    chairs = _chairs(row)
    dealt: list[list[str] | None] = [None] * seats
    for p, seat in enumerate(chairs):
        dealt[seat] = names(row[AT.dealt + p])
    return {
        "dealt": dealt,
        "turn_up": name(row[AT.turn_up]),
        "turned_by": chairs[-2] if row[AT.rounce] else int(row[AT.dealer]),
        "trump": int(row[AT.trump]),
    }


def record(row: Ints, seats: int) -> dict[str, Any]:
    """Return a hand of Loo or Rounce from the row that it left.

    Parameters
    ----------
    row : int64[AT.size]
    seats : int
        At the table.
    """
    rounce = bool(row[AT.rounce])
    won, looed = [0] * seats, [False] * seats
    for p, seat in enumerate(_chairs(row)):
        won[seat] = int(row[AT.tricks]) >> 4 * p & 7
        stayed_in = int(row[AT.seats_in]) >> p & 1
        looed[seat] = bool(stayed_in and won[seat] == 0 and row[AT.action + p] != FOR_POOL)
    n_to_chips = {"rules": {"penalty": _penalty(row)}} if row[AT.penalty_a_seat] else {}
    money = _points(row, seats, rounce) if row[AT.points_game] else _chips(row, seats)
    return {
        "hand": int(row[BASE.number]),
        "dealer": int(row[AT.dealer]),
        **money,
        **n_to_chips,
        **_deal(row, seats),
        "declarations": _declarations(row),
        "tricks": _tricks(row, TRICKS if row[AT.played_out] else 0),
        "tricks_won": won,
        "looed": looed,
    }


def begun(row: Ints, seats: int) -> dict[str, Any]:
    """Return what was played of a hand in which a strategy failed.

    Parameters
    ----------
    row : int64[AT.size]
        As the error left it.
    seats : int
        At the table.
    """
    at_tiles = row[BASE.decision] in (LEAD, FOLLOW)
    return {
        "dealer": int(row[AT.dealer]),
        **_deal(row, seats),
        "declarations": _declarations(row),
        "tricks": _tricks(row, int(row[AT.trick])) + _trick_begun(row) if at_tiles else [],
    }
