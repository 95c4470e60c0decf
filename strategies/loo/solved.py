"""The solved table as a strategy: declarations from a file of chances.

Where all seats declare so, the best declarations that were found win at least 0.08% of the pool a
hand with four players, 0.23% with three and 0.32% with two; the best answers to every decision,
tiles too, at least 2.2% with four and 5.8% with two (``docs/solution.md``).  These are lower
bounds.  What several seats win that leave it together was not measured.

The library carries tables solved for two to four players under the penalties that the
sources suggest, for Loo with points and for Rounce (``strategies/loo/solutions``).  A hand is
declared by the entry whose penalty (as a share of the pool) and whose pool are nearest to its own.
If several entries are alike in both, as those of a first pool with and without a cap are, the one
with the nearest limit of penalties decides. So any pool and other rules are played sensibly too, by
a table that was solved for similar ones; for your own rules use ``boneyard solve``. A table that
was solved around locked seats (``--lock``) has entries for each seat that deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.domino.tile_sets import nth
from simulate.errors import BoneyardError
from simulate.games.loo.views import Declaring
from simulate.machine.compiling import inlined
from simulate.machine.pointers import pointer
from simulate.theory.loo.declaration_tree import node_of
from simulate.theory.loo.hands import COARSE, coarse_class_of
from simulate.theory.loo.solutions import Solution
from strategies.loo.base import LooStrategy
from strategies.loo.solved_chart import CHANCES, charts_by_dealer, dealing_seat, nearest_from

SHIPPED = Path(__file__).parent / "solutions"
_RANDOM = 2.0**31
_LOW_BITS = 0x7FFFFFFF



@inlined
def declare_by_tables(view: Any, charts: Any) -> int:
    """Return what the table that is nearest to a hand declares (``charts_by_dealer``)."""
    numbers = pointer(charts)
    begin = int(numbers[dealing_seat(view.seat, view.position, view.players)])
    start = begin + nearest_from(
        numbers, begin, view.players, view.rounce, view.points_game, view.must_trump,
        view.penalty, view.penalty_limit, view.pool,
    )
    coarse = coarse_class_of(
        view.hand, view.trump, view.turn_up, view.position == view.players - 1
    )
    node = node_of(view.players, view.position, view.missed, view.dropped)
    at = start + (node * COARSE + coarse) * CHANCES
    chance = (view.word & _LOW_BITS) / _RANDOM
    move = int(chance >= numbers[at]) + int(chance >= numbers[at] + numbers[at + 1])
    return nth(view.legal, move)


class Solved(LooStrategy):
    """Declares as the solved table says, by chance where that says so.

    Parameters
    ----------
    file : str, optional
        A table of ``boneyard solve`` that comes before the library's.

    Raises
    ------
    BoneyardError
        If the file is not such a table.
    """

    name = "solved"
    summary = "Declares by solved tables: no declarations were found that win much from them."
    looks_at = (
        "its hand, whether a double is turned up, position, what was declared, the penalty against "
        "the pool and its limit")

    def __init__(self, file: str | None = None) -> None:
        super().__init__()
        self._file = file
        self._own = [] if file is None else [Solution.load(file)]

    @property
    def label(self) -> str:
        return self.name if self._file is None else self._file

    @classmethod
    def of_file(cls, path: str, game: str) -> Solved:
        """Return the strategy of a table that ``boneyard solve`` kept."""
        solved = cls(path)
        check_game(path, solved._own[0].about, game)
        return solved

    @classmethod
    def holding(cls, solution: Solution) -> Solved:
        """Return the strategy of a table that is at hand."""
        solved = cls()
        solved._own = [solution]
        return solved

    def chart(self) -> NDArray[np.float64]:
        return charts_by_dealer(self._own, shipped()) if self._own else shipped_chart()

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        return declare_by_tables(view, p.chart)


def check_game(path: str, about: Mapping[str, Any], game: str) -> None:
    """Raise ``BoneyardError`` if a solved table is for another game."""
    if about["game"] != game:
        raise BoneyardError(f"solved table {path!r} is for {about['game']}, not for {game}")


@cache
def shipped() -> tuple[Solution, ...]:
    """Return the library's tables."""
    return tuple(Solution.load(path) for path in sorted(SHIPPED.glob("*.npz")))


@cache
def shipped_chart() -> NDArray[np.float64]:
    """Return the library's tables as a chart, which all who declare by them share."""
    chart = charts_by_dealer([], shipped())
    chart.flags.writeable = False
    return chart
