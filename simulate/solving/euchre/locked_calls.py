"""The auction of Euchre with seats that keep to a strategy: the others are solved.

Seats are not alike here, so it matters who deals: an auction is solved for every seat that deals
and every score.  Locked seats are asked in every deal what they call, at every score; they go by
their own hands and luck, and not by the solver's cells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.runs.player import Player
from simulate.runs.run import Run
from simulate.solving.best_response import Gain
from simulate.solving.euchre.auction_tree import (
    auction_tree,
    ends_by_maker,
    pay_of,
    spoken,
    spoken_deals,
)
from simulate.solving.euchre.auctions import Auctions, nodes, seen_at, suit_order
from simulate.solving.euchre.forked_deals import ForkedDeals, Small, calls_at, fork_deals, sides
from simulate.solving.euchre.hand_kinds import CELLS
from simulate.solving.euchre.responses import exploited
from simulate.solving.euchre.solution_file import CallSolution
from simulate.solving.euchre.solved_scores import KeptScores, SolvedScore
from simulate.solving.euchre.solver import (
    BATCH,
    DEALS,
    FORKING,
    ROUNDS,
    STEPS,
    check,
    sampled_calls,
)
from simulate.solving.euchre.win_chances import (
    Score,
    by_dealer,
    ends_of,
    hands_of_a_game,
    largest_error,
    point_worth,
    scores,
    settle,
)
from simulate.solving.locked_seats import Locks, check_seats, position_of, seated
from simulate.solving.minimiser import Minimiser, normal, rounded
from simulate.solving.minimiser import ends_of as ends_of_tree
from simulate.solving.tree import Deals


@dataclass(frozen=True)
class AskedDeals:
    """Deals of one dealer at one score, with what everybody's strategy calls.

    Parameters
    ----------
    deals : ForkedDeals
    calls : int8[deals, ROUNDS, players]
    """

    deals: ForkedDeals
    calls: Small


class DealerAuction:
    """The auction where a certain seat deals, around locked positions.

    Parameters
    ----------
    players : int
    locked : tuple of int
        Positions that are not solved.
    order : float64[KINDS]
        Which suit is named in the second round.
    jobs : int
    """

    def __init__(self, players: int, locked: tuple[int, ...], order: Floats, jobs: int) -> None:
        self.players, self.locked, self.order, self.jobs = players, locked, order, jobs
        self.tree = auction_tree(players)
        self.forced = self.tree.follows.shape[1]

    @property
    def free(self) -> list[int]:
        """Positions that are solved."""
        return [p for p in range(self.players) if p not in self.locked]

    def spoken(self, asked: AskedDeals, worth: Floats) -> Deals:
        """Return deals for the minimiser, for what endings are worth."""
        classes, outcomes = spoken(asked.deals, self.order, self.locked, asked.calls)
        return spoken_deals(classes, outcomes, pay_of(worth, self.players), self.forced)

    def solve_for(
        self, score: Score, worth: Floats, steps: int, learned: AskedDeals, judged: AskedDeals
    ) -> SolvedScore:
        """Solve one auction; how it ends is counted on deals that it was not solved with."""
        deals = self.spoken(learned, worth)
        minimiser = Minimiser(self.tree, CELLS + self.forced, forced=self.forced)
        minimiser.minimise(deals, steps, min(BATCH, len(deals)), self.jobs)
        chances = rounded(minimiser.average)
        shares = ends_of_tree(self.tree, chances, self.spoken(judged, worth), self.jobs)
        return SolvedScore(score, chances, ends_by_maker(shares, self.players))

    def chart(self, one: SolvedScore, asked: AskedDeals) -> Floats:
        """Return the chances of a solution by cell, locked positions as they call.

        Returns
        -------
        float64[nodes, CELLS, moves]
        """
        moves, _ = spoken(asked.deals, self.order, self.locked, asked.calls)
        counts, everywhere = np.zeros_like(one.chances), np.arange(len(asked.deals))
        for node in nodes(self.players):
            if node.position in self.locked:
                _, cells = seen_at(asked.deals, node, self.order, everywhere)
                np.add.at(counts[node.index], (cells, moves[:, node.index] - CELLS), 1)
        locked = [node.index for node in nodes(self.players) if node.position in self.locked]
        shown = one.chances.copy()
        shown[locked] = rounded(normal(self.tree, counts))[locked]
        by_cell: Floats = shown[:, :CELLS]
        return by_cell

    def gains(
        self, one: SolvedScore, worth: Floats, fine: bool, learned: AskedDeals, judged: AskedDeals
    ) -> Gain:
        """Return what best responses of the solved positions gain; NaN for the locked ones."""
        first, second = (Auctions(half.deals, self._called(one, half), worth)
                         for half in (learned, judged))
        gains = np.full((len(judged.deals), self.players), np.nan)
        gains[:, self.free] = exploited(first, second, self.order, fine, self.free)
        return Gain(gains.mean(axis=0), gains.std(axis=0) / np.sqrt(max(len(gains) - 1, 1)))

    def _called(self, one: SolvedScore, asked: AskedDeals) -> Small:
        """Return calls drawn by the solution's chances, and what locked positions call."""
        classes, _ = spoken(asked.deals, self.order)
        calls = sampled_calls(asked.deals, classes, self.order, one.chances)
        calls[:, :, list(self.locked)] = asked.calls[:, :, list(self.locked)]
        return calls


