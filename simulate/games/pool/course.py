"""The course of a hand of Domino Pool by its history: turns, stars, the order of the tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from simulate.domino.tiles import HIGH, LOW, SHOWS, TILES, parse
from simulate.errors import BoneyardError
from simulate.games.game import Hand
from simulate.games.narrating import how_many
from simulate.games.pool.playing import NEVER_DRAWN
from simulate.games.pool.rules import PoolRules, hand_size, most_stars
from simulate.games.pool.views import NO_OPTION, RIGHT, STAR_NUMBER
from simulate.games.spot import UNKNOWN, Event, Holding, called, dealt_to, entry, nothing_fixed


@dataclass(frozen=True)
class Turn:
    """A turn: what was done, and what lay on the table before."""

    seat: int
    option: int  #: ``NO_OPTION`` for a pass, and until a tile is played
    drew: bool
    drawn: int | None  #: the tile drawn; None where it is not known
    ends: tuple[int, int]  #: open ends; (-1, -1) before the first tile
    stock: int  #: tiles left in the stock
    is_over: bool = True  #: whether more than a draw is known of it


def after(ends: tuple[int, int], option: int) -> tuple[int, int]:
    """Return the open ends after an option, or a pass."""
    if option == NO_OPTION:
        return ends
    high, low = int(HIGH[option % RIGHT]), int(LOW[option % RIGHT])
    if ends[0] < 0:
        return high, low
    if option >= RIGHT:
        return ends[0], high + low - ends[1]
    return high + low - ends[0], ends[1]


def turns_of(hand: Hand, seats: int | None = None) -> list[Turn]:
    """Return the turns of a hand, a draw and what follows it being one, of so many seats; the last
    may have its draw alone."""
    if seats is None:
        seats = len(seats_dealt_in(hand))
    turns, drew, drawn, ends = [], False, None, (-1, -1)
    stock = TILES - seats * hand_size(seats)
    for play in entry(hand, "plays"):
        if "draw" in play:
            drew, drawn = True, None if play["draw"] is None else parse(str(play["draw"]))
            continue
        option = NO_OPTION
        if not play.get("pass"):
            option = parse(str(play["tile"])) + RIGHT * (play.get("end") == "right")
        turns.append(Turn(int(play["seat"]), option, drew, drawn, ends, stock))
        ends, stock = after(ends, option), stock - drew
        drew, drawn = False, None
    if drew:
        turns.append(Turn(int(play["seat"]), NO_OPTION, True, drawn, ends, stock, is_over=False))
    return turns


def decides_to_draw(rules: PoolRules, turn: Turn) -> bool:
    """Return whether a seat was asked in a turn if it draws a tile."""
    could = turn.drew or (turn.option == NO_OPTION and turn.stock > NEVER_DRAWN)
    return rules.draw == "may" and could


def seats_dealt_in(hand: Hand) -> list[int]:
    """Return the seats dealt in, from the leader to the left."""
    seats, leader = int(entry(hand, "players")), int(entry(hand, "leader"))
    out = {seat for seat, score in enumerate(hand.get("score_before") or []) if score is None}
    ahead = [(leader + k) % seats for k in range(seats)]
    return [seat for seat in ahead if seat not in out]


def line_of(turns: Sequence[Turn]) -> list[str]:
    """Return the tiles of a line from left to right, each as it lies."""
    line: list[str] = []
    for turn in turns:
        left, right = after(turn.ends, turn.option)
        if turn.option == NO_OPTION:
            continue
        if not line:
            line.append(f"{left}-{right}")
        elif turn.option >= RIGHT:
            line.append(f"{turn.ends[1]}-{right}")
        else:
            line.insert(0, f"{left}-{turn.ends[0]}")
    return line


def stars_decided(hand: Hand, rules: PoolRules, chairs: Sequence[int]) -> list[Event]:
    """Return the decisions to star, the lowest score first, equals from the leader's left."""
    out, stars = hand.get("out") or [], hand.get("starred") or []
    if rules.star != "may" or not out or len(out) == len(chairs):
        return []
    already = starred_before(hand, rules)
    places = most_stars(int(hand["players"])) - len(already)
    pips, score = entry(hand, "pips"), entry(hand, "score_before")
    order = [*chairs[1:], chairs[0]]
    events: list[Event] = []
    for seat in sorted(out, key=lambda seat: (score[seat] + pips[seat], order.index(seat))):
        if places > 0 and seat not in already:
            does = "stars" if seat in stars else "goes out"
            events.append(
                Event(seat, "star", STAR_NUMBER, int(seat in stars),
                      f"{called(hand, chairs, seat)} {does}"))
            places -= seat in stars
    return events


