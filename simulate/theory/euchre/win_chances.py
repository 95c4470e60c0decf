"""Games of Euchre as races (``simulate.theory.chain``), from how hands end at every score.

Sides may reach the end together, and have both won then; a void hand leaves the score as it is. A
hand's end is the maker's side and the points to it, from the negative of MOST_POINTS up: ``ends``
are in that order, the sides by position from the eldest hand's.

For a line-up (``ScoreChances``) ends are counted in its games, by the score at which they were
played.  A rare score has how that dealer's hands end at any score as its prior.  The games come in
parts, and the chain is worked out again without each, for the error (a delete-a-group jackknife).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import AT
from simulate.runs.follow import Paths, follow
from simulate.runs.run import Run
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


def win_chances(count: int, ends: Callable[[Score], Floats]) -> ScoreChain:
    """Work out the chain of so many sides from how hands end at every score (``ends_of``)."""
    chain = chain_of(count)
    chain.settle([np.array([ends(score) for score in scores(count)])])
    return chain


#: Games of the line-up, the most hands of one, and the parts that they come in.
_GAMES, _LONGEST, PARTS = 20_000, 1000, 16
#: The weight, in hands, of how hands end at any score.
_LEANS_ON = 20
#: Numbers of points that a hand can bring a side.
_DIGITS = MOST_POINTS + 1


def _count_ends(run: Run) -> Ints:
    """Count how hands end: int64[PARTS, dealers, scores, ends], the last by digits of points."""
    dealers, many = len(run.players), sides(len(run.players))
    digits = _DIGITS ** np.arange(many)[::-1]
    shape = (PARTS, dealers, GAME_POINTS**many, _DIGITS**many)

    def read(paths: Paths) -> Ints:
        after = paths["score"][:, :many]
        before = np.zeros_like(after)
        before[1:] = after[:-1]
        before[paths.starts[:-1]] = 0
        # From scores by seat to those by position.
        order = (paths["dealer"][:, None] + 1 + np.arange(many)) % many
        start, end = (np.take_along_axis(own, order, axis=1) @ digits for own in (before, after))
        part = (paths.first + paths.session) * PARTS // run.sessions
        cells = np.ravel_multi_index((part, paths["dealer"], start, end - start), shape)
        return np.bincount(cells, minlength=int(np.prod(shape)))

    entries = {"score": (AT.score, dealers), "dealer": (AT.dealer, 1)}
    counted: Ints = np.sum(follow(run, entries, read, jobs=1).pieces, axis=0)
    return counted.reshape(shape)


def _shares(counts: Ints) -> Floats:
    """Return how often hands end in each way, with all parts and without each of them."""
    every = counts.sum(0)
    left = np.concatenate([every[None], every - counts]).astype(np.float64)
    anywhere = left.sum(2, keepdims=True)
    leant = left + _LEANS_ON * anywhere / np.maximum(anywhere.sum(-1, keepdims=True), 1)
    return leant / np.maximum(leant.sum(-1, keepdims=True), 1)


class ScoreChances:
    """Each side's chance to win a game of a line-up from any score; games are from its seed."""

    def __init__(self, run: Run) -> None:
        self.sides, dealers = sides(len(run.players)), len(run.players)
        shares = _shares(_count_ends(replace(run, sessions=_GAMES, hands=_LONGEST)))
        come = np.flatnonzero(shares.any(axis=(0, 1, 2)))
        gains = np.stack(np.unravel_index(come, (_DIGITS,) * self.sides), axis=1)
        self._chains = list[ScoreChain]()
        for own in shares[..., come]:
            chain = ScoreChain(gains, GAME_POINTS, 0, GAME_POINTS - 1, dealers, shared=True)
            chain.chances[:] = 0.0  # where all pass for ever nobody wins
            chain.settle(own)
            self._chains.append(chain)

    def replicas(self, scores: Ints, dealer: int, side: int) -> Floats:
        """Return a side's chance to win from scores, ``int64[U, sides]``, after a hand of a dealer,
        and what it is without each part of the games: ``float64[1 + PARTS, U]``."""
        return np.array([chain.after_of(scores, dealer, side) for chain in self._chains])
