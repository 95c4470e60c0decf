"""The page of all views says what the code says."""

from importlib import import_module

import pytest

from tests.tools.views_page import PAGE, VIEWS, page


def test_the_page_is_made_from_the_views_as_they_are():
    assert PAGE.read_text() == page(), "run python -m tests.tools.views_page"


@pytest.mark.parametrize("game", [game for game, _ in VIEWS])
def test_every_view_of_a_game_is_on_the_page(game):
    module = import_module(f"boneyard.{game}")
    views = {name for name in module.__all__ if hasattr(getattr(module, name), "_fields")}
    assert views == next(set(found) for (name, _), found in VIEWS.items() if name == game)
