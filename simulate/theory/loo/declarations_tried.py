"""What one seat could gain over its strategy by declaring otherwise, hand for hand.

A seat declares once a hand.  So the best response to the other seats is found by trying
every declaration on the same deals, and taking, for whatever the seat may have heard and
hold, the one that was best; what it gains is then measured on other deals.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.games.loo.views import FOR_POOL, SEATS
from simulate.runs.run import Run
from simulate.theory.loo.endings import ENDS
from simulate.theory.loo.hands import FINE, TURNED_KINDS, turned_kinds_of_classes
from simulate.theory.loo.what_if import (
    BY_DECLARATIONS,
    MOVE,
    MOVE_BITS,
    OWN_BITS,
    TRIED,
    WHAT_IF,
    Declaring,
)
from simulate.theory.loo.what_if_counts import Payoff, units_of

#: Places for declarations: PLAY to FOR_POOL, from 1.
ACTIONS = FOR_POOL + 1


class Tried(NamedTuple):
    """Declarations that were tried, a hand each, beside those that were made."""

    #: int64[deals, positions]: the unit, node and fine class as one number (-1 where there was
    #: nothing to say), the coarse class, and what was declared.
    known: Ints
    coarse: Ints  #: int64[deals, positions]
    said: Ints  #: int64[deals, positions]
    units: Ints  #: int64[deals, positions]
    deal: Ints  #: int64[hands]
    position: Ints  #: int64[hands]
    action: Ints  #: int64[hands]
    #: float64[hands]: what the declaration brings more than the one that was made, chips or points.
    gain: Floats
    #: int64[hands]: what became of the pool, and without it (``simulate.theory.loo.endings``).
    end: Ints
    end_before: Ints  #: int64[hands]

    def of_hands(self, by_position: Ints) -> Ints:
        """Return what is known by deal and position for every hand: int64[hands]."""
        found: Ints = by_position[self.deal, self.position]
        return found


def try_some(run: Run, payoff: Payoff, first: int, deals: int, wanted: Ints) -> Tried:
    """Try declarations in deals ``first`` and following.

    ``wanted`` says which, bit k for declaration k: int64[units, nodes, COARSE or FINE].

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    table, players = Declaring(run, payoff.stakes, BY_DECLARATIONS), len(run.players)
    _, table.memory[WHAT_IF.rows], table.memory[WHAT_IF.classes] = wanted.shape
    table.memory[WHAT_IF.finer] = wanted.shape[2] == FINE
    units = table.share(WHAT_IF.units, np.array(units_of(run)))
    table.share(WHAT_IF.wanted, wanted)
    notes = table.notes(deals, TRIED.size)
    hands, outcomes = table.play(first, deals, players * ACTIONS)
    known, coarse, said = (notes[:, at : at + players]
                           for at in (TRIED.known, TRIED.coarse, TRIED.said))
    # The seats take turns to deal, and the dealer's position is the last.
    dealt_by = (first + np.arange(deals)[:, None] + 1 + np.arange(players)) % players
    as_it_is = np.flatnonzero(hands[:, 1] < 0)
    before = as_it_is[np.cumsum(hands[:, 1] < 0) - 1][hands[:, 1] >= 0]
    tried = np.flatnonzero(hands[:, 1] >= 0)
    deal, position = hands[tried, 0], hands[tried, 1] >> MOVE_BITS
    (own, own_before), (end, end_before) = (
        (outcomes[tried, k], outcomes[before, k]) for k in (0, 1))
    own, own_before = (packed >> OWN_BITS * position & (1 << OWN_BITS) - 1
                       for packed in (own, own_before))
    taken, later = payoff.taken, payoff.later[0, units[dealt_by[deal, position]], position]
    row = np.arange(len(tried))
    gain = taken[own] + later[row, end] - taken[own_before] - later[row, end_before]
    return Tried(known, coarse, said, units[dealt_by], deal, position, hands[tried, 1] & MOVE,
                 gain, end, end_before)


