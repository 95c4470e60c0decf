"""What a seat may lose: ruin, drawdown and the worst sessions, from the walks of its chips."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from reports.headlines import session_of
from reports.results.result import Result
from reports.stats import estimates, tails
from reports.stats.estimates import Estimate, around, mean_of
from reports.stats.measures import SHORTFALL, Measures, Unit
from simulate.books.tally import Ints
from simulate.machine.compiling import kernel


class Walks(NamedTuple):
    """The walks of the seats of some sessions."""

    #: int64[sessions, seats, marks]: the least total, 0 at most, after no more hands than each
    #: mark.
    lowest: Ints
    #: int64[sessions, seats, banks]: hand, counted from 1, after which each bank was gone; 0 if it
    #: never was.
    gone: Ints
    total: Ints  #: int64[sessions, seats]: at the end of the session
    #: int64[sessions, seats]: the largest fall from a total, or from the start, to a later total.
    drawdown: Ints
    hands: Ints  #: int64[sessions]: hands of the session


@kernel
def _walk(
    values: Any, starts: Any, marks: Any, banks: Any, lowest: Any, gone: Any, total: Any,
    drawdown: Any,
) -> None:
    for i in range(len(starts) - 1):
        for seat in range(values.shape[1]):
            chips, low, high, fall, mark, bank = 0, 0, 0, 0, 0, 0
            for hand in range(starts[i], starts[i + 1]):
                chips += values[hand, seat]
                low, high = min(low, chips), max(high, chips)
                fall = max(fall, high - chips)
                number = hand - starts[i] + 1
                while bank < len(banks) and banks[bank] <= -low:
                    gone[i, seat, bank] = number
                    bank += 1
                if mark < len(marks) and number == marks[mark]:
                    lowest[i, seat, mark] = low
                    mark += 1
            lowest[i, seat, mark:] = low
            total[i, seat] = chips
            drawdown[i, seat] = fall


def walk(values: Ints, starts: Ints, marks: Sequence[int], banks: Sequence[int]) -> Walks:
    """Follow the chips of every seat through some sessions. ``values`` (int64[hands, seats]): one
    session after another. ``starts`` (int64[sessions + 1]): where they begin, and where the last
    one ends. ``marks``, ``banks``: rising; a walk that ended before a mark stays where it was."""
    sessions, seats = len(starts) - 1, values.shape[1]
    found = Walks(
        np.zeros((sessions, seats, len(marks)), np.int64),
        np.zeros((sessions, seats, len(banks)), np.int64),
        np.zeros((sessions, seats), np.int64), np.zeros((sessions, seats), np.int64),
        np.diff(starts))
    _walk(
        np.ascontiguousarray(values), starts, np.array(marks, np.int64),
        np.array(banks, np.int64), *found[:4])
    return found


#: An interval for a mean over the worst sessions, or the ruined ones, needs at least this many.
FEWEST_WORST = 20


@dataclass(frozen=True)
class Risks:
    """Walks of the seats of a table, read by strategy."""

    units: Sequence[Sequence[int]]  #: the seats of each unit
    walks: Walks
    #: The numbers of hands and the banks that the walks know.
    marks: Sequence[int]
    banks: Sequence[int]

    def ruin(self, unit: Unit, bank: int, hands: int) -> Estimate:
        """Estimate the probability that a bank is gone at any time within some hands. The bank can
        be any; the hands must be one of ``marks``."""
        seats = list(self.units[unit])
        lowest = self.walks.lowest[:, seats, list(self.marks).index(hands)]
        gone = (lowest <= -bank).sum(axis=1)
        if 0 < (gone > 0).sum() < min(estimates.FEW, len(gone) / 10):  # a rare event
            found = estimates.mean_of_counts(estimates.sums_of(gone, len(seats)))
            return found._replace(high=min(1.0, found.high))
        return estimates.share_of(gone, len(seats))

    def bank_needed(self, unit: Unit, chance: float, hands: int) -> Estimate:
        """Estimate the smallest bank whose chance to be gone within some hands is small enough."""
        lowest = self.walks.lowest[:, :, list(self.marks).index(hands)]
        depth = self.quantile(-lowest, unit, 1 - chance)
        # A bank as large as the deepest fall is gone, one chip more is not.
        return Estimate(depth.value + 1, low=depth.low + 1, high=depth.high + 1)

    def time_to_ruin(self, unit: Unit, bank: int) -> Estimate:
        """Estimate the mean hand in which a bank goes, over the sessions in which it goes. There is
        no interval of fewer than ``FEWEST_WORST`` sessions in which it goes."""
        gone = self._gone(unit, bank)
        found = mean_of(gone.sum(axis=1), (gone > 0).sum(axis=1))
        ruined = int(gone.any(axis=1).sum())
        return found.alone if ruined < FEWEST_WORST else around(found.value, found.se, ruined)

    def hands_survived(self, unit: Unit, bank: int) -> Estimate:
        """Estimate the mean number of hands that a bank lasts, to the session's end at most."""
        gone, hands = self._gone(unit, bank), self.walks.hands
        if hands.min() < hands.max():
            lasted = np.where(gone > 0, gone, hands[:, None])
            return mean_of(lasted.sum(axis=1), gone.shape[1]).within(0.0)
        # A bank that hardly ever goes cuts hardly any hands off, and its rare counts have a bound.
        cut_off = np.where(gone > 0, hands[:, None] - gone, 0).sum(axis=1)
        whole = float(hands.max())
        found = estimates.mean_of_counts(estimates.sums_of(cut_off, gone.shape[1]), largest=whole)
        return Estimate(whole - found.value, found.se, whole - found.high, whole - found.low)

    def _gone(self, unit: Unit, bank: int) -> Ints:
        return self.walks.gone[:, list(self.units[unit]), list(self.banks).index(bank)]

    def value_at_risk(self, unit: Unit, chance: float) -> Estimate:
        """Estimate the loss that a session exceeds with this chance."""
        return self.quantile(-self.walks.total, unit, 1 - chance)

    def quantile(self, numbers: Ints, unit: Unit, q: float) -> Estimate:
        """Estimate a quantile of what ``walks`` have of each session and seat."""
        own = numbers[:, list(self.units[unit])]
        return estimates.quantile_of(own.ravel(), q, len(own))

    def expected_shortfall(self, unit: Unit, chance: float) -> Estimate:
        """Estimate the mean loss of the worst sessions, this share of all: CVaR = v + E[(L - v)+] /
        chance, with the value at risk v. That v is estimated too does not matter to first order
        (Rockafellar and Uryasev, J. Risk 2, 2000). With fewer than ``FEWEST_WORST`` of them it has
        no interval."""
        losses = -self.walks.total[:, list(self.units[unit])].astype(float)
        level = self.value_at_risk(unit, chance).value
        above = np.maximum(losses - level, 0) / chance
        beyond = mean_of(above.sum(axis=1), losses.shape[1])
        worst = round(chance * len(losses))
        if worst < FEWEST_WORST:
            return Estimate(level + beyond.value)
        return around(level + beyond.value, beyond.se, worst)

    def worst(self, unit: Unit) -> tuple[int, int, int]:
        """Return the largest loss of a seat of the unit, its session (the first), and the seat."""
        seats = list(self.units[unit])
        totals = self.walks.total[:, seats]
        session, seat = np.unravel_index(totals.argmin(), totals.shape)
        return int(totals[session, seat]), int(session), seats[seat]


