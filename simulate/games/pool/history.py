"""A hand of Domino Pool from the row that it left: in the exchange format, and as a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import ALL_TILES, members, name, names
from simulate.errors import listed
from simulate.games.game import Hand
from simulate.games.narrating import (
    address,
    by_seat,
    how_many,
    places,
    refusal,
    tell_deal,
    tile_said,
    who,
)
from simulate.games.pool.playing import NEVER_DRAWN
from simulate.games.pool.row import AT
from simulate.games.pool.settling import OUT
from simulate.games.pool.told import Turn, line_of, turns_of
from simulate.games.pool.views import NO_OPTION, RIGHT, goes_right, tile_of
from simulate.machine.table import BASE


def _members(seats: int) -> list[int]:
    """Return the seats of a set."""
    return [seat for seat in range(int(seats).bit_length()) if int(seats) >> seat & 1]


def _turns_in(row: Ints) -> list[Turn]:
    """Return the turns of a hand."""
    chairs = by_seat(row, AT.chair, int(row[AT.players]))
    options, drawn = (by_seat(row, entry, int(row[AT.turns]))
                      for entry in (AT.choice_of, AT.drawn_of))
    return [Turn(chairs[k % len(chairs)], option, tile >= 0, tile if tile >= 0 else None)
            for k, (option, tile) in enumerate(zip(options, drawn, strict=True))]


def _plays(turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """Return what the seats did: a draw is followed by the tile played, or by a pass."""
    plays: list[dict[str, Any]] = []
    for k, turn in enumerate(turns):
        if turn.drawn is not None:
            plays.append({"seat": turn.seat, "draw": name(turn.drawn)})
        if turn.option == NO_OPTION:
            plays.append({"seat": turn.seat, "pass": True})
            continue
        end = None if k == 0 else "right" if goes_right(turn.option) else "left"
        plays.append({"seat": turn.seat, "tile": name(tile_of(turn.option)), "end": end})
    return plays


def _scores(row: Ints, entry: int, seats: int) -> list[int | None]:
    """Return the scores; None for a seat that is out."""
    return [None if score == OUT else score for score in by_seat(row, entry, seats)]


def _of_game(row: Ints, seats: int) -> dict[str, Any]:
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
    turns = _turns_in(row)
    dealt: list[list[str] | None] = [None] * seats
    stock = ALL_TILES
    for p, seat in enumerate(by_seat(row, AT.chair, int(row[AT.players]))):
        dealt[seat] = names(row[AT.dealt + p])
        stock &= ~int(row[AT.dealt + p])
    return {"dealt": dealt, "stock": names(stock), "plays": _plays(turns), "line": line_of(turns)}


def record(row: Ints, seats: int) -> dict[str, Any]:
    """Return a hand of Domino Pool from the row that it left.

    ``row`` is ``int64[AT.size]``. ``seats``: at the table.
    """
    pips = [0] * seats
    for p, seat in enumerate(by_seat(row, AT.chair, int(row[AT.players]))):
        pips[seat] = int(row[AT.pips_left + p])
    return {
        "hand": int(row[BASE.number]),
        "leader": int(row[AT.leader]),
        "contribution": by_seat(row, AT.contributed, seats),
        "pool": int(row[AT.pool]),
        **_play(row, seats),
        "ended": "blocked" if row[AT.blocked] else "domino",
        "pips": pips,
        "winners": _members(row[AT.winners]),
        "paid": by_seat(row, AT.paid, seats),
        "pool_next": int(row[AT.pool_next]),
        "net": by_seat(row, AT.value, seats),
        **(_of_game(row, seats) if row[AT.hundred_up] else {}),
    }


def begun(row: Ints, seats: int) -> dict[str, Any]:
    """Return what was played of a hand in which a strategy failed.

    ``row`` (``int64[AT.size]``): as the error left it. ``seats``: at the table.
    """
    return {"leader": int(row[AT.leader]), **_play(row, seats)}


_WIDTH = 28


def _tiles(tiles: list[str]) -> str:
    return "  ".join(tiles)


def _several(hand: Hand, seats: list[int]) -> str:
    return listed([who(hand, seat) for seat in seats])


def _options(legal: int) -> list[str]:
    """Write a set of options; the arrow shows the end of the line."""
    to_the_left = [f"<{name(tile)}" for tile in members(legal)]
    return to_the_left + [f"{name(tile)}>" for tile in members(legal >> 32)]


def _turns(hand: Hand, row: Ints) -> list[str]:
    """Write the turns; an arrow before a tile puts it to the left end, one behind to the right."""
    lines, stock = ["Play"], len(hand["stock"])
    for k, turn in enumerate(turns_of(hand)):
        whom = f"  {who(hand, turn.seat):<{_WIDTH}}"
        if turn.drawn is not None:
            lines.append(f"{whom} draws {name(turn.drawn)}")
            stock -= 1
        if turn.option == NO_OPTION:
            declines = (hand["rules"]["draw"] == "may" and not turn.drew and stock > NEVER_DRAWN)
            lines.append(f"{whom} passes{', and does not draw' if declines else ''}")
            continue
        tile, others = name(tile_of(turn.option)), int(row[AT.legal_of + k]) & ~(1 << turn.option)
        put = f" {tile}>" if goes_right(turn.option) else f"<{tile} "
        could = f"or {_tiles(_options(others))}" if others else "forced"
        if k == 0:
            put, could = f" {tile} ", f"or {_tiles([name(other) for other in members(others)])}"
        lines.append(f"{whom} {put}  {could}")
    lines.append(f"  the line: {' '.join(f'[{tile}]' for tile in hand['line'])}")
    return lines


def _chips(hand: Hand) -> list[str]:
    alone = len(hand["winners"]) == 1
    end = "Blocked" if hand["ended"] == "blocked" else "Domino"
    lines = [
        f"{end}: {_several(hand, hand['winners'])} {'wins' if alone else 'share'} the hand; "
        f"the pool was {how_many(hand['pool'], 'chip')}",
        f"  {'':<{_WIDTH}} {'pips':>5} {'pays':>8} {'takes':>10} {'net':>11}",
    ]
    for seat in places(hand):
        pays = hand["paid"][seat] - hand["net"][seat]
        mark = "  wins" if seat in hand["winners"] else ""
        lines.append(
            f"  {who(hand, seat):<{_WIDTH}} {hand['pips'][seat]:>5} {pays:>8,} "
            f"{hand['paid'][seat]:>10,} {hand['net'][seat]:>+11,}{mark}")
    if hand["pool_next"]:
        stay = "stays" if hand["pool_next"] == 1 else "stay"
        lines.append(f"  {how_many(hand['pool_next'], 'chip')} {stay} in the pool")
    return lines


def _comes_back(hand: Hand, seat: int) -> str:
    """Say what became of a seat that reached the target, and what coming back cost it."""
    if seat in hand["starred"]:
        stake = how_many(hand["rules"]["contribution"], "chip")
        return f"  stars: pays {stake} and comes back with {hand['score_after'][seat]}"
    return "  goes out" if hand["score_after"][seat] is None else ""


def _game(hand: Hand) -> list[str]:
    """Write the totals of a game hundred up, and who pays what to star."""
    lines = [f"Scores, out at {hand['rules']['target']}",
             f"  {'':<{_WIDTH}} {'before':>6} {'pips':>6} {'total':>6}"]
    for seat in places(hand):
        before, pips = hand["score_before"][seat], hand["pips"][seat]
        lines.append(f"  {who(hand, seat):<{_WIDTH}} {before:>6} {pips:>+6} "
                     f"{before + pips:>6}{_comes_back(hand, seat)}")
    if hand["game_over"]:
        winners = hand["game_winners"]
        verb = "wins" if len(winners) == 1 else "share"
        lines.append(f"  {_several(hand, winners)} {verb} the game")
    return lines


def tell_play(hand: Hand, row: Ints) -> list[str]:
    """Return what was played: deal, turns with what else could be played, and the line."""
    head = address(hand, f"{hand['lineup'][hand['leader']]} leads")
    stock = f"  {'stock':<{_WIDTH}} {_tiles(hand['stock'])}"
    return [head, *tell_deal(hand), stock, *_turns(hand, row)]


def tell_end(hand: Hand) -> list[str]:
    """Return what came of a hand: the chips, and the scores of a game hundred up."""
    return [*_chips(hand), *(_game(hand) if "score_before" in hand else [])]


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Say what a strategy answered against the rules; ``seen`` is its view."""
    if decision != "play":
        return refusal(str(answer), ["0", "1"])
    said = tile_said(answer)  # says so when the number is no option
    if 0 <= answer < 2 * RIGHT:
        end = "to the right" if goes_right(answer) else "to the left"
        said = f"{tile_said(tile_of(answer))} {end}"
    return refusal(said, _options(seen["legal"]))
