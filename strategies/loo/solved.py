"""The solved table as a strategy: declarations near an equilibrium, from a file of chances.

The library carries tables solved for two to four players under the penalties that the
sources suggest, for Loo with points and for Rounce (``strategies/loo/solutions``).  A hand
is declared by the entry whose penalty is nearest to its own, as a share of the pool, and
whose pool is nearest; of entries that are alike, as those of a first pool are under a cap and
without one, by that whose limit of penalties is nearest.  So other rules and any pool are
played sensibly as well, by a table solved for another: solve your own with ``boneyard solve``.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.domino.tile_sets import nth
from simulate.errors import BoneyardError
from simulate.games.loo.views import Declaring
from simulate.machine.compiling import helper
from simulate.solving.loo.declaration_tree import node_of
from simulate.solving.loo.hand_classes import COARSE, coarse_class_of
from simulate.solving.loo.solution_file import SOLUTION, Solution, entries, load_solution
from strategies.loo.base import LooStrategy

SHIPPED = Path(__file__).parent / "solutions"

#: A chart begins with the first entry and the end of each table's entries, by players and game;
#: a game's tables are none for another, since they differ in what may be declared.
_MOST_PLAYERS = 4
_INDEX = 2 * 2 * (_MOST_PLAYERS + 1)
#: Of an entry: points_game, must_trump, the logarithms of the penalty's share of the pool, of
#: the pool and of the limit of penalties, whether it comes before the library's, and where its
#: chances begin.
_KEY = 7
_POINTS, _MUST_TRUMP, _SHARE, _POOL, _LIMIT, _OWN, _START = range(_KEY)
#: Chips that stand for no limit.
_NO_LIMIT = 1e12
#: Chances of the first and of the second move; what is left is the third's.
_CHANCES = 2
_FAR = 1e9
_RANDOM = 2.0**31
_LOW_BITS = 0x7FFFFFFF


@helper
def share_of_pool(penalty: float, pool: float) -> float:
    """Return the logarithm of the penalty's share of the pool; very low where there is none."""
    return math.log((penalty + 1e-9) / pool)


@helper
def limit_size(limit: float) -> float:
    """Return the logarithm of the limit of penalties; very high where there is none."""
    return math.log(limit if limit > 0 else _NO_LIMIT)


@helper
def table_number(players: int, rounce: int) -> int:
    """Return the place of a table in the index of a chart."""
    return 2 * (2 * players + rounce)


def chart_of(own: Sequence[Solution], library: Sequence[Solution]) -> NDArray[np.float64]:
    """Return solutions as a chart: its index, the keys of their entries, their chances."""
    listed = [(s, g, 1) for s, g in entries(own)] + [(s, g, 0) for s, g in entries(library)]

    def table(entry: tuple[Solution, int, int]) -> int:
        about = entry[0].about
        return int(table_number.py_func(about["players"], int(about["game"] == "rounce")))

    listed.sort(key=table)
    tables = [table(entry) for entry in listed]
    index = [bound for at in range(0, _INDEX, 2)
             for bound in (bisect_left(tables, at), bisect_right(tables, at))]
    keys, chances = [], []
    start = _INDEX + _KEY * len(listed)
    for solution, g, is_own in listed:
        about = solution.about
        keys.append([
            about["points"], about["must_trump"],
            share_of_pool.py_func(solution.penalties[g], solution.pools[g]),
            math.log(solution.pools[g]), limit_size.py_func(solution.penalty_limit), is_own, start,
        ])
        chances.append(solution.chances[g, :, :, :_CHANCES].ravel())
        start += chances[-1].size
    return np.concatenate([index, np.ravel(keys), *chances])


@helper
def nearest_chances(
    chart: Any, players: int, rounce: int, points: int, must_trump: int, penalty: int,
    limit: int, pool: int,
) -> int:
    """Return where in a chart the chances of the entry begin that is nearest to a hand."""
    most = limit_size(limit)
    share, size = share_of_pool(penalty, pool), math.log(pool)
    table, nearest, start = table_number(players, rounce), _FAR, 0
    for entry in range(int(chart[table]), int(chart[table + 1])):
        at = _INDEX + _KEY * entry
        apart = abs(share - chart[at + _SHARE]) + 0.1 * abs(size - chart[at + _POOL])
        apart += 1e-3 * abs(most - chart[at + _LIMIT])
        apart += 1e4 * (chart[at + _POINTS] != points) - 1e3 * chart[at + _OWN]
        apart += 1e2 * (chart[at + _MUST_TRUMP] != must_trump)
        if apart < nearest:
            nearest, start = apart, int(chart[at + _START])
    return start


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
    looks_at = "its hand, position, what was declared, the penalty against the pool and its limit"
    file_ending = SOLUTION

    def __init__(self, file: str | None = None) -> None:
        super().__init__()
        self._file = file
        self._own = [] if file is None else [load_solution(file)]

    @property
    def label(self) -> str:
        return self.name if self._file is None else self._file

    @classmethod
    def of_file(cls, path: str, game: str) -> Solved:
        """Return the strategy of a table that ``boneyard solve`` kept."""
        solved = cls(path)
        solved_for = str(solved._own[0].about["game"])
        if solved_for != game:
            raise BoneyardError(f"solved table {path!r} is for {solved_for}, not for {game}")
        return solved

    def chart(self) -> NDArray[np.float64]:
        return chart_of(self._own, shipped())

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        chart = p.chart
        start = nearest_chances(
            chart, view.players, view.rounce, view.points_game, view.must_trump, view.penalty,
            view.penalty_limit, view.pool,
        )
        coarse = coarse_class_of(
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
