"""The figures of a run, from its tally: every one an estimate with its interval."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import TypeVar

import numpy as np

from reports.stats import estimates
from reports.stats.estimates import Estimate
from reports.stats.number_text import listed
from simulate.books.books import Figure
from simulate.books.tally import Floats, Ints, Tally
from simulate.errors import BoneyardError, brief
from simulate.games.game import chair, find_game
from simulate.runs.run import Run

#: Tail exponents below which the interval of a figure does not hold (docs/coverage.md): the
#: variance of a k-th moment needs moments up to 2 k, and the interval holds well only if more
#: exist.
SHORTFALL, SPREAD, SKEW = 3.0, 5.0, 6.0
#: Below this one intervals of means are a little too narrow; a note is shown.
MEAN = 2.3

_MOMENTS = ("the standard deviation", SPREAD), ("how lopsided hands are (skew)", SKEW)

T = TypeVar("T")
#: A seat or a strategy: its place in ``Tally.units``.
Unit = int

# The numbers of a group of sessions from which chips a hand are worked out.
_HANDS, _VALUE, _LEFT = range(3)


def _chips_a_hand(totals: Floats) -> Floats:
    """Return (value + share of the pool left) / hands."""
    return (totals[..., _VALUE] + totals[..., _LEFT]) / totals[..., _HANDS]


@dataclass(frozen=True)
class Measures:
    """Figures of a game's books from a run, by name."""

    run: Run
    tally: Tally
    #: The exponent with which large values of a hand grow rare; infinity where they are bounded.
    tail: float = math.inf

    @property
    def is_game(self) -> bool:
        """Whether a session is a game that is played to its end."""
        return find_game(self.run.game).plays_to_the_end(self.run.rules)

    @property
    def unit(self) -> str:
        """What a hand is worth, in words: chips, points or tiles."""
        return find_game(self.run.game).unit(self.run.rules)

    @property
    def credits_pool(self) -> bool:
        """Whether what is left in the pool belongs to the seats in equal shares: where a session is
        a number of hands and no game, and the books of the game credit the seats with it."""
        return not self.is_game and bool(self.tally.books.credited)

    @property
    def seats(self) -> int:
        """How many seats there are; they are the first units."""
        return len(self.tally.labels)

    @property
    def strategies(self) -> list[Unit]:
        """The units that stand for a strategy's seats together."""
        return list(range(self.seats, len(self.tally.units)))

    def by_strategy(self, of: Callable[[Unit], T]) -> dict[str, T]:
        """Return what a function has of the unit of each strategy, in the order of the line-up."""
        return {self.label(unit): of(unit) for unit in self.strategies}

    def label(self, unit: Unit) -> str:
        """Return the strategy of a unit."""
        return self.tally.labels[self.tally.units[unit][0]]

    def label_of_seat(self, seat: int) -> str:
        """Return who sits on a seat: a strategy, with its seat where it has several."""
        name = self.label(seat)
        return name if self.tally.labels.count(name) == 1 else chair(name, seat)

    def hands(self, unit: Unit) -> int:
        """Return the hands that a unit's seats had part in."""
        return self.tally.form(find_game(self.run.game).books.hands, self.tally.units[unit])

    def _sums(self, name: str, unit: Unit | None = None) -> estimates.Sums:
        """Return the totals of a ratio over a unit's seats; of the session's figures if none."""
        books, tally = self.tally.books, self.tally
        kinds = ("rates", "amounts") if unit is not None else ("session_rates", "session_amounts")
        kind = next(kind for kind in kinds if name in getattr(books, kind))
        ratios, products = getattr(books, kind), getattr(tally, kind)
        above, below = (tally.session_total(part) if unit is None
                        else tally.form(part, tally.units[unit]) for part in ratios[name])
        row = products if unit is None else products[unit]
        aa, ab, bb = row[list(ratios).index(name)].tolist()
        return estimates.Sums(above, below, aa, ab, bb, tally.sessions)

    def rate(self, name: str, unit: Unit) -> Estimate:
        """Estimate a share of the books."""
        return estimates.share(self._sums(name, unit))

    def amount(self, name: str, unit: Unit) -> Estimate:
        """Estimate a mean of the books: chips or points a hand, or a small count."""
        return estimates.mean(self._sums(name, unit))

    def _made(self, figure: Figure, *unit: Unit) -> Estimate:
        """Ask a figure's own function, and refuse what is wrong with it."""
        of = f"game {self.run.game!r}: figure {figure.name!r} is made by a function that"
        try:
            found = figure.made(self, *unit)  # type: ignore[misc]  # it has one
        except Exception as error:
            raise BoneyardError(f"{of} failed: {type(error).__name__}: {error}") from error
        if not isinstance(found, Estimate) or not all(isinstance(one, Real) for one in found):
            raise BoneyardError(f"{of} returned {brief(found)}: let it return a "
                                "reports.stats.estimates.Estimate of numbers")
        return found

    def of_the_table(self, figure: Figure) -> Estimate:
        """Estimate a figure of the table."""
        if figure.made is not None:
            return self._made(figure)
        estimate = estimates.share if figure.kind == "share" else estimates.mean_of_counts
        return estimate(self._sums(figure.name))

    def figure(self, figure: Figure, unit: Unit) -> Estimate:
        """Estimate a figure of a seat or of a strategy, whatever its kind."""
        if figure.made is not None:
            return self._made(figure, unit)
        if figure.is_ratio and figure.kind == "share":
            return self.rate(figure.name, unit)
        whole: dict[str, Callable[[Unit], Estimate]] = {
            "value": self.value, "won": self.games_won, "spread": self.spread,
            "skew": self.skewness}
        found = (self.amount(figure.name, unit).scaled(1 / figure.parts) if figure.is_ratio
                 else whole[figure.kind](unit))
        counts = figure.kind == "mean" or figure.written == "amount"
        most = 1.0 if figure.written == "share" else math.inf
        return found.within(0.0, most) if counts else found

    def session_rate(self, name: str) -> Estimate:
        """Estimate a share of hands or of sessions."""
        return estimates.share(self._sums(name))

    def session_mean(self, name: str) -> Estimate:
        """Estimate a mean over hands or over sessions of a number that is never below zero."""
        return estimates.mean_of_counts(self._sums(name))

    def games_won(self, unit: Unit) -> Estimate:
        """Estimate the share of games that a seat of a unit wins. Where several can win one the
        game keeps books of it; elsewhere a seat wins 0 or 1, its own square."""
        if "games_won" in self.tally.books.rates:
            return self.rate("games_won", unit)
        seats = len(self.tally.units[unit])
        won, sessions = self.tally.form("games_won", self.tally.units[unit]), self.tally.sessions
        return estimates.share(estimates.Sums(
            won, seats * sessions, won, seats * won, seats**2 * sessions, sessions))

    def lead_in_games(self, first: Unit, second: Unit) -> Estimate:
        """Estimate how much larger a share of games a seat of the first unit wins. Of two units one
        at most wins a session, so squares and products follow from the games won by each. Where two
        may share a game, as hundred up, the interval is a little wider than need be."""
        ours, theirs = (self.tally.units[unit] for unit in (first, second))
        won, lost = (self.tally.form("games_won", unit) for unit in (ours, theirs))
        above, sessions = won * len(theirs) - lost * len(ours), self.tally.sessions
        seats = len(ours) * len(theirs)
        squares = won * len(theirs)**2 + lost * len(ours)**2
        return estimates.mean(estimates.Sums(
            above, seats * sessions, squares, seats * above, seats**2 * sessions, sessions))

    def powers(self, unit: Unit) -> Floats:
        """Return the groups' hands and sums of powers of a hand's chips or points."""
        return self.tally.powers[:, list(self.tally.units[unit])].sum(axis=1)

    def spread(self, unit: Unit) -> Estimate:
        """Estimate the standard deviation of a hand's chips or points."""
        return self.bounded(SPREAD, estimates.spread(self.powers(unit)))

    def skewness(self, unit: Unit) -> Estimate:
        """Estimate the skew of a hand's chips or points."""
        return self.bounded(SKEW, estimates.skewness(self.powers(unit)))

    def bounded(self, least: float, estimate: Estimate) -> Estimate:
        """Return an estimate without its interval where the tail is too heavy for one: ``least`` is
        the exponent that it needs, ``SPREAD`` or another of them."""
        return estimate if self.tail >= least else estimate.alone

    @property
    def withheld(self) -> str:
        """A note on which intervals are left out, and why; empty where none is."""
        names = [name for name, least in _MOMENTS if self.tail < least]
        if not names:
            return ""
        return (f"No interval is given for {listed(names)}. Huge hands are too common here for it "
                f"to hold. {self.narrow}")

    @property
    def narrow(self) -> str:
        """A note where the intervals of means hold less than 95 times in 100; else empty."""
        if self.tail >= MEAN:
            return ""
        return ("Large pools come often here, so the intervals of chips a hand and of the mean "
                "pool are too narrow. Of 100 such intervals 81 to 93 hold, the fewest in short "
                "runs. ")

    def credited(self, unit: Unit) -> Floats:
        """Return the groups' hands, chips or points, and share of the pool left: what the seats of
        a group lost together, since chips are neither made nor lost."""
        own = self.powers(unit)[:, :2]
        left = np.zeros((len(own), 1))
        if self.credits_pool:
            share_of_pool = len(self.tally.units[unit]) / self.seats
            left[:, 0] = -self.tally.powers[:, :, 1].sum(axis=1) * share_of_pool
        return np.hstack([own, left])

    def value(self, unit: Unit) -> Estimate:
        """Estimate chips or points a hand, with an equal share of the pool left."""
        if self.credits_pool:
            credited = self.tally.books.credited_a_hand
            return self.amount(credited.name, unit).scaled(1 / self.seats)
        return self.amount(self.tally.books.value_a_hand.name, unit)

    def pools(self, counts: Ints) -> estimates.Sizes:
        """Return the distribution of the pools of all hands, counted by ``magnitude``. Only
        sessions are taken as independent, which makes the intervals wider than need be."""
        tally = self.tally
        return estimates.Sizes(
            counts, tally.session_total(tally.books.largest), independent=tally.sessions)

    @property
    def pool(self) -> Estimate:
        """The mean pool of a hand."""
        return self.session_mean(self.tally.books.pool_a_hand.name)

    @property
    def left(self) -> Estimate:
        """What a session leaves in the pool on average."""
        return self.session_mean(self.tally.books.left_a_session.name)

    @property
    def groups(self) -> int:
        """How many groups of sessions a lead's error is taken from."""
        return int((self.tally.powers[:, :, 0].sum(axis=1) > 0).sum())

    def lead(self, first: Unit, second: Unit) -> Estimate:
        """Estimate how much more chips or points a hand the first unit makes."""
        both = np.hstack([self.credited(first), self.credited(second)])
        return estimates.jackknife(both, lambda totals: (
            _chips_a_hand(totals[..., :3]) - _chips_a_hand(totals[..., 3:])))
