"""The chance to win a game of Euchre from every score, from how hands end there.

A game is a Markov chain over the score and the dealer: each hand is dealt afresh, so nothing else
is carried from one hand to the next.  Points only grow, but a void hand leaves them as they are
while the deal passes on; the chances are worked out by going over all scores until they stand
still.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from simulate.books.tally import Floats
from simulate.games.euchre.hand import GAME_POINTS
from simulate.solving.euchre.forked_deals import MOST_POINTS, ForkedDeals, Small, sides

#: The chances stand still once nothing moves by more.
_STILL = 1e-12

Score = tuple[int, ...]


def scores(count: int) -> Iterator[Score]:
    """Yield every score of so many sides before a hand; side 0 is that of the eldest hand."""
    yield from product(range(GAME_POINTS), repeat=count)


def ends_of(deals: ForkedDeals, calls: Small) -> Floats:
    """Return how often hands end in each way.

    Returns
    -------
    float64[sides, 2 * MOST_POINTS + 1]
        Shares of the deals by the maker's side and the points to it, from the negative of
        MOST_POINTS up; a void hand counts for side 0 with no points.
    """
    count = sides(deals.players)
    outcome = deals.outcome(calls)
    maker = np.where(outcome.maker < 0, 0, outcome.maker % count)
    cells = maker * (2 * MOST_POINTS + 1) + outcome.value + MOST_POINTS
    counted = np.bincount(cells, minlength=count * (2 * MOST_POINTS + 1))
    share: Floats = counted.reshape(count, -1) / len(deals)
    return share


def score_after(score: Sequence[int], maker: int, value: int) -> Score:
    """Return the score of each side after a hand."""
    if value >= 0:
        return tuple(own + value * (side == maker) for side, own in enumerate(score))
    return tuple(own - value * (side != maker) for side, own in enumerate(score))


@dataclass(frozen=True)
class WinChances:
    """The chance of each side to win from every score, before the deal.

    Attributes
    ----------
    chances : float64[5, ..., 5, sides]
        The last index is the side whose chance it is, the others are the points of the sides, that
        of the eldest hand first.  Sides that reach the end together have both won.
    after_hand : float64[5, ..., 5, sides], optional
        Those before the hand that comes next, where it matters who deals.
    """

    chances: Floats
    after_hand: Floats | None = None

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return self.chances.ndim - 1

    def after(self, score: Sequence[int]) -> Floats:
        """Return each side's chance after a hand that leaves a score: float64[sides]."""
        if max(score) >= GAME_POINTS:
            over: Floats = (np.array(score) >= GAME_POINTS).astype(np.float64)
            return over
        # The deal passes on: the side that was eldest hand comes last in the next hand.
        then = self.chances if self.after_hand is None else self.after_hand
        later: Floats = np.roll(then[(*score[1:], score[0])], 1)
        return later

    def worth(self, score: Sequence[int]) -> Floats:
        """Return what endings of a hand are worth: float64[sides, sides, 2 * MOST_POINTS + 1].

        By the side whose chance it is, the maker's side and the points to it.
        """
        count = self.sides
        worth = np.zeros((count, count, 2 * MOST_POINTS + 1))
        for maker in range(count):
            for value in range(-MOST_POINTS, MOST_POINTS + 1):
                worth[:, maker, value + MOST_POINTS] = self.after(
                    score_after(score, maker, value))
        return worth


def hands_of_a_game(count: int, shares: Sequence[Mapping[Score, Floats]]) -> float:
    """Return how many hands a game takes on average, whoever deals first.

    Parameters
    ----------
    count : int
        Sides.
    shares : sequence of mapping of Score to float64[sides, values]
        How hands end at every score: by the seat that deals, or one that holds for all.
    """
    order = sorted(shares[0], key=sum, reverse=True)
    takes = [dict.fromkeys(order, 0.0) for _ in shares]
    while True:
        moved = 0.0
        for score in order:
            for dealer, own in enumerate(shares):
                then = takes[(dealer + 1) % len(shares)]
                length = 1 + sum(
                    share * then.get((*after[1:], after[0]), 0.0)
                    for share, after in _scores_after(count, score, own[score]))
                moved = max(moved, abs(length - takes[dealer][score]))
                takes[dealer][score] = length
        if moved < _STILL:
            return float(np.mean([own[(0,) * count] for own in takes]))


def _scores_after(count: int, score: Score, shares: Floats) -> Iterator[tuple[float, Score]]:
    """Yield how often a hand leaves which score."""
    for maker, value in product(range(count), range(-MOST_POINTS, MOST_POINTS + 1)):
        share = float(shares[maker, value + MOST_POINTS])
        if share:
            yield share, score_after(score, maker, value)


def largest_error(hands: float, chance: float, deals: int) -> float:
    """Return the largest standard error that a chance to win can have.

    How hands end at a score was counted on some deals, the same ones at every score: see
    ``simulate.solving.loo.races.win_chances.largest_error``.

    Parameters
    ----------
    hands : float
        Of a game.
    chance : float
    deals : int
    """
    return float((hands * chance * (1 - chance) / deals) ** 0.5)


def point_worth(count: int) -> Floats:
    """Return what endings are worth where points a hand are counted, as ``WinChances.worth``."""
    worth = np.zeros((count, count, 2 * MOST_POINTS + 1))
    for side, maker in product(range(count), repeat=2):
        sign = 1 if side == maker else -1
        worth[side, maker] = sign * np.arange(-MOST_POINTS, MOST_POINTS + 1)
    return worth


def win_chances(count: int, ends: Callable[[Score], Floats]) -> WinChances:
    """Work out the chance to win from every score.

    Parameters
    ----------
    count : int
        Sides.
    ends : callable
        How hands end at a score, as ``ends_of`` has it.

    Notes
    -----
    Howard, *Dynamic Programming and Markov Processes* (1960): values of a chain that ends, by
    successive approximation.
    """
    found = WinChances(_even(count))
    settle([found], [{score: ends(score) for score in scores(count)}])
    return found


def _even(count: int) -> Floats:
    return np.full((GAME_POINTS,) * count + (count,), 0.5)


def by_dealer(count: int, dealers: int) -> list[WinChances]:
    """Return chances for every seat that deals, each followed by those of the next seat."""
    chances = [_even(count) for _ in range(dealers)]
    return [WinChances(own, chances[(dealer + 1) % dealers]) for dealer, own in enumerate(chances)]


def settle(found: Sequence[WinChances], shares: Sequence[Mapping[Score, Floats]]) -> None:
    """Work out the chances to win from every score, of all hands together.

    Parameters
    ----------
    found : sequence of WinChances
        Changed in place.
    shares : sequence of mapping of Score to float64[sides, values]
        How hands end at every score, as ``ends_of`` has it.
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
