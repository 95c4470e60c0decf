"""The intervals of ``advise`` and ``review`` at close decisions, whenever they stop.

The deals of a spot are rolled out once, under every answer.  A repetition draws from them with
repetition, as if they were fresh ones: so what they bring on average is the exact truth.  Deals
stop when the best answer is clear, which is where lucky ones would be told too sure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from reports.request import set_up
from reports.review.review import MOST_DEALS as DEALS_OF_REVIEW
from reports.stats.estimates import Estimate
from reports.studies.advise.decision_input import ENOUGH, Table
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import MOST_DEALS, Limits
from simulate.branch.pricing import CHOOSE, Choice, Sums, choose, cost_of, measure
from simulate.branch.rolling import Rolled
from simulate.games.game import find_game
from simulate.games.spot import asking
from simulate.machine.table import MAX_SEATS
from simulate.runs.replay import histories
from tests.proofs.covering.kept import Kinds, kept

_EARLY = "`advise`, the next best, ended early"
_LATE = "`advise`, the next best, after all deals"
#: The seed of the sessions in which decisions are looked up, and the deals of a population.
_SEED, _POPULATION = 7, 1 << 16


class Lineup(NamedTuple):
    """A table, and close decisions there: session, hand, and number within the hand."""

    game: str
    lineup: str
    players: int
    rules: Mapping[str, Any]
    hands: int
    decisions: Sequence[tuple[int, int, int]]


#: Those whose two best answers no more than seven standard errors tell apart after 65,536 deals:
#: of each table the first that were found.
TABLES = (
    Lineup("loo", "banker,cautious,bold,random", 4, {"penalty": "cap:40"}, 6,
           ((0, 0, 9), (1, 4, 5), (2, 3, 1), (2, 4, 19))),
    Lineup("loo", "solved", 3, {"penalty": "cap:20"}, 4, ((0, 2, 12), (1, 2, 14), (1, 3, 11))),
    Lineup("loo", "book,solved", 2, {}, 4, ((2, 2, 4), (2, 3, 1), (5, 0, 1))),
    Lineup("rounce", "banker,stay,random", 3, {}, 4,
           ((0, 1, 3), (0, 2, 0), (0, 3, 9), (2, 0, 4))),
    Lineup("rounce", "book,solved,banker,bold", 4, {}, 4, ((0, 0, 18), (1, 1, 5), (1, 3, 5))),
    Lineup("rounce", "book,random", 2, {}, 4, ((0, 3, 3), (1, 2, 8), (1, 3, 8))),
    Lineup("euchre", "hoyle", 4, {}, 4, ((0, 0, 6), (0, 2, 9), (1, 1, 5), (2, 0, 4))),
    Lineup("euchre", "hoyle,random,threshold,random", 4, {}, 4,
           ((0, 2, 3), (0, 3, 3), (1, 0, 8))),
    Lineup("euchre", "hoyle,threshold", 2, {}, 4, ((2, 0, 7), (2, 1, 7), (2, 2, 4))),
    Lineup("pool", "counter,random,heaviest,random", 4, {}, 1,
           ((0, 0, 0), (7, 0, 5), (8, 0, 4), (9, 0, 12))),
    Lineup("pool", "counter,keep-options,random", 3, {"draw": "may"}, 1,
           ((1, 0, 5), (2, 0, 7), (3, 0, 3))),
    Lineup("pool", "random", 6, {}, 1, ((0, 0, 6), (5, 0, 1), (8, 0, 4))),
    Lineup("casino", "random", 2, {}, 1, ((0, 0, 0), (1, 0, 5), (2, 0, 4), (3, 0, 0))),
    Lineup("casino", "best-odds,random,random", 3, {}, 1, ((0, 0, 0), (1, 0, 2), (2, 0, 1))),
    Lineup("casino", "pot-chaser,blank-hunter,save-doubles,best-odds", 4, {}, 1,
           ((0, 0, 0), (1, 0, 2), (2, 0, 1))))


@dataclass
class Drawn:
    """Deals that are drawn, with repetition, from those that were rolled out once.

    It stands for the ``Rolling`` of a decision; an outcome is its worth alone.
    """

    weights: Floats  #: float64[deals]
    worth: Floats  #: float64[deals, answers]
    matters: float  #: a difference that is too small to matter
    given: int  #: the answer that the seat gave
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    @property
    def truth(self) -> Floats:
        """What each answer brings on average: float64[answers]."""
        return self.weights @ self.worth / self.weights.sum()

    def roll(self, first: int, deals: int, answers: list[int], needed: int) -> Rolled:
        """Draw some deals."""
        some = self.rng.integers(0, len(self.weights), deals)
        return Rolled(self.worth[some][:, answers, None], np.zeros(deals, np.int64),
                      self.weights[some], np.zeros((deals, MAX_SEATS), np.int64))

    def choice(self, limits: Limits, share: int = 1) -> Choice:
        """Choose the best answer, as ``simulate.branch.pricing.choose`` does."""
        answers = list(range(self.worth.shape[1]))
        choice = Choice(self, answers, Sums(len(answers)), 0, 0, ())
        choice.draw(worth_of, self.matters, limits.most // share, limits.least // share)
        return choice


def worth_of(outcomes: Ints) -> Floats:
    """Return what outcomes are worth that are their worth already."""
    return outcomes[:, :, 0].astype(np.float64)


def _interval(value: float, se: float) -> Estimate:
    """Return a difference with its interval, as advice and reviews tell it."""
    return Estimate(value, se, value - 2 * se, value + 2 * se)


def spots(table: Lineup, deals: int = _POPULATION) -> Iterator[Drawn]:
    """Yield the decisions of a table, rolled out."""
    run = set_up(table.game, table.lineup, table.players, dict(table.rules), 1, table.hands, _SEED)
    ask, valued = asking(table.game), Table(run)
    for session, number, index in table.decisions:
        (hand, _), = list(histories(run, range(session, session + 1), number, number + 1))
        events = ask.events(hand, run.rules)
        asked = events[index]
        stakes = valued.stakes(asked.seat, int(hand.get("dealer") or 0),
                               int(hand.get("pool") or 0), hand.get("points_before") or ())
        choice = choose(run, ask.spot(hand, run.rules, events, index), stakes.worth,
                        stakes.matters, Limits(MOST_DEALS, MOST_DEALS // CHOOSE), share=CHOOSE)
        assert choice is not None and asked.answer is not None, "several answers, one given"
        rolled = choice.roll(deals, choice.answers)
        yield Drawn(rolled.weights, stakes.worth(rolled.outcomes), stakes.matters,
                    choice.answers.index(asked.answer))


def count_spot(kinds: Kinds, name: str, spot: Drawn, repetitions: int) -> None:
    """Count the intervals of a decision that hold what all its deals bring."""
    truth, limits = spot.truth, Limits(MOST_DEALS, ENOUGH)
    for _ in range(repetitions):
        choice = spot.choice(limits, CHOOSE)
        prices, (best, *others) = measure(choice, worth_of), choice.order
        is_early = choice.drawn < limits.most // CHOOSE
        for k in others:
            told, true = _interval(*prices.behind(k)), truth[best] - truth[k]
            kept(kinds, "`advise`, every other answer", name).count(told, true)
            if k == others[0]:
                kept(kinds, "`advise`, the next best", name).count(told, true)
                kept(kinds, _EARLY if is_early else _LATE, name).count(told, true)
        choice = spot.choice(Limits(DEALS_OF_REVIEW))
        best = choice.order[0]
        if spot.given != best:
            cost = cost_of(choice, spot.given, worth_of)
            kept(kinds, "`review`, what an answer costs", name).count(
                _interval(cost.value, cost.se), truth[best] - truth[spot.given])


def count_advice(repetitions: int) -> Kinds:
    """Count the intervals of advice that hold, by game."""
    kinds: Kinds = {}
    for table in TABLES:
        for spot in spots(table):
            count_spot(kinds, find_game(table.game).title, spot, repetitions)
    return kinds
