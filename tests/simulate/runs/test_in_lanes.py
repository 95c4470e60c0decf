"""Which runs are played in lanes, and that nobody can tell from the result."""

import re
from dataclasses import replace

import numpy as np
import pytest

from simulate.books.exact_sums import AT_ONCE
from simulate.domino.tile_sets import lowest
from simulate.errors import StrategyError
from simulate.games.game import find_game
from simulate.games.loo.views import PLAY
from simulate.machine.lane_types import lanes_pay
from simulate.runs import chunk, in_lanes
from simulate.runs.adding import totals
from simulate.runs.addresses import lanes_address_of
from simulate.runs.chunk import record_hands, set_table
from simulate.runs.in_lanes import LARGE, LARGE_ASKED, plays_in_lanes
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.base import LooStrategy
from strategies.loo.book import Book
from tests.simulate.runs.test_failed_hand import FailingLoo


def run_of(game, lineup, sessions, players=3):
    seated = seat_players(game, lineup, players)
    return Run(game, find_game(game).rules_class(), seated, sessions, 100, 2)


def play_all_in_lanes(monkeypatch):
    """Let small runs be played in lanes, too."""
    monkeypatch.setattr(in_lanes, "LARGE", 1)
    monkeypatch.setattr(in_lanes, "LARGE_ASKED", 1)


def in_lanes_of(run):
    return plays_in_lanes(run, set_table(run, watched=False)[0])


@pytest.mark.skipif(not lanes_pay(), reason="this processor has no wide vectors")
def test_large_runs_are_played_in_lanes():
    enough = LARGE // 100
    for players in (2, 3, 4):
        assert in_lanes_of(run_of("loo", "random", enough, players))
        assert in_lanes_of(run_of("loo", "threshold", LARGE_ASKED // 100, players))
    assert not in_lanes_of(run_of("loo", "threshold", LARGE_ASKED // 100 - 1))
    assert not in_lanes_of(run_of("loo", "random", enough - 1))
    assert not in_lanes_of(run_of("pool", "random", enough))


@pytest.mark.parametrize("lineup", ["random", "book,random,solved"])
@pytest.mark.parametrize(("game", "rules", "hands"), [
    ("loo", {"penalty": "cap:40"}, 100),
    ("loo", {"penalty": "unlimited", "escalation_limit": 10**5}, 60),
    ("rounce", {}, 10_000),
])
def test_the_result_is_the_same(monkeypatch, game, rules, hands, lineup):
    run = replace(run_of(game, lineup, 150), hands=hands,
                  rules=find_game(game).rules_class.of(None, **rules))
    expected = totals(play(run, jobs=1))
    play_all_in_lanes(monkeypatch)
    for size in (16, 160):
        assert totals(play(run, jobs=2, chunk=size)) == expected


def test_hands_are_not_recorded_in_lanes(monkeypatch):
    run = run_of("loo", "book", 1)
    expected = list(record_hands(run, 0, 0, 5))
    play_all_in_lanes(monkeypatch)
    monkeypatch.setattr(in_lanes, "play_in_lanes", None)
    np.testing.assert_array_equal(list(record_hands(run, 0, 0, 5)), expected)


class Wrong(LooStrategy):
    """Plays a tile that it does not hold, late in some session."""

    name = "wrong"

    @staticmethod
    def declare(view, p):
        return PLAY

    @staticmethod
    def follow(view, p):
        late = view.number == 17 and view.trick == 1 and view.position == 2
        return 27 - lowest(view.legal) if late else lowest(view.legal)


def test_a_wrong_strategy_is_told_of_as_the_kernel_tells(monkeypatch):
    run = run_of("loo", [Wrong, "book", "random"], 40)
    with pytest.raises(StrategyError) as one_at_a_time:
        play(run, jobs=1)
    play_all_in_lanes(monkeypatch)
    with pytest.raises(StrategyError) as side_by_side:
        play(run, jobs=1)
    assert str(side_by_side.value) == str(one_at_a_time.value)
    assert "hand 17" in str(side_by_side.value)


class WrongOnce(Wrong):
    """Plays a tile that it does not hold, in one hand of some thousand."""

    name = "wrong-once"

    @staticmethod
    def follow(view, p):
        wrong = view.word % 9000 == 1 and view.trick == 1
        return 27 - lowest(view.legal) if wrong else lowest(view.legal)


def test_a_failure_late_in_a_chunk_is_told_of_as_the_kernel_tells(monkeypatch):
    run = run_of("loo", [WrongOnce, "book", "random"], 300)
    with pytest.raises(StrategyError) as one_at_a_time:
        play(run, jobs=1)
    assert int(re.search(r"session (\d+)", str(one_at_a_time.value))[1]) > AT_ONCE
    play_all_in_lanes(monkeypatch)
    monkeypatch.setattr(chunk, "_BYTES_AT_ONCE", 1)
    played, real = [], chunk.play_rows
    monkeypatch.setattr(chunk, "play_rows",
                        lambda *asked, **more: played.append(asked) or real(*asked, **more))
    with pytest.raises(StrategyError) as side_by_side:
        play(run, jobs=1)
    assert str(side_by_side.value) == str(one_at_a_time.value)
    # Only the sessions that were side by side with it are played again.
    assert [sessions for _, _, _, sessions, *_ in played] == [AT_ONCE]


@pytest.mark.parametrize("fails", range(1, 7))
def test_an_illegal_choice_at_any_decision_is_told_of_as_the_kernel_tells(monkeypatch, fails):
    run = run_of("loo", [FailingLoo(fails=fails), "book", "random"], 40)
    with pytest.raises(StrategyError) as one_at_a_time:
        play(run, jobs=1)
    play_all_in_lanes(monkeypatch)
    with pytest.raises(StrategyError) as side_by_side:
        play(run, jobs=1)
    assert str(side_by_side.value) == str(one_at_a_time.value)


class Bolder(Book):
    """Declares otherwise than the strategy that it inherits from."""

    name = "bolder"

    @staticmethod
    def declare(view, p):
        return PLAY


def test_what_is_inherited_for_lanes_answers_for_its_own_declarations_only():
    assert set(Book().player().in_lanes) >= {"declare"}
    assert "declare" not in Bolder().player().in_lanes


def test_what_does_not_compile_for_lanes_is_told_in_one_sentence():
    (player,) = seat_players("loo", "book", 1)
    wrong = replace(player, in_lanes={"declare": lambda view, p: [1, 2]})
    said = r"^declare of strategy 'book' does not compile: [^\n]*$"
    with pytest.raises(StrategyError, match=said):
        lanes_address_of(wrong, "declare", find_game("loo").decisions["declare"])
