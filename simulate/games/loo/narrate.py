"""A hand of Loo or Rounce as a text that a person reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulate.books.tally import Ints
from simulate.games.loo.row import AT, PLAYS, SEATS
from simulate.games.narrating import address, tell_tricks, who

_SAYS = {
    "play": "plays the dealt hand",
    "miss": "takes the miss",
    "drop": "drops",
    "for_pool": "plays for the pool",
}


def _tiles(tiles: list[str] | None) -> str:
    return "  ".join(tiles or [])


def _deal(hand: Mapping[str, Any]) -> list[str]:
    lines = ["Deal"]
    for seat, tiles in enumerate(hand["dealt"]):
        if tiles:
            dealer = "  dealer" if seat == hand["dealer"] else ""
            lines.append(f"  {who(hand, seat):<28} {_tiles(tiles)}{dealer}")
    turned = "" if hand["turned_by"] == hand["dealer"] else f", turned by seat {hand['turned_by']}"
    lines.append(f"  turn-up {hand['turn_up']}{turned}: trumps are {hand['trump']}s")
    return lines


def _declarations(hand: Mapping[str, Any]) -> list[str]:
    lines = ["Declarations"]
    for said in hand["declarations"]:
        text = f"  {who(hand, said['seat']):<28} {_SAYS[said['action']]}"
        if said["action"] == "miss":
            text += f": draws {_tiles(said['drawn'])}"
            if said["discarded"]:  # none while the choice is not made
                text += f", throws {_tiles(said['discarded'])}"
        elif said.get("takes_turn_up"):
            text += f", takes the turn-up for {_tiles(said['discarded'])}"
        lines.append(text)
    if not hand["tricks"] and "tricks_won" in hand:
        seat = hand["tricks_won"].index(max(hand["tricks_won"]))
        lines.append(f"  {who(hand, seat):<28} is left alone: no play")
    return lines


def _chips(hand: Mapping[str, Any]) -> list[str]:
    lines = [
        f"Money: the pool was {hand['pool']:,}, a trick {hand['pool'] // 5:,} chips",
        f"  {'':<28} {'tricks':>6} {'ante':>10} {'takes':>12} {'penalty':>12} {'net':>13}",
    ]
    for seat, tiles in enumerate(hand["dealt"]):
        if tiles:
            mark = "  looed" if hand["looed"][seat] else ""
            lines.append(
                f"  {who(hand, seat):<28} {hand['tricks_won'][seat]:>6} "
                f"{hand['ante'][seat]:>10,} {hand['paid'][seat]:>12,} "
                f"{hand['penalties'][seat]:>12,} {hand['net'][seat]:>+13,}{mark}")
    lines.append(f"  the next pool starts from {hand['pool_next']:,}")
    return lines


def _points(hand: Mapping[str, Any]) -> list[str]:
    lines = ["Points", f"  {'':<28} {'tricks':>6} {'points':>7} {'score':>12}"]
    for seat, tricks in enumerate(hand["tricks_won"]):
        score = f"{hand['points_before'][seat]} -> {hand['points_after'][seat]}"
        mark = "  looed" if hand["looed"][seat] else ""
        lines.append(
            f"  {who(hand, seat):<28} {tricks:>6} {hand['points'][seat]:>+7} {score:>12}{mark}")
    if hand["game_over"]:
        lines.append(f"  {who(hand, hand['winners'][0])} wins the game")
    return lines


def tell_play(hand: Mapping[str, Any], row: Ints) -> list[str]:
    """Return what was played: deal, declarations, and tricks with the legal choices."""
    head = address(hand, f"seat {hand['dealer']} deals")
    legal = row[AT.legal_of : AT.legal_of + PLAYS].reshape(-1, SEATS)
    return [head, *_deal(hand), *_declarations(hand), *tell_tricks(hand, legal)]


def tell_end(hand: Mapping[str, Any]) -> list[str]:
    """Return what came of a hand: the money, or the points."""
    return _chips(hand) if "net" in hand else _points(hand)
