"""Comparing recorded hand histories with their replay."""

import json
from typing import Any

from .table import Hand

_NOT_REPLAYED = {"game", "seed", "session", "lineup"}
_ORDERED_TILES = {"line", "bets"}
_SETS_OF_SEATS = {"winners", "out", "starred", "game_winners"}


def assert_same_hand(index: int, hand: Hand, replayed: Hand) -> None:
    """Assert that a recorded hand has the keys and values of its replay."""
    for key in dict.fromkeys([*replayed, *hand]):
        if key in _NOT_REPLAYED:
            continue
        if key not in hand or key not in replayed:
            side = "recorded" if key in hand else "replayed"
            raise AssertionError(f"hand {index}: {key}: only {side}")
        # Equal texts mean equal histories, numbers and flags kept apart.
        one, other = (json.dumps(_sorted_sets(key, value), sort_keys=True)
                      for value in (hand[key], replayed[key]))
        if one != other:
            raise AssertionError(
                f"hand {index}: {key}: recorded {hand[key]}, replayed {replayed[key]}")


def _sorted_sets(key: str, value: Any) -> Any:
    """Sort the lists that have no order: tiles, save in `_ORDERED_TILES`, and sets of seats."""
    if isinstance(value, dict):
        return {name: _sorted_sets(name, item) for name, item in value.items()}
    if not isinstance(value, (list, tuple)):
        return value
    items = [_sorted_sets(key, item) for item in value]
    only_tiles = all(isinstance(item, str) for item in items)
    if key in _SETS_OF_SEATS or (only_tiles and key not in _ORDERED_TILES):
        return sorted(items, key=repr)
    return items