class Margins(NamedTuple):
    """What tried declarations bring more than those of the strategy, by fine class."""

    sums: Floats  #: float64[units, nodes, FINE, ACTIONS]: chips or points
    squares: Floats  #: the same of their squares
    counts: Floats  #: float64[units, nodes, FINE]: how often a class came
    coarse_of: Ints  #: int64[2, FINE]: the coarse class of each, of others and of the dealer

    @classmethod
    def blank(cls, units: int, nodes: int) -> Margins:
        """Return the sums before the first deal."""
        sums, squares = np.zeros((2, units, nodes, FINE, ACTIONS))
        return cls(sums, squares, np.zeros((units, nodes, FINE)), np.full((2, FINE), -1))

    def add(self, tried: Tried) -> None:
        """Add what was tried in some deals: their own sums, since the order of adding matters."""
        cells, where = np.unique(
            tried.of_hands(tried.known) * ACTIONS + tried.action, return_inverse=True)
        for sums, each in ((self.sums, tried.gain), (self.squares, tried.gain * tried.gain)):
            sums.reshape(-1)[cells] += np.bincount(where, each, len(cells))
        asked = tried.known >= 0
        np.add.at(self.counts.reshape(-1), tried.known[asked], 1.0)
        dealer = np.arange(asked.shape[1]) == asked.shape[1] - 1
        self.coarse_of[np.broadcast_to(dealer, asked.shape)[asked].astype(int),
                       tried.known[asked] % FINE] = tried.coarse[asked]

    def add_all(self, other: Margins) -> None:
        """Add the deals that follow."""
        for own, more in zip(self[:3], other[:3], strict=True):
            own += more
        np.copyto(self.coarse_of, other.coarse_of, where=other.coarse_of >= 0)


def _gains(cells: Ints, gains: Floats, shape: tuple[int, ...]) -> Floats:
    """Return hands, gains and the squares of those by cell, added up in order."""
    sums = [np.bincount(cells.ravel(), each.ravel(), math.prod(shape))
            for each in (np.ones(gains.shape), gains, gains * gains)]
    stacked: Floats = np.stack(sums, -1).astype(np.float64).reshape(*shape, 3)
    return stacked


def _ends(tried: Tried, cells: Ints, shape: tuple[int, ...]) -> Floats:
    """Return how many more hands end in which way, by cell."""
    size = math.prod(shape) * ENDS
    more, fewer = (np.bincount(cells * ENDS + end, minlength=size)
                   for end in (tried.end, tried.end_before))
    return np.subtract(more, fewer, dtype=np.float64).reshape(*shape, ENDS)


def respond(
    run: Run, payoff: Payoff, first: int, deals: int, response: Ints
) -> tuple[Floats, Floats, Floats, Floats]:
    """Measure what a response gains over the line-up's own declarations.

    It has the declaration as a bit, 0 for none: int64[units, nodes, FINE]. What is returned are the
    gains, habits and ends that a ``best_response.Response`` has.
    """
    tried = try_some(run, payoff, first, deals, response)
    units, nodes, _ = response.shape
    gains: Floats = np.zeros(tried.units.shape)
    gains[tried.deal, tried.position] = tried.gain
    by_position = tried.units * SEATS + np.arange(gains.shape[1])
    of_deal = (np.arange(deals)[:, None] * units + tried.units).ravel()
    together: Floats = np.bincount(of_deal, gains.ravel(), deals * units).astype(np.float64)
    everywhere = np.concatenate([
        _gains(by_position, gains, (units, SEATS)),
        _gains(np.tile(np.arange(units), deals), together, (units, 1))], axis=1)
    kinds, of_kind = turned_kinds_of_classes(), (TURNED_KINDS, ACTIONS, ACTIONS)
    habits = (units, nodes, *of_kind)
    habit = np.ravel_multi_index((
        tried.of_hands(tried.known) // FINE, kinds[tried.of_hands(tried.coarse)],
        tried.of_hands(tried.said), tried.action), (units * nodes, *of_kind))
    return (everywhere, _gains(habit, tried.gain, habits),
            _ends(tried, tried.of_hands(by_position), (units, SEATS)),
            _ends(tried, habit, habits))
