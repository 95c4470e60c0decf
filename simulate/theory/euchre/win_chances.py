"""The chance to win a game of Euchre from every score, from how hands end there.

A game is a Markov chain over the score and the dealer: each hand is dealt afresh, so nothing else
is carried from one hand to the next.  Points only grow, but a void hand leaves them as they are
while the deal passes on; the chances are worked out by going over all scores until they stand
still.

For a line-up (``ScoreChances``) how hands end is counted in its games, by the score at which they
were played: so strategies that play to the score are taken as they are.  A score that few games
came through leans on how that dealer's hands end at any score.  This takes far fewer games than to
count how often each score was won from.  The games come in parts, and everything is worked out
again without each (a delete-a-group jackknife), so that the error of the chances is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import AT
from simulate.runs.follow import Paths, follow
from simulate.runs.run import Run
from simulate.theory.euchre.forked_deals import MOST_POINTS, ForkedDeals, Small, sides

#: The chances stand still once nothing moves by more.
_STILL = 1e-12

Score = tuple[int, ...]


def scores(count: int) -> Iterator[Score]:
    """Yield every score of so many sides before a hand; side 0 is that of the eldest hand."""
    yield from product(range(GAME_POINTS), repeat=count)


def ends_of(deals: ForkedDeals, calls: Small) -> Floats:
    """Return how often hands end in each way, by the maker's side and the points to it from the
    negative of MOST_POINTS up: ``float64[sides, 2 * MOST_POINTS + 1]``. A void hand counts for side
    0."""
    count = sides(deals.players)
    outcome = deals.outcome(calls)
    maker = np.where(outcome.maker < 0, 0, outcome.maker % count)
    cells = maker * (2 * MOST_POINTS + 1) + outcome.value + MOST_POINTS
    counted = np.bincount(cells, minlength=count * (2 * MOST_POINTS + 1))
    return counted.reshape(count, -1) / len(deals)


def score_after(score: Sequence[int], maker: int, value: int) -> Score:
    """Return the score of each side after a hand."""
    if value >= 0:
        return tuple(own + value * (side == maker) for side, own in enumerate(score))
    return tuple(own - value * (side != maker) for side, own in enumerate(score))


@dataclass(frozen=True)
class WinChances:
    """The chance of each side to win, before the deal; sides may reach the end together."""

    #: float64[5, ..., 5, sides]: by the points of the sides, that of the eldest hand first, and the
    #: side whose chance it is.
    chances: Floats
    after_hand: Floats  #: the same before the hand that comes next

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return self.chances.ndim - 1

    def after(self, score: Sequence[int]) -> Floats:
        """Return each side's chance after a hand that leaves a score: float64[sides]."""
        if max(score) >= GAME_POINTS:
            return (np.array(score) >= GAME_POINTS).astype(np.float64)
        # The deal passes on: the side that was eldest hand comes last in the next hand.
        return np.roll(self.after_hand[(*score[1:], score[0])], 1)

    def worth(self, score: Sequence[int]) -> Floats:
        """Return what endings of a hand are worth by the side whose chance it is, the maker's side
        and the points to it: float64[sides, sides, 2 * MOST_POINTS + 1]."""
        count = self.sides
        worth = np.zeros((count, count, 2 * MOST_POINTS + 1))
        for maker in range(count):
            for value in range(-MOST_POINTS, MOST_POINTS + 1):
                worth[:, maker, value + MOST_POINTS] = self.after(score_after(score, maker, value))
        return worth


def hands_of_a_game(count: int, shares: Sequence[Mapping[Score, Floats]]) -> float:
    """Return how many hands a game of so many sides takes, whoever deals first; see ``settle``."""
    order = sorted(shares[0], key=sum, reverse=True)
    takes = [dict.fromkeys(order, 0.0) for _ in shares]
    while True:
        moved = 0.0
        for score in order:
            for dealer, own in enumerate(shares):
                then = takes[(dealer + 1) % len(shares)]
                length = 1 + sum(
                    float(own[score][maker, value]) * then.get((*after[1:], after[0]), 0.0)
                    for maker, value in np.argwhere(own[score]).tolist()
                    for after in [score_after(score, maker, value - MOST_POINTS)])
                moved = max(moved, abs(length - takes[dealer][score]))
                takes[dealer][score] = length
        if moved < _STILL:
            return float(np.mean([own[(0,) * count] for own in takes]))


def point_worth(count: int) -> Floats:
    """Return what endings are worth where points a hand are counted, as ``WinChances.worth``."""
    worth = np.zeros((count, count, 2 * MOST_POINTS + 1))
    for side, maker in product(range(count), repeat=2):
        sign = 1 if side == maker else -1
        worth[side, maker] = sign * np.arange(-MOST_POINTS, MOST_POINTS + 1)
    return worth


def win_chances(count: int, ends: Callable[[Score], Floats]) -> WinChances:
    """Work out the chance to win from every score, for so many sides; ``ends`` as of ``ends_of``.
    """
    (found,) = by_dealer(count, 1)
    settle([found], [{score: ends(score) for score in scores(count)}])
    return found


def by_dealer(count: int, dealers: int) -> list[WinChances]:
    """Return even chances for every seat that deals, each followed by those of the next seat."""
    chances = np.full((dealers, *(GAME_POINTS,) * count, count), 0.5)
    return [WinChances(own, chances[(dealer + 1) % dealers]) for dealer, own in enumerate(chances)]


