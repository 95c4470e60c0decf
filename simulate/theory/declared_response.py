"""What one seat could gain over its strategy by declaring otherwise, hand for hand.

A seat declares once a hand.  So the best response to the other seats is found by trying
every declaration on the same deals, and taking, for whatever the seat may have heard and
hold, the one that was best; what it gains is then measured on other deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.books.tally import standard_error
from simulate.runs.in_order import in_pieces
from simulate.theory.declarations import Declarations, Tried, units_of
from simulate.theory.declared import Declared
from simulate.theory.later_pools import Payoff

#: In place of a position: all of them in turn.
ALL = -1
#: Deals that a worker tries at a time.
_DEALS = 16_384
#: The mean of a fine class is drawn towards its coarse mean, which counts as this many deals.
_DRAWN = 100.0
#: After these shares of the deals declarations are dropped that lie so many standard errors behind,
#: in coarse classes that came so often.
_LOOKS = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2)
_BEHIND, _OFTEN = 3.0, 30


@dataclass(frozen=True)
class Response:
    """A best response, and what it gains at the table where it was found; deal i is the first hand
    of session i of its run."""

    at: Declared
    payoff: Payoff
    #: float64[units, positions + 1, 3]: by position, and last over all positions: hands, gains and
    #: their squares, in chips or points.
    gains: Floats
    #: float64[units, nodes, counted, actions, actions, 3]: the same by what was heard, what a
    #: person counts of the hand, what the strategy declares, what is better.
    habits: Floats
    #: float64[units, positions, ends]: how many more hands leave the pool in each way, by position.
    moved: Floats
    habits_moved: Floats  #: float64[units, nodes, counted, actions, actions, ends]: by habit

    @property
    def seats_a_unit(self) -> int:
        """How many seats share a unit."""
        return self.at.players // len(self.gains)

    def gain(self, unit: int, position: int = ALL) -> tuple[float, float]:
        """Return the gain a hand in a position, or in all in turn, and its standard error."""
        hands, first, second = self.gains[unit, position]
        share = self.seats_a_unit if position == ALL else 1
        mean = first / hands
        variance = max(second / hands - mean**2, 0.0) / max(hands - 1, 1)
        places = range(self.at.players) if position == ALL else (position,)
        later = sum(self.later(self.moved[unit, p], unit, p) for p in places) / hands
        error = np.sqrt(variance + standard_error(later) ** 2)
        return float(mean / share), float(error / share)

    def later(self, moved: Floats, unit: int, position: int) -> Floats:
        """Return what the change in how hands end is worth, by every replica: float64[R]."""
        return np.einsum("re,e->r", self.payoff.later[:, unit, position], moved)


class Margins(NamedTuple):
    """What tried declarations bring more than those of the strategy, by fine class."""

    sums: Floats  #: float64[units, nodes, fine, actions]: chips or points
    squares: Floats  #: the same of their squares
    counts: Floats  #: float64[units, nodes, fine]: how often a class came
    coarse_of: Ints  #: int64[2, fine]: the coarse class of each, of others and of the dealer
    kinds: int  #: coarse classes

    @classmethod
    def blank(cls, at: Declared, units: int) -> Margins:
        """Return the sums before the first deal."""
        nodes, fine = len(at.declared.heard), at.fine
        sums, squares = np.zeros((2, units, nodes, fine, at.actions))
        return cls(sums, squares, np.zeros((units, nodes, fine)), np.full((2, fine), -1), at.kinds)

    def add(self, tried: Tried) -> None:
        """Add what was tried in some deals: their own sums, since the order of adding matters."""
        fine, actions = self.sums.shape[2:]
        cells, where = np.unique(
            tried.of_hands(tried.known) * actions + tried.action, return_inverse=True)
        for sums, each in ((self.sums, tried.gain), (self.squares, tried.gain * tried.gain)):
            sums.reshape(-1)[cells] += np.bincount(where, each, len(cells))
        asked = tried.known >= 0
        np.add.at(self.counts.reshape(-1), tried.known[asked], 1.0)
        dealer = np.arange(asked.shape[1]) == asked.shape[1] - 1
        self.coarse_of[np.broadcast_to(dealer, asked.shape)[asked].astype(int),
                       tried.known[asked] % fine] = tried.coarse[asked]


class _Drawn(NamedTuple):
    """What declarations bring more at a node than the strategy's, by fine and coarse class."""

    belongs: Ints  #: int64[some]: the coarse classes of some fine ones
    #: float64[some, actions]: the mean of a fine class over few deals is noise, so it is drawn
    #: towards that of its coarse class, which counts as more deals; with its error.
    margin: Floats
    error: Floats
    mean: Floats  #: float64[kinds, actions]
    spread: Floats  #: float64[kinds, actions]
    often: Floats  #: float64[kinds, 1]: hands