def star_in_words(hand: Hand, seat: int, chairs: Sequence[int]) -> str:
    """Return what a seat has reached, what it pays to star, and with what it comes back."""
    rules = entry(hand, "rules")
    totals = {one: hand["score_before"][one] + hand["pips"][one] for one in chairs}
    highest = max(total for one, total in totals.items() if one not in hand["out"])
    return (f"you have {totals[seat]} of {rules['target']}: to star costs "
            f"{how_many(rules['contribution'], 'chip')} more, and you come back with {highest}; "
            f"the pool is {how_many(hand['pool'], 'chip')}")


def starred_before(hand: Hand, rules: PoolRules) -> list[int]:
    """Return the seats that had starred before a hand, which may name them (``stars_before``).

    If not, the pool shows how many they were. Where every seat stars that may and not all stars are
    taken, a seat that is out has starred before; of those still in, those with most pips that do
    not go out in this hand are taken to be they. Once all stars are taken it does not matter whose.
    """
    if hand.get("stars_before") is not None:
        return [int(seat) for seat in hand["stars_before"]]
    score, out = hand.get("score_before") or [], hand.get("out") or []
    gone = [seat for seat, pips in enumerate(score) if pips is None] if rules.star == "must" else []
    inside = [seat for seat, pips in enumerate(score) if pips is not None and seat not in out]
    first = [*gone, *sorted(inside, key=lambda seat: -score[seat])]
    paid = most_stars(int(hand["players"])) if gone else 0
    if hand.get("pool") is not None:
        paid = max(int(hand["pool"]) // max(rules.contribution, 1) - int(hand["players"]), 0)
    return first[:paid]


def deck_known(
    hand: Hand, me: int, turns: Sequence[Turn], now: Sequence[Turn],
    chairs: list[int],
) -> tuple[NDArray[Any], tuple[Holding, ...]]:
    """Return what a seat knows of the order in which the tiles come."""
    fixed, size = nothing_fixed(), hand_size(len(chairs))
    held = {seat: Holding(list(range(size * p, size * (p + 1)))) for p, seat in enumerate(chairs)}
    stock = size * len(chairs)
    fixed[held[me].slots] = dealt_to(hand, chairs, me, size)
    for k, turn in enumerate(turns):
        tile = turn.option % RIGHT if turn.option != NO_OPTION else None
        fits = int(SHOWS[turn.ends[0]] | SHOWS[turn.ends[1]])
        if turn.drew:
            held[turn.seat].lack(fits)
            fixed[stock] = tile_drawn(turn, tile, turn.seat == me, k)
            if fixed[stock] == UNKNOWN:  # a known one is in no other hand
                held[turn.seat].draw(stock)
            stock += 1
        elif tile is not None and turn.seat != me:
            held[turn.seat].show(tile)
        if tile is None:
            held[turn.seat].lack(fits)
    for turn in now:
        if turn.drew:
            fixed[stock] = tile_drawn(turn, None, True, len(turns))
    return fixed, tuple(holding for seat, holding in held.items() if seat != me)


def tile_drawn(turn: Turn, tile: int | None, is_own: bool, k: int) -> int:
    """Return the tile of a draw if it is known: everybody sees one that is played at once."""
    if not is_own:
        return UNKNOWN if tile is None else tile
    if turn.drawn is None:
        raise BoneyardError(f"turn {k + 1}: a tile is drawn, and the hand does not tell which")
    return turn.drawn
