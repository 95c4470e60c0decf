"""Solving the declarations of a table: regret minimisation and the worth of later pools.

Deals are played out once after everything that could be declared (``roll_out``); solving then walks
over the outcomes. Pools are solved side by side: a hand's payoff is what it brings plus what the
pool it leaves is worth. That worth is worked out anew after every round from how all the pools are
played.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.runs import safe_files
from simulate.runs.packing import pack, unpack
from simulate.runs.resuming import identity
from simulate.runs.run import Run
from simulate.solving.best_response import Gain, best_response, exploitability, gain_of
from simulate.solving.kept_state import restored
from simulate.solving.loo.endings import Endings, emptied_worth
from simulate.solving.loo.games import check_declares
from simulate.solving.loo.hand_classes import COARSE, FINE
from simulate.solving.loo.later_pools import PoolValues, values_of
from simulate.solving.loo.locked_positions import declared_with, show_locks, what_locks_say
from simulate.solving.loo.rolled import Rolled, declared_at, pools_at, roll
from simulate.solving.loo.solution_file import Solution
from simulate.solving.loo.what_if_counts import plays_for_chips, stakes_at
from simulate.solving.minimiser import Minimiser, ends_of, rounded
from simulate.solving.tree import Deals

#: Iterations a round, and deals an iteration.
STEPS, BATCH = 24, 25_000
#: The number of deals by default: enough to tell fine classes apart.
DEALS = 240_000
#: The share of the work that playing the deals out is, roughly.
ROLLING = 0.4
#: Rounds that bring best responses well under a thousandth of the pool.
ROUNDS = 4
#: The mean of a fine class is drawn towards its coarse mean, which counts as this many deals; of 10
#: to 100, 100 gained most.
_DRAWN = 100.0


@dataclass(frozen=True)
class Solved:
    """One pool of a solved table.

    Attributes
    ----------
    pool, penalty : int
        Chips, or points.
    chances : float64[nodes, kinds, moves]
        With what chance each move is made; kinds beyond ``COARSE`` are forced moves.
    worth : float64[positions]
        What the hand is worth to each position, with the later pools: chips or points.
    ends : float64[leaves, shares]
        How often each ending comes.
    gain, fine_gain : Gain
        What best responses gain in the solver's classes, and in finer ones.
    """

    pool: int
    penalty: int
    chances: Floats
    worth: Floats
    ends: Floats
    gain: Gain
    fine_gain: Gain


class Solver:
    """Solves a table, round by round.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and the players who play the tiles.
    rolled : Rolled
        Two thirds of the deals are solved with, the rest is kept to judge by.
    pool : int, optional
        One more pool to solve.
    this_hand : bool
        Leave the later pools out of account.
    locked : collection of int
        Positions that are not solved: they declare as their strategies do.
    dealer : int, optional
        The seat that deals, in the last position, for the worth of later pools; the last seat when
        not given.
    jobs : int
        Workers that ask the locked positions.

    Raises
    ------
    BoneyardError
        If no hand can have that pool.
    StrategyError
        If a locked strategy fails.
    """

    def __init__(
        self, run: Run, rolled: Rolled, pool: int | None = None, this_hand: bool = False,
        locked: Collection[int] = (), dealer: int | None = None, jobs: int = 1,
    ) -> None:
        self.run, self.rolled, self.locked = run, rolled, tuple(locked)
        self.dealer = len(run.players) - 1 if dealer is None else dealer
        self.declared = declared_with(declared_at(run), self.locked)
        self.endings = Endings.of(self.declared)
        self.pools = pools_at(run, pool)
        self.learned = len(rolled.outcomes) * 2 // 3
        tree = self.declared.tree
        forced = tree.follows.shape[1] if self.locked else 0
        self.rounds_done = 0
        self.minimisers = [Minimiser(tree, COARSE + forced, forced=forced) for _ in self.pools]
        #: What the locked positions declare at each pool: [pools][deals, their nodes].
        self.said = [
            what_locks_say(run, self.declared, self.locked, stakes_at(run, pool),
                           len(rolled.outcomes), jobs)
            for pool in self.pools if self.locked
        ]
        self.counts_later = plays_for_chips(run) and not this_hand
        #: How often each ending comes at each pool, as hands are played now.
        self.ends = np.zeros((len(self.pools), *self.endings.pool.shape))
        self.later: PoolValues | None = None

    def deals(
        self, pool: int, pay: Floats, stop: int | None = None, start: int = 0
    ) -> Deals:
        """Return some of the deals, for some stakes: coarse classes, and what the locked say."""
        part = slice(start, stop)
        classes, kinds = self.rolled.coarse[part], self.minimisers[0].kinds
        if self.locked:
            said = self.said[self.pools.index(pool)][part]
            classes = np.hstack([classes, COARSE + said])
        return Deals(classes, self.rolled.outcomes[part], pay, kinds)

    def pay(self, pool: int) -> Floats:
        """Return what endings bring: float64[leaves, shares, positions].

        Later pools count with what they are worth above an emptied one.
        """
        stakes = stakes_at(self.run, pool)
        chips = self.endings.taken(*stakes)
        if self.counts_later:
            chips += self._worth_of(self.endings.left(*stakes))
        return chips

    def _worth_of(self, left: Ints) -> Floats:
        """Return what chips left in the pool are worth to every position: float64[..., p]."""
        players = len(self.run.players)
        if self.later is None:  # before anybody declares all seats have the same share
            return np.repeat(left[..., None] / players, players, axis=-1)
        return np.stack([
            self.later.of(left, (self.dealer + 1 + position) % players, self.dealer)
            for position in range(players)
        ], axis=-1)

    def weigh_later_pools(self) -> None:
        """Work out what later pools are worth from how hands are played now (``ends``)."""
        assert isinstance(self.run.rules, LooRules)
        self.later = values_of(
            self.run.rules, self.endings.hands_at(self.pools, self.ends))

    def go_round(self, jobs: int, progress: Callable[[], None] | None = None) -> None:
        """Do a round: every pool so many steps, then the worth of later pools."""
        self.step(jobs, progress)
        if self.counts_later:
            self.weigh_later_pools()

    def step(self, jobs: int, progress: Callable[[], None] | None = None) -> None:
        """Do the steps of a round, with later pools worth what they were."""
        for at, (pool, minimiser) in enumerate(zip(self.pools, self.minimisers, strict=True)):
            deals = self.deals(pool, self.pay(pool), self.learned)
            minimiser.minimise(deals, STEPS, min(BATCH, len(deals)), jobs, progress)
            if self.counts_later:
                self.ends[at] = ends_of(self.declared.tree, minimiser.average, deals, jobs)
        self.rounds_done += 1

    def _emptied(self) -> Floats:
        """Return what an emptied pool is worth to every position: float64[positions].

        It is nothing where seats are not alike: what they win from each other pool after pool grows
        without end.
        """
        if not self.counts_later or self.locked:
            return np.zeros(len(self.run.players))
        assert isinstance(self.run.rules, LooRules)
        first = self.run.rules.first_pool(len(self.run.players))
        ends = self.ends[self.pools.index(first)]
        return emptied_worth(self.run.rules, np.einsum("ls,lsp->p", ends, self.pay(first)))

    def gain(self, pool: int, jobs: int) -> Gain:
        """Return what best responses gain now in the solver's classes: chips or points."""
        at, pay = self.pools.index(pool), self.pay(pool)
        return exploitability(
            self.declared.tree, self.minimisers[at].average,
            self.deals(pool, pay, self.learned), self.deals(pool, pay, None, self.learned), jobs,
            self.locked,
        )

    def solved(self, jobs: int) -> list[Solved]:
        """Return the solution as it stands, rare moves left out, with what it is worth."""
        return [self._solved(at, jobs) for at in range(len(self.pools))]

    def _solved(self, at: int, jobs: int) -> Solved:
        tree, pool, pay = self.declared.tree, self.pools[at], self.pay(self.pools[at])
        average = self.minimisers[at].average
        if self.locked:
            show_locks(average, self.declared, self.locked, self.said[at], self.rolled.coarse)
        chances = rounded(average)
        learned = self.deals(pool, pay, self.learned)
        judged = self.deals(pool, pay, None, self.learned)
        ends = ends_of(tree, chances, self.deals(pool, pay), jobs)
        return Solved(
            *stakes_at(self.run, pool), chances,
            np.einsum("ls,lsp->p", ends, pay) + self._emptied(), ends,
            exploitability(tree, chances, learned, judged, jobs, self.locked),
            self._fine_gain(chances, learned, judged, jobs),
        )

    def _fine_gain(self, chances: Floats, learned: Deals, judged: Deals, jobs: int) -> Gain:
        """Return the gain of best responses that tell hands apart by finer classes."""
        tree, gains = self.declared.tree, []
        for p in range(tree.players):
            if p in self.locked:
                gains.append((np.nan, np.nan))
                continue
            fine = self.rolled.fine[:, p]
            _, coarse = best_response(
                tree, chances, learned, p, self.rolled.coarse[: self.learned, p], COARSE, jobs=jobs
            )
            belongs = np.zeros(FINE, np.int64)
            belongs[fine] = self.rolled.coarse[:, p]
            response, _ = best_response(
                tree, chances, learned, p, fine[: self.learned], FINE, coarse[:, belongs],
                _DRAWN, jobs,
            )
            gains.append(
                gain_of(tree, chances, judged, p, fine[self.learned :], response, jobs))
        mean, se = np.array(gains).T
        return Gain(mean, se)


