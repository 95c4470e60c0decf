"""Advice on declarations: what cannot be wrong, what is conditioned on, what is refused."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import boneyard
from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.studies.advise.decision import answers_to
from reports.studies.advise.decision_input import read_decision
from reports.typed.query import Query
from simulate.branch.limits import Limits
from simulate.domino.tiles import TILE
from simulate.games.loo.views import LEAVE, MISS, PLAY
from strategies.loo.base import Random

HAND, TURN_UP = "6-6 6-2 4-4 3-1 2-0", "6-3"


def ask(hand=HAND, turn_up=TURN_UP, position=0, before="", players=4, rules=None, lineup="random",
        game="loo", **more):
    return boneyard.advise(game, hand, turn_up, position, before, lineup=lineup, players=players,
                           rules=rules, **more)


@pytest.mark.parametrize(("players", "position", "before"), [
    (3, 1, "miss"), (4, 3, "play,play,play"), *(pytest.param(*of, marks=pytest.mark.slow) for of in
    [(2, 0, ""), (2, 1, "play"), (4, 0, ""), (4, 2, "drop,miss")]),
])
@pytest.mark.parametrize(("game", "rules"), [
    ("loo", None), *(pytest.param(*of, marks=pytest.mark.slow) for of in [
        ("rounce", None), ("loo", {"scoring": "points"})])])
def test_five_top_trumps_are_played_and_never_missed(players, position, before, game, rules):
    advice = ask("6-6 6-5 6-4 6-3 6-2", "6-1", position, before, players, rules, game=game,
                 deals=512)
    assert advice.best == "play"
    if position < players - 1:  # a dealer who decides by lot may throw one for the turn-up
        assert advice.frame.loc["play", "tricks"] == pytest.approx(5)
    assert advice.frame.loc["play", "looed"] == 0


def test_tricks_and_the_chance_to_be_looed_make_the_chips_of_the_hand():
    advice = ask(position=2, before="drop,play", pool=80, rules={"penalty": "cap:40"})
    for k, said in enumerate(map(advice._in_words, range(len(advice.frame)))):
        row = advice.frame.loc[said]
        assert advice.prices.alone.mean[k] == pytest.approx(16 * row["tricks"] - 40 * row["looed"])


def test_a_dealer_who_plays_is_told_what_to_throw_for_the_turn_up():
    advice = ask(position="dealer", before="drop,miss,play", lineup="banker")
    assert advice.best == "play"
    assert advice.then.asked.decision == "take_turn_up"
    assert set(advice.then.frame.index) == {
        "leave the turn-up", *(f"take the turn-up for {tile}" for tile in HAND.split())}
    assert advice.then.best in ("take the turn-up for 2-0", "take the turn-up for 3-1")
    assert "Then: Take the turn-up?" in str(advice)
    asked = boneyard.advise("loo", HAND, TURN_UP, "dealer", "drop,miss,play,play", "take_turn_up",
                            lineup="banker")
    assert advice.then.as_dict() == asked.as_dict()
    assert ask(position=2, before="drop,miss", lineup="banker").then is None


def test_deals_are_drawn_until_it_is_clear_and_no_more_than_allowed():
    few, usual = ask(deals=512), ask()
    assert few.prices.drawn == 510  # a third of them choose: 170
    assert usual.prices.drawn >= 8192
    assert not few.prices.out_of_time
    error = few.frame["tricks_se"]["play"] / usual.frame["tricks_se"]["play"]
    assert error == pytest.approx(math.sqrt(usual.prices.drawn / 510), rel=0.3)


def test_when_the_time_is_up_it_ends_after_a_whole_round_and_says_so(monkeypatch):
    run = set_up("loo", "random", 4, None, 1, 1, 0)
    asked = read_decision(run, Query(HAND, "third", TURN_UP, "drop,miss"))

    class Undecided(ValuedTable):
        """Where every answer is worth the same, but for noise: it is never clear."""

        def stakes(self, *about):
            noise = np.random.default_rng(1)
            return replace(super().stakes(*about), replicas=None, matters=0.0,
                           worth=lambda outcomes: noise.standard_normal(outcomes.shape[:2]))

    ticks = iter(range(1000))
    monkeypatch.setattr("simulate.branch.pricing.time.monotonic", lambda: float(next(ticks)))
    advice = answers_to(run, *asked, Undecided(run), Limits(1 << 20, seconds=7.5))
    assert advice.prices.out_of_time
    # A third of the time chooses: 512, 1024, 2048, the third round is the last.
    assert advice.prices.drawn == 3 * 2048
    assert "The time was up after 6,144 deals drawn" in advice.note
    again = answers_to(run, *asked, Undecided(run), Limits(3 * 2048))
    assert (again.prices.sums.first == advice.prices.sums.first).all()
    assert "The time was up" not in again.note


class ShowsTheDouble(Random):
    """Plays its dealt hand if, and only if, it holds the double of trumps."""

    name = "shows"

    @staticmethod
    def declare(view, p):
        return PLAY if view.hand >> TILE[view.trump, view.trump] & 1 else MISS

    @staticmethod
    def take_turn_up(view, p):
        return LEAVE


def test_what_was_declared_before_tells_what_is_held():
    """Against the double five trumps take four tricks at most; without it out, all five."""
    told = {said: ask("6-5 6-4 6-3 6-2 6-1", "6-0", 1, said, players=2,
                      lineup=[ShowsTheDouble(), "random"]) for said in ("play", "miss")}
    assert told["play"].rivals["6-6"].iloc[0] == pytest.approx(1)
    # Who misses draws six of the 17 others, and keeps five of them by lot.
    assert told["miss"].rivals["6-6"].iloc[0] == pytest.approx(5 / 17, abs=0.03)
    # A rival's five tiles of the 22 unseen hold the double in 5 / 22 of the deals.
    shares = {said: 1.5 * advice.prices.counted / advice.prices.drawn
              for said, advice in told.items()}  # two thirds of the deals measure
    assert shares["play"] == pytest.approx(5 / 22, abs=0.03)
    assert shares["play"] + shares["miss"] == pytest.approx(1, abs=0.03)


def test_who_never_declares_so_is_taken_at_his_word():
    advice = ask(position=2, before="miss,drop", lineup=["stay", "banker", "random", "random"])
    given = "Taken as given, because hardly any deal fits it: the eldest hand takes the miss"
    assert given in advice.note and "seat 0" not in advice.note
    both = ask(position=2, before="miss,miss", players=3, lineup=["stay", "stay", "random"])
    assert "fits them: the eldest hand takes the miss and the second takes" in both.note
    assert both.note.count("Taken as given") == 1
    # The other one is not: he is dealt tiles with which he drops.
    assert 1.5 * advice.prices.counted < 0.9 * advice.prices.drawn


def test_a_word_that_is_taken_tells_nothing_of_the_tiles():
    # Nor does a seat that declares by lot: both must find the same.
    taken, by_lot = (ask(position=1, before="miss", lineup=[who, "random", "random", "random"])
                     for who in ("stay", "random"))
    # What stay plays is what random plays, so only the declaration before differs.
    assert "Taken as given" in taken.note and "Taken as given" not in by_lot.note
    for move in taken.frame.index:
        (mean, error), (other, far) = (
            advice.frame.loc[move, ["tricks", "tricks_se"]] for advice in (taken, by_lot))
        assert abs(mean - other) <= 4 * math.hypot(error, far)
