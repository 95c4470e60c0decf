"""Best responses in a game for points whose seats play several strategies: seat by seat.

Seats are not alike, so it matters who deals: there are hands of each dealer, and from each score
before them a chance to win for every position.  Otherwise a response is found as where all play
alike (``simulate.solving.loo.races.race_response``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.runs.run import Run
from simulate.solving.locked_seats import position_of
from simulate.solving.loo.hand_classes import COARSE
from simulate.solving.loo.locked_table import with_dealer_last
from simulate.solving.loo.races.asked import Asked
from simulate.solving.loo.races.race_file import RaceSolution
from simulate.solving.loo.races.race_response import ROUNDS, PositionMoves, shares_of_all
from simulate.solving.loo.races.race_solver import RaceTable
from simulate.solving.loo.races.score_classes import ScoreClasses
from simulate.solving.loo.races.win_chances import by_dealer, count_all_visits, settle_all
from simulate.solving.loo.rolled import roll

_Seen = TypeVar("_Seen")


class MixedRace:
    """A game for points whose seats play as they like.

    Parameters
    ----------
    run : Run
    deals : int
        Of each dealer, on which responses are found.
    jobs : int
        Results do not depend on it.
    tell : callable, optional
        Called with the share of the deals that are played out.

    Raises
    ------
    StrategyError
        If a strategy fails.
    """

    def __init__(
        self, run: Run, deals: int, jobs: int = 1, tell: Callable[[float], None] | None = None
    ) -> None:
        self.run, self.seats = run, len(run.players)
        self.classes = ScoreClasses.of(self.seats)
        everybody = range(self.seats)
        self.tables, self.asked = list[RaceTable](), list[Asked]()
        for dealer in everybody:
            turned = with_dealer_last(run, {}, dealer)
            self.tables.append(RaceTable(turned, roll(turned, deals, jobs), self.classes))
            self.asked.append(Asked(turned, self.classes, everybody, deals, jobs))
            if tell:
                tell((dealer + 1) / self.seats)
        shares = [np.array(self._by_class(dealer, partial(shares_of_all, self.tables[dealer])))
                  for dealer in everybody]
        self.own = by_dealer(self.classes, self.tables[0].gains.gains)
        settle_all(self.own, shares)
        count_all_visits(self.own, shares)

    def _by_class(self, dealer: int, look: Callable[[Ints], _Seen]) -> list[_Seen]:
        """Return what is seen in what all declare at each class of scores.

        The same if nobody looks at the score.
        """
        asked = self.asked[dealer]
        if asked.looks_at_score:
            return [look(asked.at(number)) for number in range(self.classes.count)]
        return [look(asked.at(0))] * self.classes.count

    def respond(self, seat: int, rounds: int = ROUNDS) -> RaceSolution:
        """Find the best response of a seat to what the others do.

        Returns
        -------
        RaceSolution
            With the others locked; what other seats declare in it means nothing.
        """
        nodes, ways = len(self.tables[0].declared.heard), len(self.tables[0].gains.gains)
        moves = [self._moves(dealer, seat) for dealer in range(self.seats)]
        wins = by_dealer(self.classes, self.tables[0].gains.gains)
        for one, own in zip(wins, self.own, strict=True):
            one.chances[:], one.visits[:] = own.chances, own.visits
        chosen = np.zeros((self.seats, self.classes.count, nodes, COARSE), np.int64)
        shares = np.zeros((self.seats, self.classes.count, ways))
        for _ in range(rounds):
            worths = [one.worths() for one in wins]
            for dealer, by_class in enumerate(moves):
                for c, asked in enumerate(by_class):
                    chosen[dealer, c] = asked.best(worths[dealer][c], nodes)
                    shares[dealer, c] = asked.shares(chosen[dealer, c], ways)
            settle_all(wins, list(shares))
        return self._solution(seat, chosen, shares)

    def _moves(self, dealer: int, seat: int) -> list[PositionMoves]:
        position = position_of(seat, dealer, self.seats)
        return self._by_class(dealer, partial(PositionMoves.of, self.tables[dealer], position))

    def _solution(self, seat: int, chosen: Ints, shares: Floats) -> RaceSolution:
        """Return a response in the form of a solution; other seats always make the first move."""
        tree = self.tables[0].declared.tree
        for dealer in range(self.seats):
            chosen[dealer][:, tree.player != position_of(seat, dealer, self.seats)] = 0
        run = self.run
        about = {
            "game": run.game, "players": self.seats, "rules": dict(vars(run.rules)),
            "locks": {str(other): player.label for other, player in enumerate(run.players)
                      if other != seat},
        }
        moves = np.eye(tree.follows.shape[1])
        return RaceSolution(
            about, np.array(self.classes.cuts),
            moves[chosen].reshape(-1, *chosen.shape[2:], len(moves)),
            shares.reshape(-1, shares.shape[-1]))
