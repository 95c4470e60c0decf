"""Hands as texts: what else could have been played, and the words of each game."""

from __future__ import annotations

import pytest

from simulate.domino.tiles import mask, parse
from simulate.domino.tricks import LED_AS
from simulate.games.game import find_game
from simulate.games.narrating import named, places, who
from simulate.games.tricks import _choices


@pytest.mark.parametrize(("tile", "suit", "trump", "said"), [
    ("5-2", 5, 6, "or 2s led"),  # the same tile could be led as its other number
    ("5-2", 2, 6, "or 5s led"),
    ("5-5", 5, 6, "forced"),
    ("6-2", 6, 6, "forced"),  # a trump is a trump and nothing else
])
def test_a_lead_is_forced_only_without_a_choice_of_number(tile, suit, trump, said):
    assert _choices(tile, suit, mask([parse(tile)]), LED_AS[trump]) == said


HAND = mask([parse("6-4"), parse("4-4")])


@pytest.mark.parametrize(("game", "decision", "answer", "said"), [
    ("loo", "follow", 27, "answered 6-6; legal were 6-4 4-4"),
    ("loo", "follow", 77, "answered 77, which is not the number of a tile; legal were 6-4 4-4"),
    ("loo", "lead", 27 * 8 + 6, "answered 6-6 led as 6s; legal were 6-4 4-4"),
    ("loo", "take_turn_up", -2,
     "answered -2, which is not the number of a tile; legal were 6-4 4-4 LEAVE (-1)"),
    ("loo", "keep_after_miss", 1 << 27, "answered the set 6-6; legal were five of 6-4 4-4"),
    ("loo", "keep_after_miss", -1, "answered -1, which is no set; legal were five of 6-4 4-4"),
    ("rounce", "follow", -1, "answered -1, which is not the number of a tile; legal were 6-4 4-4"),
    ("euchre", "discard", 27, "answered 6-6; legal were 6-4 4-4"),
    ("casino", "bet", 27, "answered 6-6; legal were 6-4 4-4"),
    ("pool", "play", 27 + 32, "answered 6-6 to the right; legal were <4-4 <6-4"),
    ("pool", "draw", 2, "answered 2; legal were 0 1")])
def test_an_answer_against_the_rules_is_told_in_tiles(game, decision, answer, said):
    assert find_game(game).refused(decision, answer, {"legal": HAND, "hand": HAND}) == said


def test_calls_and_declarations_against_the_rules_are_told_in_words():
    declared = find_game("loo").refused("declare", 4, {"legal": 0b1010, "hand": HAND})
    assert declared == "answered for_pool; legal were play drop"
    called = find_game("euchre").refused("call", 11, {"legal": 0b0100_0000_0001, "hand": HAND})
    assert called == "answered make(4, 1); legal were PASS make(4, 0)"


def test_places_are_counted_among_those_who_are_dealt_in():
    hand = {"dealer": 3, "lineup": list("abcd"), "dealt": [["6-6"], [], ["5-5"], ["4-4"]]}
    assert places(hand) == {0: "eldest hand", 2: "second", 3: "dealer"}
    assert named(hand, (3, 0)) == "the eldest hand and the dealer"
    assert who({"lineup": ["a", "b"]}, 1) == "seat 1 (b)"  # a game without such places
