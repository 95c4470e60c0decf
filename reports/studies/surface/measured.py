"""What evenings cost: the numbers of the table of rules, each with its interval."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reports.page.document import Column, Row
from reports.stats.estimates import NOTHING, Estimate, quantile_of, share_of, t_quantile, wilson
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


@dataclass(frozen=True)
class Sat:
    """Evenings of a line-up under a rule."""

    found: Evenings
    seats: Sequence[int]  #: that a number is about: all where they are alike, else the first
    independent: int  #: as how many independent evenings they count
    misfit: float = 0  #: of the law that they were drawn from
    who: str = ""
    penalty: str = ""  #: as the rules write it, "none" where there is none

    def row(self, bank: int) -> Row:
        """Return the numbers of ``COLUMNS``."""
        found, independent = self.found, self.independent
        counted = {} if self.penalty == "none" else {
            "bare": self._share(found.bare, found.hands),
            "cut": self._share(found.cut, found.looed)}
        deepest = self._quantile(-found.lowest, 0.95)
        return {
            "lose4": self._quantile(-found.total, 0.75),
            "lose20": self._quantile(-found.total, 0.95),
            # A bank as large as the deepest fall is gone, one chip more is not.
            "bank20": Estimate(deepest.value + 1, low=deepest.low + 1, high=deepest.high + 1),
            "gone": self.gone(bank),
            "broke": trials((found.lowest <= -bank).any(axis=1).mean(), independent),
            "pool": quantile_of(found.largest, 0.5, independent),
            "pool100": quantile_of(found.largest, 0.99, independent), **counted}

    def gone(self, bank: int) -> Estimate:
        """Estimate how often the bank of a seat is gone at some time; the seats of an evening hang
        together."""
        return trials((self.found.lowest[:, self.seats] <= -bank).mean(), self.independent)

    def _quantile(self, chips: Ints, q: float) -> Estimate:
        return quantile_of(chips[:, self.seats].ravel(), q, self.independent)

    def _share(self, some: Ints, all_of: Ints) -> Estimate:
        """Estimate a share of what evenings have, as if there were so many of them."""
        if not all_of.sum():
            return NOTHING
        p, se = share_of(some, all_of)[:2]
        error = math.hypot(se * math.sqrt(len(some) / self.independent), self.misfit * p)
        return Estimate(p, error, *wilson(
            p, p * (1 - p) / error**2 if error > 0 else self.independent,
            t_quantile(self.independent)))


def trials(share: float, independent: int) -> Estimate:
    """Estimate a share of so many independent trials."""
    p = float(share)
    return Estimate(p, math.sqrt(p * (1 - p) / independent),
                    *wilson(p, independent, t_quantile(independent)))
