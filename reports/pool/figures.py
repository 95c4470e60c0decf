"""The figures of Domino Pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from reports import rankings

if TYPE_CHECKING:
    from reports.result import Result


def hands_won(result: Result) -> Figure:
    """Draw how often each strategy wins a hand, and in which way."""
    return rankings.rates(
        result, (("hands_won", "all"), ("dominoes", "by domino"), ("blocked_won", "when blocked")),
        "Hands won by a seat", "% of the seat's hands",
    )


def builders(result: Result) -> Mapping[str, Callable[[Result], Figure]]:
    """Return the functions that draw the figures, by name."""
    common = {"chips": rankings.value, "hands_won": hands_won}
    return common | ({"games": rankings.games} if result.is_game else {})
