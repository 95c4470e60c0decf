"""Strategies that go by what they keep: no costly pips or doubles, or many numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from simulate.domino.tile_sets import count, either, lowest
from simulate.domino.tiles import DOUBLES, PIPS
from simulate.games.pool.views import RIGHT, Turn, tile_of
from strategies.base import Parameter
from strategies.pool.base import PoolStrategy
from strategies.pool.options import fitting_after, heaviest, numbers_in, without

_DOUBLE_OPTIONS = DOUBLES | DOUBLES << RIGHT


class Heaviest(PoolStrategy):
    """Plays the tile with the most pips, so that little is left when the line is blocked."""

    name = "heaviest"
    summary = "Plays the tile with the most pips."
    looks_at = "its own tiles"

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        return heaviest(view.legal)


class DoublesFirst(PoolStrategy):
    """Plays doubles before all others, since they fit one number only; else the heaviest."""

    name = "doubles-first"
    summary = "Plays a double when it can, else the tile with the most pips."
    looks_at = "its own tiles"

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        return heaviest(either(view.legal & _DOUBLE_OPTIONS, view.legal))


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
