"""What may be declared, in the one place that kernel, tree, studies and input ask."""

import pytest

from simulate.games.loo.rules import may_follow, miss_tiles, misses_in
from simulate.games.loo.views import ACTIONS, DROP, MISS, PLAY

SAID = {name: action for action, name in ACTIONS.items()}


def words(players, before, is_rounce=False):
    said = [SAID[word] for word in before.split()]
    legal = may_follow(players, said, is_rounce)
    return " ".join(name for action, name in ACTIONS.items() if legal >> action & 1)


@pytest.mark.parametrize(("players", "before", "allowed"), [
    (2, "", "play miss"),
    (2, "miss", "play miss"),
    (3, "miss", "play miss drop"),
    (3, "miss miss", "play drop"),
    (3, "drop drop", ""),
    (4, "miss", "play drop"),
    (4, "drop drop drop", ""),
    (4, "drop miss drop", "play drop for_pool"),
    (4, "play miss drop", "play drop"),
    (4, "drop play drop", "play miss drop"),
])
def test_what_a_position_may_declare(players, before, allowed):
    assert words(players, before) == allowed


def test_nobody_plays_for_the_pool_at_rounce():
    assert words(4, "drop miss drop", is_rounce=True) == "play drop"


def test_misses_and_their_tiles_empty_the_boneyard_of_four_players():
    assert [misses_in(n) for n in (2, 3, 4)] == [2, 2, 1]
    assert [miss_tiles(n) for n in (2, 3, 4)] == [6, 6, 7]
    assert misses_in(4) * miss_tiles(4) == 28 - 4 * 5 - 1
    assert {PLAY, MISS, DROP} < set(ACTIONS)
