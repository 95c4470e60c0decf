"""Solving the declarations of a table: regret minimisation and the worth of later pools.

Deals are played out once after everything that could be declared (``rolling``); solving
then walks over what came out.  Pools are solved side by side: each hand's payoff is what
it brings and what the pool it leaves is worth, which is worked out anew, from how all the
pools are played, after every round.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.loo.row import AT
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.settling import LOOED_POINTS
from simulate.runs import safe_files
from simulate.runs.chunk import failure, set_table
from simulate.runs.in_order import in_order
from simulate.runs.packing import pack, unpack
from simulate.runs.resuming import identity
from simulate.runs.run import Run
from simulate.solving.best_response import Gain, best_response, exploitability, gain_of
from simulate.solving.loo.declaration_tree import Declarations, declarations
from simulate.solving.loo.endings import Endings, emptied_worth, pools_to_solve
from simulate.solving.loo.games import check_declares
from simulate.solving.loo.hand_classes import COARSE, FINE
from simulate.solving.loo.later_pools import PoolValues, values_of
from simulate.solving.loo.roll_out import roll_out
from simulate.solving.loo.solution_file import Solution
from simulate.solving.loo.what_if_counts import Stakes, plays_for_chips, stakes_at
from simulate.solving.minimiser import Minimiser, ends_of, rounded
from simulate.solving.tree import Deals
from simulate.whole_numbers import whole

#: Deals that a worker plays out at a time.
_DEALS = 2048
#: Iterations a round, and deals an iteration.
STEPS, BATCH = 24, 25_000
#: Deals that make fine classes worth telling apart.
DEALS = 240_000
#: The share of the work that playing the deals out is, roughly.
_ROLLING = 0.4
#: Rounds that bring best responses well under a thousandth of the pool.
ROUNDS = 4
#: Deals whose coarse mean a fine class is drawn towards: tried from 10 to 100, 100 gained most.
_DRAWN = 100.0


@dataclass(frozen=True)
class Rolled:
    """Deals played out after everything that could be declared.

    Attributes
    ----------
    coarse, fine : int32[deals, positions]
        Classes of the hands dealt.
    outcomes : uint8[deals, leaves]
        How the tricks are shared: numbers of ``simulate.solving.loo.roll_out.SHARES``.
    """

    coarse: Ints
    fine: Ints
    outcomes: Ints

    def deals(self, pay: Floats, stop: int | None = None, start: int = 0) -> Deals:
        """Return some of the deals, in coarse classes, for some stakes."""
        part = slice(start, stop)
        return Deals(self.coarse[part], self.outcomes[part], pay, COARSE)


def _roll_some(run: Run, stakes: Stakes, ends: Ints, first: int, rolled: Rolled) -> int:
    """Play out one piece of the deals, in place; return how many."""
    piece = slice(first, min(first + _DEALS, len(rolled.outcomes)))
    row, _parameters = set_table(run, watched=True)
    row[AT.pool], row[AT.penalty] = stakes
    try:
        roll_out(row, ends, first, rolled.coarse[piece], rolled.fine[piece],
                 rolled.outcomes[piece])
    except Exception as error:
        raise failure(run, row, error) from error
    return piece.stop - piece.start


def roll(
    run: Run, deals: int, jobs: int, progress: Callable[[int], None] | None = None
) -> Rolled:
    """Deal, and play every deal out after everything that could be declared.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and the players who play the tiles.  Deal i is the first hand of
        session i, with seat 0 the eldest hand.
    deals, jobs : int
    progress : callable, optional
        Called with the deals done so far.

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    players = len(run.players)
    ends = np.array(_declared(run).ends)
    rolled = Rolled(
        np.zeros((deals, players), np.int32), np.zeros((deals, players), np.int32),
        np.zeros((deals, len(ends)), np.uint8),
    )
    stakes = stakes_at(run, _pools(run, None)[0])
    tasks = [(run, stakes, ends, first, rolled) for first in range(0, deals, _DEALS)]
    done = 0
    for count in in_order(_roll_some, tasks, jobs):
        done += count
        if progress:
            progress(done)
    return rolled


def _declared(run: Run) -> Declarations:
    return declarations(len(run.players), isinstance(run.rules, RounceRules))


def _pools(run: Run, asked: int | None) -> tuple[int, ...]:
    """Return the pools to solve, the one asked for among them."""
    if not plays_for_chips(run):
        if asked is not None:
            raise BoneyardError(f"pool {asked}: there is none where points are played for")
        return (LOOED_POINTS,)
    assert isinstance(run.rules, LooRules)
    pools = set(pools_to_solve(run.rules, len(run.players)))
    if asked is not None:
        pools.add(whole(asked, "pool", 5, run.rules.escalation_limit))
    return tuple(sorted(pools))


