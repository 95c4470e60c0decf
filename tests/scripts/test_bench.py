"""The yardstick in plain C plays the game that we play; without OpenSpiel a sentence says so."""

import shutil
from functools import cache

import pytest

from scripts import bench


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    if not shutil.which("gcc"):
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("baselines")
    return cache(lambda name: bench.compiled_baselines(folder, name)[name])


def test_pairs_are_measured_and_a_missing_yardstick_is_named(programs, monkeypatch, capsys):
    monkeypatch.setattr(bench, "HANDS", 2_000)
    monkeypatch.setattr(bench, "_COMMANDS", ("rules loo",))
    monkeypatch.setattr(bench, "game_names", lambda: ["loo"])
    program = programs("loo_book")
    monkeypatch.setattr(bench, "compiled_baselines", lambda folder: {"loo_book": program})
    monkeypatch.setattr(bench.importlib.util, "find_spec", lambda name: None)
    bench.main()
    printed = capsys.readouterr().out
    assert "loo, 3 players, book" in printed and "boneyard rules loo" in printed
    assert "OpenSpiel is not installed" in printed
