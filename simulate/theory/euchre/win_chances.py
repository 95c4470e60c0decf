"""Games of Euchre as races (``simulate.theory.chain``), from how hands end at every score.

Sides may reach the end together, and have both won then; a void hand leaves the score as it is. A
hand's end is the maker's side and the points to it, from the negative of MOST_POINTS up: ``ends``
are in that order, the sides by position from the eldest hand's.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.games.euchre.rules import GAME_POINTS
from simulate.theory.chain import ScoreChain
from simulate.theory.euchre.forked_deals import MOST_POINTS, ForkedDeals, Small, sides

#: Points of a hand to its maker: how many there are.
POINTS = 2 * MOST_POINTS + 1

Score = tuple[int, ...]


def scores(count: int) -> Iterator[Score]:
    """Yield every score of so many sides before a hand; side 0 is that of the eldest hand."""
    yield from product(range(GAME_POINTS), repeat=count)


def end_of(maker: Ints, value: Ints) -> Ints:
    """Return the number of an end; of a void hand, whose maker is below 0, that of side 0."""
    number: Ints = np.maximum(maker, 0) * POINTS + value + MOST_POINTS
    return number


def ends_of(deals: ForkedDeals, calls: Small) -> Floats:
    """Return how often hands end in each way: float64[ends]."""
    count, outcome = sides(deals.players), deals.outcome(calls)
    maker = np.where(outcome.maker < 0, -1, outcome.maker % count)
    return np.bincount(end_of(maker, outcome.value), minlength=count * POINTS) / len(deals)


def gain_of(count: int, maker: int, value: int) -> Score:
    """Return the points that a hand brings each of so many sides."""
    return tuple(max(value if side == maker else -value, 0) for side in range(count))


def chain_of(count: int, dealers: int = 1) -> ScoreChain:
    """Return the chain of so many sides."""
    gains = [gain_of(count, maker, value) for maker in range(count)
             for value in range(-MOST_POINTS, MOST_POINTS + 1)]
    return ScoreChain(np.array(gains), GAME_POINTS, 0, GAME_POINTS - 1, dealers, shared=True)


def point_worth(count: int) -> Floats:
    """Return what ends are worth where points a hand are counted: float64[ends, sides]."""
    return np.array([[value if side == maker else -value for side in range(count)]
                     for maker in range(count)
                     for value in range(-MOST_POINTS, MOST_POINTS + 1)], np.float64)
