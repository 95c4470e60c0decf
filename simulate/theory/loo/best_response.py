"""Best responses to a table: found on some deals, measured on others, added up in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TypeVar

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.books.jackknife import standard_error
from simulate.games.loo.rules import RounceRules
from simulate.games.loo.views import SEATS
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.theory.loo.declaration_tree import Declarations, declarations
from simulate.theory.loo.declarations_tried import ACTIONS, Margins, Tried, respond, try_some
from simulate.theory.loo.hands import COARSE
from simulate.theory.loo.what_if_counts import Payoff, Stakes, units_of

T = TypeVar("T")
#: Deals that a worker tries at a time.
_DEALS = 16_384
#: The mean of a fine class is drawn towards its coarse mean, which counts as this many deals.
_DRAWN = 100.0
#: After these shares of the deals declarations are dropped that lie so many standard errors behind,
#: in coarse classes that came so often.
_LOOKS = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2)
_BEHIND, _OFTEN = 3.0, 30


@dataclass(frozen=True)
class Table:
    """A table whose seats are to be exploited.

    ``run``: game, rules, players and seed; deal i is the first hand of its session i. ``payoff``:
    what hands bring, later pools included.
    """

    run: Run
    payoff: Payoff

    @property
    def stakes(self) -> Stakes:
        """What is played for."""
        return self.payoff.stakes

    @property
    def units(self) -> Ints:
        """The unit of each seat."""
        return np.array(units_of(self.run))

    @property
    def seats_a_unit(self) -> int:
        """How many seats share a unit."""
        return len(self.units) // int(self.units.max() + 1)

    def nodes(self) -> int:
        """Return how many nodes the declarations have."""
        return len(declarations(len(self.run.players), False).heard)


@dataclass(frozen=True)
class Response:
    """A best response, and what it gains.

    ``table``: where it was found. ``gains`` (``float64[units, SEATS + 1, 3]``): by position, and
    last over all positions: hands, gains and their squares, in chips or points. ``habits``
    (``float64[units, nodes, TURNED_KINDS, ACTIONS, ACTIONS, 3]``): the same by what was heard, the
    kind of hand and whether a double is turned up, what the strategy declares, and what is better.
    ``moved`` (``float64[units, SEATS, ENDS]``): by position: how many more hands leave the pool in
    each way. ``habits_moved`` (``float64[units, nodes, TURNED_KINDS, ACTIONS, ACTIONS, ENDS]``):
    the same by habit.
    """

    table: Table
    gains: Floats
    habits: Floats
    moved: Floats
    habits_moved: Floats

    def gain(self, unit: int, position: int = SEATS) -> tuple[float, float]:
        """Return the gain a hand in a position, or in all in turn, and its standard error."""
        hands, first, second = self.gains[unit, position]
        share = self.table.seats_a_unit if position == SEATS else 1
        mean = first / hands
        variance = max(second / hands - mean**2, 0.0) / max(hands - 1, 1)
        places = range(len(self.table.run.players)) if position == SEATS else (position,)
        later = sum(self.later(self.moved[unit, p], unit, p) for p in places) / hands
        error = np.sqrt(variance + standard_error(later) ** 2)
        return float(mean / share), float(error / share)

    def later(self, moved: Floats, unit: int, position: int) -> Floats:
        """Return what the change in how hands end is worth, by every replica: float64[R]."""
        worth: Floats = self.table.payoff.later[:, unit, position] @ moved
        return worth


def _in_pieces(
    work: Callable[[int, int], T], first: int, deals: int, jobs: int,
    tell: Callable[[int], None] | None,
) -> Iterator[T]:
    """Yield what some work finds in pieces of the deals, in order."""
    stop = first + deals
    tasks = [(at, min(_DEALS, stop - at)) for at in range(first, stop, _DEALS)]
    for done, found in enumerate(in_order(work, tasks, jobs)):
        yield found
        if tell:
            tell(min((done + 1) * _DEALS, deals))


def _try(table: Table, deals: int, jobs: int, tell: Callable[[int], None] | None) -> Ints:
    """Return the best declarations: int64[units, nodes, FINE], 0 where nothing was tried.

    What lies far behind after some of the deals is not tried on the rest, because playing hands is
    nearly all of the work.
    """
    units, nodes = int(table.units.max() + 1), table.nodes()
    is_rounce = isinstance(table.run.rules, RounceRules)
    declared = declarations(len(table.run.players), is_rounce)
    wanted, totals = np.full((units, nodes, COARSE), -1), Margins.blank(units, nodes)

    def work(first: int, count: int) -> Tried:
        return try_some(table.run, table.payoff, first, count, wanted)

    edges = [0, *(int(share * deals) for share in _LOOKS), deals]
    for first, stop in pairwise(edges):
        some = Margins.blank(units, nodes)
        for tried in _in_pieces(work, first, stop - first, jobs, tell and partial(
                lambda before, done: tell(before + done), first)):
            some.add(tried)
        totals.add_all(some)
        if stop < deals:
            wanted &= worth_trying(*totals, declared)
    return best_of(*totals, declared)


def worth_trying(
    margins: Floats, squares: Floats, counts: Floats, coarse_of: Ints, declared: Declarations
) -> Ints:
    """Return the declarations that may yet be better than the strategy's own in some fine class.

    ``margins``, ``squares``, ``counts``, ``coarse_of``: as ``declarations_tried.Margins`` has
    them. ``declared``: what may be declared at the table. Returns ``int64[units, nodes, COARSE]``:
    bit k for declaration k.
    """
    units, nodes, fine = np.nonzero(counts)
    positions = declared.tree.player
    belongs = coarse_of[(positions == positions.max()).astype(int)[nodes], fine]
    group = (units * len(positions) + nodes) * COARSE + belongs
    groups = counts.shape[0] * counts.shape[1] * COARSE
    seen = counts[units, nodes, fine]
    often = np.bincount(group, seen, groups)
    tried = np.full(groups, -1)
    for action in range(ACTIONS):
        own, own_squares = (sums[units, nodes, fine, action] for sums in (margins, squares))
        mean, square = (np.bincount(group, sums, groups) / often.clip(min=1)
                        for sums in (own, own_squares))
        spread = np.sqrt((square - mean**2).clip(min=0))
        drawn = (own + _DRAWN * mean[group]) / (seen + _DRAWN)
        error = spread[group] / np.sqrt(np.minimum(seen + _DRAWN, often[group]))
        in_some = np.bincount(group, drawn >= -_BEHIND * error, groups) > 0
        # A fine class that has not come yet is taken to be as its coarse class.
        in_others = mean >= -_BEHIND * spread / np.sqrt(often.clip(1, _DRAWN))
        tried &= np.where(in_some | in_others | (often < _OFTEN), -1, ~(1 << action))
    return tried.reshape(*counts.shape[:2], COARSE)


def best_of(
    margins: Floats, squares: Floats, counts: Floats, coarse_of: Ints, declared: Declarations
) -> Ints:
    """Return the declaration worth most in every fine class; 0 means to do as the strategy does.

    The mean of a fine class over few deals is noise, so it is drawn towards that of its coarse
    class, which counts as more deals. And the response differs from the strategy only where that is
    better by a standard error.

    ``margins``, ``squares``, ``counts``, ``coarse_of``: as ``declarations_tried.Margins`` has
    them. ``declared``: what may be declared at the table.
    """
    best = np.zeros(counts.shape, np.int64)
    for node, position in enumerate(declared.tree.player):
        belongs = coarse_of[int(position == declared.tree.player.max())]
        legal = np.isin(np.arange(ACTIONS), (0, *declared.actions[node]))
        for unit in range(len(margins)):
            often = counts[unit, node]
            coarse = [np.stack([_by_coarse(column, belongs) for column in sums[unit, node].T], 1)
                      for sums in (margins, squares)]
            how_often = _by_coarse(often, belongs)
            share = 1 / np.maximum(how_often, 1)[belongs]
            mean, square = (sums[belongs] * share[:, None] for sums in coarse)
            drawn = (often + _DRAWN)[:, None]
            margin = (margins[unit, node] + _DRAWN * mean) / drawn
            deals = np.minimum(drawn, how_often[belongs][:, None]).clip(min=1)
            error = np.sqrt((square - mean**2).clip(min=0) / deals)
            surely = np.where(legal & (margin > error), margin, 0.0)
            best[unit, node] = np.where(belongs >= 0, surely.argmax(axis=-1), 0)
    return best


def _by_coarse(of_fine: Floats, belongs: Ints) -> Floats:
    """Add up the fine classes that belong to each coarse one, those never seen at the end."""
    places = np.where(belongs < 0, COARSE, belongs)
    return np.bincount(places, of_fine, COARSE + 1).astype(np.float64)


def best_response(
    table: Table, deals: int, judged: int, jobs: int, tell: Callable[[int], None] | None = None
) -> Response:
    """Find the best response of every seat, and measure what it gains.

    ``deals``, ``judged``: deals on which it is found, and others on which it is measured. ``jobs``:
    workers; the result does not depend on it. ``tell``: called with the deals done. Raises
    ``StrategyError`` if a strategy fails or chooses what the rules do not allow.
    """
    response = _try(table, deals, jobs, tell)
    wanted = np.where(response > 0, 1 << response, 0)

    def work(first: int, count: int) -> tuple[Floats, ...]:
        return respond(table.run, table.payoff, first, count, wanted)

    totals: tuple[Floats, ...] = ()
    for found in _in_pieces(work, deals, judged, jobs, tell and (
            lambda done: tell(deals + done))):
        totals = tuple(map(np.add, totals, found)) if totals else found
    return Response(table, *totals)
