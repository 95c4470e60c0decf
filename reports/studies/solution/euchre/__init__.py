"""Domino Euchre: how to call when everybody calls well, and what best responses win."""

from __future__ import annotations

from reports.studies.solution.euchre.exploiting import points_lost, study_exploit_calls
from reports.studies.solution.euchre.study import SolvingCalls, carried, check_no_pool
from reports.studies.solution.solver import Losses, Solver

SOLVER = Solver(
    tiles="hoyle", solving=lambda run, this_hand: SolvingCalls, check_exploit=check_no_pool,
    exploit=lambda run, library_too, deals, pool, jobs, progress, this_hand: study_exploit_calls(
        run, library_too, deals, jobs, progress),
    loses=lambda run: Losses(points_lost, "points a hand"), carried=carried,
)
