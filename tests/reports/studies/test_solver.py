"""Which games can be solved: those with a package of their own, which nothing lists."""

import sys

import pytest

import boneyard
from boneyard import exploit, study
from reports.request import set_up
from reports.studies import solution
from reports.studies.solution import exploiting
from reports.studies.solution.loo.exploiting import exploit_race
from reports.studies.solution.solver import solvable, solver_of
from simulate.errors import BoneyardError, listed
from simulate.theory.loo.win_chances import CUTS
from strategies.lineup import seat_players

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
    ours = set(solvable())
    assert ours and "casino" not in ours
    name = f"{solution.__name__}.casino"
    monkeypatch.setitem(sys.modules, name, None)  # so that it is gone after the test
    monkeypatch.delitem(sys.modules, name)
    (tmp_path / "casino").mkdir()
    (tmp_path / "casino" / "__init__.py").write_text(_SOLVER)
    monkeypatch.setattr(solution, "__path__", [*solution.__path__, str(tmp_path)])
    assert set(solvable()) == ours | {"casino"}
    assert solver_of("casino", "solve").tiles == "random"
    with pytest.raises(BoneyardError, match=f"against exploit is for {listed(sorted(ours))}"):
        solver_of("casino", "against exploit", lambda one: one.loses is not None)


def test_loo_and_rounce_share_a_solver():
    assert solver_of("loo", "solve") is solver_of("rounce", "solve")


def test_every_strategy_is_exploited_in_games_won(monkeypatch):
    monkeypatch.setitem(CUTS, 2, (1, 6))  # two classes of scores a seat: quickly answered
    run = set_up("rounce", "stay", 2, None, 1_000, 1, 3)
    assert {"stay", "racer", "random"} <= {one.label for one in exploiting.strategies_of(run)}
    few = list(seat_players("rounce", ["stay", "book"], 2))
    monkeypatch.setattr(exploiting, "strategies_of", lambda run: few)
    found = study("exploit", "rounce", "stay", players=2, sessions=1_000, seed=3, jobs=1)
    table = found.tables["exploit_race"]
    assert table.index.tolist() == ["book", "stay"]  # the one that loses least comes first
    assert found.answer[1].startswith(
        "Most is won from stay. The best declarations found win at least ")
    assert set(found.figures) == {"exploit_race"}
    assert len(found.tables["exploit_race_seats"]) == 4
    alone = exploit_race(run, 1_000, 1_000, 1)
    assert table.loc["stay", "won"] == alone.won.value
    assert table.loc["stay", "gain"] == pytest.approx(alone.won.value - 0.5)


def test_each_seat_of_a_mixed_table_responds_to_the_others(monkeypatch):
    monkeypatch.setitem(CUTS, 2, (1, 6))
    found = exploit("stay,book", "rounce", players=2, deals=3_000, seed=3, jobs=1)
    table = found.tables["exploit_race"]
    assert table.strategy.tolist() == ["stay", "book"]
    assert table.own.sum() == pytest.approx(1)
    assert table.more_low[0] > 0.02
    assert (table.won - table.own).tolist() == pytest.approx(table.more.tolist())
    assert "Most is there to gain for stay (seat 0)." in found.answer
