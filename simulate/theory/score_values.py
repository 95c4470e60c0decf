"""The chance to win a game that is a race to a score, from every score that a hand can leave.

The hands of a line-up are played once, in whole games; what each brings to all sides is kept, by
dealer.  From a score on, games are made of such hands drawn anew.  In a short game how hands go
depends on the score: there they are drawn from those that were played at it, and with few of these
from all others too.  In longer games strategies that play to the score are taken to play as they
do on average.

All scores are played from with the same draws, so that what one score is worth above another
is far surer than either alone.  The games come in parts, each with hands of its own; every
chance is worked out again without each part (a delete-a-group jackknife, as later pools are).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.games.game import Game, find_game
from simulate.machine.compiling import helper, kernel
from simulate.machine.table import copy_into
from simulate.runs.follow import Paths, follow, values_of
from simulate.runs.run import Progress, Run
from simulate.theory.chain import winners

#: Parts, games of each from every score, and draws of hands before they come again.
PARTS, _GAMES, _DRAWS = 16, 512, 64
#: A game that is not over after so many hands is nobody's.
_LONGEST = 1000
_SEED = 20
#: The most scores by which hands are told apart, and how many hands at any score count beside those
#: that were played at one.
_SCORES, _OTHERS = 125, 2


@helper
def _play_game(
    gains: Any, starts: Any, draws: Any, part: int, game: int, dealer: int, target: int,
    shared: int, score: Any, maker: int,
) -> int:
    """Play a game from a score, which is changed; return who has won, a set: nobody if it takes too
    long. ``maker``: the side that alone wins if it is among them, -1 for none."""
    each, scores = gains.shape[2], starts.shape[2] - 1
    for number in range(_LONGEST):
        won = winners(score, target, shared)
        if won:
            return 1 << maker if maker >= 0 and won >> maker & 1 else won
        # Where the draws run out they begin again, from the place of another game.
        row = (game + 7919 * (number // _DRAWS)) % draws.shape[1]
        drawn, at = draws[part, row, number % _DRAWS], 0
        if scores > 1:
            for side in range(len(score)):
                at = at * target + max(score[side], 0)
            first, many = starts[dealer, part, at], starts[dealer, part, at + 1]
            own = first + drawn * (many - first + _OTHERS) // each
            drawn = own if own < many else drawn * 7919 % each
        for side in range(len(score)):
            score[side] += gains[dealer, part, drawn, side]
        maker = gains[dealer, part, drawn, len(score)]
        dealer = dealer + 1 if dealer < len(gains) - 1 else 0
    return 0


@kernel
def _play_games(
    gains: Any, starts: Any, draws: Any, scores: Any, dealer: int, target: int, shared: int,
    won: Any,
) -> None:
    """Play games from every score, and count who wins: see ``ScoreValues``."""
    score = np.zeros(gains.shape[3] - 1, np.int64)
    for u in range(len(scores)):
        for part in range(gains.shape[1]):
            for game in range(draws.shape[1]):
                copy_into(score, scores[u, : len(score)])
                found = _play_game(gains, starts, draws, part, game, dealer, target, shared, score,
                                   scores[u, len(score)])
                for side in range(len(score)):
                    won[u, part, side] += found >> side & 1


def sides_of(game: Game, positions: Ints, begins: Any, players: int) -> Ints:
    """Return the sides of some positions, -1 for -1. ``begins``: the row's entry of that name."""
    seats = (positions + begins + game.begins[1]) % players
    return np.where(positions < 0, -1, seats % 2 if game.partners(players) else seats)


def gained(hands: Paths, run: Run) -> Ints:
    """Return the points that each seat gained in each hand: int64[hands, seats]."""
    value = hands["value"]
    return value if find_game(run.game).can_lose else value.clip(min=0)


def before(hands: Paths, gained: Ints) -> Ints:
    """Return what each seat had gained before each hand of its session: int64[hands, seats]."""
    upto = np.cumsum(gained, axis=0) - gained
    return upto - np.repeat(upto[hands.starts[:-1]], hands.lengths, axis=0)


