"""Who plays and who passes at Boo-Ray is solved, and what best responses win from its players."""

import pytest

import boneyard
from boneyard.proof.tools import install
from booray.rules import BoorayRules
from simulate.games.game import ENTRY_POINTS
from simulate.runs.run import Run
from simulate.theory.chips import Chips
from simulate.theory.stage import solve
from strategies.lineup import seat_players


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(install(tmp_path, ENTRY_POINTS, booray="booray.game:GAME"))


def test_a_solved_table_leaves_little_to_win():
    run = Run("booray", BoorayRules(penalty="cap:12"), seat_players("booray", "thumb", 3), 1, 9, 5)
    chips = solve(Chips(run, deals=6000), 2)
    ((first, *_),) = chips.solved()
    assert chips.pools == (3, 15, 27)
    assert first.worth.sum() == pytest.approx(first.pool)
    assert first.gain.total < 0.02 * first.pool


def test_the_answers_of_solve_and_exploit():
    solved = boneyard.solve("booray", players=3, deals=3000, rounds=1, jobs=1)
    assert "may expect most" in solved.answer[0]
    found = boneyard.exploit("booray", "bold", players=3, deals=4000, jobs=1)
    assert found.tables["exploitability"].loc["bold", "gain"] > 0
    habits = found.tables["exploit_habits"]
    assert (habits.iloc[0].does, habits.iloc[0].better) == ("plays", "pass")
    locked = boneyard.solve("booray", players=3, lock={1: "bold"}, deals=3000, rounds=1, jobs=1)
    assert "makes with this solution changes most" in locked.answer[-1]
