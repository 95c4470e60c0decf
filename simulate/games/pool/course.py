"""The course of a hand of Domino Pool by its history: turns, stars, order of tiles, its text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.domino.tiles import HIGH, LOW, SHOWS, TILES, members, name, parse
from simulate.errors import BoneyardError, listed
from simulate.games.game import Hand
from simulate.games.narrating import address, how_many, places, refusal, tell_deal, tile_text, who
from simulate.games.pool.playing import NEVER_DRAWN
from simulate.games.pool.rules import PoolRules, hand_size, most_stars
from simulate.games.pool.views import AT, NO_OPTION, RIGHT, STAR_NUMBER, goes_right, tile_of
from simulate.games.spot import (
    UNKNOWN,
    Event,
    Holding,
    called,
    chairs_of,
    dealt_to,
    entry,
    nothing_fixed,
)


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
    """Return the turns of so many seats: a draw and what follows, or a last draw alone."""
    if seats is None:
        seats = len(chairs_of(hand))
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
        raise BoneyardError(f"turn {k + 1}: a tile is drawn, and the hand does not show which")
    return turn.drawn


_WIDTH = 28


def _several(hand: Hand, seats: list[int]) -> str:
    return listed([who(hand, seat) for seat in seats])


def _options(legal: int) -> list[str]:
    """Write a set of options; the arrow shows the end of the line."""
    to_the_left = [f"<{name(tile)}" for tile in members(legal)]
    return to_the_left + [f"{name(tile)}>" for tile in members(legal >> RIGHT)]


def _turns(hand: Hand, row: Ints) -> list[str]:
    """Write the turns; an arrow before a tile puts it to the left end, one behind to the right."""
    lines = ["Play"]
    seats = len(hand["dealt"]) - hand["dealt"].count(None)
    for k, turn in enumerate(turns_of(hand, seats)):
        whom = f"  {who(hand, turn.seat):<{_WIDTH}}"
        if turn.drawn is not None:
            lines.append(f"{whom} draws {name(turn.drawn)}")
        if turn.option == NO_OPTION:
            declines = (
                hand["rules"]["draw"] == "may" and not turn.drew and turn.stock > NEVER_DRAWN)
            lines.append(f"{whom} passes{', and does not draw' if declines else ''}")
            continue
        tile, others = name(tile_of(turn.option)), int(row[AT.legal_of + k]) & ~(1 << turn.option)
        put = f" {tile}>" if goes_right(turn.option) else f"<{tile} "
        could = f"or {'  '.join(_options(others))}" if others else "forced"
        if k == 0:
            put, could = f" {tile} ", f"or {'  '.join(name(other) for other in members(others))}"
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


def _game(hand: Hand) -> list[str]:
    """Write the totals of a game hundred up, and who pays what to star."""
    lines = [f"Scores, out at {hand['rules']['target']}",
             f"  {'':<{_WIDTH}} {'before':>6} {'pips':>6} {'total':>6}"]
    for seat in places(hand):
        before, pips = hand["score_before"][seat], hand["pips"][seat]
        after = hand["score_after"][seat]
        mark = "  goes out" if after is None else ""
        if seat in hand["starred"]:
            stake = how_many(hand["rules"]["contribution"], "chip")
            mark = f"  stars: pays {stake} and comes back with {after}"
        lines.append(
            f"  {who(hand, seat):<{_WIDTH}} {before:>6} {pips:>+6} {before + pips:>6}{mark}")
    if hand["game_over"]:
        winners = hand["game_winners"]
        verb = "wins" if len(winners) == 1 else "share"
        lines.append(f"  {_several(hand, winners)} {verb} the game")
    return lines


def tell_play(hand: Hand, row: Ints) -> list[str]:
    """Return what was played: deal, turns with what else could be played, and the line."""
    head = address(hand, f"{hand['lineup'][hand['leader']]} leads")
    stock = f"  {'stock':<{_WIDTH}} {'  '.join(hand['stock'])}"
    return [head, *tell_deal(hand), stock, *_turns(hand, row)]


def tell_end(hand: Hand) -> list[str]:
    """Return what came of a hand: the chips, and the scores of a game hundred up."""
    return [*_chips(hand), *(_game(hand) if "score_before" in hand else [])]


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Return what a strategy answered against the rules; ``seen`` is its view."""
    if decision != "play":
        return refusal(str(answer), ["0", "1"])
    chosen = tile_text(answer)  # in words when the number is no option
    if 0 <= answer < 2 * RIGHT:
        end = "to the right" if goes_right(answer) else "to the left"
        chosen = f"{tile_text(tile_of(answer))} {end}"
    return refusal(chosen, _options(seen["legal"]))
