"""Strategies that count pips, numbers, tiles that fit, and what others have shown not to hold."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, PIPS, TILES
from simulate.games.pool.views import Turn, tile_of
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import pointer
from strategies.base import Parameter
from strategies.pool import base

#: Hands up to this size, the largest that are dealt to three players and more, are looked up.
_DEALT = 6
_SIZES = _DEALT + 1


@helper
def _none_that_fits(out: int, harmless: int, size: int) -> float:
    """Return the chance that a hand of some tiles out has harmless ones only."""
    chance = 1.0
    for k in range(size):
        if harmless <= k:
            return 0.0
        chance *= (harmless - k) / (out - k)
    return chance


#: The same for all hands up to ``_DEALT`` tiles, by tiles out, harmless ones and size.
_PASSES = np.array([
    _none_that_fits.py_func(out, harmless, size) if harmless <= out else 0.0
    for out in range(TILES + 1) for harmless in range(TILES + 1) for size in range(_SIZES)])


@helper
def chance_of_pass(possible: int, fitting: int, size: int) -> float:
    """Return the chance that a hand drawn from the possible tiles has none that fits."""
    out, harmless = count(possible), count(possible & ~fitting)
    if size <= _DEALT:
        return pointer(_PASSES)[(out * (TILES + 1) + harmless) * _SIZES + size]
    return _none_that_fits(out, harmless, size)


@inlined
def _worth_kept(view: Turn, p: Any, option: int, fitting: int, numbers: float) -> float:
    """Return what an option leaves in hand: numbers and tiles that fit the line, but few pips."""
    kept = base.without(view.hand, option)
    worth = numbers * base.numbers_in(kept) + p.fits * count(kept & fitting)
    return worth + p.pips * PIPS[tile_of(option)]


@inlined
def _worth_of_keeping(view: Turn, p: Any, option: int, fitting: int, unseen: int) -> float:
    """Return the worth of an option to ``keep-options``."""
    return _worth_kept(view, p, option, fitting, 1.0)


@inlined
def _worth_of_blocking(view: Turn, p: Any, option: int, fitting: int, unseen: int) -> float:
    """Return the worth of an option to ``block-when-light``: few unseen tiles fit it."""
    return p.pips * PIPS[tile_of(option)] - count(unseen & fitting)


@inlined
def _worth_of_passes(view: Turn, p: Any, option: int, fitting: int, unseen: int) -> float:
    """Return the worth of an option to ``counter``, with the chance of each other seat to pass."""
    worth = _worth_kept(view, p, option, fitting, p.numbers)
    weight, position = 1.0, view.position
    for _ in range(view.players - 1):
        position = position + 1 if position < view.players - 1 else 0
        possible = unseen & base.free_of(base.byte_of(view.voids, position))
        worth += weight * chance_of_pass(possible, fitting, base.byte_of(view.sizes, position))
        weight *= p.fade
    return worth


@inlined
def _most_worth(view: Turn, p: Any, worth_of: Any) -> int:
    """Return the option that is worth most."""
    unseen, left = ALL_TILES & ~(view.hand | view.tiles_played), view.legal
    chosen, best = -1, -1000.0
    while left != 0:
        option = lowest(left)
        left &= left - 1
        fitting = base.fitting_after(view.left, view.right, option)
        worth = worth_of(view, p, option, fitting, unseen)
        if worth > best:
            chosen, best = option, worth
    return chosen


class Heaviest(base.PoolStrategy):
    """Plays the tile with the most pips."""

    name = "heaviest"
    looks_at = "its own tiles"

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        return base.heaviest(view.legal)


class DoublesFirst(base.PoolStrategy):
    """Plays a double when it can, else the tile with the most pips."""

    name = "doubles-first"
    looks_at = "its own tiles"

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        return base.sound_option(view.legal)


class KeepOptions(base.PoolStrategy):
    """Keeps many numbers in hand, and tiles that fit its ends."""

    name = "keep-options"
    looks_at = "its own tiles and the open ends"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "fits": Parameter(0.1, 0.0, 5.0, "numbers that a tile left which fits the line is worth"),
        "pips": Parameter(0.1, 0.0, 5.0, "numbers that a pip played is worth"),
    }

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        return _most_worth(view, p, _worth_of_keeping)


class BlockWhenLight(base.PoolStrategy):
    """Blocks the line with few pips in hand, else plays the most."""

    name = "block-when-light"
    looks_at = "its own tiles, the line, and how many tiles the others hold"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "light": Parameter(1.5, 0.0, 10.0, "part of the others' pips below which it blocks"),
        "pips": Parameter(0.2, 0.0, 5.0, "unseen tiles kept out that a pip played is worth"),
    }

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        pips_out = base.pips_of_the_shortest(
            view.hand, view.tiles_played, view.sizes, view.players, view.position)
        heavy = base.heaviest(view.legal)
        if view.pips - PIPS[tile_of(heavy)] >= p.light * pips_out:
            return heavy
        return _most_worth(view, p, _worth_of_blocking)


class Counter(base.PoolStrategy):
    """Counts what is out, and makes others pass where they passed."""

    name = "counter"
    looks_at = "its own tiles, the line, hand sizes, and who passed on which numbers"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "fade": Parameter(0.7, 0.0, 1.0, "weight of a seat against the one before it"),
        "fits": Parameter(0.06, 0.0, 5.0, "passes that a tile left which fits the line is worth"),
        "numbers": Parameter(0.05, 0.0, 5.0, "passes that a number kept in hand is worth"),
        "pips": Parameter(0.025, 0.0, 5.0, "passes that a pip played is worth"),
    }

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        return _most_worth(view, p, _worth_of_passes)
