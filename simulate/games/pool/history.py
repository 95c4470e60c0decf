"""A hand of Domino Pool from the row that it left: in the exchange format, and as a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import ALL_TILES, HIGH, LOW, PIPS, members, name, names
from simulate.errors import listed
from simulate.games.narrating import address, how_many, places, refusal, tell_deal, tile_said, who
from simulate.games.pool.playing import NEVER_DRAWN
from simulate.games.pool.row import AT
from simulate.games.pool.settling import OUT
from simulate.games.pool.views import NO_OPTION, RIGHT, goes_right, tile_of
from simulate.machine.table import BASE


def _by_seat(row: Ints, entry: int, seats: int) -> list[int]:
    return [int(value) for value in row[entry : entry + seats]]


def _members(seats: int) -> list[int]:
    """Return the seats of a set."""
    return [seat for seat in range(int(seats).bit_length()) if int(seats) >> seat & 1]


def _plays(row: Ints) -> list[dict[str, Any]]:
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
    dealt: list[list[str] | None] = [None] * seats
    stock = ALL_TILES
    for p, seat in enumerate(_by_seat(row, AT.chair, int(row[AT.players]))):
        dealt[seat] = names(row[AT.dealt + p])
        stock &= ~int(row[AT.dealt + p])
    return {
        "dealt": dealt, "stock": names(stock), "plays": _plays(row), "line": _line(row),
    }


def record(row: Ints, seats: int) -> dict[str, Any]:
    """Return a hand of Domino Pool from the row that it left.

    ``row`` is ``int64[AT.size]``. ``seats``: at the table.
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


def _several(hand: Mapping[str, Any], seats: list[int]) -> str:
    return listed([who(hand, seat) for seat in seats])


def _options(legal: int) -> list[str]:
    """Write a set of options; the arrow shows the end of the line."""
    to_the_left = [f"<{name(tile)}" for tile in members(legal)]
    return to_the_left + [f"{name(tile)}>" for tile in members(legal >> 32)]


def _others(row: Ints, turn: int) -> str:
    """Say what else could have been played."""
    legal, option = int(row[AT.legal_of + turn]), int(row[AT.choice_of + turn])
    others = legal & ~(1 << option)
    if turn == 0:
        return f"or {_tiles([name(tile) for tile in members(others)])}"
    return f"or {_tiles(_options(others))}" if others else "forced"


def _turns(hand: Mapping[str, Any], row: Ints) -> list[str]:
    """Write the turns; an arrow before a tile puts it to the left end, one behind to the right."""
    lines, turn = ["Play"], 0
    may_draw, stock = hand["rules"]["draw"] == "may", len(hand["stock"])
    before: Mapping[str, Any] = {}
    for play in hand["plays"]:
        just_drew, before = "draw" in before, play
        whom = f"  {who(hand, play['seat']):<{_WIDTH}}"
        if "draw" in play:
            lines.append(f"{whom} draws {play['draw']}")
            stock -= 1
            continue
        if "pass" in play:
            declines = may_draw and not just_drew and stock > NEVER_DRAWN
            lines.append(f"{whom} passes{', and does not draw' if declines else ''}")
        else:
            option = int(row[AT.choice_of + turn])
            tile = name(tile_of(option))
            put = f" {tile}>" if goes_right(option) else f"<{tile} "
            put = f" {tile} " if turn == 0 else put
            lines.append(f"{whom} {put}  {_others(row, turn)}")
        turn += 1
    lines.append(f"  the line: {' '.join(f'[{tile}]' for tile in hand['line'])}")
    return lines


def _chips(hand: Mapping[str, Any]) -> list[str]:
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


def _comes_back(hand: Mapping[str, Any], seat: int) -> str:
    """Say what became of a seat that reached the target, and what coming back cost it."""
    if seat in hand["starred"]:
        stake = how_many(hand["rules"]["contribution"], "chip")
        return f"  stars: pays {stake} and comes back with {hand['score_after'][seat]}"
    return "  goes out" if hand["score_after"][seat] is None else ""


def _game(hand: Mapping[str, Any]) -> list[str]:
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


def tell_play(hand: Mapping[str, Any], row: Ints) -> list[str]:
    """Return what was played: deal, turns with what else could be played, and the line."""
    head = address(hand, f"{hand['lineup'][hand['leader']]} leads")
    stock = f"  {'stock':<{_WIDTH}} {_tiles(hand['stock'])}"
    return [head, *tell_deal(hand), stock, *_turns(hand, row)]


def tell_end(hand: Mapping[str, Any]) -> list[str]:
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
