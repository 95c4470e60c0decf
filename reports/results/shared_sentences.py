"""Sentences that the reports of all games share."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from reports.results.result import Result
from reports.stats import number_text
from reports.stats.comparisons import p_value, rivals
from reports.stats.estimates import Estimate
from reports.stats.measures import Unit


def amount(estimate: Estimate, signed: bool = False) -> str:
    """Return an amount with its interval."""
    written = number_text.amount(estimate.value, estimate.low, estimate.high, signed)
    return number_text.phrase(written)


def amounts(*estimates: Estimate) -> list[str]:
    """Return amounts of one sentence with their intervals, all with as many decimals: as few as one
    of them allows, but enough to tell the two ends of every interval apart."""
    places = min(number_text.decimals(one.value, one.low, one.high) for one in estimates)
    while any(one.low < one.high
              and number_text.number(one.low, places) == number_text.number(one.high, places)
              for one in estimates):
        places += 1
    return [number_text.phrase((number_text.number(one.value, places),
                                number_text.interval(one.low, one.high, places)))
            for one in estimates]


def share(estimate: Estimate) -> str:
    """Return a share in per cent with its interval."""
    return number_text.phrase(number_text.share(estimate.value, estimate.low, estimate.high))


def share_or_none(estimate: Estimate) -> str:
    """Return a share with its interval; ``none`` and the most it can be where it is zero."""
    if estimate.value == 0 and not math.isnan(estimate.high):
        return f"none (at most {number_text.share(estimate.high)[0]})"
    return share(estimate)


def ranked(result: Result) -> list[Unit]:
    """Return the strategies, the one that makes most a hand first."""
    return sorted(result.measures.strategies, key=lambda unit: -result.measures.value(unit).value)


def who_wins(result: Result, deal: str = "hand", signed: bool = True) -> str:
    """Say which strategy makes the most a hand, or ``deal``, and whether that is more than
    noise."""
    measures, order = result.measures, ranked(result)
    best, last = order[0], order[-1]
    if best == last:
        return f"All seats play {measures.label(best)}, so none has an advantage but its place."
    near = rivals(order, measures.lead, lambda lead: p_value(lead, measures.groups))
    shown = {unit: amount(measures.value(unit), signed) for unit in order}
    return _most(result, "makes", f"{result.unit} a {deal}", shown, near)


def who_wins_games(result: Result) -> str:
    """Say which of several strategies wins the most games, and whether that is more than noise; for
    games that are hardly ever shared."""
    measures = result.measures
    won = {unit: measures.games_won(unit) for unit in measures.strategies}
    order = sorted(won, key=lambda unit: -won[unit].value)
    sessions = measures.tally.sessions
    near = rivals(order, measures.lead_in_games, lambda lead: p_value(lead, sessions))
    return _most(result, "wins", "games", {unit: share(won[unit]) for unit in order}, near)


def _most(
    result: Result, has: str, what: str, shown: Mapping[Unit, str], near: Sequence[Unit]
) -> str:
    """Say who ``has`` most of ``what``, and who has least, with intervals as ``shown``."""
    said = [result.measures.label(unit) for unit in shown]
    values = list(shown.values())
    if len(said) == 2 and near:
        both = " and ".join(f"{name} {value}" for name, value in zip(said, values, strict=True))
        return f"Too close to call is who {has} the most {what}: {both}."
    names = [result.measures.label(unit) for unit in near]
    doubt = f" It is too close to {too_close(names)}." if near else ""
    fewest = "" if said[-1] in names else f" {said[-1]} {has} the fewest, {values[-1]}."
    return f"{said[0]} {has} the most {what}, {values[0]}.{doubt}{fewest}"


def too_close(names: Sequence[str]) -> str:
    """Return ``a, b and c to call``; more than a few are counted."""
    told = names if len(names) <= 3 else [*names[:2], f"{len(names) - 2} others"]
    return f"{number_text.listed(list(told))} to call"


def margin(result: Result, deal: str = "hand") -> str:
    """Say by how much the best strategy leads the next."""
    measures, order = result.measures, ranked(result)
    if len(order) == 1:
        return who_wins(result, deal)
    lead = measures.lead(*order[:2])
    first, second = (measures.label(unit) for unit in order[:2])
    if order[1] in rivals(order, measures.lead, lambda one: p_value(one, measures.groups)):
        return (
            f"On the same sessions {first} and {second} are too close to call. Between them lie "
            f"{amount(lead, signed=True)} {result.unit} a {deal}.")
    return (
        f"On the same sessions {first} makes {amount(lead, signed=True)} {result.unit} a {deal} "
        f"more than {second}, the next best.")


def how_many(result: Result, ending: str, sessions: str) -> str:
    """Say how many sessions ended in some way: none of them, or their share."""
    if not result.played.tally.session_total(ending):
        return f"None of the {sessions} was"
    return f"{share(result.measures.session_rate(ending))} of the {sessions} were"


def how_long(result: Result) -> str:
    """Say how many hands a game takes, and how many games were not finished."""
    return (f"A game takes {amount(result.measures.session_mean('length'))} hands. "
            f"{how_many(result, 'unfinished', 'games')} still unfinished after "
            f"{number_text.counted(number_text.whole(result.run.hands), 'hands')}.")
