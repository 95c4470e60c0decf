"""A strategy that goes for a blocked line when it holds few pips."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, PIPS
from simulate.games.pool.views import Turn, tile_of
from strategies.base import Parameter
from strategies.pool.base import PoolStrategy
from strategies.pool.options import fitting_after, heaviest, pips_of_the_shortest


class BlockWhenLight(PoolStrategy):
    """Leaves the ends that the fewest unseen tiles fit while it is lighter than the others.

    It is light when it would keep fewer pips than ``light`` times what the smallest of the
    other hands holds on average; else it plays the heaviest tile.
    """

    name = "block-when-light"
    summary = "Blocks the line when it holds few pips, else plays the tile with the most."
    looks_at = "its own tiles, the line, and how many tiles the others hold"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "light": Parameter(1.5, 0.0, 10.0, "part of the others' pips below which it blocks"),
        "pips": Parameter(0.2, 0.0, 5.0, "unseen tiles kept out that a pip played is worth"),
    }

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        unseen = ALL_TILES & ~(view.hand | view.tiles_played)
        pips_out = pips_of_the_shortest(
            view.hand, view.tiles_played, view.sizes, view.players, view.position)
        heavy = heaviest(view.legal)
        if view.pips - PIPS[tile_of(heavy)] >= p.light * pips_out:
            return heavy
        chosen, best = -1, -1000.0
        left = view.legal
        while left != 0:
            option = lowest(left)
            left &= left - 1
            fitting = count(unseen & fitting_after(view.left, view.right, option))
            worth = p.pips * PIPS[tile_of(option)] - fitting
            if worth > best:
                chosen, best = option, worth
        return chosen