def check(run: Run, pool: int | None = None) -> None:
    """Raise ``BoneyardError`` if a game has no declarations, or no hand has such a pool."""
    check_declares(run.game, "solve")
    if len(set(run.labels)) > 1:
        raise BoneyardError(
            f"solve needs one strategy that plays all tiles, not {', '.join(run.labels)}")
    if find_game(run.game).bankroll_of(run.rules) is not None:
        raise BoneyardError("solve knows no bankroll: leave that rule out")
    pools_at(run, pool)


def solve(
    run: Run, deals: int = DEALS, pool: int | None = None, this_hand: bool = False,
    rounds: int = ROUNDS, jobs: int = 1, keep: Path | None = None,
    tell: Callable[[float, str], None] | None = None,
) -> Solver:
    """Solve a table.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and the players who play the tiles.
    deals : int
        Two thirds are solved with, the rest is kept to judge by.
    pool : int, optional
        One more pool to solve.
    this_hand : bool
        Leave the later pools out of account.
    rounds, jobs : int
        The result does not depend on the workers.
    keep : Path, optional
        Where an unfinished solution is kept, and looked for.
    tell : callable, optional
        Called with the share of the work done, and what best responses gain now, in words.

    Raises
    ------
    BoneyardError
        If no hand can have that pool, what is kept is of another table, or a
        strategy fails.
    """
    check(run, pool)
    rolled = roll(run, deals, jobs, tell and (lambda done: tell(ROLLING * done / deals, "")))
    solver = Solver(run, rolled, pool, this_hand)
    if keep is not None:
        restore_state(solver, keep)

    def save() -> None:
        if keep is not None:
            save_state(solver, keep)

    go_rounds(solver, [solver], rounds, jobs, save, tell)
    return solver


