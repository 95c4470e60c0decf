"""Recorded hands with one thing changed, as people and their programs damage them."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from reports.request import set_up
from simulate.domino.tiles import TILES, name
from simulate.runs.follow import histories

#: A table of every game: its line-up, its rules, and how many hands are recorded.
TABLES = {
    "loo": ("random,book,solved,banker", {}, 8), "rounce": ("random,book,book", {}, 8),
    "euchre": ("random,hoyle,hoyle,hoyle", {}, 8),
    "pool": ("random,counter,counter", {"draw": "may"}, 4),
    "casino": ("random,best-odds,best-odds", {}, 4)}
#: What is put into a hand, and what stands in place of something else.
_KEYS = ["dealer", "names", "written", "spot", "holds", "discarded", "drawn", "kept", "pool",
         "rules", "takes_turn_up", "points_before", "winners", "net", "first_roller", "star",
         "alone"]
_ODD = [None, True, False, 0, 1, -1, 2, 7, 28, 10**30, 0.5, 1e308, float("nan"), "", "x", "miss",
        "play", "6-6", "9-9", [], {}, [[]], [None], {"a": 1}, ["6-6", "6-6"], [0, 1, 2]]


def recorded(game: str, seed: int = 2) -> list[dict[str, Any]]:
    """Return hands of a game, as a file has them."""
    lineup, rules, hands = TABLES[game]
    run = set_up(game, lineup, None, rules, 4, min(hands, 8), seed)
    return [json.loads(json.dumps(hand)) for hand, _ in histories(run, range(4))][:hands]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything within a hand."""
    for key, inside in (value.items() if isinstance(value, dict) else enumerate(value)):
        yield (*path, key)
        if isinstance(inside, dict | list):
            yield from _places(inside, (*path, key))


def mutated(hand: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return a hand with one thing left out, replaced, said twice or put elsewhere."""
    changed = copy.deepcopy(hand)
    places = [path for path in _places(changed) if path != ("game",)]
    *way, key = dice.choice(places)
    inside: Any = changed
    for step in way:
        inside = inside[step]
    deed = dice.randrange(6)
    if deed == 0:
        del inside[key]
    elif deed == 1:
        inside[key] = dice.choice(_ODD)
    elif deed == 2:
        inside[key] = name(dice.randrange(TILES))
    elif deed == 3 and isinstance(inside, list):
        inside[key:key] = [copy.deepcopy(inside[key]) for _ in range(dice.choice((1, 1, 2, 40)))]
    elif deed == 4 and isinstance(inside, dict):
        inside[dice.choice(_KEYS)] = dice.choice(_ODD)
    else:
        *where, last = dice.choice(places)
        other: Any = hand
        for step in where:
            other = other[step]
        inside[key] = copy.deepcopy(other[last])
    return changed
