"""Reading recorded hand histories and comparing them with a replay."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from .table import Hand, IllegalChoice, clockwise
from .tiles import ALL_TILES

_NOT_REPLAYED = {"game", "seed", "session", "lineup"}
_ORDERED_TILES = {"line", "bets"}
_SETS_OF_SEATS = {"winners", "out", "starred", "game_winners"}


def recorded(hand: Hand, *path: str | int) -> Any:
    """Return what a hand history has under a path of keys and indices.

    An ``AssertionError`` names the hand and the path where there is nothing.
    """
    value: Any = hand
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            raise AssertionError(f"hand {hand.get('hand')}: {path}: not recorded") from None
    return value


def recorded_by(hand: Hand, seat: int, *path: str | int) -> Any:
    """Return the entry under the path, which must be the given seat's."""
    entry = recorded(hand, *path)
    owner = entry.get("seat") if isinstance(entry, dict) else recorded(hand, *path, 0)
    if owner != seat:
        raise AssertionError(
            f"hand {hand.get('hand')}: {path}: recorded {entry}, but it is seat {seat}'s turn")
    return entry


def dealt_deck(hand: Hand, first: int, *then: Iterable[str]) -> list[str]:
    """Return a deck that deals a hand as it is recorded, from seat `first` round the table.

    ``then``: the tiles that come after the hands; the rest of the set comes last.
    """
    dealt = recorded(hand, "dealt")
    order = clockwise(first, range(len(dealt)), len(dealt))
    return whole_deck(hand, [
        tile for some in (*(dealt[seat] or [] for seat in order), *then) for tile in some])


def whole_deck(hand: Hand, known: list[str]) -> list[str]:
    """Complete the tiles known in dealing order with the rest of the set."""
    strangers = [tile for tile in known if tile not in ALL_TILES]
    repeated = sorted({tile for tile in known if known.count(tile) > 1})
    if strangers or repeated:
        raise AssertionError(
            f"hand {hand.get('hand')}: tiles: unknown {strangers}, repeated {repeated}")
    return [*known, *(tile for tile in ALL_TILES if tile not in known)]


def assert_replays(history: list[Hand], replay: Callable[[], list[Hand]]) -> None:
    """Replay a session recorded from its first hand and assert that nothing differs.

    An ``AssertionError`` names the hand and the key of the first difference.
    """
    try:
        replayed = replay()
    except IllegalChoice as error:
        raise AssertionError(str(error)) from error
    except ValueError as error:
        raise AssertionError(f"hand 0: {error}") from error
    for index, hand in enumerate(history):
        if index == len(replayed):
            raise AssertionError(f"hand {index}: hand: recorded after the end of the session")
        assert_same_hand(index, hand, replayed[index])


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
