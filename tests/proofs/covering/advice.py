"""The intervals of ``advise`` and ``review`` at close decisions, whenever they stop.

The deals of a spot are rolled out once, under every answer.  A repetition draws from them with
repetition, as if they were fresh ones: so what they bring on average is the exact truth.  Deals
stop when the best answer is clear, which is where lucky ones would be told too sure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any, NamedTuple

import numpy as np

from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.review.review import MOST_DEALS as DEALS_OF_REVIEW
from reports.stats.estimates import Estimate
from reports.studies.advise.decision_input import ENOUGH
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import MOST_DEALS, Limits
from simulate.branch.pricing import CHOOSE, ActionSums, Choice, choose, cost_of, measure
from simulate.branch.rolling import Rolled
from simulate.games.game import find_game
from simulate.games.spot import asking
from simulate.machine.table import MAX_SEATS
from simulate.runs.follow import histories
from simulate.runs.run import Run
from tests.proofs.covering.kept import Kinds, kept

_EARLY = "`advise`, the next best, ended early"
_LATE = "`advise`, the next best, after all deals"
#: The seed of the sessions in which decisions are looked up, and the deals of a population.
_SEED, _POPULATION = 7, 1 << 16
#: So many decisions of each table, at most one of a session.
SPOTS = 3
#: Standard errors that tell the two best answers of a close decision apart, at most.
_CLOSE = 7


class Lineup(NamedTuple):
    """A table at which decisions are looked up."""

    game: str
    lineup: str
    players: int
    rules: Mapping[str, Any]
    hands: int  #: of a session


TABLES = (
    Lineup("loo", "banker,cautious,bold,random", 4, {"penalty": "cap:40"}, 6),
    Lineup("loo", "solved", 3, {"penalty": "cap:20"}, 4),
    Lineup("loo", "book,solved", 2, {}, 4),
    Lineup("rounce", "banker,stay,random", 3, {}, 4),
    Lineup("rounce", "book,solved,banker,bold", 4, {}, 4),
    Lineup("rounce", "book,random", 2, {}, 4),
    Lineup("euchre", "hoyle", 4, {}, 4),
    Lineup("euchre", "hoyle,random,threshold,random", 4, {}, 4),
    Lineup("euchre", "hoyle,threshold", 2, {}, 4),
    Lineup("pool", "counter,random,heaviest,random", 4, {}, 1),
    Lineup("pool", "counter,keep-options,random", 3, {"draw": "may"}, 1),
    Lineup("pool", "random", 6, {}, 1),
    Lineup("casino", "random", 2, {}, 1),
    Lineup("casino", "best-odds,random,random", 3, {}, 1),
    Lineup("casino", "pot-chaser,blank-hunter,save-doubles,best-odds", 4, {}, 1))


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
        choice = Choice(self, answers, ActionSums(len(answers)), 0, 0, ())
        choice.draw(worth_of, self.matters, limits.most // share, limits.least // share)
        return choice


def worth_of(outcomes: Ints) -> Floats:
    """Return what outcomes are worth that are their worth already."""
    return outcomes[:, :, 0].astype(np.float64)


def _interval(value: float, se: float) -> Estimate:
    """Return a difference with its interval, as advice and reviews tell it."""
    return Estimate(value, se, value - 2 * se, value + 2 * se)


def spots(table: Lineup, wanted: int = SPOTS, deals: int = _POPULATION) -> Iterator[Drawn]:
    """Yield the first close decisions of a table, rolled out: at most one of a session."""
    run = set_up(table.game, table.lineup, table.players, dict(table.rules), 1, table.hands, _SEED)
    close = (next(_close_ones(run, session, deals), None) for session in count())
    yield from islice((spot for spot in close if spot is not None), wanted)


def _close_ones(run: Run, session: int, deals: int) -> Iterator[Drawn]:
    """Yield the close decisions of a session, rolled out."""
    ask, valued = asking(run.game), ValuedTable(run)
    for hand, _ in histories(run, range(session, session + 1), 0, run.hands):
        events = ask.events(hand, run.rules)
        stakes = {seat: valued.stakes(seat, int(hand.get("dealer") or 0),
                                      int(hand.get("pool") or 0), hand.get("points_before") or ())
                  for seat in range(len(run.players))}
        for index, asked in enumerate(events):
            if asked.answer is None:
                continue
            of_seat = stakes[asked.seat]
            choice = choose(run, ask.spot(hand, run.rules, events, index), of_seat.worth,
                            of_seat.matters, Limits(deals, deals // CHOOSE), share=CHOOSE)
            if choice is None or not _are_close(choice.sums):
                continue
            rolled, sums = choice.roll(deals, choice.answers), ActionSums(len(choice.answers))
            worth = of_seat.worth(rolled.outcomes)
            sums.add(rolled.weights, worth)
            if _are_close(sums):
                yield Drawn(rolled.weights, worth, of_seat.matters,
                            choice.answers.index(asked.answer))


def _are_close(sums: ActionSums) -> bool:
    """Tell whether the two best answers differ, but by few standard errors."""
    second, best = (int(k) for k in np.argsort(sums.mean)[-2:])
    gap = sums.mean[best] - sums.mean[second]
    return bool(0 < gap <= _CLOSE * sums.error_of_deals(best, second))


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
