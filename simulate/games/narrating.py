"""What the texts of all games' hands have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import names


def who(hand: Mapping[str, Any], seat: int) -> str:
    """Return a seat with its strategy."""
    return f"seat {seat} ({hand['lineup'][seat]})"


def address(hand: Mapping[str, Any], begins: str) -> str:
    """Return the first line: where the hand is found, and who ``begins`` (which has a verb)."""
    return f"Session {hand['session']}, hand {hand['hand']} of seed {hand['seed']}: {begins}"


def tell_tricks(hand: Mapping[str, Any], legal: Ints) -> list[str]:
    """Return the tricks of a hand with trumps, every tile with what else could be played.

    Parameters
    ----------
    hand : mapping
    legal : int64[tricks, seats]
        The sets that could have been played, by trick and by turn.
    """
    lines = []
    for number, trick in enumerate(hand["tricks"]):
        suit = "trumps" if trick["suit"] == hand["trump"] else f"{trick['suit']}s"
        lines.append(f"Trick {number + 1}: {suit} led")
        for turn, (seat, tile) in enumerate(trick["plays"]):
            others = [other for other in names(legal[number][turn]) if other != tile]
            could = f"or {'  '.join(others)}" if others else "forced"
            wins = "wins" if seat == trick["winner"] else ""
            lines.append(f"  {who(hand, seat):<28} {tile}  {wins:<5} {could}")
    return lines
