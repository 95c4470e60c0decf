"""What a run of Loo or Rounce says, in plain sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports import words
from reports.estimates import Estimate
from reports.loo import tables

if TYPE_CHECKING:
    from reports.measures import Unit
    from reports.result import Result


def _amount(estimate: Estimate, signed: bool = False) -> str:
    return words.phrase(words.amount(estimate.value, estimate.low, estimate.high, signed))


def _share(estimate: Estimate) -> str:
    return words.phrase(words.share(estimate.value, estimate.low, estimate.high))


def looed(result: Result) -> str:
    """Return what a seat that stayed in and took no trick is called."""
    return "looed" if result.run.game == "loo" else "rounced"


def _ranked(result: Result) -> list[Unit]:
    """Return the strategies, the one that makes most a hand first."""
    return sorted(result.measures.strategies, key=lambda unit: -result.measures.value(unit).value)


def who_wins(result: Result) -> str:
    """Say which strategy makes the most a hand, and whether that is more than noise."""
    measures, order = result.measures, _ranked(result)
    best, last = order[0], order[-1]
    if best == last:
        return f"All seats play {measures.label(best)}, so none has an advantage but its place."
    lead = measures.lead(best, order[1])
    doubt = "" if lead.low > 0 else f", too close to {measures.label(order[1])} to call"
    return (
        f"Most {result.unit} a hand: {measures.label(best)}, "
        f"{_amount(measures.value(best), signed=True)}{doubt}; fewest: {measures.label(last)}, "
        f"{_amount(measures.value(last), signed=True)}."
    )


def margin(result: Result) -> str:
    """Say by how much the best strategy leads the next."""
    measures, order = result.measures, _ranked(result)
    if len(order) == 1:
        return who_wins(result)
    lead = _amount(measures.lead(*order[:2]), signed=True)
    return (
        f"Compared on the same sessions, {measures.label(order[0])} makes {lead} {result.unit} a "
        f"hand more than {measures.label(order[1])}, the next best."
    )


def who_is_looed(result: Result) -> str:
    """Say who is looed least and most often."""
    measures = result.measures
    rates = {unit: measures.rate("looed", unit) for unit in measures.strategies}
    order = sorted(rates, key=lambda unit: rates[unit].value)
    least, most = order[0], order[-1]
    if least == most:
        return f"A seat is {looed(result)} in {_share(rates[least])} of its hands."
    return (
        f"{looed(result).capitalize()} least often: {measures.label(least)}, in "
        f"{_share(rates[least])} of its hands; most often: {measures.label(most)}, in "
        f"{_share(rates[most])}."
    )


def what_staying_costs(result: Result) -> str:
    """Say how often each way of staying in ends without a trick."""
    parts = []
    for name, how in (("looed_play", "plays its dealt hand"), ("looed_miss", "takes the miss")):
        rates = {
            result.measures.label(unit): result.measures.rate(name, unit)
            for unit in result.measures.strategies
        }
        known = {label: rate for label, rate in rates.items() if not math.isnan(rate.value)}
        ends = sorted(known, key=lambda label: known[label].value)
        shown = [f"{_share(known[x])} for {x}" for x in dict.fromkeys(ends[:1] + ends[-1:])]
        if shown:
            parts.append(f"A seat that {how} is {looed(result)} in {' to '.join(shown)}.")
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
    return (
        f"Of those who stay in, {measures.label(best)} takes a trick most often, in "
        f"{_share(some(best))} of its hands, and all five in "
        f"{_share(measures.rate('tricks_5', best))}."
    )


def _how_many(result: Result, ending: str, sessions: str) -> str:
    """Say how many sessions ended in some way: none of them, or their share."""
    if not result.played.tally.session_total(ending):
        return f"none of the {sessions} was"
    return f"{_share(result.measures.session_rate(ending))} of the {sessions} were"


def how_it_goes(result: Result) -> str:
    """Say how large the pool is, or how long a game takes."""
    measures = result.measures
    if result.in_points:
        return (
            f"A game takes {_amount(measures.session_mean('length'))} hands; "
            f"{_how_many(result, 'unfinished', 'games')} still unfinished after "
            f"{words.whole(result.run.hands)} hands."
        )
    return (
        f"The pool at the start of play is {_amount(measures.session_mean('pool'))} chips in the "
        f"mean and {_amount(tables.sizes(result).quantile(0.5))} in the median; the largest was "
        f"{words.number(result.played.tally.session_total('max_pool'))}, and "
        f"{_how_many(result, 'escalated', 'sessions')} stopped because the pool had outgrown "
        "the escalation limit."
    )


def caution(result: Result) -> tuple[str, ...]:
    """Warn where means are at the mercy of a few sessions."""
    if result.in_points or getattr(result.run.rules, "penalty", "") != "unlimited":
        return ()
    return (
        "Penalties are unlimited: a few sessions with huge pools carry the means and standard "
        "deviations of chips and of the pool, and their intervals may well be too narrow. "
        "Medians, rates and tricks are not touched by that.",
    )


def answers(result: Result) -> tuple[str, ...]:
    """Return what a reader in a hurry should know."""
    return (who_wins(result), who_is_looed(result), how_it_goes(result), *caution(result))
