"""The chance to win a race to a score, from every score: one Markov chain for all games.

A state is who deals and the score before the hand, by position, the eldest hand's first. A hand
adds one of a few gains; then the deal passes on, so that every position moves up by one. Hands are
dealt afresh: nothing else is carried from one to the next. The values are found by successive
approximation (Howard, *Dynamic Programming and Markov Processes*, 1960).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.machine.compiling import helper, inlined, kernel

#: Sweeps at most, for values that creep.
_SWEEPS = 4000
#: A score that comes up more rarely in a game is left out of account, and hands of a game at most.
_NEVER, _LONGEST = 1e-8, 300
#: Scores that never come up weigh so little in the mean of their class.
_LITTLE = 1e-9


@inlined
def winners(score: Any, target: int, shared: int) -> int:
    """Return the set of those who have won: at the target, and alone ahead unless it is shared."""
    most, won = -(1 << 40), 0
    for p in range(len(score)):
        if shared:
            won |= int(score[p] >= target) << p
        elif score[p] >= most:
            won = int(score[p] > most and score[p] >= target) << p
            most = score[p]
    return won


@helper
def _next(score: Any, gain: Any, size: int, target: int, shared: int, after: Any) -> int:
    """Play a hand; return the state before the next one, or ``~won``, the set of those who have
    won. ``after``: room for a score."""
    players = len(score)
    for p in range(players):
        after[p] = score[p] + gain[p]
    won = winners(after, target, shared)
    if won:
        return ~won
    above, state = 0, 0
    for p in range(players):
        above = max(above, after[p] - size + 1)
    for p in range(players):
        state = state * size + max(after[p + 1 if p < players - 1 else 0] - above, 0)
    return state


@inlined
def _value(then: int, later: Any, p: int) -> float:
    """Return the chance of a position after a hand that leads to a state, or to the end."""
    if then < 0:
        return float(~then >> p & 1)
    return later[then, p - 1 if p > 0 else later.shape[1] - 1]


@kernel
def _improve(
    value: Any, later: Any, scores: Any, gains: Any, ends: Any, happens: Any, of_state: Any,
    size: int, target: int, shared: int,
) -> float:
    """Work every chance out from the others, in place, downwards; return the largest change."""
    players, moved = gains.shape[1], 0.0
    after, found = np.zeros(players, np.int64), np.zeros(players)
    for state in range(len(value) - 1, -1, -1):
        if winners(scores[state], target, shared):
            continue
        own = of_state[state]
        found[:] = 0.0
        for k in range(len(gains)):
            if happens[own, k]:
                then = _next(scores[state], gains[k], size, target, shared, after)
                for p in range(players):
                    found[p] += ends[own, k, p] * _value(then, later, p)
        for p in range(players):
            moved = max(moved, abs(found[p] - value[state, p]))
            value[state, p] = found[p]
    return moved


@kernel
def _pass_on(
    now: Any, scores: Any, gains: Any, ends: Any, of_state: Any, size: int, target: int,
    shared: int, then: Any,
) -> None:
    """Play a hand in every state: add up in ``then`` how often each state comes after it."""
    after = np.zeros(gains.shape[1], np.int64)
    for state in range(len(now)):
        if now[state] >= _NEVER:
            own = of_state[state]
            for k in range(len(gains)):
                to = -1 if ends[own, k, 0] == 0.0 else _next(
                    scores[state], gains[k], size, target, shared, after)
                if to >= 0:
                    then[to] += now[state] * ends[own, k, 0]


@kernel
def _add_values(
    later: Any, scores: Any, gains: Any, weights: Any, rows: Any, size: int, target: int,
    shared: int, total: Any,
) -> None:
    """Add up the chances after every gain at some scores, by weight, in rows of ``total``."""
    after = np.zeros(gains.shape[1], np.int64)
    for i in range(len(scores)):
        if weights[i] > 0.0:
            for k in range(len(gains)):
                then = _next(scores[i], gains[k], size, target, shared, after)
                for p in range(gains.shape[1]):
                    total[rows[i], k, p] += weights[i] * _value(then, later, p)


class ScoreChain:
    """The chances to win a race. Whoever reaches the ``target`` and is alone ahead wins, or, if
    wins are ``shared``, whoever reaches it.

    ``gains`` (``int64[K, positions]``): what hands can bring. Scores below the ``floor`` count as
    there; where the leader is above the ``top``, all count as so much lower. ``dealers``: seats
    whose deals are kept apart, each followed by the next; one stands for all where seats are alike.
    ``of_state`` (``int64[states]``): the class of each state, by which ends of hands are known;
    itself if not given. ``still``: chances stand still once none moves by more.

    ``chances`` (``float64[dealers, states, positions]``): even at first. ``visits``
    (``float64[dealers, states]``): how often a game comes to a state.
    """

    def __init__(
        self, gains: Ints, target: int, floor: int, top: int, dealers: int = 1,
        shared: bool = False, of_state: Ints | None = None, still: float = 1e-12,
    ) -> None:
        self.gains, (_, players) = gains, gains.shape
        self.players, self.floor, self.size, self.still = players, floor, top - floor + 1, still
        self.shape = (self.size,) * players
        states = self.size**players
        self.of_state = np.arange(states) if of_state is None else of_state
        self.chances = np.full((dealers, states, players), 1 / players)
        self.visits = np.zeros((dealers, states))
        self._rules = self.size, target - floor, int(shared)

    @cached_property
    def _scores(self) -> Any:
        """The scores of all states, above the floor: int64[states, positions]."""
        return np.ascontiguousarray(np.indices(self.shape).reshape(self.players, -1).T)

    def index(self, score: Sequence[int]) -> int:
        """Return the number of a state by its score."""
        places = np.clip(score, self.floor, self.floor + self.size - 1) - self.floor
        return int(np.ravel_multi_index(tuple(places), self.shape))

    def at(self, score: Sequence[int], dealer: int = 0) -> Floats:
        """Return the chance of every position at a score: float64[positions]."""
        found: Floats = self.chances[dealer, self.index(score)]
        return found

    def after(self, scores: Any, gains: Ints | None = None, dealer: int = 0) -> Floats:
        """Return the chances after hands at some scores, by position of that hand: float64[scores,
        K, positions]. ``gains``: what the hands bring; all that they can if not given."""
        gains = self.gains if gains is None else gains
        places = (np.array(scores, np.int64) - self.floor).clip(min=0)
        found = np.zeros((len(places), *gains.shape))
        _add_values(self._later(dealer), places, gains, np.ones(len(places)),
                    np.arange(len(places)), *self._rules, found)
        return found

    def after_of(self, scores: Ints, dealer: int, seat: int) -> Floats:
        """Return the chance of a seat at the scores that a dealer's hand has left."""
        turned, nothing = np.roll(scores, -dealer - 1, axis=1), np.zeros_like(self.gains[:1])
        found = self.after(turned, nothing, dealer % len(self.chances))
        return found[:, 0, (seat - dealer - 1) % self.players]

    def worths(self, dealer: int = 0) -> Floats:
        """Return the mean worth of gains by class: float64[classes, K, positions]."""
        _, target, shared = self._rules
        best = self._scores.max(axis=1, keepdims=True)
        alone = shared | ((self._scores == best).sum(axis=1) == 1)
        is_over = (best[:, 0] >= target) & alone
        weights = np.where(is_over, 0.0, self.visits[dealer] + _LITTLE)
        worths = np.zeros((int(self.of_state.max()) + 1, *self.gains.shape))
        _add_values(self._later(dealer), self._scores, self.gains, weights, self.of_state,
                    *self._rules, worths)
        total = np.bincount(self.of_state, weights, len(worths))
        return worths / np.where(total > 0, total, 1.0)[:, None, None]

    def settle(self, ends: Sequence[Floats]) -> Floats:
        """Return the ``chances``, worked out from how hands end, by dealer: float64[classes, K]."""
        each = [(self._later(dealer), self._scores, self.gains, own, own.any(axis=2), self.of_state)
                for dealer, own in enumerate(map(self._by_position, ends))]
        for _ in range(_SWEEPS):
            if max(_improve(value, *own, *self._rules)
                   for value, own in zip(self.chances, each, strict=True)) < self.still:
                break
        return self.chances

    def count_visits(self, ends: Sequence[Floats]) -> Floats:
        """Return the ``visits`` by how hands end; each dealer begins as many games."""
        each = list(map(self._by_position, ends))
        now = np.zeros_like(self.visits)
        now[:, self.index([0] * self.players)] = 1 / len(now)
        self.visits[:] = 0.0
        for _ in range(_LONGEST):
            self.visits += now
            then = np.zeros_like(now)
            for dealer, own in enumerate(each):
                _pass_on(now[dealer], self._scores, self.gains, own, self.of_state, *self._rules,
                         then[(dealer + 1) % len(then)])
            now = then
            if now.sum() < _NEVER * now.shape[1] ** 0.5:
                break
        return self.visits

    def _later(self, dealer: int) -> Floats:
        later: Floats = self.chances[(dealer + 1) % len(self.chances)]
        return later

    def _by_position(self, ends: Floats) -> Floats:
        each = ends if ends.ndim == 3 else ends[..., None]
        return np.ascontiguousarray(np.broadcast_to(each, (*ends.shape[:2], self.players)))


@dataclass(frozen=True)
class ScoreChanges:
    """The ways in which a hand can change the score."""

    gains: Ints  #: int64[K, positions]: points
    number: Ints  #: int64[leaves, outcomes]: which of them an ending brings

    def shares(self, ends: Floats) -> Floats:
        """Return how often the score changes so: float64[K], from float64[leaves, outcomes]."""
        found = np.zeros(len(self.gains))
        np.add.at(found, self.number.ravel(), ends.ravel())
        return found


def largest_error(hands: float, chance: float, deals: int) -> float:
    """Return the largest standard error that a chance to win can have.

    How hands end was counted on some deals, the same ones at every score. All hands of a game
    together move a chance ``p`` by a variance of ``p (1 - p)``. If the errors of the hands of a
    game, ``H`` of them, were all the same, the chance had a standard error of ``sqrt(H p (1 - p) /
    deals)``; by the Cauchy-Schwarz inequality it has no larger one.
    """
    return float((hands * chance * (1 - chance) / deals) ** 0.5)