@dataclass(frozen=True)
class TableRisks(Risks):
    """The same for a table that was played, with the moments of a hand."""

    label: str
    table: Result  #: its books
    #: int64[GROUPS, dealers, classes] or None: hands by the factor that multiplied the pool, where
    #: one is played for.
    factors: Ints | None

    @property
    def bank(self) -> str:
        """What a ruined seat has lost: a bank of chips, or a hole of points that it is in."""
        return "hole" if self.in_points else "bank"

    @property
    def in_points(self) -> bool:
        """Whether points are played for, which nobody brings and nobody can lose."""
        return self.table.unit == "points"

    @property
    def session(self) -> str:
        """What a session is called."""
        return session_of(self.table.run)

    @cached_property
    def root(self) -> Estimate | None:
        """The root of E[M**a] = 1, where the rules let a pool grow without bound."""
        game, rules = self.table.game, self.table.run.rules
        grows = game.growth(rules)
        if self.factors is None or grows is None or not game.is_unlimited(rules):
            return None
        return tails.growth_root(self.factors, grows.parts)

    @cached_property
    def measures(self) -> Measures:
        """The figures of the table; where factors were counted they know the tail exactly."""
        plain, root = self.table.measures, self.root
        if root is None or self.table.game.bankroll_of(self.table.run.rules):
            return plain
        return replace(plain, tail=root.value if math.isnan(root.low) else root.low)

    def expected_shortfall(self, unit: Unit, chance: float) -> Estimate:
        """Estimate the mean loss of the worst sessions (CVaR): this share of all. There is no
        interval if large losses have so heavy a tail that it would not hold."""
        return self.measures.bounded(SHORTFALL, super().expected_shortfall(unit, chance))
