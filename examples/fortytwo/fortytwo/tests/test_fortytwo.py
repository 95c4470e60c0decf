"""Forty-two has the proof of every game, and here is what people type of it."""

import pytest

from boneyard.proof.game import HANDS, Proof
from boneyard.proof.tools import boneyard
from fortytwo.tests import at_the_oracle, oracle

HELD = ("--hand", "5-5 5-4 5-3 5-2 6-6 4-4 1-0", "--deals", "512")


class TestFortytwo(Proof):
    game, entry_point = "fortytwo", "fortytwo.game:GAME"
    seated, oracle = at_the_oracle, oracle
    rules = ({}, {"target": 90})
    wrong = (({}, {"target": 120}),)
    broken = {"points_of": lambda trick: 1}
    counted = {
        "bids_won": lambda hand, seat: seat == hand["bidder"],
        "bids_made": lambda hand, seat: seat == hand["bidder"] and hand["points"][seat] > 0,
        "games": lambda hand, seat: hand["game_over"],
        "games_won": lambda hand, seat: seat in hand["winners"],
        "unfinished": lambda hand: hand["hand"] == HANDS - 1 and not hand["game_over"]}

    @pytest.mark.parametrize(("words", "found"), [
        (("--position", "1", "--before", "pass"), "games of 100 better than bidding"),
        (("--position", "1", "--before", "pass 31 pass pass"), "Name 5s: "),
        (("--position", "3", "--before", "pass 31 pass pass 5s", "--seen", "3: 3-2 3-1"),
         "What to play"),
    ])
    def test_decisions_are_priced(self, monkeypatch, capsys, words, found):
        status, text, said = boneyard(monkeypatch, capsys, "advise", "fortytwo", *HELD, *words)
        assert status == 0 and found in text, text + said
