"""Domino Loo: what to declare when everybody declares well, and what best responses win."""

from __future__ import annotations

from reports.studies.solution import exploiting
from reports.studies.solution.declared import pool_by_pool
from reports.studies.solution.loo.chips import LooPool
from reports.studies.solution.loo.race import responses_in_games, score_by_score
from reports.studies.solution.solver import Solver
from simulate.theory.loo.declared import plays_for_chips
from strategies.loo.solved import Solved

SOLVER = Solver(
    tiles=Solved.name, in_games=lambda run: not plays_for_chips(run),
    way=lambda run, this_hand: (
        pool_by_pool(Solved, LooPool)
        if this_hand or plays_for_chips(run) else score_by_score()),
    exploit=lambda run, this_hand, pool: (
        exploiting.declarations(run, pool)
        if this_hand or plays_for_chips(run) else responses_in_games(run, pool)))