def _drawn(margins: Margins, unit: int, node: int, some: Ints, coarse_of: Ints) -> _Drawn:
    """Return what is known of declarations at a node, in some fine classes that have come."""
    sums, squares, counts = (each[unit, node, some] for each in margins[:3])
    belongs, counts = coarse_of[some], counts[:, None]
    often = _by_coarse(counts, belongs, margins.kinds)
    mean, square = (_by_coarse(each, belongs, margins.kinds) / np.maximum(often, 1)
                    for each in (sums, squares))
    spread, weight = np.sqrt((square - mean**2).clip(min=0)), counts + _DRAWN
    deals = np.minimum(weight, often[belongs]).clip(min=1)
    return _Drawn(belongs, (sums + _DRAWN * mean[belongs]) / weight,
                  spread[belongs] / np.sqrt(deals), mean, spread, often)


def _by_coarse(of_fine: Floats, belongs: Ints, kinds: int) -> Floats:
    """Add up the fine classes that belong to each coarse one: float64[kinds, columns]."""
    return np.stack([np.bincount(belongs, one, kinds) for one in of_fine.T], axis=1)


def worth_trying(margins: Margins, declared: Declarations) -> Ints:
    """Return the declarations that may yet be better than the strategy's own in some fine class:
    ``int64[units, nodes, kinds]``, bit k for declaration k."""
    tried = np.zeros((*margins.counts.shape[:2], margins.kinds), np.int64)
    positions, actions = declared.tree.player, np.arange(margins.sums.shape[3])
    for unit, node in np.ndindex(tried.shape[:2]):
        coarse_of = margins.coarse_of[int(positions[node] == positions.max())]
        found = _drawn(margins, unit, node, np.flatnonzero(margins.counts[unit, node]), coarse_of)
        ahead = found.margin >= -_BEHIND * found.error
        in_some = _by_coarse(ahead.astype(float), found.belongs, margins.kinds) > 0
        # A fine class that has not come yet is taken to be as its coarse class.
        in_others = found.mean >= -_BEHIND * found.spread / np.sqrt(found.often.clip(1, _DRAWN))
        kept = in_some | in_others | (found.often < _OFTEN)
        tried[unit, node] = ~((~kept) << actions).sum(axis=1)
    return tried


def best_of(margins: Margins, declared: Declarations) -> Ints:
    """Return the declaration worth most in every fine class; 0 where none surely is."""
    best, positions = np.zeros(margins.counts.shape, np.int64), declared.tree.player
    actions = np.arange(margins.sums.shape[3])
    for unit, node in np.ndindex(best.shape[:2]):
        coarse_of = margins.coarse_of[int(positions[node] == positions.max())]
        some = np.flatnonzero(coarse_of >= 0)
        found = _drawn(margins, unit, node, some, coarse_of)
        legal = np.isin(actions, (0, *declared.actions[node]))
        surely = np.where(legal & (found.margin > found.error), found.margin, 0.0)
        best[unit, node, some] = surely.argmax(axis=-1)
    return best


