"""What a run counts besides the figures of each seat: tiles, pots and stashes.

The counts of a run stand in one row, part after part; each bet adds one to the first part
and to the third, each round one to the second:

- bets by tile and outcome (``simulate.games.casino.settling``);
- rounds by their number, the tiles in the pot before them, and the rule that settled them;
- bets by seat, number of the round, and the tiles in the seat's stash after it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Ints
from simulate.domino.tiles import TILES
from simulate.games.casino.row import ROUNDS, SEATS
from simulate.games.casino.settling import (
    BASIC_OUTCOME,
    BLANK_OUTCOMES,
    DOUBLE_DOUBLE_OUTCOMES,
    DOUBLE_OUTCOMES,
    OUTCOMES,
    RULES,
    outcome,
)
from simulate.machine.compiling import inlined

#: Numbers of tiles that a pot or a stash can have.
SIZES = TILES + 1
#: What a bet can win by.
WINS = ("basic", "blank", "double", "double_double")

_POTS = TILES * OUTCOMES
_STASHES = _POTS + ROUNDS * SIZES * len(RULES)
COUNTS = _STASHES + SEATS * ROUNDS * SIZES


class Counts(NamedTuple):
    """The counts of a run as arrays.

    A game bets each tile once at most, so the bets of a tile are as independent as games
    are: mean and standard error of what it earns follow from three of its sums.
    """

    bets: Ints  #: [tile]: times it was bet
    tiles: Ints  #: [tile]: tiles won by it, its own included
    squares: Ints  #: [tile]: sum of the squares of the tiles won by a bet
    wins: Ints  #: [tile, rule of WINS]: times it won
    won: Ints  #: [tile, rule of WINS, tiles]: times it won so many tiles
    pots: Ints  #: [round, tiles in the pot before it, rule of RULES]: rounds
    stashes: Ints  #: [seat, round, tiles in the stash after it]: games


def _starts() -> list[tuple[int, int, int]]:
    """Return of each kind of win: its outcome less the tiles, and the fewest and most tiles."""
    return [
        (BASIC_OUTCOME - 1, 1, 1),
        (BLANK_OUTCOMES, 1, SEATS),
        (DOUBLE_OUTCOMES, 2, TILES),
        (DOUBLE_DOUBLE_OUTCOMES, 2, TILES),
    ]


def decode(counts: Ints) -> Counts:
    """Return the counts of a run as arrays with names.

    Parameters
    ----------
    counts : int64[COUNTS]
        As a kernel adds them up, in ``Tally.counts``.
    """
    by_outcome = counts[:_POTS].reshape(TILES, OUTCOMES)
    won = np.zeros((TILES, len(WINS), SIZES), np.int64)
    for win, (start, least, most) in enumerate(_starts()):
        won[:, win, least : most + 1] = by_outcome[:, start + least : start + most + 1]
    sizes = np.arange(SIZES)
    return Counts(
        bets=by_outcome.sum(-1),
        tiles=won.sum(1) @ sizes,
        squares=won.sum(1) @ sizes**2,
        wins=won.sum(-1),
        won=won,
        pots=counts[_POTS:_STASHES].reshape(ROUNDS, SIZES, len(RULES)),
        stashes=counts[_STASHES:].reshape(SEATS, ROUNDS, SIZES),
    )


@inlined
def count_bet(counts: Any, tile: int, score: int) -> None:
    """Count a bet by its tile and what became of it."""
    counts[tile * OUTCOMES + outcome(score)] += 1


@inlined
def count_pot(counts: Any, number: int, tiles: int, rule: int) -> None:
    """Count a round by the pot before it and the rule that settled it."""
    counts[_POTS + (number * SIZES + tiles) * len(RULES) + rule] += 1


@inlined
def count_stash(counts: Any, seat: int, number: int, tiles: int) -> None:
    """Count a seat's stash after a round."""
    counts[_STASHES + (seat * ROUNDS + number) * SIZES + tiles] += 1
