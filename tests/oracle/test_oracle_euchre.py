"""The Euchre oracle against the rules text."""

import pytest

from .playing import ANNOUNCED, session


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_follow_from_the_tricks_until_a_side_has_five(players, seed):
    history = session("euchre", players, ANNOUNCED, seed, 1000)
    assert history[-1]["game_over"] and max(history[-1]["points_after"]) >= 5
    assert not any(hand["game_over"] for hand in history[:-1])
    for hand in history:
        assert sum(hand["tricks_won"]) == (0 if hand["maker"] is None else 5)
        if players == 4:
            for key in ("points", "points_before", "points_after"):
                assert hand[key][0] == hand[key][2] and hand[key][1] == hand[key][3]
