"""What a run of Pool says, in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.sentences import amount, how_long, share, who_wins

if TYPE_CHECKING:
    from reports.result import Result


def how_hands_end(result: Result) -> str:
    """Say how many hands are blocked, and how long a hand is."""
    measures = result.measures
    return (
        f"{share(measures.session_rate('blocked'))} of the hands end blocked, the others by "
        f"domino; a hand takes {amount(measures.session_mean('turns'))} turns."
    )


def who_takes_hands(result: Result) -> str:
    """Say who wins most hands, and how many pips it is left with."""
    measures = result.measures
    rates = {unit: measures.rate("hands_won", unit) for unit in measures.strategies}
    best = max(rates, key=lambda unit: rates[unit].value)
    return (
        f"Most hands are won by {measures.label(best)}, {share(rates[best])} of its own; it is "
        f"left with {amount(measures.amount('pips', best))} pips a hand."
    )


def answers(result: Result) -> tuple[str, ...]:
    """Return what a reader in a hurry should know."""
    length = (how_long(result),) if result.is_game else ()
    return (who_wins(result), who_takes_hands(result), how_hands_end(result), *length)
