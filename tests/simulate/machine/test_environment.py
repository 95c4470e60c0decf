"""Settings of the environment under which numba compiles nothing are named, before any work."""

import os
import subprocess
import sys

import pytest

from simulate.errors import BoneyardError, StrategyError
from simulate.games.game import find_game
from simulate.machine.compiling import check_environment
from simulate.runs import chunk
from strategies.lineup import seat_players

BROKEN = [("NUMBA_DISABLE_JIT", "1"), ("NUMBA_NUM_THREADS", "0"), ("NUMBA_NUM_THREADS", "-3"),
          ("NUMBA_NUM_THREADS", "abc")]


@pytest.mark.parametrize(("name", "value"), BROKEN)
def test_a_setting_with_which_nothing_compiles_is_named(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(BoneyardError, match=f"{name} is {value} in the environment"):
        seat_players("casino", "random", 2)


@pytest.mark.parametrize(("name", "value"), [
    ("NUMBA_DISABLE_JIT", "0"), ("NUMBA_DISABLE_JIT", "x"), ("NUMBA_NUM_THREADS", "1"),
    ("NUMBA_NUM_THREADS", "")])
def test_a_setting_that_does_no_harm_is_none_of_our_business(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    check_environment()


@pytest.mark.parametrize(("name", "value"), BROKEN[:2])
def test_the_command_names_it_and_leaves_nothing(tmp_path, name, value):
    words = ["simulate", "casino", "--out", "out"]
    done = subprocess.run(
        [sys.executable, "-m", "boneyard", *words], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, name: value})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"boneyard: {name} is {value} in the environment")
    assert list(tmp_path.iterdir()) == []


def test_a_strategy_of_the_library_is_not_blamed_when_the_compiler_fails(monkeypatch):
    def fail(*arguments):
        raise AttributeError("'function' object has no attribute 'compile'")

    monkeypatch.setattr(chunk, "decision_address", fail)
    (player,) = seat_players("casino", "best-odds", 1)
    with pytest.raises(BoneyardError, match="cannot be compiled on this computer") as raised:
        chunk.address_of(player, "bet", find_game("casino").decisions["bet"])
    assert not isinstance(raised.value, StrategyError)
