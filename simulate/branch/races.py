"""The chance to win a game that is a race to a score, from every score that a hand can leave.

The hands of a line-up are played once, in whole games; what each brings to all seats is kept,
by dealer.  From a score on, games are made of such hands drawn anew: this is plain simulation,
but for one thing: how hands go does not depend on the score from which they are played, beyond
what it does on average.  Strategies that play to the score are taken to play as they do in
those games as a whole.

All scores are played from with the same draws, so that what one score is worth above another
is far surer than either alone.  The games come in parts, each with hands of its own; every
chance is worked out again without each part (a delete-a-group jackknife, as later pools are).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.layouts import copy_into

#: Parts, games of each from every score, and draws of hands before they come again.
PARTS, _GAMES, _DRAWS = 16, 512, 64
#: A game that is not over after so many hands is nobody's.
_LONGEST = 1000
_SEED = 20


@inlined
def winner_of(score: Any, target: int) -> int:
    """Return who has most, and so many at least; -1 while nobody has, or several have as many."""
    most, ahead = -(1 << 40), -1
    for seat in range(len(score)):
        if score[seat] > most:
            most, ahead = score[seat], seat
        elif score[seat] == most:
            ahead = -1
    return ahead if most >= target else -1


@helper
def _play_game(
    gains: Any, draws: Any, part: int, game: int, dealers: int, dealer: int, target: int, score: Any
) -> int:
    """Play a game from a score, which is changed; return who wins, or -1 if it takes too long."""
    for number in range(_LONGEST):
        winner = winner_of(score, target)
        if winner >= 0:
            return winner
        # Where the draws run out they begin again, from the place of another game.
        row = (game + 7919 * (number // _DRAWS)) % draws.shape[1]
        drawn = draws[part, row, number % _DRAWS]
        for seat in range(len(score)):
            score[seat] += gains[dealer, part, drawn, seat]
        dealer = dealer + 1 if dealer < dealers - 1 else 0
    return -1


@kernel
def _play_games(
    gains: Any, draws: Any, scores: Any, dealers: int, dealer: int, target: int, won: Any
) -> None:
    """Play games from every score, and count who wins: see ``Race``."""
    score = np.zeros(gains.shape[3], np.int64)
    for u in range(len(scores)):
        for part in range(gains.shape[1]):
            for game in range(draws.shape[1]):
                copy_into(score, scores[u])
                winner = _play_game(gains, draws, part, game, dealers, dealer, target, score)
                if winner >= 0:
                    won[u, part, winner] += 1


class Race:
    """Chances to win a race from any score: who has most and the target wins, several play on.

    ``gains`` are, by dealing seat, what hands brought to every seat: int64[hands, seats].
    """

    def __init__(self, gains: list[Ints], target: int) -> None:
        each = min(len(hands) for hands in gains) // PARTS
        self._gains = np.array([hands[: each * PARTS].reshape(PARTS, each, -1) for hands in gains])
        self._target = target
        rng = np.random.default_rng(_SEED)
        self._draws = rng.integers(0, each, (PARTS, _GAMES, _DRAWS))
        self._known: dict[tuple[int, ...], Floats] = {}

    def replicas(self, scores: Ints, dealer: int, seat: int) -> Floats:
        """Return a seat's chance to win from scores, int64[U, seats]: float64[1 + PARTS, U]."""
        keys = [(dealer, *map(int, score)) for score in scores]
        new = [k for k, key in enumerate(keys) if key not in self._known]
        won = np.zeros((len(new), PARTS, self._gains.shape[3]), np.int64)
        _play_games(self._gains, self._draws, scores[new], len(self._gains), dealer, self._target,
                    won)
        for k, counts in zip(new, won, strict=True):
            self._known[keys[k]] = counts / _GAMES
        parts = np.array([self._known[key][:, seat] for key in keys])
        mean = parts.mean(1)
        without = (PARTS * mean[:, None] - parts) / (PARTS - 1)
        return np.concatenate([mean[:, None], without], axis=1).T
