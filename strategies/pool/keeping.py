"""A strategy that takes care to be able to play next time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import PIPS
from simulate.games.pool.views import Turn, tile_of
from strategies.base import Parameter
from strategies.pool.base import PoolStrategy
from strategies.pool.options import fitting_after, numbers_in, without


class KeepOptions(PoolStrategy):
    """Keeps as many different numbers in hand as it can; pips settle what is equal."""

    name = "keep-options"
    summary = "Keeps the most different numbers in hand, and tiles that fit the ends it leaves."
    looks_at = "its own tiles and the open ends"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "fits": Parameter(0.1, 0.0, 5.0, "numbers that a tile left which fits the line is worth"),
        "pips": Parameter(0.1, 0.0, 5.0, "numbers that a pip played is worth"),
    }

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        chosen, best = -1, -1.0
        left = view.legal
        while left != 0:
            option = lowest(left)
            left &= left - 1
            kept = without(view.hand, option)
            fitting = count(kept & fitting_after(view.left, view.right, option))
            worth = numbers_in(kept) + p.fits * fitting + p.pips * PIPS[tile_of(option)]
            if worth > best:
                chosen, best = option, worth
        return chosen
