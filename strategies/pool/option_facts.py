"""Facts about the options of many turns at once: weight, numbers kept, and what would fit."""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, DOUBLES, PIPS
from simulate.games.pool.line import pips_of
from simulate.games.pool.views import tile_of
from simulate.machine.compiling import kernel
from simulate.machine.layouts import lay_out
from strategies.pool.options import fitting_after, numbers_in, pips_of_the_shortest, without

#: What is told of an option.
FACT = lay_out(
    0,
    double=1,  # 1 for a double
    pips=1,  # of the tile
    numbers=1,  # different numbers kept in hand
    fitting=1,  # unseen tiles that fit the line afterwards
    own_fitting=1,  # tiles kept that fit it
    pips_kept=1,  # pips left in hand
)


@kernel
def tell_options(
    options: Any, many: Any, hands: Any, lefts: Any, rights: Any, played: Any, facts: Any
) -> None:
    """Write down the facts of all options of some turns.

    Parameters
    ----------
    options : int64[turns, options]
    many, hands, lefts, rights, played : int64[turns]
        How many options there are; the view's ``hand``, ``left``, ``right``, ``tiles_played``.
    facts : int64[turns, options, FACT.size]
        Written here.
    """
    for d in range(len(many)):
        unseen = ALL_TILES & ~(hands[d] | played[d])
        for a in range(many[d]):
            tile = tile_of(options[d, a])
            kept = without(hands[d], options[d, a])
            facts[d, a, FACT.double] = DOUBLES >> tile & 1
            facts[d, a, FACT.pips] = PIPS[tile]
            facts[d, a, FACT.numbers] = numbers_in(kept)
            fits = fitting_after(lefts[d], rights[d], options[d, a])
            facts[d, a, FACT.fitting] = count(unseen & fits)
            facts[d, a, FACT.own_fitting] = count(kept & fits)
            facts[d, a, FACT.pips_kept] = pips_of(kept)


@kernel
def tell_lightest(
    hands: Any, played: Any, sizes: Any, players: Any, positions: Any, pips: Any
) -> None:
    """Write down the pips that the smallest of the other hands holds on average.

    Parameters
    ----------
    hands, played, sizes, players, positions : int64[turns]
        The view's ``hand``, ``tiles_played``, ``sizes``, ``players`` and ``position``.
    pips : float64[turns]
        Written here.
    """
    for d in range(len(hands)):
        pips[d] = pips_of_the_shortest(hands[d], played[d], sizes[d], players[d], positions[d])
