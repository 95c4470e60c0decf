"""What evenings cost: the numbers of the table of rules, each with its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.page.document import Column
from reports.stats.estimates import (
    NOTHING,
    Estimate,
    quantile_of,
    share_of,
    t_quantile,
    wilson,
)
from simulate.books.tally import Ints
from simulate.theory.law import Evenings

#: The numbers of a row, as the page names them in ``data-measure``.
COLUMNS = (
    Column("lose4", "one evening in four loses", "amount", "chips",
           "a seat loses more in one evening of four; less than 0: it wins"),
    Column("lose20", "a bad evening loses", "amount", "chips",
           "a seat loses more in one evening of twenty"),
    Column("bank20", "the bank for it", "amount", "chips",
           "the bank that is gone at some time in one evening of twenty"),
    Column("gone", "bank gone", "share", "share of seats",
           "whose bank of twenty stakes is gone at some time"),
    Column("broke", "somebody broke", "share", "share of evenings",
           "in which the bank of some seat, twenty stakes, is gone at some time"),
    Column("pool", "largest pool", "amount", "chips",
           "half of the evenings have no larger pool"),
    Column("pool100", "once in a hundred", "amount", "chips",
           "one evening of a hundred has a larger pool"),
    Column("bare", "hands at bare antes", "share", "share of hands",
           "that are played for no more than everybody's antes"),
    Column("cut", "loos that the limit cuts", "share", "share of loos",
           "that cost less than the pool"),
)


def gone(found: Evenings, seats: Sequence[int], bank: int, independent: int) -> Estimate:
    """Estimate how often the bank of a seat is gone at some time. ``independent``: as how many
    evenings they count; the seats of an evening hang together."""
    return trials((found.lowest[:, seats] <= -bank).mean(), independent)


def measures(
    found: Evenings, seats: Sequence[int], bank: int, independent: int, looed: bool = True,
    misfit: float = 0,
) -> dict[str, Estimate]:
    """Estimate the numbers of ``COLUMNS`` from evenings, for some of their seats. ``looed``:
    whether pools grow by penalties. ``misfit``: of the law that they were drawn from."""
    def lost(often: float) -> Estimate:
        return quantile_of(-found.total[:, seats].ravel(), 1 - often, independent)

    deepest = quantile_of(-found.lowest[:, seats].ravel(), 0.95, independent)
    counted = {"bare": _share(found.bare, found.hands, independent, misfit),
               "cut": _share(found.cut, found.looed, independent, misfit)}
    return {
        "lose4": lost(0.25), "lose20": lost(0.05),
        # A bank as large as the deepest fall is gone, one chip more is not.
        "bank20": Estimate(deepest.value + 1, low=deepest.low + 1, high=deepest.high + 1),
        "gone": gone(found, seats, bank, independent),
        "broke": trials((found.lowest <= -bank).any(axis=1).mean(), independent),
        "pool": quantile_of(found.largest, 0.5, independent),
        "pool100": quantile_of(found.largest, 0.99, independent),
        **(counted if looed else {}),
    }


def trials(share: float, independent: int) -> Estimate:
    """Estimate a share of so many independent trials."""
    p = float(share)
    return Estimate(p, math.sqrt(p * (1 - p) / independent),
                    *wilson(p, independent, t_quantile(independent)))


def _share(some: Ints, all_of: Ints, independent: int, misfit: float) -> Estimate:
    """Estimate a share of what evenings have, as if there were so many of them."""
    if not all_of.sum():
        return NOTHING
    p, se = share_of(some, all_of)[:2]
    error = math.hypot(se * math.sqrt(len(some) / independent), misfit * p)
    return Estimate(p, error, *wilson(p, p * (1 - p) / error**2 if error > 0 else independent,
                                      t_quantile(independent)))
