"""Domino Euchre: how to call when everybody calls well, and what best responses win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.studies.solution.solver import Carried, Losses, Solver
from simulate.errors import BoneyardError

if TYPE_CHECKING:
    from reports.stats.estimates import Estimate
    from reports.studies.solution.euchre.exploiting import ExploitCallsStudy
    from reports.studies.solution.euchre.solving import SolvingCalls
    from simulate.runs.progress import Progress
    from simulate.runs.run import Run


def _solving(run: Run, this_hand: bool) -> type[SolvingCalls]:
    from reports.studies.solution.euchre.solving import SolvingCalls

    return SolvingCalls


def _check_exploit(run: Run, pool: int | None) -> None:
    if pool is not None:
        raise BoneyardError(f"pool {pool}: there is none at {run.game}")


def _exploit(
    run: Run, library_too: bool, deals: int, pool: int | None, jobs: int | None,
    progress: Progress | None,
) -> ExploitCallsStudy:
    from reports.studies.solution.euchre.exploiting import study_exploit_calls

    return study_exploit_calls(run, library_too, deals, jobs, progress)


def _points(run: Run, deals: int, jobs: int | None) -> Estimate:
    from reports.studies.solution.euchre.exploiting import points_lost

    return points_lost(run, deals, jobs)


def _loses(run: Run) -> Losses:
    return Losses(_points, "points a hand")


def _carried(game: str, players: int) -> Sequence[Carried]:
    from reports.studies.solution.euchre.carried import carried

    return carried(game, players)


SOLVER = Solver(
    tiles="hoyle", solving=_solving, check_exploit=_check_exploit, exploit=_exploit,
    loses=_loses, carried=_carried,
)
