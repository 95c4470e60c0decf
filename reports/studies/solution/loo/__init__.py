"""Domino Loo: what to declare when everybody declares well, and what best responses win."""

from __future__ import annotations

from reports.studies.solution import exploiting
from reports.studies.solution.declared import check_exploit, pool_by_pool
from reports.studies.solution.loo.chips import LooPool
from reports.studies.solution.loo.race import exploit_race, score_by_score, study_exploit_games
from reports.studies.solution.solver import Losses, Solver
from simulate.theory.loo.declarations import plays_for_chips
from strategies.loo.solved import Solved

SOLVER = Solver(
    tiles=Solved.name, check_exploit=check_exploit,
    way=lambda run, this_hand: (
        pool_by_pool(Solved, LooPool)
        if this_hand or plays_for_chips(run) else score_by_score()),
    exploit=lambda run, this_hand: (
        exploiting.study_exploit if this_hand or plays_for_chips(run) else study_exploit_games),
    in_games=lambda run: not plays_for_chips(run),
    loses=lambda run: Losses(
        lambda run, deals, jobs: exploiting.exploit(run, deals, jobs=jobs)[0].of_pool(),
        "% of the pool", 100.0) if plays_for_chips(run) else Losses(
        lambda run, deals, jobs: exploit_race(run, deals, jobs).gain, "of 100 games", 100.0))
