"""Best responses in a game for points: who declares to win the game, hand class by hand class.

A seat declares once a hand, and hands are dealt afresh: so the best response is that of a chain of
decisions.  What every declaration is worth to the seat follows from its chance to win from the
score that is left; from the declarations that are best then follow better chances, and so on until
they stand still (policy iteration; Howard 1960).  The others keep to what they do.

What it wins is for plain simulation of whole games to say: the response was fitted to its deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.books.exact_sums import Floats, Ints
from simulate.runs.run import Run
from simulate.theory.loo.hands import COARSE
from simulate.theory.loo.rolled import RaceDeals
from simulate.theory.loo.solutions import RaceSolution
from simulate.theory.loo.win_chances import (
    ScoreClasses,
    WinChances,
    by_dealer,
    count_visits,
    settle,
)
from simulate.theory.table import position_of, with_dealer_last
from simulate.theory.tree import Tree

#: Rounds after which the chances stand still but for a thousandth.
ROUNDS = 3


@dataclass(frozen=True)
class RaceResponse:
    """What the best response to the others declares.

    ``solution``: with the others locked where seats play otherwise; what those declare in it means
    nothing. ``wins``, ``own``: of the one who responds, by its position, and of the strategies
    themselves; by the seat that deals.
    """

    solution: RaceSolution
    wins: list[WinChances]
    own: list[WinChances]

    @property
    def said(self) -> float:
        """By how much the response wins more often, on the deals it was fitted to."""
        start = [0] * self.own[0].classes.players
        return float((self.wins[0].at(start) - self.own[0].at(start)).mean())


class AskedRace:
    """A game for points whose seats play as they like, and what one wins who answers the others.

    Where all play alike one dealer stands for all, and a response is found for all positions.
    ``deals``: of each dealer, on which responses are found. ``tell``: called with the share of the
    deals that are played out. Raises ``StrategyError`` if a strategy fails.
    """

    def __init__(
        self, run: Run, deals: int, jobs: int = 1, tell: Callable[[float], None] | None = None
    ) -> None:
        self.run, self.seats = run, len(run.players)
        self.classes = ScoreClasses.of(self.seats)
        self.alike = len(set(run.labels)) == 1
        self.tables = list[RaceDeals]()
        dealers = [self.seats - 1] if self.alike else list(range(self.seats))
        for dealer in dealers:
            self.tables.append(RaceDeals(
                with_dealer_last(run, dealer), self.classes, range(self.seats), deals, jobs))
            if tell:
                tell(len(self.tables) / len(dealers))
        # Where all play alike their moves are looked at together, else when a seat asks.
        self._found = [self._look(part, range(self.seats) if self.alike else ())
                       for part in range(len(dealers))]
        shares = [np.array([own for own, _ in found]) for found in self._found]
        self.own = by_dealer(self.classes, self.tables[0].gains.gains, len(self.tables))
        settle(self.own, shares)
        count_visits(self.own, shares)

    def _look(
        self, part: int, positions: Iterable[int]
    ) -> list[tuple[Floats, list[PositionMoves]]]:
        """Return how hands end at each class of scores, and what moves of positions lead to.

        The same if nobody looks at the score.
        """
        table = self.tables[part]

        def look(number: int) -> tuple[Floats, list[PositionMoves]]:
            said = table.said(number)
            deals = np.arange(len(said))
            leaf = ~_walk(table.declared.tree, np.zeros(len(said), np.int64), said, deals, -1)
            ends = table.gains.number[leaf, table.rolled.outcomes[deals, leaf]]
            shares: Floats = np.bincount(ends, minlength=len(table.gains.gains)) / len(deals)
            return shares, [PositionMoves.of(table, position, said) for position in positions]

        if table.looks_at_score:
            return [look(number) for number in range(self.classes.count)]
        return [look(0)] * self.classes.count

    def respond(
        self, seat: int | None = None, tell: Callable[[float], None] | None = None
    ) -> RaceResponse:
        """Find the best response of a seat to what the others do; of all where they are alike."""
        players, ways = self.tables[0].declared.tree.player, len(self.tables[0].gains.gains)
        found = self._found if seat is None else [
            self._look(part, [position_of(seat, part, self.seats)]) for part in range(self.seats)]
        moves = [[positions for _, positions in of_part] for of_part in found]
        wins, nodes = deepcopy(self.own), len(players)
        count = self.classes.count
        chosen = np.zeros((len(moves), count, nodes, COARSE), np.int64)
        shares = np.zeros((len(moves), count, ways, self.seats))
        for number in range(ROUNDS):
            worths = [one.worths() for one in wins]
            for part, by_class in enumerate(moves):
                for c, positions in enumerate(by_class):
                    for asked in positions:
                        best, mine = asked.best(worths[part][c], nodes), players == asked.position
                        chosen[part, c, mine] = best[mine]
                        whose = slice(asked.position, asked.position + 1) if self.alike \
                            else slice(None)
                        shares[part, c][:, whose] = asked.shares(best, ways)[:, None]
                    if tell:
                        done = part + (c + 1) / count
                        tell((number + done / len(moves)) / ROUNDS)
            settle(wins, list(shares))
        return RaceResponse(self._solution(seat, chosen, shares), wins, self.own)

    def _solution(self, seat: int | None, chosen: Ints, shares: Floats) -> RaceSolution:
        """Return a response in the form of a solution; others always make the first move."""
        run = self.run
        about: dict[str, Any] = {
            "game": run.game, "players": self.seats, "rules": dict(vars(run.rules))}
        if not self.alike:
            about["locks"] = {str(other): player.label for other, player in enumerate(run.players)
                              if other != seat}
        moves = np.eye(self.tables[0].declared.tree.follows.shape[1])
        mean = shares.mean(axis=3) if self.alike else shares[..., 0]
        return RaceSolution(
            about, moves[chosen].reshape(-1, *chosen.shape[2:], len(moves)),
            np.array(self.classes.cuts), mean.reshape(-1, shares.shape[2]))


@dataclass(frozen=True)
class PositionMoves:
    """What every move of a position leads to in every deal, where the others declare as asked.

    ``cell`` (``int32[asked]``): node and class of the own hand, as one number: of the deals in
    which it is asked. ``ends`` (``int16[asked, moves]``): what the score changes by
    (``RaceGains``); of moves that are not allowed, the first. ``silent`` (``int64[others]``): the
    same for the deals in which it is not asked.
    """

    position: int
    cell: NDArray[np.int32]
    ends: NDArray[np.int16]
    silent: Ints

    @classmethod
    def of(cls, table: RaceDeals, position: int, said: Ints) -> PositionMoves:
        """Return what the moves of a position lead to, where all others declare as they said."""
        tree, deals = table.declared.tree, np.arange(len(said))
        # What is not said by others is left open: there the walk stops.
        node = _walk(tree, np.zeros(len(said), np.int64), said, deals, position)
        asked = np.flatnonzero(node >= 0)
        ended = np.flatnonzero(node < 0)
        here, allowed = node[asked], tree.moves[node[asked]]
        ends = []
        for move in range(tree.follows.shape[1]):
            after = tree.follows[here, np.where(move < allowed, move, 0)]
            leaf = ~_walk(tree, after, said, asked, -1)
            ends.append(table.gains.number[leaf, table.rolled.outcomes[asked, leaf]])
        leaf = ~node[ended]
        cell = here * COARSE + table.rolled.coarse[asked, position]
        silent = table.gains.number[leaf, table.rolled.outcomes[ended, leaf]]
        # Small: where the score is heeded there is one of these for every class of scores.
        return cls(position, cell.astype(np.int32), np.array(ends, np.int16).T, silent)

    def best(self, worths: Floats, nodes: int) -> Ints:
        """Return the best move of every cell: int64[nodes, COARSE]; the first where none came."""
        moves = self.ends.shape[1]
        brought = worths[self.ends, self.position]
        total = np.array([
            np.bincount(self.cell, brought[:, move], nodes * COARSE) for move in range(moves)])
        chosen: Ints = total.argmax(axis=0).reshape(nodes, COARSE)
        return chosen

    def shares(self, chosen: Ints, count: int) -> Floats:
        """Return how often hands end in which way by some moves: float64[K]."""
        made = np.take_along_axis(self.ends, chosen.ravel()[self.cell][:, None], axis=1)[:, 0]
        counted = np.bincount(made, minlength=count) + np.bincount(self.silent, minlength=count)
        found: Floats = counted / counted.sum()
        return found


def _walk(tree: Tree, node: Ints, said: Ints, deals: Ints, stop: int) -> Ints:
    """Follow what was said from some nodes until a player is asked, or to the leaves.

    ``node`` (``int64[N]``): where the walk begins; below 0 it is a leaf. ``said`` is ``int8[deals,
    nodes]``. ``deals`` is ``int64[N]``. ``stop``: the player; -1 to walk to the leaves.
    """
    node = node.copy()
    while True:
        on = np.flatnonzero((node >= 0) & (tree.player[node.clip(min=0)] != stop))
        if not len(on):
            return node
        node[on] = tree.follows[node[on], said[deals[on], node[on]]]
