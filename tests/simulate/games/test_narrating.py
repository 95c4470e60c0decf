"""Hands as texts: what else could have been played, and the words of each game."""

from __future__ import annotations

import re

import pytest

from simulate.domino.tiles import mask, parse
from simulate.domino.tricks import LED_AS
from simulate.games.game import find_game, own_games
from simulate.games.loo.rules import LooRules
from simulate.games.narrating import named, places, who
from simulate.games.tricks import _choices
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.lineup import seat_players


def story(game, lineup, sessions, **rules):
    found = find_game(game)
    players = seat_players(game, lineup, found.seats[1])
    run = Run(game, found.rules_class(**rules), players, sessions, 1000, 8)
    return "\n".join(found.tell(hand, row) for hand, row in histories(run, range(sessions)))


@pytest.mark.parametrize(("tile", "suit", "trump", "said"), [
    ("5-2", 5, 6, "or 2s led"),  # the same tile could be led as its other number
    ("5-2", 2, 6, "or 5s led"),
    ("5-5", 5, 6, "forced"),
    ("6-2", 6, 6, "forced"),  # a trump is a trump and nothing else
])
def test_a_lead_is_forced_only_without_a_choice_of_number(tile, suit, trump, said):
    assert _choices(tile, suit, mask([parse(tile)]), LED_AS[trump]) == said


def test_a_tile_that_follows_has_no_choice_of_number():
    assert _choices("5-2", 5, 1 << parse("5-2"), None) == "forced"
    assert _choices("5-2", 5, mask([parse("5-2"), parse("5-1")]), None) == "or 5-1"


def test_rounce_says_dummy_and_rounced_and_counts_down():
    text = story("rounce", "random", 3)
    assert "takes a dummy" in text
    assert "  rounced" in text
    assert "15 -> 14" in text or "15 -> 13" in text
    assert "miss" not in text
    assert "looed" not in text


def test_loo_says_miss_and_looed_and_names_the_positions():
    text = story("loo", "random", 1, scoring="points")
    for words in ("takes the miss", "  looed", "eldest hand", "second", "third", "dealer"):
        assert words in text
    assert "dummy" not in text


def test_casino_says_stash():
    text = story("casino", "random", 2)
    for words in ("goes to the stash", "Stashes", " tiles"):
        assert words in text
    # What became of a tile stands beside it, and not beside those that are kept.
    assert re.search(r"bets \d-\d: goes to the (stash|pot); keeps (\d-\d  )+\d-\d\n", text)


@pytest.mark.parametrize("game", own_games())
def test_every_game_says_how_it_is_played(game):
    text = find_game(game).how_to_play
    assert "Each seat" in text
    assert all(len(line) <= 96 for line in text.splitlines())


def test_a_game_is_explained_by_the_antes_of_its_rules():
    text = " ".join(find_game("loo").explain(LooRules(ante=1, dealer_ante=7, dealer_top_up=3)))
    assert "the ante (1), and the dealer 7 chips in all. Otherwise the dealer alone pays 3." in text


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


def test_a_hand_names_its_places_and_says_once_which_seat_each_is():
    text = story("loo", ["banker", "cautious", "bold", "random"], 1)
    first = text[: text.index("\nSession ")].splitlines()
    deal = first[first.index("Deal") + 1 :][:4]
    assert first[0].endswith(": banker deals")
    assert [line.split(" (")[0].strip() for line in deal] == [
        "eldest hand", "second", "third", "dealer"]
    assert [line.rsplit(maxsplit=1)[1] for line in deal] == ["1", "2", "3", "0"]
    assert all(line.count("seat ") == (line in deal) for line in first)


def test_places_are_counted_among_those_who_are_dealt_in():
    hand = {"dealer": 3, "lineup": list("abcd"), "dealt": [["6-6"], [], ["5-5"], ["4-4"]]}
    assert places(hand) == {0: "eldest hand", 2: "second", 3: "dealer"}
    assert named(hand, (3, 0)) == "the eldest hand and the dealer"
    assert who({"lineup": ["a", "b"]}, 1) == "seat 1 (b)"  # a game without such places
