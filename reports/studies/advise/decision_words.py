"""Decisions and answers in the words of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulate.games.game import find_game
from simulate.games.spot import Event, asking

_ASKED = {
    "declare": "What to declare", "take_turn_up": "Take the turn-up?",
    "keep_after_miss": "Which tiles to keep", "lead": "What to lead", "follow": "What to play",
    "call": "What to call", "discard": "What to discard", "play": "What to play",
    "draw": "Draw a tile?", "star": "Star?", "bet": "What to bet",
}


def question(decision: str) -> str:
    """Return the question as a headline; for a decision that has no words here, its name."""
    return _ASKED.get(decision, decision.replace("_", " ").capitalize())


def drawn(tiles: list[str]) -> str:
    """Draw tiles in text, as in ``[6|3] [2|0]``."""
    return " ".join(f"[{tile[0]}|{tile[2]}]" for tile in tiles)


def in_words(game: str, asked: Event, answer: int, hand: Mapping[str, Any] | None = None) -> str:
    """Return an answer as a person says it; a hand tells whether it is the dealer who calls."""
    ask = asking(game)
    deals = hand is not None and asked.decision == "call" and (
        ask.position(hand, asked.seat) == len(ask.chairs(hand)) - 1)
    return _say(game, asked.decision, ask.write(asked, answer), deals)


def _say(game: str, decision: str, written: Any, deals: bool = False) -> str:
    if decision == "declare":
        return find_game(game).says.get(written, str(written))
    if decision == "take_turn_up":
        return "leave the turn-up" if written == "leave" else f"take the turn-up for {written}"
    if decision == "lead":
        tile, suit = written["tile"], written["suit"]
        return f"lead {tile}" + ("" if tile[0] == tile[2] else f" as a {suit}")
    if decision == "call":
        if written == "pass":
            return "pass"
        made = {"call": written} if isinstance(written, str) else written
        alone = " alone" if made.get("alone") else ""
        if made["call"] == "name":
            return f"name {made['suit']}s{alone}"
        return f"{'pick' if deals else 'order'} it up{alone}"
    if decision == "play":
        return f"play {written['tile']}" + (f" on the {written['end']}" if written["end"] else "")
    if decision == "draw":
        return "draw a tile" if written == "draw" else "pass"
    if decision == "star":
        return "star" if written == "star" else "go out"
    does = {"follow": "play", "keep_after_miss": "keep"}.get(decision, decision.replace("_", " "))
    return f"{does} {' '.join(written) if isinstance(written, list) else written}"
