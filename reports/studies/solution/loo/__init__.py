"""Domino Loo: what to declare when everybody declares well, and what best responses win."""

from __future__ import annotations

from reports.stats.estimates import Estimate
from reports.studies.solution.exploited import exploit, study_exploit
from reports.studies.solution.loo.exploiting import exploit_race, study_exploit_games
from reports.studies.solution.loo.solving import SolvingDeclarations, SolvingGames, carried
from reports.studies.solution.solved_table import Solving
from reports.studies.solution.solver import Losses, Solver
from reports.studies.study import Study
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.theory.later_pools import check_worth
from simulate.theory.loo.what_if_counts import plays_for_chips, stakes_of


def _solving(run: Run, this_hand: bool) -> type[Solving]:
    return SolvingDeclarations if this_hand or plays_for_chips(run) else SolvingGames


def _check_exploit(run: Run, pool: int | None) -> None:
    check_worth(run)
    stakes_of(run, pool)


def _exploit(
    run: Run, library_too: bool, deals: int, pool: int | None, jobs: int | None,
    progress: Progress | None, this_hand: bool,
) -> Study:
    if this_hand or plays_for_chips(run):
        return study_exploit(run, library_too, deals, pool, jobs, progress)
    return study_exploit_games(run, library_too, deals, jobs, progress)


def _loses(run: Run) -> Losses:
    def of_the_pool(run: Run, deals: int, jobs: int | None) -> Estimate:
        (found,) = exploit(run, deals, jobs=jobs)
        return found.of_pool()

    if plays_for_chips(run):
        return Losses(of_the_pool, "% of the pool", 100.0)
    return Losses(lambda run, deals, jobs: exploit_race(run, deals, deals, jobs).gain,
                  "of 100 games", 100.0)


SOLVER = Solver(
    tiles="book", solving=_solving, check_exploit=_check_exploit, exploit=_exploit,
    in_games=lambda run: not plays_for_chips(run), loses=_loses, carried=carried,
)
