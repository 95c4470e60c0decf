"""Domino Euchre: how to call when everybody calls well, and what best responses win."""

from __future__ import annotations

from reports.studies.solution.euchre.exploiting import exploit_calls, study_exploit_calls
from reports.studies.solution.euchre.study import WAY, check_no_pool
from reports.studies.solution.solver import Losses, Solver

SOLVER = Solver(
    tiles="hoyle", way=lambda run, this_hand: WAY, check_exploit=check_no_pool,
    exploit=lambda run, this_hand: study_exploit_calls,
    loses=lambda run: Losses(
        lambda run, deals, jobs: exploit_calls(run, deals, jobs).gain(), "points a hand"))
