"""A hand of Euchre from the row that it left: in the exchange format, and as a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import name, names
from simulate.domino.tricks import bowers
from simulate.games.euchre.hand import GAME_POINTS
from simulate.games.euchre.row import AT, TRICKS
from simulate.games.euchre.views import CALL, FOLLOW, LEAD, PASS
from simulate.games.game import Hand
from simulate.games.narrating import (
    address,
    by_seat,
    how_many,
    lead_said,
    named,
    places,
    refusal,
    tell_deal,
    tile_said,
    who,
)
from simulate.games.tricks import (
    chairs_in,
    deal_in,
    tell_tricks,
    tricks_begun,
    tricks_in,
    won_in,
)
from simulate.machine.table import BASE


def _calls(row: Ints) -> list[dict[str, Any]]:
    """Return the calls: all passed before the maker."""
    chairs, maker, last = chairs_in(row), int(row[AT.maker]), int(row[AT.round])
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


def _points(row: Ints, players: int) -> dict[str, Any]:
    points = [max(value, 0) for value in by_seat(row, AT.value, players)]
    after = by_seat(row, AT.score, players)
    before = [total - gain for total, gain in zip(after, points, strict=True)]
    return {
        "points_before": before, "points": points, "points_after": after,
        "game_over": bool(row[AT.game_over]),
        "winners": [seat for seat in range(players) if after[seat] >= GAME_POINTS],
    }


def record(row: Ints, players: int) -> dict[str, Any]:
    """Return a hand of Euchre from the row that it left.

    ``row`` is ``int64[AT.size]``.
    """
    void = bool(row[AT.maker] < 0)
    discard = int(row[AT.discard])
    return {
        "hand": int(row[BASE.number]),
        "dealer": int(row[AT.dealer]),
        **deal_in(row, players),
        "auction": _calls(row),
        "trump": None if void else int(row[AT.trump]),
        "maker": None if void else int(row[AT.chair + row[AT.maker]]),
        "alone": bool(row[AT.alone]),
        "dealer_discard": None if discard < 0 else name(discard),
        "tricks": tricks_in(row, 0 if void else TRICKS),
        "tricks_won": won_in(row, players),
        **_points(row, players),
    }


def begun(row: Ints, players: int) -> dict[str, Any]:
    """Return what was played of a hand in which a strategy failed.

    ``row`` (``int64[AT.size]``): as the error left it.
    """
    decision, calls = row[BASE.decision], _calls(row)
    if decision == CALL:
        # All have passed so far; who is asked is the first that has not.
        calls = calls[: players * (int(row[AT.round]) - 1) + int(row[AT.position])]
    discard, at_tiles = int(row[AT.discard]), decision in (LEAD, FOLLOW)
    return {
        "dealer": int(row[AT.dealer]),
        **deal_in(row, players),
        "auction": calls,
        "trump": int(row[AT.trump]),
        "maker": int(row[AT.maker]),
        "dealer_discard": name(discard) if at_tiles and discard >= 0 else None,
        "tricks": tricks_begun(row) if at_tiles else [],
    }


#: Calls are numbers below this: a pass, and seven suits alone or not.
_CALLS = 16


def _side(hand: Hand, seat: int) -> list[int]:
    """Return the seats that score together with a seat, itself included."""
    return sorted({seat, (seat + 2) % 4}) if hand["players"] == 4 else [seat]


def _deal(hand: Hand) -> list[str]:
    lines = tell_deal(hand)
    if hand["players"] == 4:
        lines.append(f"  sides: {named(hand, (0, 2))} against {named(hand, (1, 3))}")
    lines.append(f"  turn-up {hand['turn_up']}: {hand['turn_up'][0]}s are proposed")
    return lines


def _says(hand: Hand, said: Hand) -> str:
    """Return a call in the players' words."""
    if said["call"] == "pass":
        return "passes"
    if said["call"] == "name":
        text = f"names {said['suit']}s"
    else:
        text = "picks it up" if said["seat"] == hand["dealer"] else "orders it up"
    return text + (" alone" if said.get("alone") else "")


