"""What a run of Casino says, in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.casino.tables import win_odds
from reports.sentences import amount, share, who_wins

if TYPE_CHECKING:
    from reports.result import Result


def odds(result: Result) -> str:
    """Say which strategy wins the most games."""
    measures = result.measures
    rates = {unit: win_odds(result, unit) for unit in measures.strategies}
    best = max(rates, key=lambda unit: rates[unit].value)
    return (
        f"A seat of {measures.label(best)} wins {share(rates[best])} of the games when ties are "
        f"divided; an equal share is {100 / measures.seats:.3g}%. "
        f"{share(measures.session_rate('tied_games'))} of the games are tied."
    )


def pot_left(result: Result) -> str:
    """Say how many tiles nobody wins."""
    return (
        f"{amount(result.measures.session_mean('pot_left'))} tiles a game are still in the pot "
        "at the end, and nobody's."
    )


def answers(result: Result) -> tuple[str, ...]:
    """Return what a reader in a hurry should know."""
    return (who_wins(result, "game", signed=False), odds(result), pot_left(result))
