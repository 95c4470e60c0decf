"""A hand of Euchre as a text that a person reads, from its history."""

from __future__ import annotations

from collections.abc import Mapping

from simulate.books.tally import Ints
from simulate.domino.tiles import names
from simulate.domino.tricks import bowers
from simulate.games import narrating, tricks
from simulate.games.euchre.views import PASS, goes_alone, suit_made
from simulate.games.game import Hand
from simulate.games.narrating import how_many, who

#: Calls are numbers below this: a pass, and seven suits alone or not.
_CALLS = 16


def _side(hand: Hand, seat: int) -> list[int]:
    """Return the seats that score together with a seat, itself included."""
    return sorted({seat, (seat + 2) % 4}) if hand["players"] == 4 else [seat]


def _in_words(hand: Hand, call: Hand) -> str:
    """Return a call in the players' words."""
    if call["call"] == "pass":
        return "passes"
    if call["call"] == "name":
        text = f"names {call['suit']}s"
    else:
        text = "picks it up" if call["seat"] == hand["dealer"] else "orders it up"
    return text + (" alone" if call.get("alone") else "")


def _auction(hand: Hand) -> list[str]:
    lines = ["Auction"]
    for number, call in enumerate(hand["auction"]):
        if number == hand["players"]:
            lines.append(f"  the {hand['turn_up']} is turned down")
        lines.append(f"  {who(hand, call['seat']):<28} {_in_words(hand, call)}")
    if hand["maker"] is None:
        lines.append("  nobody makes trump: the hand is void")
    elif hand["dealer_discard"]:
        lines.append(
            f"  {who(hand, hand['dealer']):<28} takes the {hand['turn_up']}, "
            f"discards the {hand['dealer_discard']}")
    return lines


def _outcome(hand: Hand) -> str:
    """Return in a sentence how the hand ended for the makers."""
    maker = hand["maker"]
    if maker is None:
        return "nobody made trump, so nobody scores"
    makers = _side(hand, maker)
    took = how_many(sum(hand["tricks_won"][seat] for seat in makers), "trick")
    alone = " alone" if hand["alone"] else ""
    who_made = narrating.named(hand, [maker] if alone else makers)
    if hand["points"][maker] > 0:
        points = how_many(hand["points"][maker], "point")
        both = not alone and len(makers) > 1
        return f"{who_made} made trump{alone}, took {took} and score{'' if both else 's'} {points}"
    others = [seat for seat in range(hand["players"]) if seat not in makers]
    points = how_many(max(hand["points"]), "point")
    each = " each" if hand["players"] == 3 else ""
    return (f"euchred: {who_made} made trump{alone} and took {took}; "
            f"{narrating.named(hand, others)} score{'' if len(others) > 1 else 's'} {points}{each}")


def tell_end(hand: Hand) -> list[str]:
    """Return what came of a hand: the points, and who is euchred."""
    mark = "  maker, alone" if hand["alone"] else "  maker"
    return [*narrating.tell_points(hand, {hand["maker"]: mark}), f"  {_outcome(hand)}",
            *narrating.tell_winners(hand)]


def tell_play(hand: Hand, row: Ints) -> list[str]:
    """Return what was played: deal, auction, and tricks with the legal choices."""
    lines = list[str]()
    if hand["players"] == 4:
        first, second = (narrating.named(hand, side) for side in ((0, 2), (1, 3)))
        lines.append(f"  sides: {first} against {second}")
    lines.append(f"  turn-up {hand['turn_up']}: {hand['turn_up'][0]}s are proposed")
    high = int(hand["rules"]["lead_suit"] == "high")
    order = bowers.py_func(hand["trump"] or 0, high)  # not compiled for two numbers
    return tricks.tell_hand(hand, row, [*lines, *_auction(hand)], order)


def _call_said(call: int) -> str:
    """Return a call as strategies write it: ``PASS``, ``make(4, 0)``."""
    if not 0 <= call < _CALLS:
        return str(call)
    return "PASS" if call == PASS else (
        f"make({suit_made.py_func(call)}, {goes_alone.py_func(call)})")


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Return the sentence about an action against the rules; ``seen``: the strategy's view."""
    if decision == "call":
        calls = [_call_said(call) for call in range(_CALLS) if seen["legal"] >> call & 1]
        return narrating.refusal(_call_said(answer), calls)
    if decision == "discard":
        return narrating.refusal(narrating.tile_said(answer), names(seen["hand"]))
    return tricks.refused({}, decision, answer, seen)
