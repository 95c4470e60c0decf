"""A hand of Euchre as a text that a person reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import names
from simulate.games.euchre.record import begun
from simulate.games.euchre.row import AT, SEATS


def _who(hand: Mapping[str, Any], seat: int) -> str:
    return f"seat {seat} ({hand['lineup'][seat]})"


def _deal(hand: Mapping[str, Any]) -> list[str]:
    lines = ["Deal"]
    for seat, tiles in enumerate(hand["dealt"]):
        dealer = "  dealer" if seat == hand["dealer"] else ""
        lines.append(f"  {_who(hand, seat):<28} {'  '.join(tiles)}{dealer}")
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
        lines.append(f"  {_who(hand, said['seat']):<28} {_says(hand, said)}")
    if hand["maker"] is None:
        lines.append("  nobody makes trump: the hand is void")
    elif hand["dealer_discard"]:
        lines.append(
            f"  {_who(hand, hand['dealer']):<28} takes the {hand['turn_up']}, "
            f"discards the {hand['dealer_discard']}")
    return lines


def _tricks(hand: Mapping[str, Any], row: Ints) -> list[str]:
    lines = []
    for number, trick in enumerate(hand["tricks"]):
        suit = "trumps" if trick["suit"] == hand["trump"] else f"{trick['suit']}s"
        lines.append(f"Trick {number + 1}: {suit} led")
        for k, (seat, tile) in enumerate(trick["plays"]):
            legal = names(row[AT.legal_of + SEATS * number + k])
            others = [other for other in legal if other != tile]
            could = f"or {'  '.join(others)}" if others else "forced"
            wins = "wins" if seat == trick["winner"] else ""
            lines.append(f"  {_who(hand, seat):<28} {tile}  {wins:<5} {could}")
    return lines


def _points(hand: Mapping[str, Any]) -> list[str]:
    lines = ["Points", f"  {'':<28} {'tricks':>6} {'points':>7} {'score':>8}"]
    for seat, tricks in enumerate(hand["tricks_won"]):
        score = f"{hand['points_before'][seat]} -> {hand['points_after'][seat]}"
        mark = ""
        if seat == hand["maker"]:
            mark = "  maker, alone" if hand["alone"] else "  maker"
        lines.append(
            f"  {_who(hand, seat):<28} {tricks:>6} {hand['points'][seat]:>+7} {score:>8}{mark}")
    if hand["game_over"]:
        names_of = " and ".join(f"seat {seat}" for seat in hand["winners"])
        lines.append(f"  the game goes to {names_of}")
    return lines


def _play(hand: Mapping[str, Any], row: Ints) -> list[str]:
    head = (
        f"Session {hand['session']}, hand {hand['hand']} of seed {hand['seed']}: "
        f"seat {hand['dealer']} deals"
    )
    return [head, *_deal(hand), *_auction(hand), *_tricks(hand, row)]


def tell(hand: Mapping[str, Any], row: Ints) -> str:
    """Return a hand as text: deal, auction, tricks with the legal choices, points.

    Parameters
    ----------
    hand : mapping
        The hand's history with the keys that name the run.
    row : int64[AT.size]
        The row that the hand left.
    """
    return "\n".join([*_play(hand, row), *_points(hand)])


def tell_begun(head: Mapping[str, Any], row: Ints) -> str:
    """Return what was played of a hand in which a strategy failed.

    Parameters
    ----------
    head : mapping
        The keys of a history that name the run.
    row : int64[AT.size]
        As the error left it.
    """
    return "\n".join(_play({**head, **begun(row, head["players"])}, row))
