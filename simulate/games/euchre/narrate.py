"""A hand of Euchre as a text that a person reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulate.books.tally import Ints
from simulate.games.euchre.row import AT, PLAYS, SEATS
from simulate.games.narrating import address, tell_tricks, who


def _deal(hand: Mapping[str, Any]) -> list[str]:
    lines = ["Deal"]
    for seat, tiles in enumerate(hand["dealt"]):
        dealer = "  dealer" if seat == hand["dealer"] else ""
        lines.append(f"  {who(hand, seat):<28} {'  '.join(tiles)}{dealer}")
    lines.append(f"  turn-up {hand['turn_up']}: {hand['turn_up'][0]}s are proposed")
    return lines


def _says(hand: Mapping[str, Any], said: Mapping[str, Any]) -> str:
    """Return a call in the players' words: order up, assist, take up."""
    seat, dealer = said["seat"], hand["dealer"]
    if said["call"] == "pass":
        return "passes"
    if said["call"] == "name":
        text = f"names {said['suit']}s"
    elif seat == dealer:
        text = "takes up"
    else:
        partners = hand["players"] == 4 and (seat - dealer) % 4 == 2
        text = "assists" if partners else "orders up"
    return text + (" alone" if said.get("alone") else "")


def _auction(hand: Mapping[str, Any]) -> list[str]:
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


def tell_end(hand: Mapping[str, Any]) -> list[str]:
    """Return what came of a hand: the points."""
    lines = ["Points", f"  {'':<28} {'tricks':>6} {'points':>7} {'score':>8}"]
    for seat, tricks in enumerate(hand["tricks_won"]):
        score = f"{hand['points_before'][seat]} -> {hand['points_after'][seat]}"
        mark = ""
        if seat == hand["maker"]:
            mark = "  maker, alone" if hand["alone"] else "  maker"
        lines.append(
            f"  {who(hand, seat):<28} {tricks:>6} {hand['points'][seat]:>+7} {score:>8}{mark}")
    if hand["game_over"]:
        names_of = " and ".join(f"seat {seat}" for seat in hand["winners"])
        lines.append(f"  the game goes to {names_of}")
    return lines


def tell_play(hand: Mapping[str, Any], row: Ints) -> list[str]:
    """Return what was played: deal, auction, and tricks with the legal choices."""
    head = address(hand, f"seat {hand['dealer']} deals")
    legal = row[AT.legal_of : AT.legal_of + PLAYS].reshape(-1, SEATS)
    return [head, *_deal(hand), *_auction(hand), *tell_tricks(hand, legal)]