class InRounds(Protocol):
    """What is solved round by round."""

    pools: tuple[int, ...]

    @property
    def rounds_done(self) -> int:
        """The rounds done."""

    def go_round(self, jobs: int, progress: Callable[[], None] | None = None) -> None:
        """Do a round."""

    def gain(self, pool: int, jobs: int) -> Gain:
        """Return what best responses gain now."""


def go_rounds(
    solver: InRounds, parts: Sequence[Solver], rounds: int, jobs: int,
    save: Callable[[], None], tell: Callable[[float, str], None] | None,
) -> None:
    """Do what is left of so many rounds.

    Parameters
    ----------
    solver : InRounds
    parts : sequence of Solver
        Those that do its steps.
    rounds, jobs : int
    save : callable
        Called after every round.
    tell : callable, optional
        See ``solve``.
    """
    steps, said = rounds * STEPS * len(solver.pools) * len(parts), ""

    def step() -> None:
        if tell:
            done = sum(one.rounds for part in parts for one in part.minimisers)
            tell(ROLLING + (1 - ROLLING) * done / steps, said)

    while solver.rounds_done < rounds:
        solver.go_round(jobs, step)
        gain = solver.gain(solver.pools[0], jobs)
        said = f"best responses gain {gain.total / solver.pools[0]:.3%} of the pool"
        save()


