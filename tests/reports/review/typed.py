"""Hands of runs written as a person types them, with all that their histories tell."""

from collections.abc import Iterable, Iterator
from typing import Any

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay"]


def _tiles(names: list[str]) -> str:
    return " ".join(names)


def _table(hand: dict[str, Any]) -> list[str]:
    rules = " ".join(f"{name}={value}" for name, value in hand["rules"].items()
                     if value is not None)
    lines = [f"game: {hand['game']}", f"players: {' '.join(NAMES[:hand['players']])}"]
    return [*lines, f"rules: {rules}"] if rules else lines


def _declared(said: dict[str, Any]) -> str:
    if said["action"] == "miss":
        return f"miss {_tiles(said['drawn'])} throws {_tiles(said['discarded'])}"
    if said.get("takes_turn_up"):
        action = "take" if said["action"] == "play" else "for_pool takes"
        return f"{action} {_tiles(said['discarded'])}"
    return said["action"]


def _called(call: dict[str, Any]) -> str:
    word = str(call["suit"]) if call["call"] == "name" else call["call"]
    return f"{word} alone" if call.get("alone") else word


def _turns(plays: Iterable[dict[str, Any]]) -> Iterator[str]:
    for play in plays:
        if play.get("pass"):
            yield "pass"
        elif "draw" in play:
            yield f"draw {play['draw']}"
        else:
            yield f"{play['tile']} {play['end']}" if play["end"] else play["tile"]


def typed(hand: dict[str, Any]) -> str:
    """Return one hand, with its table, as a paragraph."""
    lines, names = _table(hand), NAMES[: hand["players"]]
    for key in ("dealer", "leader", "first_roller"):
        if key in hand:
            lines.append(f"{key.replace('_', ' ')}: {names[hand[key]]}")
    for key, word in (("pool", "pool"), ("pool_next", "left")):
        if key in hand:
            lines.append(f"{word}: {hand[key]}")
    score = hand.get("points_before") or hand.get("score_before")
    if score:
        lines.append(f"score: {' '.join('-' if s is None else str(s) for s in score)}")
    if "turn_up" in hand:
        lines.append(f"turn-up: {hand['turn_up']}")
    for seat, tiles in enumerate(hand.get("dealt") or []):
        if tiles:
            lines.append(f"{names[seat]}: {_tiles(tiles)}")
    if "declarations" in hand:
        lines.append(f"said: {', '.join(map(_declared, hand['declarations']))}")
    if "auction" in hand:
        lines.append(f"said: {', '.join(map(_called, hand['auction']))}")
        if hand["dealer_discard"]:
            lines.append(f"thrown: {hand['dealer_discard']}")
    lines += [f"{trick['suit']}: {' '.join(tile for _, tile in trick['plays'])}"
              for trick in hand.get("tricks") or []]
    if "plays" in hand:
        lines.append(f"line: {', '.join(_turns(hand['plays']))}")
    if "rounds" in hand:
        for seat, name in enumerate(names):
            drawn = [tile for play in hand["rounds"] for tile in play["drawn"][seat]]
            lines.append(f"{name}: {_tiles(drawn)}")
        lines += [f"bets: {_tiles(play['bets'])} / {play['dice'][0]} {play['dice'][1]}"
                  for play in hand["rounds"]]
        lines.append(f"winners: {' '.join(names[seat] for seat in hand['winners'])}")
    for key in ("net", "points"):
        if key in hand:
            lines.append(f"{key}: {' '.join(map(str, hand[key]))}")
    return "\n".join(lines)
