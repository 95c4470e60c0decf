"""Games are found by their packages, and installed packages can add some."""

import subprocess
import sys

import pytest

from simulate.errors import BoneyardError
from simulate.games.game import ENTRY_POINTS, find_game, game_names
from tests.tools.installed import install

OURS = ("casino", "euchre", "loo", "pool", "rounce")


def test_the_name_of_a_package_is_the_name_of_its_game():
    assert game_names() == OURS
    assert [find_game(name).name for name in OURS] == list(OURS)


def test_names_are_listed_without_compiling_anything():
    code = ("import sys; from simulate.games.game import game_names; game_names();"
            "print({'numba', 'numpy', 'pandas'} & {*sys.modules})")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize(("value", "said"), [
    ("no_such_module:GAME", "game 'odd' cannot be loaded: No module named 'no_such_module'"),
    ("simulate.games.game:LUDO", "game 'odd' cannot be loaded: .*LUDO"),
    ("simulate.games.game:OURS", "game 'odd' cannot be loaded"),
    ("simulate.games.game:ENTRY_POINTS", "game 'odd' of an installed package is 'boneyard.games'"),
    ("simulate.games.casino.game:GAME", "game 'odd' of an installed package is Game"),
])
def test_an_entry_point_that_names_no_game_is_an_error_of_one_sentence(
    tmp_path, monkeypatch, value, said
):
    monkeypatch.syspath_prepend(install(tmp_path, ENTRY_POINTS, odd=value))
    assert game_names() == ("casino", "euchre", "loo", "odd", "pool", "rounce")
    with pytest.raises(BoneyardError, match=said):
        find_game("odd")


def test_a_game_that_does_not_exist_is_named_with_the_nearest_that_does():
    with pytest.raises(BoneyardError, match=r"unknown game .lo. .did you mean .loo."):
        find_game("lo")


@pytest.mark.parametrize(("name", "seats", "positions"), [
    ("loo", 4, ["eldest", "second", "third", "dealer"]),
    ("rounce", 2, ["eldest", "dealer"]),
    ("pool", 3, ["leader", "second", "third"]),
    ("casino", 2, ["first to roll", "second"]),
])
def test_a_game_says_what_its_positions_are_called(name, seats, positions):
    assert find_game(name).position_names(seats) == positions


def test_a_game_says_what_its_rules_make_of_it():
    loo, pool, rounce = map(find_game, ("loo", "pool", "rounce"))
    capped = loo.rules_class(penalty="cap:40", ante=3)
    points = loo.rules_class(scoring="points")
    assert [loo.unit(rules) for rules in (capped, points)] == ["chips", "points"]
    assert [loo.stake(rules) for rules in (capped, points)] == [3, 1]
    assert [loo.has_pool(rules) for rules in (capped, points)] == [True, False]
    assert [loo.is_unlimited(rules) for rules in (capped, loo.rules_class())] == [False, True]
    assert loo.bankroll_of(loo.rules_class(bankroll=70)) == 70
    assert pool.stake(pool.rules_class(contribution=7)) == 7
    assert rounce.bankroll_of(rounce.rules_class()) is None
    assert not rounce.has_pool(rounce.rules_class())