class LockedCalls:
    """Solves the seats of a table of Euchre that are not locked.

    Parameters
    ----------
    run : Run
        Rules, seed, and the players who play the tiles of the seats that are solved.
    locks : mapping of int to Player
    deals : int
        For each dealer: two thirds are solved with, the rest is kept to judge by.
    games : bool
        Whether games are counted, not points a hand.
    jobs : int
    tell : callable, optional
        Called with the share of the deals that are forked.

    Attributes
    ----------
    solved : list of dict of Score to SolvedScore
        By the seat that deals; only the first score where points are counted.
    chances : list of WinChances
        By the seat that deals.
    """

    def __init__(
        self, run: Run, locks: Locks, deals: int, games: bool = True, jobs: int = 1,
        tell: Callable[[float], None] | None = None,
    ) -> None:
        self.run, self.locks, self.games, self.jobs = run, dict(sorted(locks.items())), games, jobs
        self.seats, self.sides = len(run.players), sides(len(run.players))
        self.deals = deals
        total = deals * self.seats
        forked = fork_deals(seated(run, locks), total, jobs=jobs,
                            progress=tell and (lambda done: tell(done / total)))
        split = deals * 2 // 3 * self.seats
        self._learned, self._judged = forked.some(0, split), forked.some(split, None)
        calls = calls_at(self._learned, self.start, jobs=jobs)
        self.order = suit_order(
            Auctions(self._learned, calls, point_worth(self.sides)), self.seats)
        self.parts = [DealerAuction(self.seats, self._locked(dealer), self.order, jobs)
                      for dealer in range(self.seats)]
        self.chances = by_dealer(self.sides, self.seats)
        first = [ends_of(asked.deals, asked.calls) for asked in _by_dealer(self._learned, calls)]
        settle(self.chances, [dict.fromkeys(scores(self.sides), own) for own in first])
        self.solved: list[dict[Score, SolvedScore]] = [{} for _ in self.parts]

    @property
    def start(self) -> Score:
        """No score."""
        return (0,) * self.sides

    def _locked(self, dealer: int) -> tuple[int, ...]:
        return tuple(position_of(seat, dealer, self.seats) for seat in self.locks)

    def asked(self, score: Score) -> tuple[list[AskedDeals], list[AskedDeals]]:
        """Return the deals to solve with and those to judge by, at a score, by dealer."""
        learned, judged = (
            _by_dealer(deals, calls_at(deals, score, jobs=self.jobs))
            for deals in (self._learned, self._judged))
        return learned, judged

    def worth(self, dealer: int, score: Score) -> Floats:
        """Return what endings are worth (``simulate.solving.euchre.win_chances``)."""
        return self.chances[dealer].worth(score) if self.games else point_worth(self.sides)

    def solve_score(self, score: Score, steps: int) -> None:
        """Solve the auctions of all dealers at a score."""
        for dealer, learned, judged in zip(range(self.seats), *self.asked(score), strict=True):
            worth = self.worth(dealer, score)
            self.solved[dealer][score] = self.parts[dealer].solve_for(
                score, worth, steps, learned, judged)

    def use(self, score: Score) -> None:
        """Work the chances at a score out from how it is played now."""
        if self.games:
            for one, own in zip(self.chances, self.solved, strict=True):
                one.chances[score] = np.einsum("skv,kv->s", one.worth(score), own[score].ends)

    def settle(self) -> None:
        """Work the chances out once more, from how all scores are played."""
        settle(self.chances, [{score: one.ends for score, one in own.items()}
                              for own in self.solved])

    def chances_from(self, dealer: int, score: Score) -> Floats:
        """Return the chance of every seat to win where a seat deals next: float64[seats].

        Parameters
        ----------
        dealer : int
        score : tuple of int
            By side, that of the eldest hand first.
        """
        own = self.chances[dealer].chances[score]
        return np.array([own[position_of(seat, dealer, self.seats) % self.sides]
                         for seat in range(self.seats)])

    @property
    def at_the_start(self) -> Floats:
        """The chance of every seat to win, whoever deals first: float64[seats]."""
        chances: Floats = np.mean(
            [self.chances_from(dealer, self.start) for dealer in range(self.seats)], axis=0)
        return chances

    def largest_error(self, chance: float) -> float:
        """Return the largest standard error that a chance to win can have."""
        return largest_error(self.hands, chance, len(self._judged) // self.seats)

    @cached_property
    def hands(self) -> float:
        """How many hands a game takes."""
        return hands_of_a_game(self.sides, [
            {score: one.ends for score, one in own.items()} for own in self.solved])

    @cached_property
    def at_no_score(self) -> tuple[list[AskedDeals], list[AskedDeals]]:
        """The deals to solve with and those to judge by, at no score, by dealer."""
        return self.asked(self.start)

    def gains(self, fine: bool) -> list[Gain]:
        """Return what best responses gain at no score, by dealer, then by position."""
        return [
            part.gains(own[self.start], self.worth(dealer, self.start), fine, learned, judged)
            for dealer, (part, own, learned, judged) in enumerate(
                zip(self.parts, self.solved, *self.at_no_score, strict=True))]


def _by_dealer(deals: ForkedDeals, calls: Small) -> list[AskedDeals]:
    """Return deals with their calls by the seat that deals."""
    seats = deals.players

    def of(dealer: int) -> Ints:
        return np.arange((dealer - deals.first) % seats, len(deals), seats)

    return [AskedDeals(replace(deals.at(of(dealer)), first=deals.first + dealer),
                       calls[of(dealer)]) for dealer in range(seats)]


def check_locked_calls(run: Run, locks: Mapping[int, Player]) -> None:
    """Raise ``BoneyardError`` if a table cannot be solved with some seats locked."""
    check(run)
    check_seats(len(run.players), locks)


def solve_calls_around(
    run: Run, locks: Locks, deals: int = DEALS, rounds: int = ROUNDS, points: bool = False,
    jobs: int = 1, tell: Callable[[float, str], None] | None = None, keep: Path | None = None,
) -> LockedCalls:
    """Solve the seats of a table of Euchre that are not locked.

    Parameters
    ----------
    run : Run
        Rules, seed, and the players who play the tiles of the seats that are solved.
    locks : mapping of int to Player
    deals : int
        For each dealer.
    rounds, points, jobs, tell, keep
        See ``simulate.solving.euchre.solver.solve_calls``.

    Raises
    ------
    BoneyardError
        If the game is not Euchre, no seat is left to be solved, or what is kept is damaged or of
        another table.
    StrategyError
        If a strategy fails.
    """
    check_locked_calls(run, locks)
    table = LockedCalls(run, locks, deals, not points, jobs,
                        tell and (lambda share: tell(FORKING * share, "")))
    # From the end of the game backwards: what follows a score is solved before it.
    order = [table.start] if points else sorted(scores(table.sides), key=sum, reverse=True)
    kept = KeptScores.of(seated(run, locks), deals, rounds, points, keep, sorted(locks),
                         table.parts[0].forced)
    table.solved = kept.read()
    for number, score in enumerate(order):
        if not all(score in own for own in table.solved):
            table.solve_score(score, rounds * STEPS)
            kept.write(table.solved)
        table.use(score)
        if tell:
            tell(FORKING + (1 - FORKING) * (number + 1) / len(order),
                 f"score {' to '.join(map(str, score))} is solved")
    if not points:
        table.settle()
    return table


def locked_calls_solution(table: LockedCalls) -> CallSolution:
    """Return a solved table with locked seats as its file keeps it: dealer after dealer."""
    run = table.run
    gain, fine_gain = (
        np.concatenate([np.stack([one.mean, one.se]) for one in table.gains(fine)], axis=1)
        for fine in (False, True))
    about = {
        "game": run.game, "players": table.seats, "tiles": run.labels[0],
        "rules": dict(vars(run.rules)), "games": int(table.games), "seed": run.seed,
        "deals": table.deals, "win": table.at_the_start.tolist(),
        "locks": {str(seat): player.label for seat, player in table.locks.items()},
    }
    for name, found in (("gain", gain), ("fine_gain", fine_gain)):
        about[name], about[f"{name}_se"] = (
            [None if np.isnan(value) else value for value in row.tolist()] for row in found)
    return CallSolution(about, table.order, np.concatenate([
        _charts(table, dealer) for dealer in range(table.seats)]))


def _charts(table: LockedCalls, dealer: int) -> Floats:
    """Return the chances at every score, as a file has them: float64[scores, nodes, CELLS, moves].
    """
    part, own = table.parts[dealer], table.solved[dealer]
    shown = table.at_no_score[1][dealer]
    every = [own.get(score, own[table.start]) for score in scores(table.sides)]
    return np.array([part.chart(one, shown) for one in every])
