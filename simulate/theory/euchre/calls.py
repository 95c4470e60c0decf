"""Solving the auction of Euchre: regret minimisation, score by score.

Deals are played out once under every call (``forked_deals``).  Solving then walks over the
outcomes. A seat plays for the chance to win the game from the score that a hand leaves; points only
grow, so scores are solved from the end of the game backwards. A void hand leaves the score as it
is: its worth is at first taken from the line-up's own games, and at the end the chances are worked
out once more from how all scores are played.  Locked seats are asked in every deal, at every score.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Floats
from simulate.runs.run import Run
from simulate.theory.best_response import Gain, rows_of
from simulate.theory.cfr import Buckets, Deals, normalised, rounded
from simulate.theory.euchre import auctions
from simulate.theory.euchre.forked_deals import CELLS, POINTS, Small, calls_at, fork_deals, sides
from simulate.theory.euchre.forked_deals import ROUNDS as CALL_ROUNDS
from simulate.theory.solution_file import CALLS, Solution
from simulate.theory.stage import GameToWin, Locks, Progress, Stage, check_table, seated

#: Deals by default, rounds, and iterations a round of a score.
DEALS, ROUNDS, STEPS = 150_000, 4, 16
#: Seed of the words by which calls are sampled, so that a solution can be judged by single calls.
_SEED = 0x5EED


class CallStage(Stage):
    """The auctions of a dealer, score by score, on ``halves`` to solve with and to judge by."""

    batch, alone = 12_500, True

    def __init__(self, table: Calls, dealer: int) -> None:
        tree = auctions.auction_tree(table.seats)
        super().__init__(table, dealer, tree, CELLS, (tree.leaves, POINTS))
        self.table, self.players = table, table.seats
        self.part = slice(self.number, None, len(table.dealers))  # the seats deal in turn
        self.halves = [half.at(self.part, half.first + self.number) for half in table.halves]
        self.free = [p for p in range(self.players) if p not in self.locked]
        # Around locked seats how hands end is counted where nothing was solved with.
        self.train, self.ending = 0, int(bool(self.locked))

    @cached_property
    def _unlocked(self) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        return auctions.spoken(self.halves[self.train], self.table.order)

    def spoken(
        self, score: auctions.Score, half: int
    ) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Return cells and outcomes of half of the deals; locked positions call."""
        if not self.locked and half == self.train:
            return self._unlocked
        return auctions.spoken(
            self.halves[half], self.table.order, self.locked, self.called(score, half))

    def called(self, score: auctions.Score, half: int) -> Small:
        """Return what all strategies call in half of the deals: int8[deals, ROUNDS, players]."""
        return self.table.calls(score)[half][self.part]

    def ends_by(self, calls: Small) -> Floats:
        """Return how often hands end in each way by some calls: float64[ends]."""
        found, count = self.halves[0].tails(calls)[0], self.table.sides * POINTS
        return np.bincount(found, minlength=count) / len(found)

    def worth(self, score: auctions.Score) -> Floats:
        """Return what ends are worth (``simulate.theory.euchre.auctions``)."""
        if not self.table.games:
            return auctions.point_worth(self.table.sides)
        worth: Floats = self.table.chain.after([score], dealer=self.number)[0]
        return worth

    def deals(self, states: Sequence[auctions.Score], some: int) -> Deals:
        """Return half of the deals, for what endings are worth at a score."""
        (score,) = states
        found: Any = self.spoken(score, some)
        pay = auctions.pay_of(self.worth(score), self.players)
        return Deals(Buckets(found[0], self.tree.player, self.kinds), found[1], pay)

    def solution(self, score: auctions.Score) -> Floats:
        """Return the chances of moves: float64[nodes, kinds, moves]."""
        return rounded(self.cfr[score].average)

    @property
    def shares(self) -> Floats:
        """How often hands end in which way: float64[scores, ends]."""
        return np.array([auctions.ends_by_maker(self.ends[score], self.players)
                         for score in auctions.scores(self.table.sides)])

    @cached_property
    def _as_locked(self) -> Floats:
        """How often which move is made at no score by cell, right for locked positions."""
        deals, start = self.halves[1], self.table.start
        moves, _ = self.spoken(start, 1)
        counts = np.zeros_like(self.solution(start))
        for node in auctions.nodes(self.players):
            if node.position in self.locked:
                _, cells = auctions.seen_at(deals, node, self.table.order)
                np.add.at(counts[node.index], (cells, moves[:, node.index] - CELLS), 1)
        return rounded(normalised(self.tree, counts))

    def chart(self, score: auctions.Score) -> Floats:
        """Return the chances by cell, those of locked positions at no score."""
        shown = self.solution(score)
        if self.locked:
            locked = [n.index for n in auctions.nodes(self.players) if n.position in self.locked]
            shown[locked] = self._as_locked[locked]
        return shown[:, :CELLS]

    def gain(self, fine: bool) -> Gain:
        """Return what best responses gain at no score; NaN for locked positions."""
        start = self.table.start
        learned, judged = (
            auctions.Auctions(deals, self._calls(half), self.worth(start))
            for half, deals in enumerate(self.halves))
        gains = np.full((len(judged.deals), self.players), np.nan)
        gains[:, self.free] = auctions.exploited(learned, judged, self.table.order, fine, self.free)
        return Gain.of(gains)

    def _calls(self, half: int) -> Small:
        """Return calls drawn by the solution, and those of locked seats."""
        deals, start, locked = self.halves[half], self.table.start, list(self.locked)
        chances = self.solution(start)
        draws = np.random.Generator(np.random.Philox(_SEED + deals.first))
        calls = np.zeros((len(deals), CALL_ROUNDS, deals.players), np.int8)
        for node in auctions.nodes(deals.players):
            suits, cells = auctions.seen_at(deals, node, self.table.order)
            up_to = chances[node.index][cells].cumsum(axis=1)
            move = (draws.random(len(deals))[:, None] >= up_to[:, :-1]).sum(axis=1)
            calls[:, node.number, node.position] = auctions.call_of(move, suits)
        if locked:
            calls[:, :, locked] = self.called(start, half)[:, :, locked]
        return calls


