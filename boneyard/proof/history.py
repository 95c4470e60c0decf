"""Comparing recorded hand histories with their replay."""

import json
from collections.abc import Iterator
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


def false_tricks(hand: Hand) -> Iterator[tuple[Hand, str]]:
    """Yield a hand with what cannot have been, and how the sentence begins that refuses it."""
    tricks = hand["tricks"]
    first, size = tricks[0], len(tricks)
    plays, winner = first["plays"], first["winner"]
    other = next(seat for seat, _ in plays if seat != winner)
    for change, words in (
            ({"winner": other}, f"trick 1: winner is {other}: by the tiles it is seat {winner}, "),
            ({"leader": 7}, f"trick 1: leader is 7: by the tiles it is seat {plays[0][0]}, "),
            ({"suit": 7}, "trick 1: suit 7 is not a whole number from 0 to 6"),
            ({"plays": plays[1:]}, f"trick 1 has {len(plays) - 1} play"),
            ({"plays": [plays[1], plays[0], *plays[2:]]}, "trick 1: ")):
        yield hand | {"tricks": [first | change, *tricks[1:]]}, words
    yield hand | {"tricks": []}, f"tricks has 0 that were played out, not {size}: "
    yield hand | {"tricks": tricks[:-1]}, f"tricks has {size - 1} that were played out, not {size}"
    yield hand | {"tricks": [*tricks, tricks[-1]]}, f"tricks has {size + 1}: "
    for key in {"declarations", "auction"} & set(hand):
        eldest, second, *others = hand[key]
        yield (hand | {key: [second, eldest, *others]},
               f"{key}: entry 1 is of seat {second['seat']}: it is the turn of seat "
               f"{eldest['seat']}, ")


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
