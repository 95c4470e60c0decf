"""Strategies that get rid of what is costly to keep: pips, or doubles."""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import either
from simulate.domino.tiles import DOUBLES
from simulate.games.pool.views import RIGHT, Turn
from strategies.pool.base import PoolStrategy
from strategies.pool.options import heaviest

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