def settle(found: Sequence[WinChances], shares: Sequence[Mapping[Score, Floats]]) -> None:
    """Work out the chances to win from every score, of all hands together, in place.

    Howard, *Dynamic Programming and Markov Processes* (1960): values of a chain that ends, by
    successive approximation. ``shares`` (``float64[sides, values]`` by score): how hands end, as
    ``ends_of`` has it, by the seat that deals.
    """
    # From the end of the game backwards: most scores are right at the first visit.
    order = sorted(shares[0], key=sum, reverse=True)
    while True:
        before = [one.chances.copy() for one in found]
        for score in order:
            for one, own in zip(found, shares, strict=True):
                one.chances[score] = np.einsum("skv,kv->s", one.worth(score), own[score])
        if max(np.abs(one.chances - old).max()
               for one, old in zip(found, before, strict=True)) < _STILL:
            return


#: Games of the line-up, the most hands of one, and the parts that they come in.
_GAMES, _LONGEST, PARTS = 20_000, 1000, 16
#: How hands end at a score leans on so many hands of any score.
_LEANS_ON = 20
#: Points that a hand brings a side: 0 to 4.
_ENDS = 5
#: A table where all pass for ever wins nothing.
_MOST_VOID = 1 - 1e-9


def _count_ends(run: Run) -> Ints:
    """Count how hands end: int64[PARTS, scores, dealers, ends], the last by digits of points."""
    many, dealers = sides(len(run.players)), len(run.players)
    digits = _ENDS ** np.arange(many)[::-1]
    shape = (PARTS, GAME_POINTS**many, dealers, _ENDS**many)

    def read(paths: Paths) -> Ints:
        after = paths["score"][:, :many]
        before = np.zeros_like(after)
        before[1:] = after[:-1]
        before[paths.starts[:-1]] = 0
        part = (paths.first + paths.session) * PARTS // run.sessions
        cells = np.ravel_multi_index(
            (part, before @ digits, paths["dealer"], (after - before) @ digits), shape)
        return np.bincount(cells, minlength=int(np.prod(shape)))

    entries = {"score": (AT.score, dealers), "dealer": (AT.dealer, 1)}
    counted: Ints = np.sum(follow(run, entries, read, jobs=1).pieces, axis=0)
    return counted.reshape(shape)


def _shares(counts: Ints) -> Floats:
    """Return how often hands end in each way, with all parts and without each of them."""
    every = counts.sum(0)
    left = np.concatenate([every[None], every - counts]).astype(np.float64)
    anywhere = left.sum(1, keepdims=True)
    leant = left + _LEANS_ON * anywhere / np.maximum(anywhere.sum(-1, keepdims=True), 1)
    return leant / np.maximum(leant.sum(-1, keepdims=True), 1)


class ScoreChances:
    """Each side's chance to win a game of a line-up from any score; games are from its seed."""

    def __init__(self, run: Run) -> None:
        self.sides, self._dealers = sides(len(run.players)), len(run.players)
        shares = _shares(_count_ends(replace(run, sessions=_GAMES, hands=_LONGEST)))
        ends = [int(end) for end in np.flatnonzero(shares.sum((0, 1, 2))) if end]
        every = (GAME_POINTS,) * self.sides
        shares = shares.reshape(1 + PARTS, *every, *shares.shape[2:])
        #: float64[1 + PARTS, dealers, scores of the sides, sides]
        self._chances = np.zeros((1 + PARTS, self._dealers, *every, self.sides))
        for score in sorted(np.ndindex(every), key=sum, reverse=True):
            self._chances[:, :, *score] = self._at(np.array(score), shares[:, *score], ends)

    def _at(self, score: Ints, shares: Floats, ends: list[int]) -> Floats:
        """Return the chances at a score, float64[1 + PARTS, dealers, sides], by higher ones."""
        won = np.zeros((*shares.shape[:2], self.sides))
        for end in ends:
            gain = np.array(np.unravel_index(end, (_ENDS,) * self.sides))
            won += shares[..., end, None] * self._after(score + gain)
        # A void hand goes on with the next dealer, and after all of them with the first again.
        void = shares[..., 0, None].clip(max=_MOST_VOID)
        through = void.cumprod(axis=1)
        later = won[:, 0] + (through[:, :-1] * won[:, 1:]).sum(axis=1)
        later /= 1 - through[:, -1]
        for dealer in reversed(range(self._dealers)):
            won[:, dealer] += void[:, dealer] * later
            later = won[:, dealer]
        return won

    def _after(self, score: Ints) -> Floats:
        """Return the chances once a hand has left a score, by who dealt it."""
        if score.max() >= GAME_POINTS:
            # Sides that reach the end together have both won.
            return np.broadcast_to(
                (score >= GAME_POINTS).astype(np.float64),
                (1 + PARTS, self._dealers, self.sides))
        return np.roll(self._chances[:, :, *score], -1, axis=1)

    def replicas(self, scores: Ints, dealer: int, side: int) -> Floats:
        """Return a side's chance to win from scores, ``int64[U, sides]``, after a hand of a dealer,
        and what it is without each part of the games: ``float64[1 + PARTS, U]``."""
        return np.stack([self._after(score)[:, dealer, side] for score in scores], axis=1)
