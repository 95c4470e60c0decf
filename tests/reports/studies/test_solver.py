"""Which games can be solved: those with a package of their own, which nothing lists."""

import sys

import pytest

import boneyard
from reports.studies import solution
from reports.studies.solution.solver import solvable, solver_of
from simulate.errors import BoneyardError

_SOLVER = '''
from reports.studies.solution.solver import Solver

SOLVER = Solver(tiles="random", solving=None, check_exploit=None, exploit=None)
'''


def test_the_habits_that_a_best_response_to_calls_punishes_are_told():
    found = boneyard.exploit("cautious", "euchre", players=2, deals=6_000, jobs=1)
    habits = found.tables["exploit_call_habits"]
    worst = habits.iloc[0]
    assert (worst.does, worst.better, worst.sure) == ("passes", "call", "yes")
    assert worst.cost_low > 0 and "The costliest habit of cautious: as " in found.answer[-2]


def test_a_game_that_gets_a_solver_is_listed_nowhere(tmp_path, monkeypatch):
    assert solvable() == ("euchre", "loo", "rounce")
    name = f"{solution.__name__}.casino"
    monkeypatch.setitem(sys.modules, name, None)  # so that it is gone after the test
    monkeypatch.delitem(sys.modules, name)
    (tmp_path / "casino").mkdir()
    (tmp_path / "casino" / "__init__.py").write_text(_SOLVER)
    monkeypatch.setattr(solution, "__path__", [*solution.__path__, str(tmp_path)])
    assert "casino" in solvable()
    assert solver_of("casino", "solve").tiles == "random"
    with pytest.raises(BoneyardError, match="against exploit is for euchre, loo and rounce"):
        solver_of("casino", "against exploit", lambda one: one.loses is not None)


def test_loo_and_rounce_share_a_solver():
    assert solver_of("loo", "solve") is solver_of("rounce", "solve")
