"""Solving a table round by round, and its solution as a file keeps it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from simulate.books.exact_sums import Floats
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.runs.run import Run
from simulate.solving.best_response import Gain
from simulate.solving.loo.games import check_declares
from simulate.solving.loo.hand_classes import COARSE
from simulate.solving.loo.rolled import Rolled, pools_at, roll
from simulate.solving.loo.solution_file import Solution
from simulate.solving.loo.solver import STEPS, Solved, Solver
from simulate.solving.loo.solver_state import restore_state, save_state
from simulate.solving.loo.what_if_counts import plays_for_chips
from simulate.solving.one_player import check_one_player

#: The number of deals by default: enough to tell fine classes apart.
DEALS = 240_000
#: The share of the work that playing the deals out is, roughly.
ROLLING = 0.4
#: Rounds that bring best responses well under a thousandth of the pool.
ROUNDS = 4


def check(run: Run, pool: int | None = None) -> None:
    """Raise ``BoneyardError`` if a game has no declarations, or no hand has such a pool."""
    check_declares(run.game, "solve")
    check_one_player(run)
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
