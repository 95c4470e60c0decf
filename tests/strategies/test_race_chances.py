"""The chances of the solved race are worked out once and kept."""

import numpy as np
import pytest

from simulate.theory.loo.win_chances import count_visits
from strategies.loo import racer
from strategies.loo.racer import hands_of_game, shipped_race, win_chances


@pytest.fixture
def in_a_new_folder(tmp_path, monkeypatch):
    """Keep the chances of two players too, in an empty folder."""
    hands_of_game("rounce", 2)  # its kernels come from the folder of before
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.setattr(racer, "_KEPT_FROM", 2)
    forget()
    yield tmp_path / "kept"
    forget()


def forget():
    win_chances.cache_clear()
    hands_of_game.cache_clear()


def test_the_chances_are_those_of_the_race_and_worked_out_once(in_a_new_folder, monkeypatch):
    race = shipped_race("rounce", 2)
    wins = race.win_chances()
    count_visits([wins], [race.shares])
    assert np.array_equal(win_chances("rounce", 2).chances, wins.chances)
    assert hands_of_game("rounce", 2) == wins.visits.sum()
    assert len(list(in_a_new_folder.glob("races.*.nbc"))) == 2
    forget()
    for name in ("settle", "count_visits"):
        monkeypatch.setattr(racer, name, lambda *_: pytest.fail("worked out again"))
    found = win_chances("rounce", 2)
    assert np.array_equal(found.chances, wins.chances) and found.after_hand is found.chances
    assert hands_of_game("rounce", 2) == wins.visits.sum()


def test_a_folder_that_cannot_be_written_is_done_without(in_a_new_folder):
    in_a_new_folder.write_text("no folder")
    assert win_chances("rounce", 2).at((0, 0)).sum() == pytest.approx(1)
    assert in_a_new_folder.read_text() == "no folder"
