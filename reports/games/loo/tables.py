"""The tables of Domino Loo and Domino Rounce."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from reports.later import pd
from reports.results import frames
from reports.results.figure_tables import rows_of
from reports.results.frames import Row
from reports.stats.estimates import Estimate
from reports.stats.quantiles import Sizes
from reports.stats.tails import hill_of_counts
from simulate.books.kernel_books import MAGNITUDES, MARKS, magnitude_floors

if TYPE_CHECKING:
    from reports.results.result import Result

TRICKS = range(6)
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def quantile_name(q: float) -> str:
    """Return the column of a quantile: q05, q50."""
    return f"q{round(100 * q):02d}"


def tricks(result: Result) -> pd.DataFrame:
    """Return the distribution of tricks of each strategy."""
    return frames.by_strategy(result.measures, rows_of(result, "tricks"))


def seat_tricks(result: Result) -> pd.DataFrame:
    """Return the distribution of tricks of each seat."""
    return frames.by_seat(result.measures, rows_of(result, "tricks"))


def sizes(result: Result, mark: int | None = None) -> Sizes:
    """Return the distribution of the pool over all hands, or at a mark.

    At a mark there is one hand a session, so all are independent; a session that
    escalated before counts as a pool beyond all others.  Over all hands only the
    sessions are taken as independent, which makes the intervals wider than need be.
    """
    tally = result.played.tally
    counts = tally.counts.reshape(1 + len(MARKS), MAGNITUDES)
    largest = tally.session_total("max_pool")
    if mark is None:
        return Sizes(counts[0], largest, independent=tally.sessions)
    # Without bankrolls a session ends early only because it escalates.
    ends_early = result.game.bankroll_of(result.run.rules) is not None
    reached = int(counts[1 + mark].sum())
    return Sizes(counts[1 + mark], largest, 0 if ends_early else tally.sessions - reached)


#: Pools of more stakes than this are large, so that they follow the law of the tail.
_LARGE = 20


def tail(result: Result) -> float:
    """Return the least exponent with which large pools, and so large hands, grow rare.

    With unlimited penalties it is the lower end of Hill's interval, or 0 if there is only one large
    pool, which says nothing. Bankrolls bound all payments, so then it is infinity.
    """
    rules = result.run.rules
    if not result.game.is_unlimited(rules) or result.game.bankroll_of(rules) is not None:
        return math.inf
    counts = result.played.tally.counts[:MAGNITUDES]
    threshold = _LARGE * result.game.stake(rules)
    floors = magnitude_floors()
    if not counts[floors >= threshold].any():
        return math.inf
    found = hill_of_counts(floors, counts, threshold)
    return 0.0 if math.isnan(found.low) else found.low


def pool_by_hand(result: Result) -> pd.DataFrame:
    """Return quantiles of the pool at the start of play, by number of the hand from 1."""
    rows = []
    for mark, number in enumerate(MARKS.tolist()):
        pools = sizes(result, mark)
        if number < result.run.hands and pools.hands:
            row: Row = {"hand_number": number + 1, "sessions": pools.hands}
            quantiles = {quantile_name(q): pools.quantile(q) for q in QUANTILES}
            rows.append(row | frames.merged(quantiles))
    return pd.DataFrame(rows).set_index("hand_number")


def pool(result: Result) -> pd.DataFrame:
    """Return mean, quantiles and maximum of the pool at the start of play, over all hands."""
    everything = sizes(result)
    largest = float(result.played.tally.session_total("max_pool"))
    estimates = {
        "mean": result.measures.session_mean("pool"),
        **{f"{q:.0%}": everything.quantile(q) for q in QUANTILES},
        "max": Estimate(largest),
        "left after a session": result.measures.session_mean("left"),
    }
    rows = [
        {"pool": name, **frames.columns("chips", estimate, error=True)}
        for name, estimate in estimates.items()
    ]
    return pd.DataFrame(rows).set_index("pool")


def builders(result: Result) -> Mapping[str, Callable[[Result], pd.DataFrame]]:
    """Return the functions that make the tables, by name."""
    common = {"tricks": tricks, "seat_tricks": seat_tricks}
    return common if result.in_points else common | {"pool": pool, "pool_by_hand": pool_by_hand}
