"""The solved table as a strategy: declarations near an equilibrium, from a file of chances.

The library carries tables solved for two to four players under the penalties that the
sources suggest, for Loo with points and for Rounce (``strategies/loo/solutions``).  A hand
is declared by the entry whose penalty is nearest to its own, as a share of the pool, and
whose pool is nearest; so other rules and any pool are played sensibly as well, by a table
solved for another: solve your own with ``boneyard solve``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.domino.tile_sets import nth
from simulate.games.loo.views import Declaring
from simulate.machine.compiling import helper
from simulate.solving.loo.declaration_tree import node_of
from simulate.solving.loo.hand_classes import COARSE, classes_of
from simulate.solving.loo.solution_file import Solution, entries, load_solution
from strategies.loo.base import LooStrategy

SHIPPED = Path(__file__).parent / "solutions"

#: Of an entry: players, rounce, points_game, must_trump, penalty and pool, whether it comes
#: before the library's, and where its chances begin.
_KEY = 8
_OWN = 6
#: Chances of the first and of the second move; what is left is the third's.
_CHANCES = 2
_NEVER = 1e9
_RANDOM = 2.0**31
_LOW_BITS = 0x7FFFFFFF


def chart_of(own: Sequence[Solution], library: Sequence[Solution]) -> NDArray[np.float64]:
    """Return the entries of solutions as a chart: their number, their keys, their chances."""
    listed = [(s, g, 1) for s, g in entries(own)] + [(s, g, 0) for s, g in entries(library)]
    keys, chances = [], []
    start = 1 + _KEY * len(listed)
    for solution, g, is_own in listed:
        about = solution.about
        keys.append([
            about["players"], about["game"] == "rounce", about["points"], about["must_trump"],
            solution.penalties[g], solution.pools[g], is_own, start,
        ])
        chances.append(solution.chances[g, :, :, :_CHANCES].ravel())
        start += chances[-1].size
    return np.concatenate([[len(listed)], np.ravel(keys), *chances])


@helper
def distance(
    players: int, rounce: int, points: int, must_trump: int, penalty: float, pool: float,
    of_players: float, of_rounce: float, of_points: float, of_must_trump: float,
    of_penalty: float, of_pool: float, is_own: float,
) -> float:
    """Return how far an entry is from a hand: less is nearer.

    The games differ in what may be declared, so that one's table is none for the other.
    """
    if of_players != players or of_rounce != rounce:
        return _NEVER
    apart = 1e4 * (of_points != points) - 1e3 * is_own + 1e2 * (of_must_trump != must_trump)
    share, of_share = (penalty + 1e-9) / pool, (of_penalty + 1e-9) / of_pool
    return apart + abs(np.log(share / of_share)) + 0.1 * abs(np.log(pool / of_pool))


class Solved(LooStrategy):
    """Declares as the solved table says, by chance where that says so.

    Parameters
    ----------
    file : str, optional
        A table of ``boneyard solve`` that comes before the library's.

    Raises
    ------
    BoneyardError
        If the file is not one.
    """

    name = "solved"
    summary = "Declares near an equilibrium, by tables that were solved."
    looks_at = "its hand, position, what was declared, the penalty against the pool"

    def __init__(self, file: str | None = None) -> None:
        super().__init__()
        self._file = file
        self._own = [] if file is None else [load_solution(file)]

    @property
    def label(self) -> str:
        return self.name if self._file is None else self._file

    @property
    def game(self) -> str | None:
        """The game that its own file was solved for."""
        return str(self._own[0].about["game"]) if self._own else None

    def chart(self) -> NDArray[np.float64]:
        return chart_of(self._own, shipped())

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        chart, nearest, start = p.chart, 2 * _NEVER, 0
        for entry in range(int(chart[0])):
            at = 1 + _KEY * entry
            apart = distance(
                view.players, view.rounce, view.points_game, view.must_trump, view.penalty,
                view.pool, chart[at], chart[at + 1], chart[at + 2], chart[at + 3],
                chart[at + 4], chart[at + 5], chart[at + _OWN],
            )
            if apart < nearest:
                nearest, start = apart, int(chart[at + _OWN + 1])
        coarse, _ = classes_of(
            view.hand, view.trump, view.turn_up, view.position == view.players - 1
        )
        node = node_of(view.players, view.position, view.missed, view.dropped)
        at = start + (node * COARSE + coarse) * _CHANCES
        chance = (view.word & _LOW_BITS) / _RANDOM
        move = int(chance >= chart[at]) + int(chance >= chart[at] + chart[at + 1])
        return nth(view.legal, move)


@cache
def shipped() -> tuple[Solution, ...]:
    """Return the library's tables."""
    return tuple(load_solution(path) for path in sorted(SHIPPED.glob("*.npz")))
