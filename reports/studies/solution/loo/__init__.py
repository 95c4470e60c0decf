"""Domino Loo: what to declare when everybody declares well, and what best responses win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.studies.solution.loo.columns import COLUMNS
from reports.studies.solution.solver import Carried, Losses, Solver

if TYPE_CHECKING:
    from reports.stats.estimates import Estimate
    from reports.studies.solution.loo.exploiting import ExploitStudy
    from reports.studies.solution.solved_table import Solving
    from reports.studies.study import Study
    from simulate.runs.progress import Progress
    from simulate.runs.run import Run


def _solving(run: Run, this_hand: bool) -> type[Solving]:
    from reports.studies.solution.loo.solving import SolvingDeclarations
    from reports.studies.solution.loo.solving_games import SolvingGames
    from simulate.theory.loo.what_if_counts import plays_for_chips

    return SolvingDeclarations if this_hand or plays_for_chips(run) else SolvingGames


def _check_exploit(run: Run, pool: int | None) -> None:
    from simulate.theory.loo.later_pools import check_worth
    from simulate.theory.loo.what_if_counts import stakes_of

    check_worth(run)
    stakes_of(run, pool)


def _exploit(
    run: Run, library_too: bool, deals: int, pool: int | None, jobs: int | None,
    progress: Progress | None,
) -> ExploitStudy:
    from reports.studies.solution.loo.exploiting import study_exploit

    return study_exploit(run, library_too, deals, pool, jobs, progress)


def _exploit_games(
    run: Run, library_too: bool, deals: int, jobs: int | None, progress: Progress | None
) -> Study:
    from reports.studies.solution.loo.exploiting_games import study_exploit_games

    return study_exploit_games(run, library_too, deals, jobs, progress)


def _of_the_pool(run: Run, deals: int, jobs: int | None) -> Estimate:
    from reports.studies.solution.loo.exploited import exploit

    (found,) = exploit(run, deals, jobs=jobs)
    return found.of_pool()


def _games(run: Run, deals: int, jobs: int | None) -> Estimate:
    from reports.studies.solution.loo.games_won import exploit_race

    return exploit_race(run, deals, deals, jobs).gain


def _loses(run: Run) -> Losses:
    from simulate.theory.loo.what_if_counts import plays_for_chips

    if plays_for_chips(run):
        return Losses(_of_the_pool, "% of the pool", 100.0)
    return Losses(_games, "of 100 games", 100.0)


def _carried(game: str, players: int) -> Sequence[Carried]:
    from reports.studies.solution.loo.carried import carried

    return carried(game, players)


SOLVER = Solver(
    tiles="book", solving=_solving, check_exploit=_check_exploit, exploit=_exploit,
    exploit_games=_exploit_games, loses=_loses, columns=COLUMNS,
    carried=_carried,
)
