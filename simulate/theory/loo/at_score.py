"""What declarations are worth at a score, where the game is to be won.

A deal is played out once after everything that could be declared. What the seats declare depends on
the score, and what an ending is worth does: both are weighed, not played. So one sample of deals
answers for every score, and what is better at one of them than at another is no accident of the
deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulate.books.tally import Floats, Ints, standard_error
from simulate.theory.cfr import Buckets, Deals, stack, sweep_parts, unstack
from simulate.theory.declarations import Declarations

#: Chances are counted as games of so many.
GAMES = 100
#: Parts of the deals, by which errors are known.
_PARTS = 16


@dataclass(frozen=True)
class DeclaredMoves:
    """What every declaration is worth at a score, in games of a hundred, or at a pool, in chips.
    Sums over the hands of a kind that come to a node, each times the chance with which it does."""

    declared: Declarations  #: its nodes, and the order of their actions
    #: float64[parts, nodes, kinds, actions]: what actions bring more than what the seats do, by
    #: part of the deals.
    regrets: Floats
    reach: Floats  #: float64[nodes, kinds]: how many hands come there

    def plus(self, other: DeclaredMoves) -> DeclaredMoves:
        """Return the sums of these deals and others."""
        return DeclaredMoves(self.declared, self.regrets + other.regrets,
                             self.reach + other.reach)


def error_of(parts: Floats) -> Floats:
    """Return the standard error of a sum over the parts of the deals: a jackknife."""
    total, share = parts.sum(axis=0, keepdims=True), 1 - 1 / len(parts)
    return standard_error(np.concatenate([total, (total - parts) / share]))


def moves_together(
    declared: Declarations, policies: Sequence[Floats], payoffs: Sequence[Floats],
    buckets: Buckets, outcomes: Ints, seen: Buckets,
) -> list[DeclaredMoves]:
    """Return what actions are worth in up to four games, swept side by side. ``policies``
    (float64[nodes, buckets, actions]) and ``payoffs`` (float64[leaves, shares, positions]): one a
    game. ``seen``: the kinds of hands by which actions are distinguished."""
    tree, games = declared.tree, len(payoffs)
    sums = list(sweep_parts(tree, stack(policies), Deals(buckets, outcomes, stack(payoffs)),
                            parts=_PARTS, seen=seen))
    regrets = unstack(np.array([part.regrets for part in sums]), games)
    reach = unstack(sum(part.others for part in sums), games)
    return [DeclaredMoves(declared, *both) for both in zip(regrets, reach, strict=True)]
