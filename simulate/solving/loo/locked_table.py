"""A table with seats that keep to a strategy: the other seats are solved, for every dealer.

Seats are not alike here, so it matters who sits where. There is a game of declarations for each
seat that may deal, and all of them are solved side by side; what a hand leaves in the pool is worth
to each seat what the next dealer's game makes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from simulate.errors import BoneyardError
from simulate.games.loo.rules import LooRules
from simulate.runs import safe_files
from simulate.runs.run import Run
from simulate.solving.best_response import Gain
from simulate.solving.kept_state import restored
from simulate.solving.locked_seats import Locks, check_seats, position_of, seated
from simulate.solving.loo.hands_at_pools import HandsAtPools
from simulate.solving.loo.later_pools import values_of
from simulate.solving.loo.rolled import roll
from simulate.solving.loo.solution_file import Solution
from simulate.solving.loo.solve_table import (
    DEALS,
    ROLLING,
    ROUNDS,
    check,
    go_rounds,
    solution_of,
)
from simulate.solving.loo.solver import Solved, Solver
from simulate.solving.loo.solver_state import set_state, state_of


def check_locks(run: Run, locks: Locks, pool: int | None = None) -> None:
    """Raise ``BoneyardError`` if a table cannot be solved with some seats locked."""
    check(run, pool)
    check_seats(len(run.players), locks)


def with_dealer_last(run: Run, locks: Locks, dealer: int) -> Run:
    """Return a table with the locked seats at it, turned so that a dealer sits last."""
    players = seated(run, locks).players
    return replace(run, players=players[dealer + 1 :] + players[: dealer + 1])


class LockedTable:
    """Solves the seats of a table that are not locked, round by round.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and the players who play the tiles of the seats that are solved.
    locks : mapping of int to Player
    deals : int
        For each dealer: two thirds are solved with, the rest is kept to judge by.
    pool : int, optional
        One more pool to solve.
    this_hand : bool
        Leave the later pools out of account.
    jobs : int
    tell : callable, optional
        Called with the share of the deals that are played out.

    Attributes
    ----------
    parts : list of Solver
        By the seat that deals; the positions count from its left.
    """

    def __init__(
        self, run: Run, locks: Locks, deals: int, pool: int | None = None,
        this_hand: bool = False, jobs: int = 1, tell: Callable[[float], None] | None = None,
    ) -> None:
        self.run, self.locks, self.parts = run, dict(sorted(locks.items())), list[Solver]()
        seats = len(run.players)
        for dealer in range(seats):
            turned = with_dealer_last(run, locks, dealer)

            def told(done: int, dealer: int = dealer) -> None:
                if tell:
                    tell((dealer + done / deals) / seats)

            rolled = roll(turned, deals, jobs, told)
            locked = [position_of(seat, dealer, seats) for seat in self.locks]
            self.parts.append(Solver(turned, rolled, pool, this_hand, locked, dealer, jobs))
        self.pools = self.parts[0].pools

    @property
    def rounds_done(self) -> int:
        """The rounds done."""
        return self.parts[0].rounds_done

    def go_round(self, jobs: int, progress: Callable[[], None] | None = None) -> None:
        """Do a round: every dealer's game so many steps, then the worth of later pools."""
        for part in self.parts:
            part.step(jobs, progress)
        if self.parts[0].counts_later:
            self.weigh_later_pools()

    def weigh_later_pools(self) -> None:
        """Work out what later pools are worth to each seat from how hands are played now."""
        assert isinstance(self.run.rules, LooRules)
        played = [part.endings.hands_at(part.pools, part.ends) for part in self.parts]
        # Each knows how hands end that its own dealer deals.
        own, ends, odd_own, odd_ends = (
            np.concatenate([getattr(each, name)[:, :, :1] for each in played], axis=2)
            for name in ("own", "ends", "odd_own", "odd_ends"))
        later = values_of(self.run.rules, HandsAtPools(
            played[0].pools, own, ends, played[0].odd, odd_own, odd_ends))
        for part in self.parts:
            part.later = later

    def gain(self, pool: int, jobs: int) -> Gain:
        """Return what best responses gain now: by dealer, and position from its left."""
        gains = [part.gain(pool, jobs) for part in self.parts]
        return Gain(np.concatenate([each.mean for each in gains]),
                    np.concatenate([each.se for each in gains]))

    def solved(self, jobs: int) -> list[list[Solved]]:
        """Return the solution as it stands: by dealer, then by pool."""
        return [part.solved(jobs) for part in self.parts]


def locked_solution(table: LockedTable, solved: Sequence[Sequence[Solved]]) -> Solution:
    """Return a solved table with locked seats as its file keeps it: an entry a dealer and pool."""
    own = [solution_of(part, found) for part, found in zip(table.parts, solved, strict=True)]
    about: dict[str, Any] = dict(own[0].about)
    for name in ("worth", "gain", "gain_se", "fine_gain", "fine_gain_se"):
        about[name] = [row for each in own for row in each.about[name]]
    about |= {
        "tiles": table.run.labels[0],
        "locks": {str(seat): player.label for seat, player in table.locks.items()},
        "dealers": [dealer for dealer, each in enumerate(own) for _ in each.pools],
    }
    return Solution(
        about, np.concatenate([each.pools for each in own]),
        np.concatenate([each.penalties for each in own]),
        np.concatenate([each.chances for each in own]), own[-1].shares,
    )


def solve_around(
    run: Run, locks: Locks, deals: int = DEALS, pool: int | None = None,
    this_hand: bool = False, rounds: int = ROUNDS, jobs: int = 1, keep: Path | None = None,
    tell: Callable[[float, str], None] | None = None,
) -> LockedTable:
    """Solve the seats of a table that are not locked.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and the players who play the tiles of the seats that are solved.
    locks : mapping of int to Player
    deals : int
        For each dealer.
    pool, this_hand, rounds, jobs, keep, tell
        See ``simulate.solving.loo.solve_table.solve``.

    Raises
    ------
    BoneyardError
        If the table cannot be solved, what is kept is of another one, or a strategy fails.
    """
    check_locks(run, locks, pool)
    table = LockedTable(run, locks, deals, pool, this_hand, jobs,
                        tell and (lambda share: tell(ROLLING * share, "")))
    if keep is not None:
        restored(keep, lambda found, remedy: _set_states(table, found, keep, remedy))

    def save() -> None:
        if keep is not None:
            safe_files.write(keep, _states(table))

    go_rounds(table, table.parts, rounds, jobs, save, tell)
    return table


def _states(table: LockedTable) -> dict[str, Any]:
    return {"dealers": [state_of(part) for part in table.parts]}


def _set_states(table: LockedTable, found: Any, path: Path, remedy: str) -> None:
    """Set the solvers of a table to what was read of a file."""
    if "dealers" not in found:
        raise BoneyardError(f"{str(path)!r} is the unfinished solution of another table; {remedy}")
    for part, kept in zip(table.parts, found["dealers"], strict=True):
        set_state(part, kept, path, remedy)
    if table.rounds_done and table.parts[0].counts_later:
        table.weigh_later_pools()
