"""Solving the auction of Euchre: regret minimisation, score by score.

Deals are played out once under every call (``forked_deals``).  Solving then walks over the
outcomes. A seat plays for the chance to win the game from the score that a hand leaves; points only
grow, so scores are solved from the end of the game backwards. A void hand leaves the score as it
is: its worth is at first taken from the line-up's own games, and at the end the chances are worked
out once more from how all scores are played.  Locked seats are asked in every deal, at every score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.runs.run import Run
from simulate.theory.cfr import Gain
from simulate.theory.euchre import auctions
from simulate.theory.euchre.forked_deals import CELLS, Small, calls_at, fork_deals, sides
from simulate.theory.solution_file import CALLS, Solution
from simulate.theory.stage import (
    GameToWin,
    Locks,
    Progress,
    WinStage,
    check_table,
    gains_in_file,
    seated,
)

#: Deals by default, and iterations a round of a score.
DEALS, STEPS = 150_000, 16


class CallStage(WinStage):
    """The auctions of a dealer, score by score: half of the deals solve, the other half judges."""

    batch, alone = 12_500, True

    def __init__(self, table: Calls, dealer: int) -> None:
        self.table, self.players = table, table.seats
        declared, self.gains = auctions.declarations(table.seats), auctions.ways_of(table.seats)
        super().__init__(table, dealer, declared, CELLS, self.gains.number.shape)
        self.by_seat = replace(self.tree, player=self.tree.player % self.players)
        self.sides = self.by_seat.player % table.sides
        self.part = slice(self.number, None, len(table.dealers))  # the seats deal in turn
        self.forked = table.forked.at(self.part, self.number)
        train = table.deals * 2 // 3
        self.train, self.test = slice(0, train), slice(train, None)
        # Around locked seats how hands end is counted where nothing was solved with.
        self.ending = self.test if self.locked else self.train
        self.rolled = auctions.roll(self.forked, table.order)

    def called(self, score: auctions.Score) -> Small:
        """Return what all strategies call: int8[deals, ROUNDS, players]."""
        return self.table.calls(score)[self.part]

    def fixed_actions(self, state: auctions.Score) -> Ints:
        """Return what locked positions call at a score."""
        return auctions.actions_of(self.called(state))[:, self.locked]

    def outcomes(self, state: auctions.Score) -> Ints:
        """Return how deals end: calls of locked positions with the suits that they name."""
        return self.rolled.outcomes if not self.locked else auctions.with_calls(
            self.rolled, self.forked, self.called(state), self.locked)

    def worth(self, state: auctions.Score) -> Floats:
        """Return what ends are worth (``simulate.theory.euchre.auctions``)."""
        if not self.table.games:
            return auctions.point_worth(self.table.sides)
        worth: Floats = self.table.chain.after([state], dealer=self.number)[0]
        return worth

    def solution(self, score: auctions.Score) -> Floats:
        """Return the chances of actions: float64[nodes, buckets, actions]; those of locked
        positions at no score."""
        (own,) = self.policies([score], self.test, self.table.start)
        return own


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
        self.forked = fork_deals(
            seated(run, self.locks), total, jobs=jobs,
            progress=progress and (
                lambda done: progress(self.rolling * done / total, "")))
        self._calls: tuple[auctions.Score, Small] | None = None
        train = self.forked.some(0, learned)
        own = calls_at(train, self.start, jobs=jobs)
        self.order = auctions.suit_order(
            auctions.Auctions(train, own, auctions.point_worth(self.sides)), self.seats)
        self.chain = auctions.chain_of(self.sides, parts)
        self.parts = [CallStage(self, dealer) for dealer in self.dealers]
        ending = self.parts[0].ending
        self.ending_deals = len(self.parts[0].rolled.coarse[ending])
        # How hands end in the line-up's own games; around locked seats, as if at no score.
        def ends(part: CallStage, score: auctions.Score) -> Floats:
            calls = own[part.part] if self.locks else calls_at(train, score, jobs=jobs)
            found = part.forked.at(part.train).tails(calls)[0]
            return np.bincount(found, minlength=len(part.gains.gains)) / len(found)

        self.chain.settle([
            np.array([ends(part, score) for score in every]) for part in self.parts])

    def calls(self, score: auctions.Score) -> Small:
        """Return what all strategies call at a score: int8[deals, ROUNDS, players]."""
        if self._calls is None or self._calls[0] != score:
            self._calls = score, calls_at(self.forked, score, jobs=self.jobs)
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
                self.chain.chances[part.number, self.chain.index(score)] = np.einsum(
                    "es,e->s", part.worth(score), part.gains.shares(part.ends[score]))
        if self.start in states:
            self.chain.chances[:] = 0.5
            super().settle(states)

    @cached_property
    def gains(self) -> tuple[list[Gain], list[Gain]]:
        """What best responses gain at no score by dealer: in these classes and finer ones."""
        coarse, fine = (
            [one for part in self.parts for one in part.gain(
                [self.start], [part.solution(self.start)], finer, self.jobs)]
            for finer in (False, True))
        return coarse, fine


def solution_of(table: Calls) -> Solution:
    """Return a solved table as its file keeps it: scores in the order of ``scores``.

    Its ``about`` also has ``games`` (1 where games are counted, 0 for points), ``win``, ``gain``
    and ``fine_gain``: by position, around locked seats by the seat that deals as well.
    """
    gains = gains_in_file(*table.gains)
    about = {**table.about(), "states": CALLS, "games": int(table.games),
             "win": table.at_the_start.tolist(),
             **{name: [one for row in rows for one in row] for name, rows in gains.items()}}
    every = list(auctions.scores(table.sides))
    if not table.games:
        every = [table.start] * len(every)
    return Solution(about, np.array([
        part.solution(score)[:, :CELLS] for part in table.parts for score in every]),
        {"order": table.order})
