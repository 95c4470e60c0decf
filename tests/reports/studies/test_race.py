"""``study race``: chances to win by the score, against games played to their end."""

import numpy as np
import pytest

from boneyard import BoneyardError, study

SMALL = {"sessions": 1600, "jobs": 1, "seed": 4}


def test_chances_are_those_of_whole_games_and_less_need_wins_more():
    found = study("race", "rounce", "book", players=2, **SMALL)
    table = found.tables["race"]
    assert len(table) == 2 * 15 * 15
    wins = table["wins"].to_numpy().reshape(2, 15, 15)
    assert (np.diff(wins[:, ::5], axis=1) < 0).all()  # who needs more wins less
    assert (np.diff(wins[:, :, ::5], axis=2) > 0).all()
    # Two positions share a game: at one score one wins what the other does not.
    assert wins[0, 4, 4] + wins[1, 4, 4] == pytest.approx(1, abs=1e-3)
    checked = found.tables["race_check"]
    assert checked["hands"].sum() > 4000
    error = (checked["won_high"] - checked["won_low"]) / 2
    assert (abs(checked["won"] - checked["said"]) < 2 * error + 0.01).all()
    assert set(found.figures) == {"race_0", "race_1"}
    assert "other games, played to their end" in found.answer[2]
    assert "plays for the game and not for the hand (racer) wins" in found.answer[3]
    (won,) = found.tables["race_points"]["won"]
    assert 0.45 < won < 0.6


def test_solved_play_has_its_chances_from_the_solution():
    found = study("race", "rounce", "racer", players=3, **{**SMALL, "sessions": 300})
    wins = found.tables["race"]["wins"].to_numpy().reshape(3, 15, 15)
    assert wins[:, 14, 14].sum() == pytest.approx(1, abs=1e-4)
    assert (np.diff(wins, axis=1) < 0).all()  # no noise: a point fewer is always better
    (won,) = found.tables["race_points"]["won"]
    assert won < 0.32  # one who counts points a hand, among those who play for the game


@pytest.mark.parametrize(("game", "lineup", "message"), [
    ("loo", "book", "scoring=points"), ("rounce", "book,bold", "one strategy in all seats"),
    ("euchre", "hoyle", "is for loo and rounce"),
])
def test_tables_without_a_race_are_refused(game, lineup, message):
    with pytest.raises(BoneyardError, match=message):
        study("race", game, lineup, **SMALL)


def test_too_few_games_are_refused():
    with pytest.raises(BoneyardError, match="200 games or more, not 10"):
        study("race", "rounce", "book", sessions=10)
