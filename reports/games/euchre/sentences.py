"""What a run of Euchre says, in plain sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from reports.games.euchre import figures
from reports.results.shared_sentences import amount, how_long, share, who_wins
from reports.stats import number_text
from simulate.games.narrating import how_many

if TYPE_CHECKING:
    from reports.results.result import Result


def who_is_euchred(result: Result) -> str:
    """Say who makes trump how often, and is euchred how often."""
    measures = result.measures
    rates = {unit: measures.rate("euchred", unit) for unit in measures.strategies}
    makers = [unit for unit in rates if not math.isnan(rates[unit].value)]
    if not makers:
        return "Nobody made trump."
    parts = [
        f"{measures.label(unit)} makes {share(measures.rate('made', unit))} of its hands and is "
        f"euchred in {share(rates[unit])} of these" for unit in makers
    ]
    return f"{'; '.join(parts)}."


def what_trump_is_worth(result: Result) -> str:
    """Say what making trump brings, by turned or named."""
    hands = figures.counts_of(result)["makers"].sum(axis=(0, 1))
    parts = []
    for source, made in zip(figures.SOURCES, map(figures.made, hands), strict=True):
        if made.hands:
            parts.append(
                f"a hand of {source} trump is worth {amount(made.points, signed=True)} points to "
                f"its maker, who is euchred in {share(made.euchred)}"
            )
    return f"On average {'; '.join(parts)}." if parts else "Nobody made trump."


def how_games_turn(result: Result) -> str:
    """Say what a lead is worth: the odds one hand before the end."""
    last = figures.SCORES[-1]
    told = {f"{last} points to none": (last, 0), f"none to {last}": (0, last)}
    odds = {score: figures.odds(result, 0, *at)[1] for score, at in told.items()}
    known = [(score, share(won)) for score, won in odds.items() if not math.isnan(won.value)]
    if not known:
        return f"No game came to {last} points while the others had none."
    (score, won), *other = known
    more = "".join(f"; from {score}, {won}" for score, won in other)
    return f"From {score}, {figures.first_side(result)} won {won} of the games{more}."


def so_many(needed: Mapping[str, int], kind: str) -> str:
    """Say place by place how many tiles are needed: ``4 trumps or more as third, 2 as dealer``."""
    parts = [f"{many if k else how_many(many, kind) + ' or more'} as {place}"
             for k, (place, many) in enumerate(needed.items())]
    return number_text.listed(parts)


def answers(result: Result) -> tuple[str, ...]:
    """Return what a reader in a hurry should know."""
    return (who_wins(result), who_is_euchred(result), how_long(result))