class ScoreValues:
    """Chances to win a race from any score: who has most and the target wins, several play on, or,
    if wins are ``shared``, whoever has the target.

    ``gains`` are, by dealing seat, what hands brought to every side: int64[hands, sides];
    ``before`` are the scores at which they were played, ``makers`` the sides that made trump,
    which alone win if several have the target: int64[hands].
    """

    def __init__(
        self, gains: Sequence[Ints], target: int, before: Sequence[Ints] | None = None,
        shared: bool = False, makers: Sequence[Ints] | None = None,
    ) -> None:
        each, sides = min(map(len, gains)) // PARTS, gains[0].shape[1]
        if makers is None:
            makers = [np.full(len(own), -1) for own in gains]
        gains = [np.column_stack(both) for both in zip(gains, makers, strict=True)]
        scores = target**sides if before is not None and target**sides <= _SCORES else 1
        self._gains = np.zeros((len(gains), PARTS, each, sides + 1), np.int64)
        self._starts = np.zeros((len(gains), PARTS, scores + 1), np.int64)
        for dealer, part in np.ndindex(self._gains.shape[:2]):
            own, at = slice(part * each, part * each + each), np.zeros(each, np.int64)
            if before is not None and scores > 1:
                at = before[dealer][own].clip(0) @ target ** np.arange(sides)[::-1]
            self._gains[dealer, part] = gains[dealer][own][np.argsort(at, kind="stable")]
            self._starts[dealer, part, 1:] = np.cumsum(np.bincount(at, minlength=scores))
        self._rules = target, int(shared)
        rng = np.random.default_rng(_SEED)
        self._draws = rng.integers(0, each, (PARTS, _GAMES, _DRAWS))
        self._known: dict[tuple[int, ...], Floats] = {}

    @classmethod
    def of(cls, run: Run, progress: Progress | None = None) -> ScoreValues:
        """Play the games of a run, and return the race of its table; partners are one side."""
        game, players = find_game(run.game), len(run.players)
        sides, ends = 2 if game.partners(players) else players, game.ends(run.rules)

        def read(paths: Paths) -> Ints:
            value = gained(paths, run)[:, :sides]
            makers = sides_of(game, paths["maker"], paths["begins"], players)
            return np.column_stack([paths["begins"], before(paths, value), value, makers])

        entries = {"begins": (game.begins[0], 1), "maker": (game.maker or 0, 1)}
        hands = np.concatenate(follow(
            run, {**values_of(run), **entries}, read, 1, progress=progress).pieces)
        by_dealer = [hands[hands[:, 0] == seat, 1:] for seat in range(players)]
        return cls([own[:, sides:-1] for own in by_dealer], game.points(run.rules) or 0,
                   [own[:, :sides] for own in by_dealer],
                   game.maker_wins or bool(ends and ends.shared),
                   [own[:, -1] for own in by_dealer] if game.maker_wins else None)

    def replicas(self, scores: Ints, dealer: int, seat: int) -> Floats:
        """Return a seat's chance to win from scores: float64[1 + PARTS, scores]."""
        sides = self._gains.shape[3] - 1
        scores = np.insert(scores, scores.shape[1], -1, axis=1)[:, : sides + 1]
        keys = [(dealer, *map(int, score)) for score in scores]
        new = [k for k, key in enumerate(keys) if key not in self._known]
        won = np.zeros((len(new), PARTS, sides), np.int64)
        _play_games(self._gains, self._starts, self._draws, scores[new], dealer, *self._rules, won)
        for k, counts in zip(new, won, strict=True):
            self._known[keys[k]] = counts / _GAMES
        parts = np.array([self._known[key][:, seat] for key in keys])
        mean = parts.mean(1)
        without = (PARTS * mean[:, None] - parts) / (PARTS - 1)
        return np.concatenate([mean[:, None], without], axis=1).T
