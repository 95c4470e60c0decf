"""A hand of Domino Pool as a text that a person reads, from its history."""

from __future__ import annotations

from collections.abc import Mapping

from simulate.books.tally import Ints
from simulate.domino.tiles import members, name
from simulate.errors import listed
from simulate.games.game import Hand
from simulate.games.narrating import address, how_many, places, refusal, tell_deal, tile_said, who
from simulate.games.pool.course import turns_of
from simulate.games.pool.playing import NEVER_DRAWN
from simulate.games.pool.views import AT, NO_OPTION, RIGHT, goes_right, tile_of

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
    chosen = tile_said(answer)  # in words when the number is no option
    if 0 <= answer < 2 * RIGHT:
        end = "to the right" if goes_right(answer) else "to the left"
        chosen = f"{tile_said(tile_of(answer))} {end}"
    return refusal(chosen, _options(seen["legal"]))
