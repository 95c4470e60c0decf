"""Deals of a table, played out after everything that could be declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.errors import BoneyardError
from simulate.games.loo.row import AT
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.settling import LOOED_POINTS
from simulate.runs.chunk import failure, set_table
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.theory.loo.declaration_tree import Declarations, declarations
from simulate.theory.loo.hands_at_pools import pools_to_solve
from simulate.theory.loo.roll_out import roll_out
from simulate.theory.loo.what_if_counts import Stakes, plays_for_chips, stakes_at
from simulate.whole_numbers import whole

#: Deals that a worker plays out at a time.
_DEALS = 2048


@dataclass(frozen=True)
class Rolled:
    """Deals played out after everything that could be declared.

    Attributes
    ----------
    coarse, fine : int32[deals, positions]
        Classes of the hands dealt.
    outcomes : uint8[deals, leaves]
        How the tricks are shared: numbers of ``simulate.theory.loo.endings.SHARES``.
    """

    coarse: Ints
    fine: Ints
    outcomes: Ints


def _roll_some(run: Run, stakes: Stakes, ends: Ints, first: int, rolled: Rolled) -> int:
    """Play out one piece of the deals, in place; return how many."""
    piece = slice(first, min(first + _DEALS, len(rolled.outcomes)))
    row, _parameters = set_table(run, watched=True)
    row[AT.pool], row[AT.penalty] = stakes
    try:
        roll_out(row, ends, first, rolled.coarse[piece], rolled.fine[piece],
                 rolled.outcomes[piece])
    except Exception as error:
        raise failure(run, row, error) from error
    return piece.stop - piece.start


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
