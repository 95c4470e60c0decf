"""Helpers of the oracle's own tests: decks, and records damaged on purpose."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from .tiles import ALL_TILES

Session = list[dict[str, Any]]
Path = tuple[str | int, ...]


def shuffled_decks(seed: int) -> Callable[[int], list[str]]:
    """Return a deck callable that shuffles each hand reproducibly."""

    def deck(hand_index: int) -> list[str]:
        tiles = list(ALL_TILES)
        random.Random(f"{seed}/{hand_index}").shuffle(tiles)
        return tiles

    return deck


def damaged(history: Session) -> Iterator[tuple[Path, Session]]:
    """Yield the session again and again with one number, flag, word or key changed.

    The session itself is left as it is.
    """
    text = json.dumps(history)
    for index in range(len(history)):
        for path in _leaves(history[index], (index,)):
            broken = json.loads(text)
            _inside(broken, path[:-1])[path[-1]] = _changed(_inside(history, path))
            yield path, broken
        for key in history[index]:
            broken = json.loads(text)
            del broken[index][key]
            yield (index, key), broken


def _leaves(value: Any, path: Path) -> Iterator[Path]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _leaves(item, (*path, index))
    else:
        yield path


def _inside(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _changed(leaf: Any) -> Any:
    if isinstance(leaf, bool):
        return not leaf
    if isinstance(leaf, int):
        return leaf + 1
    return 0 if leaf is None else leaf + "?"
