"""The table by which ``solved`` declares, as the C program ``loo_solved`` reads it."""

from __future__ import annotations

import numpy as np

from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import DROP, MISS
from simulate.theory.loo.declaration_tree import declarations
from simulate.theory.loo.hands import COARSE
from strategies.loo.solved import CHANCES, chart_of, nearest_chances, shipped

#: Pools that have an entry of their own; larger ones share the last.
_POOLS = 1024


def _who(said: tuple[int, ...], action: int) -> int:
    """Return the positions that declared so, as bits."""
    return sum(1 << p for p, declared in enumerate(said) if declared == action)


def solved_for_c(rules: LooRules, players: int) -> bytes:
    """Return the library's table for Loo in chips: numbers of 32 bits, then floats."""
    chart, limit = chart_of([], shipped()), rules.penalty_parts.limit(players)
    starts = [nearest_chances(chart, players, 0, 0, int(rules.must_trump),
                              rules.penalty_at(pool, players), limit, pool)
              for pool in range(1, _POOLS)]
    begins = sorted(set(starts))
    heard = declarations(players, False).heard
    nodes = np.zeros((4, 16, 16), np.int32)
    for node, said in enumerate(heard):
        nodes[len(said), _who(said, MISS), _who(said, DROP)] = node
    of_pools = [begins.index(start) for start in (starts[0], *starts)]
    size = len(heard) * COARSE * CHANCES
    return b"".join([
        np.array([len(begins), len(heard), *of_pools], np.int32).tobytes(), nodes.tobytes(),
        *(chart[begin : begin + size].tobytes() for begin in begins),
    ])
