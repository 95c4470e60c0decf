"""What each action at a decision is worth, from deals in rounds of fixed sizes.

The deals are weighted (``simulate.branch.deals``), and by how likely the line-up was to do what
it did: a strategy either would have done it with those tiles or not, a seat that decides at random
with some chance. If too few deals are left, some decisions are taken as given, and are then no
evidence of the seat's tiles. Declarations are given up last, and just before them the latest plays.

A third of the deals choose the best action, in rounds that end when it is clear; twice as many
fresh ones measure by how much it is best.  So their intervals hold whenever the choice ends
(``docs/coverage.md`` counts how often).

The actions share deals and randomness, so that their differences are far surer than each alone.
A mean of weighted deals is a ratio; the standard errors are those of its linearisation (Owen,
"Monte Carlo theory, methods and examples", section 9.2).  Where the worth of what a hand leaves is
itself measured, its replicas carry that error through the same sums (a delete-a-group jackknife).
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import CLEAR, Floats, Ints, standard_error
from simulate.branch.limits import USUAL, Limits
from simulate.branch.rolling import Among, Rolled, Rolling
from simulate.errors import BoneyardError
from simulate.games.spot import TILE_PLAYS, Event, InfoState
from simulate.runs.run import Run

#: Deals that show which of the earlier decisions the line-up takes.
_LOOK, _LONG_LOOK = 512, 8192
#: Deals that must be left for an earlier decision to count: how many, and what share of the look.
_FEWEST, _LEAST_SHARE = 24, 0.01
#: The least deals of equal weight that must measure, since one shows no spread; and the deals drawn
#: after which we take what there is.
_FEWEST_EFFECTIVE, _MOST_FOR_FEW = 2.0, 1 << 17
_FIRST_ROUND = 512
#: One deal in so many chooses the best answer; the others measure by how much it is best.
CHOOSE = 3
#: Parts of the deals, each of which is left out in turn when an answer is chosen by the others.
_PARTS = 8
#: The least deals of equal weight on which two actions are compared.
_ENOUGH = 100.0
#: Equal weights are as many as there are of them, whatever their sums are rounded to.
_ROUNDED = 6

_NONE_AGREES = "no deal agrees with what was seen and done"

#: ``worth(outcomes)`` of int64[deals, answers, kept] is float64[deals, answers].
Worth = Callable[[Ints], Floats]
#: ``replicas(weights, outcomes)`` of float64[deals] and int64[deals, answers, kept] is
#: float64[answers, R]: what each answer brings in all by every replica of a worth that is measured,
#: the worth itself first.
Replicas = Callable[[Floats, Ints], Floats]


class ActionSums:
    """Sums over the deals of what each action brings, enough for all differences."""

    def __init__(self, answers: int) -> None:
        self.weight = self.weight_squared = 0.0
        self.first, self.second = np.zeros(answers), np.zeros(answers)
        self.products, self.replicas = np.zeros((answers, answers)), np.zeros((answers, 1))

    def add(self, weights: Floats, worth: Floats, replicas: Floats | None = None) -> None:
        """Add some deals: weights, what the actions bring by deal, and ``Replicas`` of that."""
        if replicas is not None:
            self.replicas = self.replicas + replicas
        squared = weights**2
        self.weight += float(weights.sum())
        self.weight_squared += float(squared.sum())
        # By no library of linear algebra, whose order of adding is each processor's own.
        self.first += np.einsum("d,da->a", weights, worth)
        self.second += np.einsum("d,da->a", squared, worth)
        self.products += np.einsum("da,db->ab", squared[:, None] * worth, worth)

    @property
    def effective(self) -> float:
        """The number of deals of equal weight that would be as precise."""
        return self.weight**2 / self.weight_squared if self.weight_squared else 0.0

    @property
    def mean(self) -> Floats:
        """What each action brings on average."""
        return self.first / self.weight

    def error_of_mean(self, k: int) -> float:
        """Return the standard error of what an action brings on average."""
        mean = self.first[k] / self.weight
        spread = self.products[k, k] - 2 * mean * self.second[k] + mean**2 * self.weight_squared
        return float(np.sqrt(max(spread, 0.0))) / self.weight

    def error(self, a: int, b: int) -> float:
        """Return the standard error of the difference between two actions."""
        return math.hypot(self.error_of_deals(a, b), self.error_of_worth(a, b))

    def error_of_worth(self, a: int, b: int) -> float:
        """Return its part from measuring the worth, which more deals do not reduce."""
        return float(standard_error(self.by_replica(a, b)))

    def by_replica(self, a: int, b: int) -> Floats:
        """Return the difference by every replica of the worth: float64[R]."""
        return (self.replicas[a] - self.replicas[b]) / self.weight

    def error_of_deals(self, a: int, b: int) -> float:
        """Return its part from sampling the deals.

        Few deals may show no difference where actions hardly ever differ. So there is one deal
        more, in which they differ by as much as deals do.
        """
        gap = (self.first[a] - self.first[b]) / self.weight
        squares = self.products[a, a] + self.products[b, b] - 2 * self.products[a, b]
        spread = squares - 2 * gap * (self.second[a] - self.second[b])
        spread += gap**2 * self.weight_squared
        unseen = self.error_of_mean(a) * self.error_of_mean(b) / self.effective if a != b else 0.0
        return math.sqrt(max(spread, 0.0) / self.weight**2 + unseen)


@dataclass(frozen=True)
class Prices:
    """What the actions at a decision are worth."""

    answers: list[int]  #: all that the rules allow, in the game's order
    order: list[int]  #: the answers by index, the best first, by the deals that chose
    sums: ActionSums  #: of the worth, by the deals that measure
    alone: ActionSums  #: the same of what the hand itself brings
    #: Deals drawn, and how many of those that measure count: as much as ``sums.effective`` deals of
    #: equal weight.
    drawn: int
    counted: int
    #: Earlier decisions that are taken as given, whatever tiles the seat holds.
    taken: tuple[Event, ...]
    #: (int64[counted, seats], float64[counted]): what the seats hold when the decision is asked, in
    #: the deals that count, and the weights of those.
    held: tuple[Ints, Floats]
    figures: tuple[ActionSums, ...]  #: of whatever else is known of an outcome
    out_of_time: bool  #: whether it ended because the time was up

    def behind(self, k: int) -> tuple[float, float]:
        """Return how much less an action is worth than the best, and the standard error."""
        best = self.order[0]
        return float(self.sums.mean[best] - self.sums.mean[k]), self.sums.error(best, k)

    def is_behind(self, k: int) -> bool:
        """Return whether an action is behind the best by two standard errors."""
        gap, error = self.behind(k)
        return gap > CLEAR * error

    @property
    def rival(self) -> int:
        """The action (by index) to compare the best with: the next that may be as good."""
        return next((k for k in self.order[1:] if not self.is_behind(k)), self.order[1])

    @property
    def clear(self) -> bool:
        """Whether the best action is ahead of every other by two standard errors."""
        return all(map(self.is_behind, self.order[1:]))


@dataclass
class Choice:
    """The best action at a decision, before it is measured by how much it is best."""

    rolling: Any  #: a ``Rolling``
    answers: list[int]  #: all that the rules allow, in the game's order
    sums: ActionSums  #: of the worth, by the deals that choose
    drawn: int  #: those deals; what measures begins behind them
    needed: int  #: the decisions before (bits) that count
    taken: tuple[Event, ...]  #: those that are taken as given
    out_of_time: bool = False  #: whether it ended because the time was up

    @property
    def order(self) -> list[int]:
        """The actions by index, the best first; of equal ones, rounding aside, the first."""
        return [int(k) for k in np.argsort(-np.round(self.sums.mean, 9), kind="stable")]

    @property
    def best(self) -> int:
        """The best action."""
        return self.answers[self.order[0]]

    def draw(
        self, worth: Worth, matters: float, most: int, least: int = 0, late: float = math.inf
    ) -> None:
        """Draw deals until the best action is clear, there are enough, or the time is up."""
        size = min(max(_FIRST_ROUND, least), most)
        while True:
            rolled = self.rolling.roll(self.drawn, size, self.answers, self.needed)
            self.drawn += size
            weights, outcomes = rolled.agreeing
            self.sums.add(weights, worth(outcomes))
            # A deal that agrees may be as rare as one in all that were looked at.
            last = most if self.drawn < most or self.sums.weight > 0 else _LONG_LOOK
            if self.drawn >= last or (self.sums.weight > 0 and self.is_clear(matters)):
                break
            self.out_of_time = self.sums.weight > 0 and time.monotonic() > late
            if self.out_of_time:
                break
            size = min(self.drawn, last - self.drawn)
        if self.sums.weight == 0:
            raise BoneyardError(_NONE_AGREES)

    def is_clear(self, matters: float) -> bool:
        """Return whether each action is clearly behind, or as good as the best."""
        if round(self.sums.effective, _ROUNDED) < _ENOUGH:
            return False
        best, *others = self.order
        for k in others:
            gap = self.sums.mean[best] - self.sums.mean[k]
            reach = CLEAR * self.sums.error_of_deals(best, k)
            if gap <= reach and gap + reach > matters:
                return False
        return True

    @property
    def rivals(self) -> list[int]:
        """The actions (by index) that may be as good as the best, which comes first."""
        best, *others = self.order
        return [best, *(k for k in others if self.sums.mean[best] - self.sums.mean[k]
                        <= CLEAR * self.sums.error_of_deals(best, k))]

    def roll(self, deals: int, answers: list[int]) -> Rolled:
        """Roll fresh deals out under some actions, more deals where hardly any agree."""
        rolled = self.rolling.roll(self.drawn, deals, answers, self.needed)
        weights, squared = rolled.weights.sum(), (rolled.weights**2).sum()
        few = not squared or round(weights**2 / squared, _ROUNDED) <= _FEWEST_EFFECTIVE
        if few and deals < _MOST_FOR_FEW:
            return self.roll(2 * deals, answers)
        if not weights:
            raise BoneyardError(_NONE_AGREES)
        return rolled


def _needed(rolling: Rolling, otherwise: Ints, most: int) -> tuple[int, tuple[Event, ...]]:
    """Return which decisions (bits) count and which are given, so that enough deals are left."""
    left = otherwise[otherwise >= 0]
    fewest = max(_FEWEST, min(_LEAST_SHARE, _ENOUGH / most) * len(left))
    needed, taken = 0, []
    # The best evidence first: declarations, then late plays.
    actions = rolling.spot.actions
    early = [h for h, done in enumerate(actions) if done.decision not in TILE_PLAYS]
    late = reversed(range(len(actions)))
    for h in early + [h for h in late if h not in early]:
        agrees = left[left >> h & 1 == 0]
        if len(agrees) == len(left):
            needed |= 1 << h
        elif len(agrees) >= fewest:
            needed |= 1 << h
            left = agrees
        else:
            taken.append(h)
    return needed, tuple(actions[h] for h in sorted(taken))


def _look(rolling: Rolling, first: int) -> tuple[list[int], Ints]:
    """Return the legal actions, and the decisions that the line-up takes otherwise."""
    for deals in (first, _LONG_LOOK):
        looked = rolling.roll(0, deals, [], 0)
        agree = np.flatnonzero(looked.otherwise >= 0)
        if len(agree) >= _FEWEST or (deals == _LONG_LOOK and len(agree)):
            rolling.roll(int(agree[0]), 1, [], 0)
            return rolling.legal(), looked.otherwise
    raise BoneyardError(
        f"{rolling.unseen()}: among {_LONG_LOOK:,} deals there is none with which that can have "
        "happened under these rules; look through the tiles and what was played")


def choose(
    run: Run, spot: InfoState, worth: Worth, matters: float, limits: Limits = USUAL,
    among: Among | None = None, first: int = 0, share: int = 1,
) -> Choice | None:
    """Choose the best action at a decision; None where there is only one.

    ``worth`` values outcomes for the seat that is asked, ``matters`` is a difference that is too
    small to matter, ``among`` selects the deals that the question is about, ``first`` is the first
    deal. One in ``share`` of the deals and of the time is for the choice. Refuses what cannot have
    happened.
    """
    began, rolling = time.monotonic(), Rolling(run, spot, among, first)
    answers, otherwise = _look(rolling, min(max(_LOOK, limits.least), _LONG_LOOK))
    if answers and spot.asked.answer not in (None, *answers):
        raise BoneyardError(f"{spot.asked.about}: the rules do not allow that")
    if len(answers) < 2:
        return None
    needed, taken = _needed(rolling, otherwise, limits.most)
    choice = Choice(rolling, answers, ActionSums(len(answers)), 0, needed, taken)
    late = began + limits.seconds / share
    choice.draw(worth, matters, limits.most // share, -(-limits.least // share), late)
    return choice


def price(
    run: Run, spot: InfoState, worth: Worth, matters: float, limits: Limits = USUAL,
    among: Among | None = None, replicas: Replicas | None = None, figures: Sequence[Worth] = (),
    first: int = 0,
) -> Prices | None:
    """Price the actions at a decision, as ``choose`` does; ``replicas``: of a measured value."""
    choice = choose(run, spot, worth, matters, limits, among, first, CHOOSE)
    return None if choice is None else measure(choice, worth, replicas, figures)


def measure(
    choice: Choice, worth: Worth, replicas: Replicas | None = None, figures: Sequence[Worth] = ()
) -> Prices:
    """Measure by how much the best action is best, on twice as many fresh deals as chose it."""
    sums, alone, *others = (ActionSums(len(choice.answers)) for _ in range(2 + len(figures)))
    rolled = choice.roll((CHOOSE - 1) * choice.drawn, choice.answers)
    weights, outcomes = rolled.agreeing
    sums.add(weights, worth(outcomes), replicas and replicas(weights, outcomes))
    alone.add(weights, outcomes[:, :, 0].astype(np.float64))
    for figure, each in zip(figures, others, strict=True):
        each.add(weights, figure(outcomes))
    return Prices(
        choice.answers, choice.order, sums, alone, choice.drawn + len(rolled.weights),
        len(weights), choice.taken, (rolled.held[rolled.weights > 0], weights), tuple(others),
        choice.out_of_time)


class Cost(NamedTuple):
    """What an action costs against the best."""

    value: float
    se: float
    #: float64[R]: the value by every replica of a measured worth, the value itself first. Decisions
    #: at one table share the error of that worth, so their replicas are added up one by one.
    replicas: Floats


def cost_of(
    choice: Choice, answer: int, worth: Worth, replicas: Replicas | None = None
) -> Cost:
    """Return what an action costs against the best, on as many fresh deals: it may be below 0."""
    if answer == choice.best:
        return Cost(0.0, 0.0, np.zeros(1))
    sums = ActionSums(2)
    weights, outcomes = choice.roll(choice.drawn, [choice.best, answer]).agreeing
    sums.add(weights, worth(outcomes), replicas and replicas(weights, outcomes))
    return Cost(float(sums.mean[0] - sums.mean[1]), sums.error(0, 1), sums.by_replica(0, 1))


def short_of_best(choice: Choice, worth: Worth) -> float:
    """Estimate how much less the chosen action is worth than the best there is.

    That falls as one over the deals that choose, so a jackknife over nearly three times as many
    fresh deals estimates it (Quenouille, "Notes on bias in estimation", Biometrika 43, 1956). It
    may come out below zero.
    """
    some = choice.rivals
    if len(some) == 1:
        return 0.0
    rolled = choice.roll((CHOOSE - 1) * choice.drawn, [choice.answers[k] for k in some])
    weights, outcomes = rolled.agreeing
    brought = worth(outcomes)
    brought = weights[:, None] * (brought - brought[:, :1])
    # The value by the deals that chose, likewise above that of the action they chose.
    chose = choice.sums.first[some] - choice.sums.first[some[0]]
    gained = 0.0
    for k in range(_PARTS):
        own = brought[k::_PARTS].sum(0)
        gained += float(own[np.argmax(chose + brought.sum(0) - own)])
    share = choice.sums.weight / weights.sum() * _PARTS / (_PARTS - 1)
    return gained / float(weights.sum()) * (1 + share)
