"""``new-strategy``: the files that it writes run as they are, for every game."""

import runpy
import shlex
import sys

import pytest

from boneyard.cli.commands.new_strategy import play_command, write_new_strategy
from simulate.errors import BoneyardError
from simulate.games.game import find_game, own_games

SMALL = ["--sessions", "20", "--hands", "10", "--jobs", "1"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("own_idea", None)  # imported by its test


@pytest.mark.parametrize("game", own_games())
def test_the_file_its_test_and_its_command_run_as_written(game, folder, monkeypatch, run):
    strategy, test = write_new_strategy("own-idea", game, ".")
    monkeypatch.syspath_prepend(folder)  # as pytest does for the folder of a test
    held = runpy.run_path(str(test))
    tests = [value for name, value in held.items() if name.startswith("test_")]
    assert len(tests) == 3
    for one in tests:
        one()
    assert strategy.read_text().count("#") >= 8  # it explains itself
    command = play_command(find_game(game), strategy)
    assert command in strategy.read_text()
    status, out, _ = run(*shlex.split(command)[1:], *SMALL)
    assert status == 0 and "own-idea" in out


def test_the_command_writes_both_and_says_how_to_go_on(folder, run):
    status, out, err = run("new-strategy", "own-idea", "--game", "euchre")
    assert (status, err) == (0, "")
    assert {path.name for path in folder.iterdir()} == {"own_idea.py", "test_own_idea.py"}
    assert "boneyard simulate euchre --lineup own_idea.py:OwnIdea,threshold" in out
    assert "python -m pytest test_own_idea.py" in out


@pytest.mark.parametrize("there", ["mine.py", "test_mine.py"])
def test_nothing_is_written_over(there, folder):
    (folder / there).write_text("mine")
    with pytest.raises(BoneyardError, match=f"'{there}' is there already"):
        write_new_strategy("mine", "loo", ".")
    assert [path.name for path in folder.iterdir()] == [there]
    assert (folder / there).read_text() == "mine"
