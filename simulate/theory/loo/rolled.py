"""Deals of a table, played out after everything that could be declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.errors import BoneyardError
from simulate.games.loo.rules import LOOED_POINTS, LooRules, RounceRules
from simulate.games.loo.views import AT, SEATS
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.theory.loo.declaration_tree import Declarations, declarations
from simulate.theory.loo.endings import SHARES
from simulate.theory.loo.hands_at_pools import pools_to_solve
from simulate.theory.loo.what_if import BY_ENDS, CLASSES, WHAT_IF, Declaring
from simulate.theory.loo.what_if_counts import Stakes, plays_for_chips, stakes_at
from simulate.whole_numbers import whole

#: Deals that a worker plays out at a time.
_DEALS = 2048


@dataclass(frozen=True)
class Rolled:
    """Deals played out after everything that could be declared."""

    coarse: Ints  #: int32[deals, positions]: classes of the hands dealt
    fine: Ints  #: int32[deals, positions]
    #: uint8[deals, leaves]: how the tricks are shared: numbers of
    #: ``simulate.theory.loo.endings.SHARES``.
    outcomes: Ints


#: Number of every share by the packed form of the kernel's rows: 4 bits a position.
_NUMBER = np.zeros(1 << 4 * SEATS, np.uint8)
_NUMBER[(SHARES << 4 * np.arange(SEATS)).sum(axis=1)] = np.arange(len(SHARES))


def _roll_some(run: Run, stakes: Stakes, ends: Ints, first: int, rolled: Rolled) -> int:
    """Play out one piece of the deals, in place; return how many."""
    piece = slice(first, min(first + _DEALS, len(rolled.outcomes)))
    deals, players = piece.stop - piece.start, len(run.players)
    table = Declaring(run, stakes, BY_ENDS, (AT.tricks,))
    table.memory[WHAT_IF.dealer], table.memory[WHAT_IF.many] = players - 1, len(ends)
    table.share(WHAT_IF.ends, ends)
    notes = table.notes(deals, CLASSES.size)
    _, tricks = table.play(first, deals, len(ends))
    rolled.coarse[piece] = notes[:, CLASSES.coarse : CLASSES.coarse + players]
    rolled.fine[piece] = notes[:, CLASSES.fine : CLASSES.fine + players]
    rolled.outcomes[piece] = _NUMBER[tricks].reshape(deals, len(ends))
    return deals


def roll(
    run: Run, deals: int, jobs: int, progress: Callable[[int], None] | None = None
) -> Rolled:
    """Deal, and play every deal out after everything that could be declared.

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    players = len(run.players)
    ends = np.array(declared_at(run).ends)
    rolled = Rolled(
        np.zeros((deals, players), np.int32), np.zeros((deals, players), np.int32),
        np.zeros((deals, len(ends)), np.uint8),
    )
    stakes = stakes_at(run, pools_at(run, None)[0])
    tasks = [(run, stakes, ends, first, rolled) for first in range(0, deals, _DEALS)]
    done = 0
    for count in in_order(_roll_some, tasks, jobs):
        done += count
        if progress:
            progress(done)
    return rolled


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
