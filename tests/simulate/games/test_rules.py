"""Rule options that say where they matter."""

from __future__ import annotations

import pytest

from simulate.games.game import find_game, game_names
from simulate.games.loo.rules import LooRules
from simulate.games.pool.rules import PoolRules


@pytest.mark.parametrize(("rules", "idle"), [
    (LooRules(penalty="cap:40"), {}),
    (LooRules(penalty="cap:40", scoring="points"), {"penalty": "scoring=chips"}),
    (LooRules(scoring="points", must_trump=False), {}),
    (LooRules(ante=1, remainder="stays", scoring="points"),
     {"ante": "scoring=chips", "remainder": "scoring=chips"}),
    (PoolRules(star="no"), {"star": "score=hundred_up"}),
    (PoolRules(star="no", target=50, score="hundred_up"), {}),
    (PoolRules(draw="may", leader="rotate"), {}),
])
def test_options_that_change_nothing_are_named(rules, idle):
    assert rules.idle() == idle
    assert not idle.keys() & rules.in_force(3).keys()


@pytest.mark.parametrize("game", game_names())
def test_conditions_name_options_and_values_of_the_game(game):
    wanted = find_game(game).rules_class
    defaults = {entry.name: entry.default for entry, _ in wanted.options()}
    for entry, explained in wanted.options():
        assert wanted.condition(entry.name) == explained.condition
        if explained.only_with is not None:
            name, value = explained.only_with
            assert name in defaults and wanted(**{name: value}).as_dict()[name] == value


@pytest.mark.parametrize(("preset", "chosen", "idle"), [
    (None, {"scoring": "points"}, set()),
    (None, {"scoring": "points", "ante": 1}, {"ante"}),
    ("gamerules", {"scoring": "points"}, set()),
    ("gamerules", {"scoring": "points", "ante": 2}, {"ante"}),
    ("gamerules", {"scoring": "points", "penalty": "cap:40"}, {"penalty"}),
])
def test_rules_are_idle_only_if_a_person_chose_them(preset, chosen, idle):
    assert set(LooRules.of(preset, **chosen).idle()) == idle
