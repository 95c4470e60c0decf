"""The chance to win a race from every score, worked out from how hands end there.

A game is a Markov chain over the score and who deals: hands are dealt afresh, so nothing else is
carried from one to the next.  Its values are found by successive approximation (Howard, *Dynamic
Programming and Markov Processes*, 1960), from high scores to low ones.

Scores stand by position, the eldest hand's first: the last position deals the next hand, and after
it every seat has moved up by one.

What is declared is solved for classes of scores: a seat that needs 12 points declares as one that
needs 11.  With two players the classes are the scores themselves as far as they differ much; with
more players they would be too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.branch.races import winner_of
from simulate.errors import BoneyardError
from simulate.games.loo.rules import GAME_POINTS
from simulate.machine.compiling import helper, inlined, kernel

#: The lowest score that is told apart, by the number of seats: a seat below counts as there.
FLOORS = {2: -15, 3: -12, 4: -5}
#: The highest: seats that are level at 15 or more play on, and rarely climb so far.
TOP = 18
#: The least need of each class, by the number of seats.
CUTS = {2: (*range(1, 16), 18, 22), 3: (1, 2, 3, 4, 6, 9, 13), 4: (1, 3, 6, 10)}


@dataclass(frozen=True)
class ScoreClasses:
    """The classes of the scores of a table. Raises ``BoneyardError`` if the cuts do not rise from
    1."""

    players: int
    cuts: tuple[int, ...]  #: the least number of points still needed in each class, ascending

    def __post_init__(self) -> None:
        if not self.cuts or self.cuts[0] != 1 or any(np.diff(self.cuts) <= 0):
            raise BoneyardError(f"score classes {self.cuts} do not rise from 1")

    @classmethod
    def of(cls, players: int) -> ScoreClasses:
        """Return the classes that tables of so many are solved for."""
        return cls(players, CUTS[players])

    @property
    def floor(self) -> int:
        """The lowest score that is told apart."""
        return FLOORS[self.players]

    @property
    def sizes(self) -> int:
        """Scores of a seat that are told apart where the chance to win is worked out."""
        return TOP - self.floor + 1

    @property
    def count(self) -> int:
        """How many classes there are: those of all seats together."""
        return len(self.cuts) ** self.players

    @cached_property
    def of_score(self) -> Ints:
        """The class of a seat by its score, from the floor up: int64[sizes]."""
        needs = np.maximum(GAME_POINTS - np.arange(self.floor, TOP + 1), 1)
        return np.searchsorted(self.cuts, needs, side="right") - 1

    def index(self, scores: Sequence[int]) -> int:
        """Return the number of a score, by position."""
        places = np.clip(scores, self.floor, TOP) - self.floor
        return int(np.ravel_multi_index(tuple(places), (self.sizes,) * self.players))

    def number(self, scores: Sequence[int]) -> int:
        """Return the class of a score, by position."""
        return int(self.of_scores[self.index(scores)])

    @cached_property
    def of_scores(self) -> Ints:
        """The class of every score by its number: int64[scores]."""
        places = np.indices((self.sizes,) * self.players).reshape(self.players, -1)
        return np.ravel_multi_index(tuple(self.of_score[places]), (len(self.cuts),) * self.players)

    def scores(self, number: int) -> tuple[int, ...]:
        """Return a score of a class, by position: the highest one."""
        own = np.unravel_index(number, (len(self.cuts),) * self.players)
        return tuple(GAME_POINTS - self.cuts[k] for k in own)

    def needs(self) -> list[tuple[int, ...]]:
        """Return the least needs of all classes, by position, in the order of their numbers."""
        return list(product(self.cuts, repeat=self.players))


#: The chances stand still once none moves by more; sweeps at most, for those that creep.
_STILL, _SWEEPS = 1e-6, 400
#: A score that comes up more rarely in a game is left out of account, and hands of a game at most.
_NEVER, _LONGEST = 1e-8, 300
#: Scores that never come up weigh so little in their class.
_LITTLE = 1e-9


@helper
def move_on(places: Any, gains: Any, size: int, target: int, after: Any) -> int:
    """Fill in the places of the seats after a hand; return who has won, -1 for nobody. Places and
    gains are by position of this hand, places after it by that of the next one."""
    players = len(places)
    for p in range(players):
        after[p] = places[p] + gains[p]
    won = winner_of(after, target)
    if won >= 0:
        return won
    above = 0
    for p in range(players):
        above = max(above, after[p] - size + 1)
    first = after[0]
    for p in range(players):
        score = after[p + 1] if p < players - 1 else first
        after[p] = max(score - above, 0)
    return -1


@inlined
def index_of(places: Any, size: int) -> int:
    """Return the number of a score."""
    index = 0
    for p in range(len(places)):
        index = index * size + places[p]
    return index


@inlined
def find_places(index: int, size: int, places: Any) -> None:
    """Fill in the places of the seats at the score of a number."""
    for p in range(len(places) - 1, -1, -1):
        places[p] = index % size
        index //= size


@kernel
def _after_hands(
    scores: Any, gains: Any, after_hand: Any, size: int, target: int, found: Any
) -> None:
    """Fill in the chances after hands: float64[scores, K, positions], by position of that hand."""
    players = scores.shape[1]
    after = np.zeros(players, np.int64)
    for i in range(len(scores)):
        for k in range(len(gains)):
            won = move_on(scores[i], gains[k], size, target, after)
            if won >= 0:
                found[i, k, won] = 1.0
                continue
            later = after_hand[index_of(after, size)]
            for p in range(players):
                found[i, k, p] = later[p - 1 if p > 0 else players - 1]


@kernel
def improve(
    chances: Any, after_hand: Any, gains: Any, shares: Any, of_scores: Any, size: int,
    target: int,
) -> float:
    """Work every chance out anew from the others, once; return by how much one moved at most.
    ``chances``, ``after_hand`` (float64[scores, positions]): before this hand, and the next.
    ``shares`` (float64[classes, K, positions]): how often hands end so, by whose chance is worked
    out. ``size``: scores of a seat. ``target``: the place of the one that wins."""
    players = gains.shape[1]
    places, after = np.zeros(players, np.int64), np.zeros(players, np.int64)
    found, moved = np.zeros(players), 0.0
    happens = np.zeros(shares.shape[:2], np.bool_)
    for c in range(len(shares)):
        for k in range(len(gains)):
            happens[c, k] = shares[c, k].sum() > 0.0
    for index in range(len(chances) - 1, -1, -1):
        find_places(index, size, places)
        if winner_of(places, target) >= 0:
            continue
        c = of_scores[index]
        own = shares[c]
        found[:] = 0.0
        for k in range(len(gains)):
            if not happens[c, k]:
                continue
            won = move_on(places, gains[k], size, target, after)
            if won >= 0:
                found[won] += own[k, won]
                continue
            later = after_hand[index_of(after, size)]
            for p in range(players):
                found[p] += own[k, p] * later[p - 1 if p > 0 else players - 1]
        for p in range(players):
            moved = max(moved, abs(found[p] - chances[index, p]))
            chances[index, p] = found[p]
    return moved


@kernel
def pass_on(
    now: Any, gains: Any, shares: Any, of_scores: Any, size: int, target: int, then: Any
) -> None:
    """Play a hand from every score: add up in ``then`` how often each comes after it, both
    float64[scores], by ``shares``, float64[classes, K]; the others as for ``improve``."""
    players = gains.shape[1]
    places, after = np.zeros(players, np.int64), np.zeros(players, np.int64)
    for index in range(len(now)):
        if now[index] < _NEVER:
            continue
        find_places(index, size, places)
        own = shares[of_scores[index]]
        for k in range(len(gains)):
            if own[k] > 0.0 and move_on(places, gains[k], size, target, after) < 0:
                then[index_of(after, size)] += now[index] * own[k]


@kernel
def add_worths(
    after_hand: Any, weights: Any, gains: Any, of_scores: Any, size: int, target: int,
    worths: Any, total: Any,
) -> None:
    """Add up, over the scores of each class, the chances after every ending of a hand there, in
    ``worths``, float64[classes, K, positions], by how often a game comes to a score, ``weights``;
    and these in ``total``, float64[classes]. The others as for ``improve``."""
    players = gains.shape[1]
    places, after = np.zeros(players, np.int64), np.zeros(players, np.int64)
    for index in range(len(after_hand)):
        find_places(index, size, places)
        if winner_of(places, target) >= 0:
            continue
        c, weight = of_scores[index], weights[index] + _LITTLE
        total[c] += weight
        for k in range(len(gains)):
            won = move_on(places, gains[k], size, target, after)
            if won >= 0:
                worths[c, k, won] += weight
                continue
            later = after_hand[index_of(after, size)]
            for p in range(players):
                worths[c, k, p] += weight * later[p - 1 if p > 0 else players - 1]


class WinChances:
    """The chance of every position to win, from every score before a hand. ``gains`` (``int64[K,
    positions]``): what hands can bring. ``chances`` (``float64[scores, positions]``): even at
    first; ``after_hand`` those before the hand that comes next, the same array where it does not
    matter who deals. ``visits`` (``float64[scores]``): how often a game comes to a score."""

    def __init__(self, classes: ScoreClasses, gains: Ints) -> None:
        self.classes, self.gains = classes, gains
        players, states = classes.players, classes.sizes**classes.players
        self.chances = self.after_hand = np.full((states, players), 1 / players)
        self.visits = np.zeros(states)
        self.rules = (classes.of_scores, classes.sizes, GAME_POINTS - classes.floor)

    def at(self, scores: Sequence[int]) -> Floats:
        """Return the chance of every position at a score, by position: float64[positions]."""
        return self.chances[self.classes.index(scores)]

    def after(self, scores: Sequence[int], gains: Sequence[int]) -> Floats:
        """Return the chance of every position after a hand, by the positions of that hand."""
        return self.after_hands([scores], np.array([gains]))[0, 0]

    def after_hands(self, scores: Sequence[Sequence[int]], gains: Ints | None = None) -> Floats:
        """Return the same for some scores: float64[scores, K, positions]. ``gains``: what the hands
        bring; all that they can when not given."""
        gains, floor = self.gains if gains is None else gains, self.classes.floor
        found = np.zeros((len(scores), *gains.shape))
        places = (np.array(scores, np.int64) - floor).clip(min=0)
        _after_hands(places, gains, self.after_hand, self.classes.sizes, GAME_POINTS - floor, found)
        return found

    def worths(self) -> Floats:
        """Return what every ending is worth in each class: float64[classes, K, positions]. The mean
        of the chances that it leaves, over the scores by how often games come there."""
        worths = np.zeros((self.classes.count, *self.gains.shape))
        total = np.zeros(self.classes.count)
        add_worths(self.after_hand, self.visits, self.gains, *self.rules, worths, total)
        return worths / np.where(total > 0, total, 1.0)[:, None, None]

    def class_visits(self) -> Floats:
        """Return how often a game comes to each class: float64[classes]."""
        return np.bincount(
            self.classes.of_scores, self.visits, self.classes.count).astype(np.float64)


def by_dealer(classes: ScoreClasses, gains: Ints, dealers: int) -> list[WinChances]:
    """Return chances for every seat that deals, each followed by those of the next seat. One dealer
    stands for all where seats are alike."""
    found = [WinChances(classes, gains) for _ in range(dealers)]
    for dealer, own in enumerate(found):
        own.after_hand = found[(dealer + 1) % len(found)].chances
    return found


def settle(dealers: Sequence[WinChances], shares: Sequence[Floats]) -> None:
    """Work the chances of all hands out together, each followed by those of the next dealer.
    ``shares`` (``float64[classes, K]`` or ``float64[classes, K, positions]`` each): how often hands
    end in which way; by the position whose chance it is, where one plays otherwise."""
    players = dealers[0].classes.players
    by_position = [
        np.ascontiguousarray(
            own if own.ndim == 3 else np.repeat(own[..., None], players, axis=2))
        for own in shares]
    for _ in range(_SWEEPS):
        if max(improve(one.chances, one.after_hand, one.gains, own, *one.rules)
               for one, own in zip(dealers, by_position, strict=True)) < _STILL:
            return


def count_visits(dealers: Sequence[WinChances], shares: Sequence[Floats]) -> None:
    """Work out how often a game comes to every score of all hands (``settle``). Each of the dealers
    deals the first hand of as many games."""
    first = dealers[0]
    now = [np.zeros(len(one.visits)) for one in dealers]
    for one, own in zip(dealers, now, strict=True):
        own[first.classes.index([0] * first.classes.players)] = 1 / len(dealers)
        one.visits[:] = 0.0
    for _ in range(_LONGEST):
        for one, own in zip(dealers, now, strict=True):
            one.visits += own
        later = [np.zeros_like(own) for own in now]
        for one, own, share, then in zip(dealers, now, shares, later, strict=True):
            pass_on(own, one.gains, share, *one.rules, then)
        now = [later[-1], *later[:-1]]
        if sum(float(own.sum()) for own in now) < _NEVER * len(now[0]) ** 0.5:
            return
