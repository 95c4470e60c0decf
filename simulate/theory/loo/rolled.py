"""Deals of a table, played out after everything that could be declared, and what seats declare.

We ask a strategy what it declares in every deal, at every point of the declarations where its turn
may come: it decides by its own hand and its own luck, not by the solver's classes of hands.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.loo.rules import LOOED_POINTS, LooRules, RounceRules
from simulate.games.loo.views import AT, FOR_POOL, SEATS
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.theory.loo.declaration_tree import Declarations, declarations
from simulate.theory.loo.endings import SHARES, RaceGains
from simulate.theory.loo.hands import COARSE
from simulate.theory.loo.hands_at_pools import pools_to_solve
from simulate.theory.loo.what_if import AT_NODES, BY_ENDS, CLASSES, NOTED, WHAT_IF, Declaring
from simulate.theory.loo.what_if_counts import Stakes, plays_for_chips, stakes_at, stakes_of
from simulate.theory.loo.win_chances import ScoreClasses
from simulate.theory.minimiser import normal
from simulate.theory.table import Hands
from simulate.theory.tree import Deals, together
from simulate.whole_numbers import whole

#: Deals that a worker plays out at a time, and at least that it asks about: to lay a table takes
#: long where a strategy has a large chart.
_DEALS, _ASKED = 2048, 8192
_ALL = slice(None)
#: Deals and classes of scores at which it is tried whether a strategy looks at the score.
_TRIED_DEALS, _TRIED_CLASSES = 4096, 12


@dataclass(frozen=True)
class Rolled:
    """Deals played out after everything that could be declared."""

    coarse: Ints  #: int32[deals, positions]: classes of the hands dealt
    fine: Ints  #: int32[deals, positions]
    outcomes: Ints  #: uint8[deals, leaves]: how the tricks are shared: numbers of ``SHARES``


#: Number of every share by the packed form of the kernel's rows: 4 bits a position.
_NUMBER = np.zeros(1 << 4 * SEATS, np.uint8)
_NUMBER[(SHARES << 4 * np.arange(SEATS)).sum(axis=1)] = np.arange(len(SHARES))


def declared_at(run: Run) -> Declarations:
    """Return what can be declared at a table."""
    return declarations(len(run.players), isinstance(run.rules, RounceRules))


def pools_at(run: Run, asked: int | None) -> tuple[int, ...]:
    """Return the pools to solve, the one asked for among them."""
    if not plays_for_chips(run):
        if asked is not None:
            raise BoneyardError(f"pool {asked}: there is none where points are played for")
        return (LOOED_POINTS,)
    assert isinstance(run.rules, LooRules)
    pools = set(pools_to_solve(run.rules, len(run.players)))
    if asked is not None:
        pools.add(whole(asked, "pool", 5, run.rules.escalation_limit))
    return tuple(sorted(pools))


def roll(
    run: Run, deals: int, jobs: int, progress: Callable[[int], None] | None = None
) -> Rolled:
    """Deal, and play every deal out after everything that could be declared.

    Raises ``StrategyError`` if a strategy fails or chooses what the rules do not allow.
    """
    players, ends = len(run.players), np.array(declared_at(run).ends)
    rolled = Rolled(
        np.zeros((deals, players), np.int32), np.zeros((deals, players), np.int32),
        np.zeros((deals, len(ends)), np.uint8),
    )
    stakes = stakes_at(run, pools_at(run, None)[0])

    def roll_some(first: int, stop: int) -> int:
        table = Declaring(run, stakes, BY_ENDS, (AT.tricks,))
        table.memory[WHAT_IF.dealer], table.memory[WHAT_IF.many] = players - 1, len(ends)
        table.share(WHAT_IF.ends, ends)
        notes = table.notes(stop - first, CLASSES.size)
        _, tricks = table.play(first, stop - first, len(ends))
        rolled.coarse[first:stop] = notes[:, CLASSES.coarse : CLASSES.coarse + players]
        rolled.fine[first:stop] = notes[:, CLASSES.fine : CLASSES.fine + players]
        rolled.outcomes[first:stop] = _NUMBER[tricks].reshape(-1, len(ends))
        return stop

    tasks = [(first, min(first + _DEALS, deals)) for first in range(0, deals, _DEALS)]
    for done in in_order(roll_some, tasks, jobs):
        if progress:
            progress(done)
    return rolled


def locked_nodes(declared: Declarations, locked: Collection[int]) -> Ints:
    """Return the nodes at which locked positions declare, ascending."""
    return np.flatnonzero(np.isin(declared.tree.player, list(locked)))


def declared_with(declared: Declarations, locked: Collection[int]) -> Declarations:
    """Return the declarations with a column of its own for every node of a locked position.

    The columns after the classes of all positions say, for each of those nodes in order, what is
    declared there: the number of the move, as a forced class (``Minimiser.forced``).
    """
    if not locked:
        return declared
    tree, nodes = declared.tree, locked_nodes(declared, locked)
    told = tree.player.copy()
    told[nodes] = tree.players + np.arange(len(nodes))
    return replace(declared, tree=replace(tree, told=told))


def what_locks_say(
    run: Run, declared: Declarations, locked: Collection[int], stakes: Stakes, deals: int,
    jobs: int, scores: Sequence[int] = (),
) -> Ints:
    """Return what locked positions declare: int8[deals, their nodes], numbers of moves.

    Deal i is the first hand of session i of the run, with the last seat the dealer, and ``scores``
    by position before it, none when not given. Raises ``StrategyError`` if a strategy fails or
    chooses what the rules do not allow.
    """
    nodes = locked_nodes(declared, locked)
    players = len(run.players)
    heard = np.zeros((len(nodes), players), np.int64)
    moves = np.zeros((len(nodes), FOR_POOL + 1), np.int8)
    for k, node in enumerate(nodes):
        heard[k, : len(declared.heard[node])] = declared.heard[node]
        moves[k, list(declared.actions[node])] = range(len(declared.actions[node]))
    said: Any = np.zeros((deals, len(nodes)), np.int8)  # small: there are many deals
    size = max(_ASKED, -(-deals // jobs))

    def ask_some(first: int) -> None:
        table = Declaring(run, stakes, AT_NODES, (NOTED.own,))
        table.memory[WHAT_IF.dealer], table.memory[WHAT_IF.many] = players - 1, len(nodes)
        table.memory[WHAT_IF.scores : WHAT_IF.scores + len(scores)] = scores
        table.share(WHAT_IF.ends, heard)
        for at in range(first, min(first + size, deals), _ASKED):
            some = said[at : min(at + _ASKED, first + size)]
            _, declared_at = table.play(at, len(some), len(nodes))
            some[:] = moves[np.arange(len(nodes)), declared_at.reshape(some.shape)]

    for _ in in_order(ask_some, [(first,) for first in range(0, deals, size)], jobs):
        pass
    found: Ints = said
    return found


def with_moves(coarse: Ints, said: Ints) -> Ints:
    """Return the classes of hands, and behind them forced ones: int32[deals, columns]."""
    return np.hstack([coarse, COARSE + said.astype(coarse.dtype)])


class LooHands(Hands):
    """Hands of Loo or Rounce that are played out once; what endings bring depends on the state."""

    declared: Declarations
    rolled: Rolled
    alone: bool  #: whether locked positions may say something else in every state

    @abstractmethod
    def said(self, state: int) -> Ints:
        """Return what locked positions declare in a state: int8[deals, their nodes]."""

    @abstractmethod
    def pay(self, state: int) -> Floats:
        """Return what endings bring in a state: float64[leaves, shares, positions]."""

    def deals(self, states: Sequence[int], some: slice = _ALL) -> Deals:
        """Return some of the deals with what endings bring in some states side by side."""
        classes = self.rolled.coarse[some]
        if self.locked:
            classes = with_moves(classes, self.said(states[0])[some])
        pay = together([self.pay(state) for state in states])
        return Deals(classes, self.rolled.outcomes[some], pay, self.kinds)

    def groups(self, states: Sequence[int]) -> list[Sequence[int]]:
        """Return states that are walked over together: those where locked positions say the same.
        """
        return [(state,) for state in states] if self.alone else super().groups(states)

    def averages(self, states: Sequence[int], some: slice = _ALL) -> list[Floats]:
        """Return the average strategies of a group of states: float64[nodes, kinds, moves] each.

        Those of locked positions say how often they declare what on some of the deals, by class of
        hand: for charts and files.
        """
        averages = [self.minimisers[state].average for state in states]
        if self.locked:
            counts, nodes = np.zeros_like(averages[0]), locked_nodes(self.declared, self.locked)
            said, coarse = self.said(states[0])[some], self.rolled.coarse[some]
            for k, node in enumerate(nodes):
                np.add.at(counts[node], (coarse[:, self.tree.player[node]], said[:, k]), 1)
            for average in averages:
                average[nodes, :COARSE] = normal(self.tree, counts)[nodes, :COARSE]
        return averages


class RaceDeals:
    """Deals of a game for points whose last seat deals, played out; some positions are asked.

    They declare as their strategies do: in each class of scores they are asked at its highest
    score, or once for all if they do not look at the score. Raises ``StrategyError`` if a strategy
    fails.
    """

    def __init__(
        self, run: Run, classes: ScoreClasses, asked: Collection[int], deals: int, jobs: int = 1,
        tell: Callable[[int], None] | None = None,
    ) -> None:
        self.run, self.classes, self.asked, self.jobs = run, classes, asked, jobs
        self.rolled = roll(run, deals, jobs, tell)
        self.declared = declared_with(declared_at(run), asked)
        self.gains = RaceGains.of(self.declared)
        self.looks_at_score = False
        if asked:
            tried = np.linspace(0, classes.count - 1, min(_TRIED_CLASSES, classes.count))
            found = [self.said_at(classes.scores(int(c)), min(deals, _TRIED_DEALS)) for c in tried]
            self.looks_at_score = any((found[0] != other).any() for other in found)
            if not self.looks_at_score:
                self._always = self.said_at(classes.scores(0), deals)

    def said_at(self, scores: Sequence[int], deals: int) -> Ints:
        """Return what is declared at a score, by position: int8[deals, nodes asked]."""
        return what_locks_say(self.run, self.declared, self.asked, stakes_of(self.run), deals,
                              self.jobs, scores)

    def said(self, number: int) -> Ints:
        """Return what is declared at a class of scores: int8[deals, nodes asked]."""
        if not self.looks_at_score:
            return self._always
        return self.said_at(self.classes.scores(number), len(self.rolled.coarse))
