"""The proof of every game passes hands of three tiles, and fails a game that is wrong."""

from dataclasses import replace

import numpy as np
import pytest

from boneyard.proof import game as proof
from reports.request import set_up
from simulate.domino.pool_kit import POOL
from simulate.errors import BoneyardError
from simulate.games import tricks
from simulate.games.game import find_game
from simulate.games.pooled import PooledAsking
from simulate.games.spot import Holding, asking
from simulate.runs.chunk import record_sessions
from simulate.theory.declared import declared_at
from tests.conftest import example

site = example("booray", "module", "site")


@pytest.fixture(scope="module")
def booray(site):
    """Return the modules of the game and of its proof, installed."""
    from booray import game
    from booray.tests.test_booray import TestBooray
    return game, TestBooray()


def counted_wrong(change):
    """Return ``play``, whose tally is changed."""
    def play(run, jobs):
        played = proof_play(run, jobs=jobs)
        change(played.tally)
        return played
    return play


proof_play = proof.play


def add_to(name, at):
    """Return what adds one to a place of a tally's array."""
    return lambda tally: getattr(tally, name).__setitem__(at, getattr(tally, name)[at] + 1)


def test_a_count_that_histories_do_not_tell_is_named(booray, monkeypatch):
    counted = booray[1].counted
    for name, whose in (("changed", "each of its seats"), ("ties", "the table")):
        monkeypatch.setattr(booray[1], "counted", {k: counted[k] for k in counted if k != name},
                            raising=False)
        with pytest.raises(pytest.fail.Exception, match=(
                f"books count '{name}', which in histories is no number of {whose}: give counted")):
            booray[1].test_the_books_are_the_sums_of_the_hands()


@pytest.mark.parametrize("change", [
    add_to("powers", (0, 2, 2)), add_to("extremes", (0, 3, 0)), add_to("extremes", (1, 0, 3)),
    add_to("session", 1), add_to("session", 5), add_to("seat", (1, 2)), add_to("seat", (3, 6)),
], ids=["squares", "worst", "best", "walkovers", "largest pool", "looed", "credited"])
def test_wrong_books_are_found_out(booray, monkeypatch, change):
    monkeypatch.setattr(proof, "play", counted_wrong(change))
    with pytest.raises(AssertionError):
        booray[1].test_the_books_are_the_sums_of_the_hands()


@pytest.mark.parametrize(("changes", "of", "finds"), [
    ({"begins": (POOL.dealer, 0)}, {},
     "every_decision_is_asked_as_it_was_and_forced_gives_the_same_hand"),
    ({}, {"made": lambda hands: hands["playing"][:, None] * 0}, "a_pool_grows_as_the_game_says"),
    ({}, {"parts": 2}, "a_pool_grows_as_the_game_says"),
])
def test_a_game_that_tells_wrong_is_found_out(booray, monkeypatch, changes, of, finds):
    game = booray[0].GAME
    wrong = replace(game, ends=lambda rules: game.ends(rules)._replace(**of), **changes)
    monkeypatch.setattr(proof, "find_game", lambda name: wrong)
    with pytest.raises(AssertionError):
        getattr(booray[1], f"test_{finds}")()


@pytest.mark.parametrize(("where", "name", "wrong"), [
    (PooledAsking, "kept", lambda self, seat, rules: [POOL.value, POOL.pool_next]),
    (PooledAsking, "kept", lambda self, seat, rules: [POOL.value + seat]),
    (Holding, "lack", lambda self, tiles, since: setattr(self, "open", [0] * len(self.open))),
], ids=["another seat's", "no pool", "holdings"])
def test_asking_wrong_is_found_out(booray, monkeypatch, where, name, wrong):
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises(AssertionError):
        booray[1].test_every_decision_is_asked_as_it_was_and_forced_gives_the_same_hand()


def test_tricks_that_are_not_looked_at_are_found_out(booray, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(tricks, "with_tricks", lambda events, *more: events)
    with pytest.raises(AssertionError):
        booray[1].test_false_tricks_are_refused(monkeypatch, capsys, tmp_path)


def asked(game, rules, told_rules):
    """Tell whether the deal that was is possible to each seat that decides, for some hands."""
    run, ask = set_up(game, "random", 4, rules, 1, 8, 5), asking(game)
    by = set_up(game, "random", 4, told_rules, 1, 8, 5).rules
    for row in record_sessions(run, range(4), 0, 8):
        hand = {"game": game, "players": 4, **find_game(game).record(row, 4)}
        events = ask.events(hand, by)
        for index, event in enumerate(events):
            deal = ask.chances(hand, by, events, event.seat)[-1].after
            yield proof.agree(ask.spot(hand, by, events, index), deal)


def test_a_duty_to_trump_that_there_is_not_is_found_out():
    assert all(asked("loo", {"must_trump": False}, {"must_trump": False}))
    assert not all(asked("loo", {"must_trump": False}, {"must_trump": True}))


@pytest.mark.parametrize(("name", "wrong"), [
    ("shares_won", lambda self, tricks: 0 * tricks[:, 0]),
    ("paid", lambda self, left: np.ones((*np.shape(left), self.players)) * (left == 0)),
    ("taken_by_end", lambda self, pool, penalty: np.stack([0 * pool, pool, -pool], axis=-1)),
    ("left_by_end", lambda self, pool, penalty: np.arange(10) % 5 * penalty),
])
def test_a_solver_that_is_told_wrong_is_found_out(booray, monkeypatch, name, wrong):
    from booray.solving import DECLARED
    monkeypatch.setattr(DECLARED, name, wrong)
    with pytest.raises(AssertionError):
        booray[1].test_hands_pay_what_the_solver_says()


def test_tricks_that_are_shared_in_no_known_way_are_not_solved(booray, monkeypatch):
    monkeypatch.setattr(booray[0].ASKING, "tiles", 4)
    at = declared_at(set_up("booray", "thumb", 3, None, 1, 1, 5))
    with pytest.raises(BoneyardError, match="but its shares are of 4 tricks"):
        at.roll(1, 1)
