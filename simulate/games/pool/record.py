"""Hand histories of Domino Pool: the table's row in the words of the exchange format."""

from __future__ import annotations

from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import ALL_TILES, HIGH, LOW, PIPS, name, names
from simulate.games.pool.row import AT
from simulate.games.pool.settling import OUT
from simulate.games.pool.views import NO_OPTION, goes_right, tile_of
from simulate.machine.table import BASE


def _by_seat(row: Ints, entry: int, seats: int) -> list[int]:
    return [int(value) for value in row[entry : entry + seats]]


def _members(seats: int) -> list[int]:
    """Return the seats of a set."""
    return [seat for seat in range(int(seats).bit_length()) if int(seats) >> seat & 1]


def _turns(row: Ints) -> list[dict[str, Any]]:
    """Return what the seats did: a draw is followed by the tile played, or by a pass."""
    chairs = _by_seat(row, AT.chair, int(row[AT.players]))
    plays: list[dict[str, Any]] = []
    for turn in range(int(row[AT.turns])):
        seat = chairs[turn % len(chairs)]
        drawn, option = int(row[AT.drawn_of + turn]), int(row[AT.choice_of + turn])
        if drawn >= 0:
            plays.append({"seat": seat, "draw": name(drawn)})
        if option == NO_OPTION:
            plays.append({"seat": seat, "pass": True})
            continue
        end = None if turn == 0 else "right" if goes_right(option) else "left"
        plays.append({"seat": seat, "tile": name(tile_of(option)), "end": end})
    return plays


def _line(row: Ints) -> list[str]:
    """Return the tiles as they lie; the first lies as it is written, high end left."""
    line: list[tuple[int, int]] = []
    for option in _by_seat(row, AT.choice_of, int(row[AT.turns])):
        if option == NO_OPTION:
            continue
        tile = tile_of(option)
        high, low, both = int(HIGH[tile]), int(LOW[tile]), int(PIPS[tile])
        if not line:
            line.append((high, low))
        elif goes_right(option):
            line.append((line[-1][1], both - line[-1][1]))
        else:
            line.insert(0, (both - line[0][0], line[0][0]))
    return [f"{left}-{right}" for left, right in line]


def _scores(row: Ints, entry: int, seats: int) -> list[int | None]:
    """Return the scores; None for a seat that is out."""
    return [None if score == OUT else score for score in _by_seat(row, entry, seats)]


def _game(row: Ints, seats: int) -> dict[str, Any]:
    """Return what a game hundred up adds to a hand."""
    return {
        "score_before": _scores(row, AT.score, seats),
        "score_after": _scores(row, AT.score_after, seats),
        "out": _members(row[AT.out]),
        "starred": _members(row[AT.starred]),
        "game_over": bool(row[AT.game_over]),
        "game_winners": _members(row[AT.game_winners]),
    }


def _play(row: Ints, seats: int) -> dict[str, Any]:
    """Return the deal and the turns, as many as there were."""
    dealt: list[list[str] | None] = [None] * seats
    stock = ALL_TILES
    for p, seat in enumerate(_by_seat(row, AT.chair, int(row[AT.players]))):
        dealt[seat] = names(row[AT.dealt + p])
        stock &= ~int(row[AT.dealt + p])
    return {
        "dealt": dealt, "stock": names(stock), "plays": _turns(row), "line": _line(row),
    }


def record(row: Ints, seats: int) -> dict[str, Any]:
    """Return a hand of Domino Pool from the row that it left.

    Parameters
    ----------
    row : int64[AT.size]
    seats : int
        At the table.
    """
    pips = [0] * seats
    for p, seat in enumerate(_by_seat(row, AT.chair, int(row[AT.players]))):
        pips[seat] = int(row[AT.pips_left + p])
    return {
        "hand": int(row[BASE.number]),
        "leader": int(row[AT.leader]),
        "contribution": _by_seat(row, AT.contributed, seats),
        "pool": int(row[AT.pool]),
        **_play(row, seats),
        "ended": "blocked" if row[AT.blocked] else "domino",
        "pips": pips,
        "winners": _members(row[AT.winners]),
        "paid": _by_seat(row, AT.paid, seats),
        "pool_next": int(row[AT.pool_next]),
        "net": _by_seat(row, AT.value, seats),
        **(_game(row, seats) if row[AT.hundred_up] else {}),
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
    return {"leader": int(row[AT.leader]), **_play(row, seats)}
