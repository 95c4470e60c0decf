"""``study skill``: luck and skill where both are known."""

from dataclasses import replace

import numpy as np
import pytest

from boneyard import study
from reports.compare import play_all
from reports.contests import pair
from reports.request import set_up
from reports.studies.skill.study import Matched, luck
from strategies.lineup import seat_players
from tests.proofs.covering.equals import High, Low

CAP = {"penalty": "cap:40"}
SMALL = {"sessions": 64, "hands": 20, "jobs": 1}


def matched(run, one, other):
    return Matched.of(*play_all([pair(run, one, other).tables], 1), one.label, other.label)


def test_equal_strategies_have_no_edge():
    run = set_up("loo", "stay", 4, CAP, 200, 20, 5)
    (player,) = seat_players("loo", "stay", 1)
    found = matched(run, player, replace(player, label="also stay"))
    # In all rotations on the same deals whatever the seats bring goes out: nothing is left.
    assert found.edge.estimate.value == 0 and found.differences.std() > 0
    assert found.needed.value == np.inf
    assert luck(found.edge.estimate).value == 1.0


def test_a_difference_without_luck_is_all_skill_and_its_check_is_sure():
    noise = np.random.default_rng(2).normal(size=(2, 400))
    found = Matched("a", "b", 10 + noise, 5.0)
    assert luck(found.edge.estimate).value == pytest.approx(1 / 101, rel=0.1)
    assert found.needed.value == 5.0  # a session at least
    # Hands are whole, also where no upper bound makes the decimals of an amount.
    rare = Matched("a", "b", 0.01 + noise, 5.13)
    assert all(np.isinf(x) or x == round(x) for x in rare.needed[::2])


def test_the_study_names_who_is_better_at_tables_of_every_size():
    found = study("skill", "loo", "stay,book,random", rules=CAP, by_players=True, **SMALL)
    met = found.study.found["pairs"]
    assert met["3 players"]["book over random"].edge.estimate.low > 0
    assert [*met] == ["3 players", "2 players", "4 players"]
    frame = found.tables["skill"]
    assert len(frame) == 9 and frame["change"].notna().sum() == 6
    assert "standard deviations of luck in a session" in found.answer[-1]
    again = study("skill", "loo", "stay,book,random", rules=CAP, by_players=True,
                  **{**SMALL, "jobs": 2})
    assert again.answer == found.answer
    assert found.command.endswith("--by-players")


def test_equals_that_make_the_same_are_not_ranked():
    """Those who drop by other lots differ hand by hand, but not over both seats of two."""
    found = study("skill", "loo", [Low, High], rules={"penalty": "unlimited"}, **SMALL)
    assert found.answer[0] == "low and high came out level."
    assert "hands_high" in found.tables["skill"] and not any("inf" in one for one in found.answer)
