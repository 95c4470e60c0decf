"""Domino Euchre: how to call when everybody calls well, and what best responses win."""

from __future__ import annotations

from reports.studies.solution.euchre.exploiting import responses_to_calls
from reports.studies.solution.euchre.study import WAY
from reports.studies.solution.solver import Solver

SOLVER = Solver(tiles="hoyle", way=lambda run, this_hand: WAY,
                exploit=lambda run, this_hand, pool: responses_to_calls(run, pool))