@dataclass(frozen=True)
class Solved:
    """One pool of a solved table.

    Attributes
    ----------
    pool, penalty : int
        Chips, or points.
    chances : float64[nodes, COARSE, moves]
        With what chance each move is made.
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

    Raises
    ------
    BoneyardError
        If no hand can have that pool.
    """

    def __init__(
        self, run: Run, rolled: Rolled, pool: int | None = None, this_hand: bool = False
    ) -> None:
        self.run, self.rolled = run, rolled
        self.declared = _declared(run)
        self.endings = Endings.of(self.declared)
        self.pools = _pools(run, pool)
        self.learned = len(rolled.outcomes) * 2 // 3
        self.minimisers = [Minimiser(self.declared.tree, COARSE) for _ in self.pools]
        self.rounds_done = 0
        self.counts_later = plays_for_chips(run) and not this_hand
        #: How often each ending comes at each pool, as hands are played now.
        self.ends = np.zeros((len(self.pools), *self.endings.pool.shape))
        self.later: PoolValues | None = None

    def pay(self, pool: int) -> Floats:
        """Return what endings bring: float64[leaves, shares, positions].

        Of later pools that is what they are worth above an emptied one.
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
        # With the last seat the dealer positions are seats.
        dealer = players - 1
        return np.stack([self.later.of(left, seat, dealer) for seat in range(players)], axis=-1)

    def weigh_later_pools(self) -> None:
        """Work out what later pools are worth from how hands are played now (``ends``)."""
        assert isinstance(self.run.rules, LooRules)
        self.later = values_of(
            self.run.rules, self.endings.hands_at(self.pools, self.ends))

    def go_round(self, jobs: int, progress: Callable[[], None] | None = None) -> None:
        """Do a round: every pool so many steps, then the worth of later pools."""
        for at, (pool, minimiser) in enumerate(zip(self.pools, self.minimisers, strict=True)):
            deals = self.rolled.deals(self.pay(pool), self.learned)
            minimiser.minimise(deals, STEPS, min(BATCH, len(deals)), jobs, progress)
            if self.counts_later:
                self.ends[at] = ends_of(self.declared.tree, minimiser.average, deals, jobs)
        if self.counts_later:
            self.weigh_later_pools()
        self.rounds_done += 1

    def _emptied(self) -> Floats:
        """Return what an emptied pool is worth to every position: float64[positions]."""
        if not self.counts_later:
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
            self.rolled.deals(pay, self.learned), self.rolled.deals(pay, None, self.learned), jobs,
        )

    def solved(self, jobs: int) -> list[Solved]:
        """Return the solution as it stands, rare moves left out, with what it is worth."""
        return [self._solved(at, jobs) for at in range(len(self.pools))]

    def _solved(self, at: int, jobs: int) -> Solved:
        tree, pool, pay = self.declared.tree, self.pools[at], self.pay(self.pools[at])
        chances = rounded(self.minimisers[at].average)
        learned = self.rolled.deals(pay, self.learned)
        judged = self.rolled.deals(pay, None, self.learned)
        ends = ends_of(tree, chances, self.rolled.deals(pay), jobs)
        return Solved(
            *stakes_at(self.run, pool), chances,
            np.einsum("ls,lsp->p", ends, pay) + self._emptied(), ends,
            exploitability(tree, chances, learned, judged, jobs),
            self._fine_gain(chances, learned, judged, jobs),
        )

    def _fine_gain(self, chances: Floats, learned: Deals, judged: Deals, jobs: int) -> Gain:
        """Return what best responses gain that tell hands apart by finer classes."""
        tree, gains = self.declared.tree, []
        for p in range(tree.players):
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
    if getattr(run.rules, "bankroll", None) is not None:
        raise BoneyardError("solve knows no bankroll: leave that rule out")
    _pools(run, pool)


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
    rolled = roll(run, deals, jobs, tell and (lambda done: tell(_ROLLING * done / deals, "")))
    solver = Solver(run, rolled, pool, this_hand)
    if keep is not None:
        restore_state(solver, keep)
    steps, said = rounds * STEPS * len(solver.pools), ""

    def step() -> None:
        if tell:
            done = sum(one.rounds for one in solver.minimisers)
            tell(_ROLLING + (1 - _ROLLING) * done / steps, said)

    while solver.rounds_done < rounds:
        solver.go_round(jobs, step)
        gain = solver.gain(solver.pools[0], jobs)
        said = f"best responses gain {gain.total / solver.pools[0]:.3%} of the pool"
        if keep is not None:
            save_state(solver, keep)
    return solver


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
        **{name: np.array(values).tolist() for name, values in measured.items()},
    }
    return Solution(
        about, np.array([one.pool for one in solved]), np.array([one.penalty for one in solved]),
        np.array([one.chances for one in solved]), class_shares(solver.rolled),
    )


def _identity(solver: Solver) -> dict[str, Any]:
    """Return everything that a solution follows from, ready for JSON."""
    what = {
        **identity(solver.run), "deals": len(solver.rolled.outcomes), "pools": solver.pools,
        "this hand": not solver.counts_later,
    }
    return json.loads(json.dumps(what))


def save_state(solver: Solver, path: Path) -> None:
    """Keep how far a solver has come: the old file or the new is there whole."""
    safe_files.write(path, {
        "identity": _identity(solver), "rounds": solver.rounds_done,
        "ends": pack(solver.ends),
        "minimisers": [
            {"steps": one.rounds, "regrets": pack(one.regrets), "played": pack(one.played)}
            for one in solver.minimisers
        ],
    })


def restore_state(solver: Solver, path: Path) -> bool:
    """Go on from what is kept, if anything is; tell whether it was.

    Raises
    ------
    BoneyardError
        If it is damaged, or of another table.
    """
    remedy = f"remove {str(path)!r} to begin anew"
    try:
        found = safe_files.read(path)
    except FileNotFoundError:
        return False
    except BoneyardError as error:
        raise BoneyardError(f"{error}; {remedy}") from error
    try:
        _set_state(solver, found, path, remedy)
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, zlib.error) as error:
        if isinstance(error, BoneyardError):
            raise
        # The checksum is right: somebody wrote it by hand.
        raise BoneyardError(
            f"{str(path)!r} is damaged: it holds no unfinished solution; {remedy}") from error
    return True


def _set_state(solver: Solver, found: dict[str, Any], path: Path, remedy: str) -> None:
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
    if solver.counts_later and solver.rounds_done:
        solver.weigh_later_pools()


def _counted(number: Any) -> int:
    """Return a number of rounds or steps that a file holds."""
    if type(number) is not int or not 0 <= number < 10**9:
        raise TypeError(f"{number!r} is no count")
    return number
