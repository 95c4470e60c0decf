"""What a game must have before its decisions can be asked about."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from simulate.errors import BoneyardError
from simulate.games import spot


def test_a_row_without_the_tiles_held_is_named(monkeypatch):
    game = SimpleNamespace(title="Odd", asks="simulate.games.casino.spots", row=SimpleNamespace())
    monkeypatch.setattr(spot, "find_game", lambda name: game)
    with pytest.raises(BoneyardError, match="its row has no entry 'held'"):
        spot.asking("odd")
