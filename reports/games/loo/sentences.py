"""What a run of Loo or Rounce says, in plain sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports.games.loo import tables
from reports.results.shared_sentences import (
    amount,
    how_long,
    how_many,
    share,
    who_wins,
    who_wins_games,
)
from reports.stats import number_text
from reports.stats.estimates import Estimate
from simulate.games.loo.history import words_of

if TYPE_CHECKING:
    from reports.results.result import Result
    from reports.stats.measures import Unit


#: A pool is huge that is so many times the median one.
_HUGE = 100


def looed(result: Result) -> str:
    """Return what a seat that stayed in and took no trick is called."""
    return words_of(result.run.rules).looed


def who_is_looed(result: Result) -> str:
    """Say who is looed least and most often."""
    measures = result.measures
    rates = {unit: measures.rate("looed", unit) for unit in measures.strategies}
    order = sorted(rates, key=lambda unit: rates[unit].value)
    least, most = order[0], order[-1]
    if least == most:
        return f"A seat is {looed(result)} in {share(rates[least])} of its hands."
    return (
        f"{looed(result).capitalize()} least often: {measures.label(least)}, in "
        f"{share(rates[least])} of its hands; most often: {measures.label(most)}, in "
        f"{share(rates[most])}."
    )


def what_staying_costs(result: Result) -> str:
    """Say how often each way of staying in ends without a trick."""
    parts, taken = [], words_of(result.run.rules).taken
    for name, how in (("looed_play", "plays its dealt hand"), ("looed_miss", f"takes {taken}")):
        rates = {
            result.measures.label(unit): result.measures.rate(name, unit)
            for unit in result.measures.strategies
        }
        known = {label: rate for label, rate in rates.items() if not math.isnan(rate.value)}
        ends = sorted(known, key=lambda label: known[label].value)
        alone = len(rates) == 1
        shown = [
            f"in {share(known[x])} of its hands{'' if alone else f' as {x}'}"
            for x in dict.fromkeys(ends[:1] + ends[-1:])
        ]
        if shown:
            parts.append(f"A seat that {how} is {looed(result)} {' and '.join(shown)}.")
    return " ".join(parts)


def who_takes_tricks(result: Result) -> str:
    """Say how often a seat that stays in takes a trick at all."""
    measures = result.measures

    def some(unit: Unit) -> Estimate:
        return measures.rate("some_trick_staying", unit)

    known = [unit for unit in measures.strategies if not math.isnan(some(unit).value)]
    if not known:
        return "Nobody stayed in."
    best = max(known, key=lambda unit: some(unit).value)
    if len(measures.strategies) == 1:
        return (
            f"A seat that stays in takes a trick in {share(some(best))} of its hands, and all "
            f"five in {share(measures.rate('tricks_5', best))}."
        )
    return (
        f"Of those who stay in, {measures.label(best)} takes a trick most often, in "
        f"{share(some(best))} of its hands, and all five in "
        f"{share(measures.rate('tricks_5', best))}."
    )


def how_it_goes(result: Result) -> str:
    """Say how large the pool is, or how long a game takes."""
    measures = result.measures
    if result.in_points:
        return how_long(result)
    return (
        f"The pool at the start of play is {amount(measures.session_mean('pool'))} chips on "
        f"average, and {amount(tables.sizes(result).quantile(0.5))} or less in half of the hands; "
        "the largest was "
        f"{number_text.number(result.played.tally.session_total('max_pool'))}, and "
        f"{how_many(result, 'escalated', 'sessions')} stopped because the pool had outgrown "
        "the escalation limit."
    )


def caution(result: Result) -> tuple[str, ...]:
    """Warn where means are at the mercy of a few sessions."""
    if result.in_points or not result.game.is_unlimited(result.run.rules):
        return ()
    largest = result.played.tally.session_total("max_pool")
    if largest < _HUGE * tables.sizes(result).quantile(0.5).value:
        return ()
    return (
        "Penalties are unlimited: a few sessions with huge pools carry the means and standard "
        "deviations of chips and of the pool, and their intervals may well be too narrow. "
        "Medians, rates and tricks are not touched by that.",
    )


def answers(result: Result) -> tuple[str, ...]:
    """Return what a reader in a hurry should know."""
    several = len(result.measures.strategies) > 1
    games = (who_wins_games(result),) if result.in_points and several else ()
    return (*games, who_wins(result), who_is_looed(result), how_it_goes(result), *caution(result))
