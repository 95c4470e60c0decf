"""Solving tables, and best responses to strategies, from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from reports.door import checked
from reports.request import Lineup, Number, RulesGiven, set_up, written_lineup
from reports.results import commands
from reports.studies.solution.solver import solver_of
from simulate.runs.interrupting import interruptible

if TYPE_CHECKING:
    from reports.progress import Wish
    from reports.studies.answered import Answered
    from reports.studies.solution.solved_table import SolvedTable
    from strategies.lineup import Entry


@checked
@interruptible()
def solve(
    game: str = "loo", players: Number | None = None, rules: RulesGiven = None,
    lineup: Lineup | None = None, pool: Number | None = None, this_hand: bool = False,
    lock: Mapping[int, Entry] | None = None,
    deals: Number | None = None, rounds: Number = 4, seed: Number = 0,
    jobs: int | None = None, file: str | Path | None = None,
    progress: Callable[[float, str], None] | bool | None = None,
) -> SolvedTable:
    """Find out what to declare, or at Euchre to call, when everybody else does it well.

    Parameters
    ----------
    game : {"loo", "rounce", "euchre"}
    players, rules, seed, jobs
        As for ``simulate``.
    lineup : str or strategy, optional
        Who plays the tiles: its declarations do not matter.  ``book`` when not given, at Euchre
        ``hoyle``.
    pool : int, optional
        One more pool to solve: it comes first in the answer.
    this_hand : bool
        Leave out of account what later pools are worth; at Euchre, count points and not games.
    lock : mapping of int to strategy, optional
        ``{1: "bold"}``: seat 1 plays so, as it is, and the others are solved around it.
    deals : int, optional
        Deals to learn from: 240,000 when not given, at Euchre 150,000; with locked seats so many
        for each dealer.
    rounds : int
        Of 24 steps for every pool, after each of which later pools are valued anew; of 16 for
        every score.
    file : str or path, optional
        ``NAME.npz``: keep the solution, to be named in a line-up.  Stopped, the same call goes
        on where it was; at Rounce, and Loo for points, only with ``this_hand``.
    progress : bool or callable, optional
        A bar is shown where a person watches, but not if this is False; a function is called
        with the share of the work done, and what best responses gain, in words.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> import boneyard
    >>> solved = boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1)
    >>> len(solved.answer)
    6
    """
    from reports.progress import watched_words
    from reports.studies.solution.locked import seated_locks

    solver = solver_of(game, "solve")
    tiles = solver.tiles if lineup is None else lineup
    run = set_up(game, tiles, players, rules, 1, 1, seed)
    locks = seated_locks(run, lock or {})
    solving = solver.solving(run, this_hand).of(
        run, pool, this_hand, deals, rounds, jobs, file, locks)
    options = commands.table_options(run, written_lineup(run, tiles))
    with watched_words(progress, "Solving") as tell:
        solved = solving.carry_out(options, tell)
    solving.forget()
    return solved


@checked
@interruptible()
def exploit(
    lineup: Lineup, game: str = "loo", players: Number | None = None, rules: RulesGiven = None,
    pool: Number | None = None, deals: Number = 200_000, seed: Number = 0,
    jobs: int | None = None, progress: Wish = None, this_hand: bool = False,
) -> Answered:
    """Find the declarations or calls that win most from a strategy, and the habits punished.

    Parameters
    ----------
    lineup : str, strategy, or sequence of them
        A strategy for all seats, or one a seat.
    game : {"loo", "rounce", "euchre"}
    players, rules, seed, jobs
        As for ``simulate``.
    pool : int, optional
        At the start of play; that of a session's first hand when not given.
    deals : int
        Deals to learn from; half as many more measure what was learnt.  Where points win the
        game at Loo and Rounce, so many games in every seat measure it.
    progress : bool or callable, optional
        As for ``solve``, but a function is called with the share of the work done and the deals
        played so far.
    this_hand : bool
        Where points win the game at Loo and Rounce: count points a hand and not games won.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> import boneyard
    >>> found = boneyard.exploit("stay", players=2, deals=5000, jobs=1)
    >>> found.tables["exploitability"].index.tolist()
    ['stay']
    """
    from reports.progress import watched
    from reports.studies.exploit.table import exploit_table

    solver_of(game, "exploit")
    run = set_up(game, lineup, players, rules, 1, None, seed)
    written = commands.lineup_text(written_lineup(run, lineup))
    with watched(progress, "Exploiting") as tell:
        return exploit_table(run, pool, deals, jobs, tell, written, this_hand=this_hand)
