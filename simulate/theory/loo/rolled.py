"""Deals of a table, played out after everything that could be declared, and what seats declare.

We ask a strategy what it declares in every deal, at every point of the declarations where its turn
may come: it decides by its own hand and its own luck, not by the solver's classes of hands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.games.loo.rules import RounceRules
from simulate.games.loo.views import AT, FOR_POOL, SEATS
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.theory.declared import Declarations, Rolled, Stakes, declared_at
from simulate.theory.loo.declaration_tree import declarations
from simulate.theory.loo.endings import SHARES, RaceGains
from simulate.theory.loo.what_if import AT_NODES, BY_ENDS, CLASSES, NOTED, WHAT_IF, Declaring
from simulate.theory.loo.what_if_counts import stakes_of
from simulate.theory.loo.win_chances import ScoreClasses

#: Deals that a worker plays out at a time, and at least that it asks about: to lay a table takes
#: long where a strategy has a large chart.
_DEALS, _ASKED = 2048, 8192
#: Deals and classes of scores at which it is tried whether a strategy looks at the score.
_TRIED_DEALS, _TRIED_CLASSES = 4096, 12


#: Number of every share by the packed form of the kernel's rows: 4 bits a position.
_NUMBER = np.zeros(1 << 4 * SEATS, np.uint8)
_NUMBER[(SHARES << 4 * np.arange(SEATS)).sum(axis=1)] = np.arange(len(SHARES))


def declarations_of(run: Run) -> Declarations:
    """Return what can be declared at a table."""
    return declarations(len(run.players), isinstance(run.rules, RounceRules))


def roll(
    run: Run, deals: int, jobs: int, progress: Callable[[int], None] | None = None
) -> Rolled:
    """Deal, and play every deal out after everything that could be declared.

    Raises ``StrategyError`` if a strategy fails or chooses what the rules do not allow.
    """
    players, ends = len(run.players), np.array(declarations_of(run).ends)
    rolled = Rolled(
        np.zeros((deals, players), np.int32), np.zeros((deals, players), np.int32),
        np.zeros((deals, len(ends)), np.uint8),
    )
    at = declared_at(run)
    stakes = at.stakes(at.pools(None)[0])

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


def what_locks_say(
    run: Run, declared: Declarations, locked: Collection[int], stakes: Stakes, deals: int,
    jobs: int, scores: Sequence[int] = (),
) -> Ints:
    """Return what locked positions declare: int8[deals, their nodes], numbers of moves.

    Deal i is the first hand of session i of the run, with the last seat the dealer, and ``scores``
    by position before it, none when not given. Raises ``StrategyError`` if a strategy fails or
    chooses what the rules do not allow.
    """
    nodes = declared.nodes_of(locked)
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
        self.declared = declarations_of(run).told(asked)
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
