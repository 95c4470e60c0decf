"""Boo-Ray has the proof of every game, and here is what people type of it."""

from dataclasses import replace

import pytest

from boneyard.proof.game import Proof
from boneyard.proof.tools import boneyard
from booray.game import GAME
from booray.hand import CHANGES
from booray.rules import HOW_TO_PLAY, BoorayRules
from booray.tests import at_the_oracle, oracle
from reports.results.result import Result
from simulate.games.game import find_game
from simulate.runs.play import play

HELD = ("--hand", "5-2 5-1 2-2 3-2 0-0", "--position", "1", "--turn-up", "2-1", "--deals", "512")
TYPED = "game: booray\nplayers: Ann, Bob, Cy\ndealer: Cy\npool: 3\nturn-up: 2-1\n"
PLAYED = ("said: play 1, play 0, pass\nAnn: 5-2 2-2 3-2 0-0 5-1\n"
          "discarded Ann: 0-0\ndrawn Ann: 6-6\n2: 2-2 4-2\n")


def said(hand, seat):
    return next((one for one in hand["declarations"] if one["seat"] == seat), {"action": "play"})


def test_the_rules_say_what_is_a_choice():
    choices = HOW_TO_PLAY.split("Choices of ours: ")[1].replace("\n", " ")
    few, many = (["three", "four", "five"][seats - 3] for seats in GAME.seats)
    assert f"{few} to {many} seats" in choices
    assert f"change up to {['one', 'two', 'three', 'four'][CHANGES - 1]} tiles, once" in choices
    assert all(entry.source.startswith("Choice: ") for _, entry in BoorayRules().options())


class TestBooray(Proof):
    game, entry_point = "booray", "booray.game:GAME"
    seated, oracle = at_the_oracle, oracle
    rules = ({}, {"head": False, "penalty": "cap:2n"}, {"top": False, "ante": 3},
             {"penalty": "fixed:5", "escalation_limit": 40})
    wrong = (({}, {"head": False}), ({}, {"top": False}), ({}, {"penalty": "cap:3"}))
    broken = {"penalty_at_stake": lambda rules, pool, players: pool + 1,
              "left_to": lambda state, options: options}
    counted = {
        "played": lambda hand, seat: said(hand, seat)["action"] == "play",
        "pools": lambda hand, seat: hand["paid"][seat] > 0,
        "changed": lambda hand, seat: len(said(hand, seat).get("drawn", [])),
        "walkovers": lambda hand: not hand["tricks"], "ties": lambda hand: not any(hand["paid"]),
        "escalated": lambda hand: hand["pool_next"] > hand["rules"]["escalation_limit"]}

    def test_the_interval_of_the_median_pool_holds(self):
        figure = find_game("booray").books.session_figures[1]
        run = replace(self.run({"penalty": "cap:1000"}, 4, lineup=["bold"] * 4), hands=50)
        true, *found = (Result(play(replace(run, sessions=48 if seed else 20_000, seed=seed), 1))
                        .measures.of_the_table(figure) for seed in range(101))
        assert (true.value, true.low, true.high) == (24, 24, 28)
        assert sum(one.low <= true.value <= one.high for one in found) >= 95

    @pytest.mark.parametrize(("before", "found"), [
        ("pass", "Play: "), ("play, play, pass, pass", "\nkeep 5-2 3-2 2-2 ")])
    def test_decisions_are_priced(self, monkeypatch, capsys, before, found):
        status, text, said = boneyard(
            monkeypatch, capsys, "advise", "booray", *HELD, "--before", before)
        assert status == 0 and found in text, said

    @pytest.mark.parametrize(("more", "status", "found"), [
        (PLAYED, 0, "1 hand and 3 decisions of Ann"),
        ("", 2, "the hand has no declarations: write a line said: ")])
    def test_a_typed_hand_is_reviewed(self, monkeypatch, capsys, tmp_path, more, status, found):
        (tmp_path / "hands.txt").write_text(TYPED + more)
        ended, text, said = boneyard(monkeypatch, capsys, "review", str(tmp_path / "hands.txt"),
                                     "--seat", "Ann", "--deals", "512")
        assert ended == status and found in text + said
