"""What a run of Pool says, in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.pool import figures
from reports.results.shared_sentences import amount, how_long, share, who_wins, who_wins_games
from simulate.games.narrating import how_many
from simulate.games.pool.rules import PoolRules

if TYPE_CHECKING:
    from reports.results.result import Result


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


def what_the_lead_is_worth(result: Result) -> str:
    """Say what the lead is worth: a part of the pool, or of the hands of a game hundred up."""
    found = figures.position(result, 0)
    if not found.hands:
        return "No hand was dealt to all seats."
    if result.is_game:
        # The pool goes to the winner of the game; a hand that is won keeps pips off the score.
        return (
            f"The leader wins {share(found.share)} of the hands (ties divided), "
            f"{share(found.worth)} more than an equal share."
        )
    return (
        f"The leader takes {share(found.share)} of a pool on average (ties divided): the lead is "
        f"worth {share(found.worth)} of a pool."
    )


def how_each_ends(result: Result) -> str:
    """Say how long hands take that end by domino or blocked, and how many are tied."""
    by_domino, blocked = (figures.ending(result, side) for side in range(len(figures.ENDINGS)))
    if not blocked.hands:
        return "No hand was blocked."
    return (
        f"A hand that ends by domino takes {amount(by_domino.turns)} turns, a blocked one "
        f"{amount(blocked.turns)}; of those blocked {share(blocked.tied)} are tied."
    )


def what_stars_cost(result: Result) -> str:
    """Say what a seat pays that comes back, in a game hundred up; empty where nobody does."""
    rules = result.run.rules
    assert isinstance(rules, PoolRules)
    if rules.star == "no":
        return ""
    return (
        f"A seat that reaches {rules.target} and stars pays "
        f"{how_many(rules.contribution, 'chip')} more into the pool, which is taken off its chips "
        "here."
    )


def answers(result: Result) -> tuple[str, ...]:
    """Return what a reader in a hurry should know."""
    several = len(result.measures.strategies) > 1
    # A game hundred up is what is played for: its pool goes to who wins it.
    wins = who_wins_games if result.is_game and several else who_wins
    game = (f"{how_long(result)} {what_stars_cost(result)}".rstrip(),) if result.is_game else ()
    return (
        wins(result), who_takes_hands(result), what_the_lead_is_worth(result),
        how_hands_end(result), *game,
    )
