"""Domino Euchre: how to call when everybody calls well, and what best responses win."""

from __future__ import annotations

from reports.studies.solution.euchre.exploiting import points_lost, study_exploit_calls
from reports.studies.solution.euchre.solving import SolvingCalls, carried
from reports.studies.solution.solver import Losses, Solver
from simulate.errors import BoneyardError
from simulate.runs.run import Run


def _check_exploit(run: Run, pool: int | None) -> None:
    if pool is not None:
        raise BoneyardError(f"pool {pool}: there is none at {run.game}")


SOLVER = Solver(
    tiles="hoyle", solving=lambda run, this_hand: SolvingCalls, check_exploit=_check_exploit,
    exploit=lambda run, library_too, deals, pool, jobs, progress: study_exploit_calls(
        run, library_too, deals, jobs, progress),
    loses=lambda run: Losses(points_lost, "points a hand"), carried=carried,
)