class Calls(GameToWin):
    """A table of Euchre whose calls are solved, from the end of the game backwards; for points a
    hand, one auction for all scores.

    ``order`` (``float64[KINDS]``): which suit is named in the second round. ``chances``: by the
    dealer.
    """

    steps, rolling = STEPS, 0.1
    parts: list[CallStage]
    states: list[auctions.Score]

    def __init__(
        self, run: Run, locks: Locks | None = None, deals: int = DEALS, points: bool = False,
        jobs: int = 1, progress: Progress | None = None,
    ) -> None:
        check_table(run, locks or {})
        super().__init__(run, locks, deals, jobs, progress)
        self.sides, self.games = sides(self.seats), not points
        self.start: auctions.Score = (0,) * self.sides
        every = list(auctions.scores(self.sides))
        self.states = [self.start] if points else sorted(every, key=sum, reverse=True)
        parts = len(self.dealers)
        total, learned = deals * parts, deals * 2 // 3 * parts
        forked = fork_deals(
            seated(run, self.locks), total, jobs=jobs,
            progress=progress and (
                lambda done: progress(self.rolling * done / total, "")))
        self.halves = forked.some(0, learned), forked.some(learned, None)
        self._calls: tuple[auctions.Score, tuple[Small, Small]] | None = None
        own = calls_at(self.halves[0], self.start, jobs=jobs)
        self.order = auctions.suit_order(
            auctions.Auctions(self.halves[0], own, auctions.point_worth(self.sides)), self.seats)
        self.chain = auctions.chain_of(self.sides, parts)
        self.parts = [CallStage(self, dealer) for dealer in self.dealers]
        self.ending_deals = len(self.parts[0].halves[self.parts[0].ending])
        # How hands end in the line-up's own games; around locked seats, as if at no score.
        self.chain.settle([np.array([
            part.ends_by(own[part.part] if self.locks else calls_at(
                part.halves[0], score, jobs=jobs)) for score in every]) for part in self.parts])

    def calls(self, score: auctions.Score) -> tuple[Small, Small]:
        """Return what all strategies call at a score, in either half of the deals."""
        if self._calls is None or self._calls[0] != score:
            learned, judged = (calls_at(half, score, jobs=self.jobs) for half in self.halves)
            self._calls = score, (learned, judged)
        return self._calls[1]

    def schedule(self, rounds: int) -> list[tuple[Sequence[auctions.Score], int]]:
        """Return the scores, each solved once for good."""
        return [((score,), rounds * self.steps) for score in self.states]

    def settle(self, states: Sequence[auctions.Score]) -> None:
        """Work the chances at a score out from how it is played; in the end those of all, anew."""
        if not self.games:
            return
        for part in self.parts:
            for score in states:
                ends = auctions.ends_by_maker(part.ends[score], self.seats)
                self.chain.chances[part.number, self.chain.index(score)] = np.einsum(
                    "es,e->s", part.worth(score), ends)
        if self.start in states:
            self.chain.chances[:] = 0.5
            super().settle(states)

    def found(self, states: Sequence[auctions.Score]) -> str:
        """Return which score is solved."""
        return f"score {' to '.join(map(str, states[-1]))} is solved"

    def options(self, rounds: int) -> dict[str, Any]:
        """Return what is counted; rounds too, since every score is solved but once."""
        return {"points": not self.games, "rounds": rounds}

    @cached_property
    def gains(self) -> tuple[list[Gain], list[Gain]]:
        """What best responses gain at no score by dealer: in these classes and finer ones."""
        coarse, fine = ([part.gain(fine) for part in self.parts] for fine in (False, True))
        return coarse, fine


def solution_of(table: Calls) -> Solution:
    """Return a solved table as its file keeps it: scores in the order of ``scores``.

    Its ``about`` also has ``games`` (1 where games are counted, 0 for points), ``win``, ``gain``
    and ``fine_gain``: by position, around locked seats by the seat that deals as well.
    """
    win = table.at_the_start if table.locks else table.chain.at(table.start)
    gains = {name: [one for row in rows for one in row] for own, found in zip(
        ("gain", "fine_gain"), table.gains, strict=True) for name, rows in rows_of(own, found)}
    about = {**table.about(), "states": CALLS, "games": int(table.games), "win": win.tolist(),
             **gains}
    every = list(auctions.scores(table.sides))
    if not table.games:
        every = [table.start] * len(every)
    return Solution(about, np.array([
        part.chart(score) for part in table.parts for score in every]), {"order": table.order})
