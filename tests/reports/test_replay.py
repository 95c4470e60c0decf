"""A hand comes again by its address, whatever of its run a strategy looks at."""

import shlex

import pytest

import boneyard
from reports.replay import play_again

MINE = '''
from boneyard.loo import DROP, LooStrategy, PLAY


class Agreed(LooStrategy):
    """Stays in where an odd number of hands is agreed."""

    name = "agreed"
    looks_at = "the hands agreed"

    @staticmethod
    def declare(view, p):
        return PLAY if view.hands % 2 or not view.legal >> DROP & 1 else DROP
'''


@pytest.mark.parametrize("hands", [7, 40])
def test_the_command_beside_a_hand_shows_it_to_strategies_that_see_how_many_are_agreed(
        hands, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    lineup = [f"{file}:Agreed", "stay", "stay", "stay"]
    run = boneyard.simulate("loo", lineup, sessions=32, hands=hands, jobs=1)
    for row in run.tables["extremes"].to_dict("records"):
        words = shlex.split(row["replay"])[3:]
        given = dict(zip((word[2:] for word in words[::2]), words[1::2], strict=True))
        (hand,) = boneyard.replay("loo", **given)
        assert hand.history["net"][row["seat"]] == row["chips"]


def test_who_names_no_hands_sees_as_many_agreed_as_a_run_has():
    run, _ = play_again("loo", 0, 3, "stay")
    assert run.hands == boneyard.simulate("loo", "stay", sessions=16, jobs=1).run.hands
    assert play_again("loo", 0, 250, "stay")[0].hands == 251
