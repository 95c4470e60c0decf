"""What the documentation shows is what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.games.game import find_game, game_names
from strategies.lineup import seat_players

ROOT = Path(__file__).parents[2]


def test_the_example_strategy_plays():
    (player,) = seat_players("loo", [f"{ROOT / 'examples' / 'patient.py'}:Patient(needed=3)"])
    assert player.label == "patient(needed=3)"


def test_the_example_house_rules_are_rules():
    from reports.request import read_rules

    rules = read_rules("loo", str(ROOT / "examples" / "house.toml"))
    assert (rules.ante, rules.penalty, rules.must_trump) == (1, "cap:20", False)


def test_the_guide_shows_the_example_as_it_is():
    source = (ROOT / "examples" / "patient.py").read_text()
    guide = (ROOT / "docs" / "strategies.md").read_text()
    shown = guide.partition("```python\n")[2].partition("```")[0]
    decision = shown.partition("    name =")[2]
    assert decision.strip() in source


@pytest.mark.parametrize("game", game_names())
def test_every_rule_option_is_in_the_rules_page(game):
    page = (ROOT / "docs" / "rules.md").read_text()
    for entry, _ in find_game(game).rules_class.options():
        assert f"`{entry.name}`" in page, entry.name
