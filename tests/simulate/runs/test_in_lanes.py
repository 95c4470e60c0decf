"""Which runs are played in lanes, and that nobody can tell from the result."""

from dataclasses import replace

import numpy as np
import pytest

from simulate.games.game import find_game
from simulate.games.loo.in_lanes.instructions import lanes_pay
from simulate.runs import chunk
from simulate.runs.adding import totals
from simulate.runs.chunk import LARGE, lanes_of, record_hands, set_table
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players


def run_of(game, lineup, sessions, players=3):
    seated = seat_players(game, lineup, players)
    return Run(game, find_game(game).rules_class(), seated, sessions, 100, 2)


def in_lanes_of(run):
    return lanes_of(run, set_table(run, watched=False)[0]) != ()


@pytest.mark.skipif(not lanes_pay(), reason="this processor has no wide vectors")
def test_large_runs_of_chance_alone_are_played_in_lanes():
    enough = LARGE // 100
    for players in (2, 3, 4):
        assert in_lanes_of(run_of("loo", "random", enough, players))
    assert not in_lanes_of(run_of("loo", "random,book,random", enough))
    assert not in_lanes_of(run_of("loo", "random", enough - 1))
    assert not in_lanes_of(run_of("pool", "random", enough))


@pytest.mark.parametrize(("game", "rules", "hands"), [
    ("loo", {"penalty": "cap:40"}, 100),
    ("loo", {"penalty": "unlimited", "escalation_limit": 10**5}, 60),
    ("rounce", {}, 10_000),
])
def test_the_result_is_the_same(monkeypatch, game, rules, hands):
    run = replace(run_of(game, "random", 150), hands=hands,
                  rules=find_game(game).rules_class.of(None, **rules))
    expected = totals(play(run, jobs=1))
    monkeypatch.setattr(chunk, "LARGE", 1)
    for size in (16, 160):
        assert totals(play(run, jobs=2, chunk=size)) == expected


def test_hands_are_not_recorded_in_lanes(monkeypatch):
    run = run_of("loo", "random", 1)
    expected = list(record_hands(run, 0, 0, 5))
    monkeypatch.setattr(chunk, "LARGE", 1)
    np.testing.assert_array_equal(list(record_hands(run, 0, 0, 5)), expected)