def class_shares(rolled: Rolled) -> Floats:
    """Return how often each coarse class is dealt to each position: [positions, COARSE]."""
    return np.array([
        np.bincount(own, minlength=COARSE) / len(own) for own in rolled.coarse.T
    ])


def solution_of(solver: Solver, solved: Sequence[Solved]) -> Solution:
    """Return a solved table as its file keeps it."""
    run = solver.run
    measured = {
        "worth": [one.worth for one in solved],
        "gain": [one.gain.mean for one in solved],
        "gain_se": [one.gain.se for one in solved],
        "fine_gain": [one.fine_gain.mean for one in solved],
        "fine_gain_se": [one.fine_gain.se for one in solved],
    }
    about: dict[str, Any] = {
        "game": run.game, "players": len(run.players), "tiles": run.labels[0],
        "rules": dict(vars(run.rules)),
        "points": int(not plays_for_chips(run)),
        "must_trump": int(cast("LooRules | RounceRules", run.rules).must_trump),
        "this_hand": not solver.counts_later, "seed": run.seed,
        "deals": len(solver.rolled.outcomes), "steps": STEPS * solver.rounds_done,
        **{name: [[None if np.isnan(value) else value for value in row.tolist()]
                  for row in values] for name, values in measured.items()},
    }
    return Solution(
        about, np.array([one.pool for one in solved]), np.array([one.penalty for one in solved]),
        np.array([one.chances[:, :COARSE] for one in solved]), class_shares(solver.rolled),
    )


def _identity(solver: Solver) -> dict[str, Any]:
    """Return everything that a solution follows from, ready for JSON."""
    what = {
        **identity(solver.run), "deals": len(solver.rolled.outcomes), "pools": solver.pools,
        "this hand": not solver.counts_later,
        **({"locked": solver.locked} if solver.locked else {}),
    }
    return json.loads(json.dumps(what))


def save_state(solver: Solver, path: Path) -> None:
    """Keep how far a solver has come: the old file or the new is there whole."""
    safe_files.write(path, state_of(solver))


def state_of(solver: Solver) -> dict[str, Any]:
    """Return how far a solver has come, ready for JSON."""
    return {
        "identity": _identity(solver), "rounds": solver.rounds_done,
        "ends": pack(solver.ends),
        "minimisers": [
            {"steps": one.rounds, "regrets": pack(one.regrets), "played": pack(one.played)}
            for one in solver.minimisers
        ],
    }


def restore_state(solver: Solver, path: Path) -> bool:
    """Go on from what is kept, if anything is; tell whether it was.

    Raises
    ------
    BoneyardError
        If it is damaged, or of another table.
    """
    return restored(path, lambda found, remedy: set_state(solver, found, path, remedy))


def set_state(solver: Solver, found: dict[str, Any], path: Path, remedy: str) -> None:
    """Set a solver to what was read of a file."""
    if found["identity"] != _identity(solver):
        raise BoneyardError(
            f"{str(path)!r} is the unfinished solution of another table, size or version; {remedy}")
    solver.rounds_done = _counted(found["rounds"])
    for one, kept in zip(solver.minimisers, found["minimisers"], strict=True):
        one.rounds = _counted(kept["steps"])
        one.regrets[:] = unpack(kept["regrets"], one.regrets)
        one.played[:] = unpack(kept["played"], one.played)
    solver.ends[:] = unpack(found["ends"], solver.ends)
    if solver.counts_later and solver.rounds_done and not solver.locked:
        solver.weigh_later_pools()


def _counted(number: Any) -> int:
    """Return a number of rounds or steps that a file holds."""
    if type(number) is not int or not 0 <= number < 10**9:
        raise TypeError(f"{number!r} is no count")
    return number
