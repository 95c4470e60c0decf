"""The commands ``solve`` and ``exploit``."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Annotated

from boneyard.cli import options as opt
from boneyard.cli.stopping import says_how_to_go_on

_Pool = Annotated[str | None, opt.option(
    "--pool", "CHIPS", "At the start of play; a session's first pool by default.")]
_TilesBy = Annotated[str | None, opt.option(
    "--lineup -l", "A", "Who plays the tiles: its declarations do not matter. solved by default, "
    "hoyle at Euchre.", opt.TABLE)]
_GAMES = "loo, rounce, euchre, or one of your own."
_Solved = Annotated[str, opt.argument("GAME", _GAMES)]
_Exploited = Annotated[str, opt.argument("[GAME]", f"{_GAMES[:-1]}; any with --whole.")]


def solve(
    *,
    table: Annotated[opt.TableOptions, opt.TABLE_OF_A_HAND.but(
        game=(_Solved, inspect.Parameter.empty), lineup=(_TilesBy, None))],
    pool: _Pool = None,
    this_hand: Annotated[bool, opt.option(
        "--this-hand", None, "Leave out of account what later pools are worth. Where points win "
        "the game, count points a hand and not games.")] = False,
    lock: Annotated[list[str] | None, opt.option(
        "--lock", "SEAT=STRATEGY", "This seat, by its number from 0, plays so, and the others are "
        "solved around it. Each seat that deals gets --deals deals. May be repeated.",
        opt.TABLE)] = None,
    deals: Annotated[str | None, opt.option(
        "--deals", "D", "Deals to learn from: 240,000 by default, 120,000 in games for points, "
        "150,000 at Euchre.", opt.RUN)] = None,
    rounds: Annotated[str, opt.option(
        "--rounds", "R", "Rounds of 24 steps for every pool or class of scores (Euchre: 16). "
        "After each, what comes later is valued anew.",
        opt.RUN)] = "4",
    jobs: opt.Jobs = None,
    file: Annotated[str | None, opt.kept_file("FILE.npz", "the solution")] = None,
    output: Annotated[opt.Output, opt.WRITTEN_WITH_FILE],
) -> None:
    """Find out what to declare, or at Euchre to call, when everybody else does it well.

    [b]Examples[/b]

    boneyard solve loo --players 3 --rule penalty=cap:30 --file mine.npz

    boneyard simulate loo --lineup mine.npz,book,bold

    boneyard solve rounce --players 2 --file race.npz

    boneyard solve loo --players 2 --lock 1=bold --file bold.npz

    boneyard solve euchre --lock 1=hoyle
    """
    from reports.studies.solution.solver import solver_of

    solver = solver_of(table.game, "solve")  # refuses other games before anything else is loaded
    from reports.progress import watched_words
    from reports.studies.solution.solved_table import play_it, read_locks

    table = replace(table, lineup=table.lineup or solver.tiles)
    run = table.run(1)
    locks = read_locks(run, lock or [])
    solving = solver.solving(run, this_hand).of(
        run, pool, this_hand, deals, rounds, jobs, file, locks, output.overwrite)
    with output.ready(run):
        with (says_how_to_go_on(solving.kept),
              watched_words(not output.quiet, "Solving", seconds=0) as tell):
            solved = solving.carry_out(table.table_options(), tell)
        output.put(solved.report(), unit="")
    solving.forget()
    if solving.file is not None and not output.quiet:
        print(f"Play it: {play_it(solving.run, solving.file, locks)}")


def exploit(
    *,
    lineup: Annotated[str, opt.argument("A,B,...", "A strategy for all seats, or one a seat.")],
    table: Annotated[
        opt.TableOptions, opt.TABLE_OF_A_HAND.without("lineup").but(game=(_Exploited, "loo"))],
    pool: _Pool = None,
    this_hand: Annotated[bool, opt.option(
        "--this-hand", None, "Where points win the game at Loo and Rounce: count points a hand "
        "and not games won.")] = False,
    whole_hand: Annotated[bool, opt.option(
        "--whole", None, "The first seat asks for advice at every decision of a hand.")] = False,
    advice: Annotated[str | None, opt.option(
        "--advice", "A", "With --whole: deals for every decision; 512 by default.",
        opt.RUN)] = None,
    deals: Annotated[str | None, opt.option(
        "--deals", "D", "Deals to learn from, 200,000 by default; with --whole, hands that are "
        "played, 2,000.", opt.RUN)] = None,
    jobs: opt.Jobs = None,
    output: Annotated[opt.Output, opt.WRITTEN],
) -> None:
    """Find the declarations, calls, or all answers that win most from a strategy.

    [b]Examples[/b]

    boneyard exploit banker loo --rule penalty=cap:40

    boneyard exploit hoyle euchre --players 2

    boneyard exploit counter pool --whole
    """
    from reports.studies.solution.solver import solver_of

    if not whole_hand:
        solver_of(table.game, "exploit")
    from reports.progress import watched
    from reports.request import read_pool
    from reports.studies.exploit.study import exploit_table
    from simulate.runs.run import count_jobs

    run, workers = replace(table, lineup=lineup).run(1), count_jobs(jobs)
    asked = read_pool(pool)
    with output.ready(run):
        with watched(not output.quiet, f"Exploiting at {run.game}") as tell:
            found = exploit_table(run, asked, deals, workers, tell, lineup, table.table_options(),
                                  this_hand, whole_hand, advice)
        output.put(found.report(), unit="")
