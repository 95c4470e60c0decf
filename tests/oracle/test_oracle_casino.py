"""The Casino oracle against the rules text and the source's example round by round."""

import random
from types import SimpleNamespace

import pytest

from .casino import play_game, referee, settle_round
from .checking import damaged, shuffled_decks
from .choices import IllegalChoice
from .tiles import ALL_TILES


def random_game(players, seed=1):
    """Play a game with random bets and dice."""
    chance = random.Random(seed)
    return play_game(
        players,
        seed % players,
        shuffled_decks(seed),
        lambda round_index: (chance.randint(1, 6), chance.randint(1, 6)),
        SimpleNamespace(bet=lambda state, hand: chance.choice(hand)),
    )


def settled(bets, dice, pot=""):
    """Settle a round written in words and return the rule, the winnings and the pot."""
    result = settle_round(bets.split(), dice, pot.split())
    return result.rule, [sorted(tiles) for tiles in result.won], sorted(result.pot)


def test_worked_example_round_1():
    assert settled("3-2 6-3 5-0", (4, 6)) == ("matches", [[], ["6-3"], []], ["3-2", "5-0"])


def test_worked_example_round_2():
    assert settled("6-0 6-5 5-1", (1, 6), "3-2 5-0") == (
        "matches",
        [["6-0", "6-5"], [], ["5-1"]],
        ["3-2", "5-0"],
    )


def test_worked_example_round_3():
    assert settled("4-4 0-0 4-2", (4, 4), "3-2 5-0") == (
        "double_double",
        [["0-0", "3-2", "4-2", "4-4", "5-0"], [], []],
        [],
    )


@pytest.mark.parametrize(
    ("bets", "dice", "rule", "won", "pot"),
    [
        ("6-5 0-0 5-5", (5, 6), "double_blank", [[], [], []], ["0-0", "1-1", "5-5", "6-5"]),
        ("6-5 6-0 5-5", (5, 6), "double", [["1-1", "5-5", "6-0", "6-5"], [], []], []),
        ("6-0 5-0 6-1", (5, 6), "matches", [["6-0", "6-1"], ["5-0"], []], ["1-1"]),
        ("6-0 6-6 6-1", (6, 1), "double", [[], [], ["1-1", "6-0", "6-1", "6-6"]], []),
        ("6-0 6-6 6-1", (6, 3), "matches", [["6-0", "6-1", "6-6"], [], []], ["1-1"]),
        ("6-0 5-5 6-1", (5, 5), "double_double", [[], ["1-1", "5-5", "6-0", "6-1"], []], []),
        ("2-0 5-5 6-1", (5, 3), "matches", [[], ["5-5"], []], ["1-1", "2-0", "6-1"]),
    ],
)
def test_order_of_settlement(bets, dice, rule, won, pot):
    assert settled(bets, dice, "1-1") == (rule, won, pot)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    ("players", "rounds", "removed"), [(2, 14, 0), (3, 9, 1), (4, 7, 0), (5, 5, 3)]
)
def test_rounds_and_tiles(players, rounds, removed, seed):
    game = random_game(players, seed)
    assert len(game["rounds"]) == rounds and len(game["removed"]) == removed
    assert [entry["roller"] for entry in game["rounds"]] == [
        (game["first_roller"] + index) % players for index in range(rounds)
    ]
    pot = game["rounds"][-1]["pot"]
    stashed = [tile for stash in game["stash"] for tile in stash]
    assert sorted([*game["removed"], *stashed, *pot]) == sorted(ALL_TILES)
    assert game["rounds"][-1]["drawn"] == game["rounds"][-2]["drawn"] == [[]] * players


def test_tiles_are_drawn_from_the_first_roller_every_round():
    decider = SimpleNamespace(bet=lambda state, hand: hand[0])
    tiles = list(ALL_TILES)
    game = play_game(3, 2, lambda hand_index: tiles, lambda index: (1, 1), decider)
    assert game["removed"] == tiles[:1]
    assert game["rounds"][0]["drawn"] == [tiles[4:7], tiles[7:10], tiles[1:4]]
    assert game["rounds"][1]["drawn"] == [[tiles[11]], [tiles[12]], [tiles[10]]]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_referee_accepts_what_the_engine_played(players):
    games = [random_game(players, seed) for seed in range(10)]
    referee(games)
    for game in games:
        game["removed"].reverse()
        for tiles in game["stash"]:
            tiles.reverse()
    referee(games)


@pytest.mark.parametrize("players", [2, 5])
def test_referee_rejects_any_damage_to_a_record(players):
    for path, broken in damaged([random_game(players, seed=3)]):
        if "dice" in path:
            continue  # another roll may settle alike
        with pytest.raises(AssertionError, match="hand"):
            referee(broken)


def test_a_bet_that_is_not_held_is_refused():
    decider = SimpleNamespace(bet=lambda state, hand: "7-7")
    with pytest.raises(IllegalChoice):
        play_game(2, 0, shuffled_decks(1), lambda index: (1, 2), decider)


def test_a_roll_that_no_dice_show_is_refused():
    with pytest.raises(ValueError, match="dice"):
        play_game(
            2,
            0,
            shuffled_decks(1),
            lambda index: (0, 2),
            SimpleNamespace(bet=lambda state, hand: hand[0]),
        )


@pytest.mark.parametrize(("players", "roller", "words"), [
    (6, 0, "players"), (2, 2, "first_roller")])
def test_a_table_that_cannot_be_is_refused(players, roller, words):
    decider = SimpleNamespace(bet=lambda state, hand: hand[0])
    with pytest.raises(ValueError, match=words):
        play_game(players, roller, shuffled_decks(1), lambda index: (1, 2), decider)