def _auction(hand: Hand) -> list[str]:
    lines = ["Auction"]
    for number, said in enumerate(hand["auction"]):
        if number == hand["players"]:
            lines.append(f"  the {hand['turn_up']} is turned down")
        lines.append(f"  {who(hand, said['seat']):<28} {_says(hand, said)}")
    if hand["maker"] is None:
        lines.append("  nobody makes trump: the hand is void")
    elif hand["dealer_discard"]:
        lines.append(
            f"  {who(hand, hand['dealer']):<28} takes the {hand['turn_up']}, "
            f"discards the {hand['dealer_discard']}")
    return lines


def _outcome(hand: Hand) -> str:
    """Say in a sentence how the hand ended for the makers."""
    maker = hand["maker"]
    if maker is None:
        return "nobody made trump, so nobody scores"
    makers = _side(hand, maker)
    took = how_many(sum(hand["tricks_won"][seat] for seat in makers), "trick")
    alone = " alone" if hand["alone"] else ""
    who_made = named(hand, [maker] if alone else makers)
    if hand["points"][maker] > 0:
        points = how_many(hand["points"][maker], "point")
        both = not alone and len(makers) > 1
        return f"{who_made} made trump{alone}, took {took} and score{'' if both else 's'} {points}"
    others = [seat for seat in range(hand["players"]) if seat not in makers]
    points = how_many(max(hand["points"]), "point")
    each = " each" if hand["players"] == 3 else ""
    return (f"euchred: {who_made} made trump{alone} and took {took}; {named(hand, others)} "
            f"score{'' if len(others) > 1 else 's'} {points}{each}")


def tell_end(hand: Hand) -> list[str]:
    """Return what came of a hand: the points, and who is euchred."""
    lines = ["Points", f"  {'':<28} {'tricks':>6} {'points':>7} {'score':>8}"]
    for seat in places(hand):
        tricks = hand["tricks_won"][seat]
        score = f"{hand['points_before'][seat]} -> {hand['points_after'][seat]}"
        mark = ""
        if seat == hand["maker"]:
            mark = "  maker, alone" if hand["alone"] else "  maker"
        lines.append(
            f"  {who(hand, seat):<28} {tricks:>6} {hand['points'][seat]:>+7} {score:>8}{mark}")
    lines.append(f"  {_outcome(hand)}")
    if hand["game_over"]:
        lines.append(f"  the game goes to {named(hand, hand['winners'])}")
    return lines


def tell_play(hand: Hand, row: Ints) -> list[str]:
    """Return what was played: deal, auction, and tricks with the legal choices."""
    head = address(hand, f"{hand['lineup'][hand['dealer']]} deals")
    lines = [head, *_deal(hand), *_auction(hand)]
    if hand["trump"] is None or not hand["tricks"]:
        return lines
    high = int(hand["rules"]["lead_suit"] == "high")
    order = bowers.py_func(hand["trump"], high)  # not compiled for two numbers
    return [*lines, *tell_tricks(hand, row, order)]


def _call_said(call: int) -> str:
    """Return a call as strategies write it: ``PASS``, ``make(4, 0)``."""
    if not 0 <= call < _CALLS:
        return str(call)
    return "PASS" if call == PASS else f"make({(call >> 1) - 1}, {call & 1})"


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Say what a strategy answered against the rules; ``seen`` is its view."""
    if decision == "call":
        calls = [_call_said(call) for call in range(_CALLS) if seen["legal"] >> call & 1]
        return refusal(_call_said(answer), calls)
    if decision == "discard":
        return refusal(tile_said(answer), names(seen["hand"]))
    said = lead_said(answer) if decision == "lead" else tile_said(answer)
    return refusal(said, names(seen["legal"]))
