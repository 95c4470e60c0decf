"""``boneyard solve`` and ``boneyard exploit`` as people type them."""

import pytest
from typer.testing import CliRunner

from scripts import main as command_line
from scripts.stopping import Stopped
from simulate.errors import BoneyardError


def run(*words):
    return CliRunner().invoke(command_line.app, [str(word) for word in words])


def test_a_table_is_solved_kept_and_played(tmp_path):
    file, out = tmp_path / "two.npz", tmp_path / "out"
    found = run("solve", "loo", "--players", 2, "--deals", 6000, "--rounds", 1, "--pool", 40,
                "--file", file, "--out", out)
    assert found.exit_code == 0, found.output
    assert "eldest hand plays" in found.output and f"--lineup {file}" in found.output
    assert {path.name for path in (out / "figures").glob("*.png")} >= {"solution.png"}
    assert "--pool 40" in (out / "index.html").read_text()
    assert not list(tmp_path.glob("*.unfinished"))
    played = run("simulate", "loo", "--lineup", f"{file},book", "--sessions", 50)
    assert played.exit_code == 0 and "two.npz" in played.output


def test_a_strategy_is_exploited(tmp_path):
    found = run("exploit", "stay", "rounce", "--players", 2, "--deals", 4000, "--out",
                tmp_path / "out")
    assert found.exit_code == 0, found.output
    assert "wins" in found.output and "points a hand" in found.output
    assert (tmp_path / "out" / "tables" / "exploit_habits.csv").exists()


@pytest.mark.parametrize(("words", "message"), [
    (("solve", "euchre"), "solve is for loo and rounce"),
    (("solve", "loo", "--deals", 10), "deals 10"),
    (("solve", "loo", "--rounds", 0), "rounds 0"),
    (("solve", "loo", "--pool", 2), "pool 2"),
    (("solve", "rounce", "--pool", 20), "points are played for"),
    (("solve", "loo", "--file", "table.txt"), "table.txt"),
    (("solve", "loo", "--file", "no/such/folder/mine.npz"), "no/such/folder"),
    (("exploit", "book", "casino"), "exploit is for loo and rounce"),
    (("exploit", "nobody"), "nobody"),
    (("exploit", "book", "loo", "--deals", 1), "deals 1"),
])
def test_wrong_input_is_named_before_work_starts(words, message):
    found = run(*words)
    assert isinstance(found.exception, BoneyardError), found.output
    assert message in str(found.exception)


def test_a_stopped_solution_says_how_to_go_on(tmp_path, monkeypatch):
    from simulate.solving.loo.solver import Solver

    file, go_round = tmp_path / "two.npz", Solver.go_round

    def interrupted(self, *arguments):
        if self.rounds_done == 1:
            raise KeyboardInterrupt
        go_round(self, *arguments)

    words = ("solve", "loo", "--players", 2, "--deals", 6000, "--rounds", 2, "--file", file)
    monkeypatch.setattr(Solver, "go_round", interrupted)
    found = run(*words)
    assert isinstance(found.exception, Stopped)
    assert "the same command goes on" in str(found.exception) and not file.exists()
    monkeypatch.setattr(Solver, "go_round", go_round)
    assert run(*words).exit_code == 0
    assert file.exists() and not list(tmp_path.glob("*.unfinished"))
