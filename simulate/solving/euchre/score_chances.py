"""The chance to win a game of Euchre from every score and dealer, from games of a line-up.

A game is a Markov chain over the score and the dealer (``win_chances``).  How hands end is counted
in games of the line-up, by the score at which they were played: so strategies that play to the
score are taken as they are.  A score that few games came through leans on how that dealer's hands
end at any score.  This takes far fewer games than to count how often each score was won from.

The games come in parts, and everything is worked out again without each (a delete-a-group
jackknife), so that the error of the chances is known.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.games.euchre.hand import GAME_POINTS
from simulate.games.euchre.row import AT
from simulate.runs.follow import Paths, follow
from simulate.runs.run import Run

#: Games of the line-up, the most hands of one, and the parts that they come in.
_GAMES, _LONGEST, PARTS = 20_000, 1000, 16
#: How hands end at a score leans on so many hands of any score.
_LEANS_ON = 20
#: Points that a hand brings a side: 0 to 4.
_ENDS = 5
#: A table where all pass for ever wins nothing.
_MOST_VOID = 1 - 1e-9


def sides_of(players: int) -> int:
    """Return how many sides there are: partners are one."""
    return 2 if players == 4 else players


def _count_ends(run: Run) -> Ints:
    """Count how hands end: int64[PARTS, scores, dealers, ends], the last by digits of points."""
    sides, dealers = sides_of(len(run.players)), len(run.players)
    digits = _ENDS ** np.arange(sides)[::-1]
    shape = (PARTS, GAME_POINTS**sides, dealers, _ENDS**sides)

    def read(paths: Paths) -> Ints:
        after = paths["score"][:, :sides]
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
    shares: Floats = leant / np.maximum(leant.sum(-1, keepdims=True), 1)
    return shares


class ScoreChances:
    """Each side's chance to win a game that a line-up plays, from any score.

    Parameters
    ----------
    run : Run
        Its rules and players; games are played from its seed.
    """

    def __init__(self, run: Run) -> None:
        self.sides, self._dealers = sides_of(len(run.players)), len(run.players)
        shares = _shares(_count_ends(replace(run, sessions=_GAMES, hands=_LONGEST)))
        self._scores = (GAME_POINTS,) * self.sides
        #: float64[1 + PARTS, dealers, scores, sides]
        self._chances = np.zeros((1 + PARTS, self._dealers, GAME_POINTS**self.sides, self.sides))
        ends = [int(end) for end in np.flatnonzero(shares.sum((0, 1, 2))) if end]
        for score in sorted(np.ndindex(self._scores), key=sum, reverse=True):
            place = self._place(np.array(score))
            self._chances[:, :, place] = self._at(np.array(score), shares[:, place], ends)

    def _place(self, score: Ints) -> int:
        """Return the number of a score before a hand."""
        return int(np.ravel_multi_index(score.tolist(), self._scores))

    def _at(self, score: Ints, shares: Floats, ends: list[int]) -> Floats:
        """Return the chances at a score: float64[1 + PARTS, dealers, sides].

        Those at all higher scores are known.  A void hand leaves the score, and the deal passes.
        """
        won = np.zeros((*shares.shape[:2], self.sides))
        for end in ends:
            gain = np.array(np.unravel_index(end, (_ENDS,) * self.sides))
            won += shares[..., end, None] * self._after(score + gain)
        goes_on = np.eye(self._dealers) - (
            shares[..., 0, None].clip(max=_MOST_VOID)
            * np.roll(np.eye(self._dealers), 1, axis=1))
        return np.asarray(np.linalg.solve(goes_on, won), np.float64)

    def _after(self, score: Ints) -> Floats:
        """Return the chances once a hand has left a score, by who dealt it."""
        if score.max() >= GAME_POINTS:
            # Sides that reach the end together have both won.
            over: Floats = np.broadcast_to(
                (score >= GAME_POINTS).astype(np.float64),
                (1 + PARTS, self._dealers, self.sides))
            return over
        left: Floats = np.roll(self._chances[:, :, self._place(score)], -1, axis=1)
        return left

    def replicas(self, scores: Ints, dealer: int, side: int) -> Floats:
        """Return a side's chance to win from some scores.

        Parameters
        ----------
        scores : int64[U, sides]
            After a hand.
        dealer : int
            The seat that dealt it.
        side : int

        Returns
        -------
        float64[1 + PARTS, U]
            The chance, and what it is without each part of the games.
        """
        found: Floats = np.stack([self._after(score)[:, dealer, side] for score in scores], axis=1)
        return found
