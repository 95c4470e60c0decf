"""What a game must have before its decisions can be asked about."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from simulate.errors import BoneyardError
from simulate.games import spot
from simulate.games.spot import asking, called


def test_a_row_without_the_tiles_held_is_named(monkeypatch):
    game = SimpleNamespace(title="Odd", asks="simulate.games.casino.events", row=SimpleNamespace())
    monkeypatch.setattr(spot, "find_game", lambda name: game)
    with pytest.raises(BoneyardError, match="its row has no entry 'held'"):
        spot.asking("odd")


@pytest.mark.parametrize(("game", "hand", "seat", "words"), [
    ("loo", {"players": 4, "dealer": 1}, 2, "the eldest hand"),
    ("loo", {"players": 4, "dealer": 1}, 1, "the dealer"),
    ("euchre", {"players": 2, "dealer": 0}, 1, "the eldest hand"),
    ("pool", {"players": 3, "leader": 2, "score_before": [5, None, 7]}, 0, "the second"),
    ("casino", {"players": 3, "first_roller": 2}, 2, "the first roller"),
    ("casino", {"players": 3, "first_roller": 2}, 3, "seat 3"),
    ("loo", {"players": 4, "dealer": 1, "names": ["Anna", "Ben", "Cleo", "Dora"]}, 2, "Cleo"),
])
def test_a_seat_is_called_by_its_place_in_the_hand_or_its_players_name(game, hand, seat, words):
    hand = {"game": game, **hand}
    assert called(hand, asking(game).chairs(hand), seat) == words
