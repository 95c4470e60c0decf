"""Figures of Casino from the counts of the run as a whole.

A game bets each tile once at most, and has one round of each number, so for bets and rounds games
are the independent trials.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reports.stats.estimates import (
    Estimate,
    Sums,
    mean_of_counts,
    mean_of_trials,
    share_of_trials,
)
from simulate.books.tally import Ints
from simulate.domino.tiles import TILES
from simulate.games.casino.settling import (
    DOUBLE,
    DOUBLE_BLANK,
    DOUBLE_DOUBLE,
    SIZES,
    WINS,
    Counts,
    decode,
)

if TYPE_CHECKING:
    from reports.results.result import Result

#: The wins of one size from which a normal interval of what a bet earns holds: see
#: docs/coverage.md.
_FEW_WINS = 100
#: Rules that settle a round by giving the pot to somebody.
_TAKEN = [DOUBLE, DOUBLE_DOUBLE]
_TILES_OF_POT = np.arange(SIZES)
#: Pots of about the same size: the fewest and the most tiles.
POTS = ((0, 0), (1, 3), (4, 6), (7, 9), (10, 12), (13, 15), (16, 19), (20, TILES))
#: Pots of a size that fewer rounds began with are in tables only: their intervals are too wide.
FEWEST_DRAWN = 100
#: What a figure says of them.
RAREST = f"Pots that came fewer than {FEWEST_DRAWN} times are in the table only."


def counts_of(result: Result) -> Counts:
    """Return the counts of a run by name."""
    return decode(result.played.tally.counts)


def rounds(result: Result) -> range:
    """Return the rounds of a game, from 0."""
    return range(TILES // result.measures.seats)


class Tile(NamedTuple):
    """What a tile earns when it is bet."""

    bets: int
    tiles: Estimate
    #: Whether it wins anything, and by which rule of ``WINS``.
    won: Estimate
    wins: dict[str, Estimate]


def tile(counts: Counts, number: int) -> Tile:
    """Return what a tile earns."""
    bets, wins = int(counts.bets[number]), counts.wins[number]
    lost = bets - int(wins.sum())
    earned = counts.won[number].sum(axis=0)
    earned[0] += lost
    return Tile(
        bets, _mean_of_wins(earned), share_of_trials(bets - lost, bets),
        {rule: share_of_trials(int(wins[i]), bets) for i, rule in enumerate(WINS)},
    )


def _mean_of_wins(earned: Ints) -> Estimate:
    """Estimate the tiles that a bet earns from how often each number was earned.

    Most bets earn nothing and a few earn a pot, so a normal interval needs many that do.
    """
    tiles, bets = np.arange(SIZES), int(earned.sum())
    won, squares = int((tiles * earned).sum()), int((tiles**2 * earned).sum())
    if won == 0:
        return mean_of_trials(tiles, earned)
    return mean_of_counts(Sums(won, bets, squares, won, bets, bets), few=_FEW_WINS)


class Pot(NamedTuple):
    """Pots before rounds of some kind, and what became of them."""

    rounds: int
    tiles: Estimate
    #: Whether a double takes all bets and the pot, or a double blank keeps all of them in it.
    taken: Estimate
    blanked: Estimate
    #: Tiles of the pot that a round of this kind gives away.
    prize: Estimate


def _pot(settled: Ints) -> Pot:
    """Return what became of pots counted by tiles and rule: int64[SIZES, RULES]."""
    number, before = int(settled.sum()), settled.sum(axis=1)
    taken = settled[:, _TAKEN].sum(axis=1)
    values = np.concatenate([_TILES_OF_POT, np.zeros_like(_TILES_OF_POT)])
    return Pot(
        number, mean_of_trials(_TILES_OF_POT, before),
        share_of_trials(int(taken.sum()), number),
        share_of_trials(int(settled[:, DOUBLE_BLANK].sum()), number),
        mean_of_trials(values, np.concatenate([taken, before - taken])),
    )


def pot_of_round(counts: Counts, number: int) -> Pot:
    """Return what became of the pots before a round."""
    return _pot(counts.pots[number])


def pot_of_size(counts: Counts, fewest: int, most: int) -> Pot:
    """Return what became of the pots of some size, in any round."""
    kept = counts.pots.sum(axis=0)
    kept[:fewest] = kept[most + 1:] = 0
    return _pot(kept)


def stash(counts: Counts, seat: int, number: int) -> Estimate:
    """Estimate the tiles in a seat's stash after a round."""
    return mean_of_trials(np.arange(SIZES), counts.stashes[seat, number])


def pot_name(fewest: int, most: int) -> str:
    """Return what pots of some size are called."""
    return f"{fewest}" if fewest == most else f"{fewest} to {most}"
