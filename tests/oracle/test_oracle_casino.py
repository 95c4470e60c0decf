"""The Casino oracle against the rules text and the source's example round by round."""


import pytest

from boneyard.proof.tiles import ALL_TILES

from .casino import settle_round
from .playing import session


@pytest.mark.parametrize(("bets", "dice", "before", "rule", "won", "pot"), [
    # The source's example, round by round.
    ("3-2 6-3 5-0", (4, 6), "", "matches", [[], ["6-3"], []], ["3-2", "5-0"]),
    ("6-0 6-5 5-1", (1, 6), "3-2 5-0", "matches", [["6-0", "6-5"], [], ["5-1"]], ["3-2", "5-0"]),
    ("4-4 0-0 4-2", (4, 4), "3-2 5-0", "double_double",
     [["0-0", "3-2", "4-2", "4-4", "5-0"], [], []], []),
    ("6-5 0-0 5-5", (5, 6), "1-1", "double_blank", [[], [], []], ["0-0", "1-1", "5-5", "6-5"]),
    ("6-5 6-0 5-5", (5, 6), "1-1", "double", [["1-1", "5-5", "6-0", "6-5"], [], []], []),
    ("6-0 5-0 6-1", (5, 6), "1-1", "matches", [["6-0", "6-1"], ["5-0"], []], ["1-1"]),
    ("6-0 6-6 6-1", (6, 1), "1-1", "double", [[], [], ["1-1", "6-0", "6-1", "6-6"]], []),
    ("6-0 6-6 6-1", (6, 3), "1-1", "matches", [["6-0", "6-1", "6-6"], [], []], ["1-1"]),
    ("6-0 5-5 6-1", (5, 5), "1-1", "double_double", [[], ["1-1", "5-5", "6-0", "6-1"], []], []),
    ("2-0 5-5 6-1", (5, 3), "1-1", "matches", [[], ["5-5"], []], ["1-1", "2-0", "6-1"]),
])
def test_order_of_settlement(bets, dice, before, rule, won, pot):
    result = settle_round(bets.split(), dice, before.split())
    assert (result.rule, [sorted(tiles) for tiles in result.won], sorted(result.pot)) == (
        rule, won, pot)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("players", "rounds", "removed"), [(2, 14, 0), (3, 9, 1), (4, 7, 0), (5, 5, 3)]
)
def test_rounds_and_tiles(players, rounds, removed, seed):
    (game,) = session("casino", players, {}, seed)
    assert len(game["rounds"]) == rounds and len(game["removed"]) == removed
    assert [entry["roller"] for entry in game["rounds"]] == [
        (game["first_roller"] + index) % players for index in range(rounds)
    ]
    pot = game["rounds"][-1]["pot"]
    stashed = [tile for stash in game["stash"] for tile in stash]
    assert sorted([*game["removed"], *stashed, *pot]) == sorted(ALL_TILES)
    assert game["rounds"][-1]["drawn"] == game["rounds"][-2]["drawn"] == [[]] * players
