"""A game for points with seats that keep to a strategy: the others are solved to win it.

Seats are not alike here, so it matters who deals: there are hands of each dealer, and from each
score before them a chance to win for every position.  Locked seats declare as their strategies
do; they are asked once in each class of scores, at its highest score.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from simulate.books.exact_sums import Floats
from simulate.runs.run import Run
from simulate.solving.locked_seats import Locks, check_seats, position_of
from simulate.solving.loo.locked_table import with_dealer_last
from simulate.solving.loo.races.race_file import RaceSolution
from simulate.solving.loo.races.race_solver import (
    DEALS,
    ROUNDS,
    STEPS,
    RaceHands,
    RaceTable,
    check,
)
from simulate.solving.loo.races.score_classes import ScoreClasses
from simulate.solving.loo.races.solve_race import ROLLING, go_rounds
from simulate.solving.loo.races.win_chances import (
    WinChances,
    by_dealer,
    count_all_visits,
    largest_error,
    settle_all,
)
from simulate.solving.loo.rolled import roll


class LockedRace:
    """Solves the seats of a game for points that are not locked, round by round.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and the players who play the tiles of the seats that are solved.
    locks : mapping of int to Player
    deals : int
        For each dealer.
    jobs : int
    tell : callable, optional
        Called with the share of the deals that are played out.

    Attributes
    ----------
    parts : list of RaceHands
        By the seat that deals; positions count from its left.
    wins : list of WinChances
        The same.
    """

    def __init__(
        self, run: Run, locks: Locks, deals: int, jobs: int = 1,
        tell: Callable[[float], None] | None = None,
    ) -> None:
        self.run, self.locks, self.deals = run, dict(sorted(locks.items())), deals
        self.classes = ScoreClasses.of(len(run.players))
        self.parts = [self._part(dealer, jobs, tell) for dealer in range(self.seats)]
        self.wins = by_dealer(self.classes, self.parts[0].table.gains.gains)
        self._settle()

    @property
    def seats(self) -> int:
        """Seats at the table."""
        return len(self.run.players)

    def _part(
        self, dealer: int, jobs: int, tell: Callable[[float], None] | None
    ) -> RaceHands:
        turned = with_dealer_last(self.run, self.locks, dealer)

        def told(done: int) -> None:
            if tell:
                tell((dealer + done / self.deals) / self.seats)

        locked = tuple(position_of(seat, dealer, self.seats) for seat in self.locks)
        rolled = roll(turned, self.deals, jobs, told)
        return RaceHands(RaceTable(turned, rolled, self.classes, locked), jobs)

    def _settle(self) -> None:
        shares = [part.shares for part in self.parts]
        settle_all(self.wins, shares)
        count_all_visits(self.wins, shares)

    def go_round(self, progress: Callable[[int], None] | None = None) -> None:
        """Do a round: every class of every dealer's hands, then the chances of all scores.

        ``progress`` is told how many more classes have done theirs.
        """
        worths = [wins.worths() for wins in self.wins]
        for part, own in zip(self.parts, worths, strict=True):
            part.step(own, progress)
        self._settle()

    @property
    def kept_wins(self) -> list[WinChances]:
        """The chances that go with the parts."""
        return self.wins

    @property
    def said(self) -> str:
        """What the seats win now, in words."""
        return ", ".join(f"seat {seat} wins {own:.1%}"
                         for seat, own in enumerate(self.at_the_start))

    @property
    def hands(self) -> float:
        """How many hands a game takes."""
        return float(sum(wins.visits.sum() for wins in self.wins))

    def chances_from(self, dealer: int, scores: list[int]) -> Floats:
        """Return the chance of every seat to win: float64[seats].

        Parameters
        ----------
        dealer : int
            The seat that deals next.
        scores : list of int
            By seat.
        """
        order = [(dealer + 1 + p) % self.seats for p in range(self.seats)]
        found = np.zeros(self.seats)
        found[order] = self.wins[dealer].at([scores[seat] for seat in order])
        return found

    @property
    def at_the_start(self) -> Floats:
        """The chance of every seat to win, whoever deals first: float64[seats]."""
        start = [0] * self.seats
        chances: Floats = np.mean(
            [self.chances_from(dealer, start) for dealer in range(self.seats)], axis=0)
        return chances

    def largest_error(self, chance: float) -> float:
        """Return the largest standard error that a chance to win can have."""
        return largest_error(self.hands, chance, self.ending_deals)

    @property
    def ending_deals(self) -> int:
        """The deals of each dealer that tell how hands end."""
        part = self.parts[0].table.ending
        return int(part.stop - part.start)


def check_locked_race(run: Run, locks: Locks) -> None:
    """Raise ``BoneyardError`` if a game cannot be solved with some seats locked."""
    check(run)
    check_seats(len(run.players), locks)


def solve_race_around(
    run: Run, locks: Locks, deals: int = DEALS, rounds: int = ROUNDS, jobs: int = 1,
    tell: Callable[[float, str], None] | None = None, keep: Path | None = None,
) -> LockedRace:
    """Solve the seats of a game for points that are not locked.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and the players who play the tiles of the seats that are solved.
    locks : mapping of int to Player
    deals : int
        For each dealer.
    rounds, jobs, tell, keep
        See ``simulate.solving.loo.races.solve_race``.

    Raises
    ------
    BoneyardError
        If the game is none that points win, no seat is left to be solved, or what is kept is of
        another game.
    StrategyError
        If a strategy fails.
    """
    check_locked_race(run, locks)
    race = LockedRace(run, locks, deals, jobs, tell and (lambda share: tell(ROLLING * share, "")))
    go_rounds(race, rounds, keep, tell)
    return race


def locked_race_solution(race: LockedRace) -> RaceSolution:
    """Return a solved game with locked seats as its file keeps it: dealer after dealer."""
    run = race.run
    about = {
        "game": run.game, "players": race.seats, "tiles": run.labels[0],
        "rules": dict(vars(run.rules)), "seed": run.seed, "deals": race.deals,
        "steps": STEPS * race.parts[0].rounds_done, "win": race.at_the_start.tolist(),
        "locks": {str(seat): player.label for seat, player in race.locks.items()},
    }
    return RaceSolution(
        about, np.array(race.classes.cuts), np.concatenate([one.chances() for one in race.parts]),
        np.concatenate([one.shares for one in race.parts]))