def _try(
    at: Declared, payoff: Payoff, deals: int, jobs: int, tell: Callable[[int], None] | None
) -> Ints:
    """Return the best declarations, int64[units, nodes, fine]: what lies far behind after some of
    the deals is not tried on the rest, because playing hands is nearly all of the work."""
    units = max(units_of(at.run)) + 1
    wanted = np.full((units, len(at.declared.heard), at.kinds), -1)
    totals = Margins.blank(at, units)

    def work(first: int, count: int) -> Tried:
        return at.tried(payoff, first, count, wanted)

    edges = [0, *(int(share * deals) for share in _LOOKS), deals]
    for first, stop in pairwise(edges):
        some = Margins.blank(at, units)
        for tried in in_pieces(work, first, stop - first, _DEALS, jobs, tell and partial(
                lambda before, done: tell(before + done), first)):
            some.add(tried)
        for own, more in zip(totals[:3], some[:3], strict=True):
            own += more
        np.copyto(totals.coarse_of, some.coarse_of, where=some.coarse_of >= 0)
        if stop < deals:
            wanted &= worth_trying(totals, at.declared)
    return best_of(totals, at.declared)


def _gains(cells: Ints, gains: Floats, shape: tuple[int, ...]) -> Floats:
    """Return hands, gains and the squares of those by cell, added up in order."""
    sums = [np.bincount(cells.ravel(), each.ravel(), math.prod(shape))
            for each in (np.ones(gains.shape), gains, gains * gains)]
    return np.stack(sums, -1).astype(np.float64).reshape(*shape, 3)


def _ends(tried: Tried, ends: int, cells: Ints, shape: tuple[int, ...]) -> Floats:
    """Return how many more hands end in which of so many ways, by cell."""
    size = math.prod(shape) * ends
    more, fewer = (np.bincount(cells * ends + end, minlength=size)
                   for end in (tried.end, tried.end_before))
    return np.subtract(more, fewer, dtype=np.float64).reshape(*shape, ends)


def _measure(
    at: Declared, payoff: Payoff, wanted: Ints, first: int, deals: int
) -> tuple[Floats, ...]:
    """Return what a ``Response`` has of deals: its declarations are bits, 0 for none."""
    units, nodes, fine = wanted.shape
    tried, ends = at.tried(payoff, first, deals, wanted), payoff.later.shape[-1]
    gains: Floats = np.zeros(tried.units.shape)
    gains[tried.deal, tried.position] = tried.gain
    by_position = tried.units * at.players + np.arange(at.players)
    of_deal = (np.arange(deals)[:, None] * units + tried.units).ravel()
    together: Floats = np.bincount(of_deal, gains.ravel(), deals * units).astype(np.float64)
    everywhere = np.concatenate([
        _gains(by_position, gains, (units, at.players)),
        _gains(np.tile(np.arange(units), deals), together, (units, 1))], axis=1)
    kinds, of_kind = at.counted, (int(at.counted.max()) + 1, at.actions, at.actions)
    habits = (units, nodes, *of_kind)
    habit = np.ravel_multi_index((
        tried.of_hands(tried.known) // fine, kinds[tried.of_hands(tried.coarse)],
        tried.of_hands(tried.said), tried.action), (units * nodes, *of_kind))
    return (everywhere, _gains(habit, tried.gain, habits),
            _ends(tried, ends, tried.of_hands(by_position), (units, at.players)),
            _ends(tried, ends, habit, habits))


def best_response(
    at: Declared, payoff: Payoff, deals: int, judged: int, jobs: int,
    tell: Callable[[int], None] | None = None,
) -> Response:
    """Find the best response of every seat on some deals, and measure it on others."""
    response = _try(at, payoff, deals, jobs, tell)
    wanted = np.where(response > 0, 1 << response, 0)
    totals: tuple[Floats, ...] = ()
    for found in in_pieces(partial(_measure, at, payoff, wanted), deals, judged, _DEALS, jobs,
                           tell and (lambda done: tell(deals + done))):
        totals = tuple(map(np.add, totals, found)) if totals else found
    return Response(at, payoff, *totals)
