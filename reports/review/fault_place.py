"""Which word of a typed hand is at fault, where the hand cannot have happened as it was typed.

What is wrong with it is found when the hand is gone through, by what was decided: ``trick 2: Ben
plays 5-0``.  Here the word is looked up that says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from reports.typed.words import Line, Word
from simulate.domino.tiles import name, parse
from simulate.errors import BoneyardError
from simulate.games.spot import asking

_TILE = r"(?P<tile>\d-\d)"
#: What was decided, as faults begin; and the lines that say it.
_TRICK = re.compile(rf"trick (?P<number>\d+): \S+ (?:plays|leads) {_TILE}")
_BET = re.compile(rf"round (?P<number>\d+): \S+ bets {_TILE}")
_TURN = re.compile(rf"turn \d+: \S+ plays {_TILE}")
_CALL = re.compile(r"round (?P<number>\d+): (?P<who>\S+) ")
_SAID = re.compile(r"(?P<who>\S+) (?:declares|takes|leaves|keeps)")
_HELD = re.compile(r"(?:dealt to )?(?P<who>\S+)(?: is dealt| has \d-\d twice)")
_TWICE = re.compile(rf"{_TILE} is in two places")


def place_of(hand: Mapping[str, Any], fault: str) -> Word | None:
    """Return the word at fault; None where the hand was not typed, or no word alone is wrong.

    ``hand``: as ``reports.review.notation`` reads it.
    """
    lines: Sequence[Line] = hand.get("written") or ()
    if not lines:
        return None
    if found := _TRICK.match(fault):
        tricks = [line for line in lines if line.key in {*"0123456"}]
        return _tile_in(tricks[int(found["number"]) - 1 :][:1], found["tile"])
    if found := _BET.match(fault):
        bets = [line for line in lines if line.key == "bets"]
        return _tile_in(bets[int(found["number"]) - 1 :][:1], found["tile"])
    if found := _TURN.match(fault):
        return _tile_in([line for line in lines if line.key == "line"], found["tile"])
    if found := _TWICE.match(fault):
        return _tile_in(lines, found["tile"])
    found = _CALL.match(fault) or _SAID.match(fault)
    if found and found["who"] in hand["names"]:
        number = int(found.groupdict().get("number") or 1)
        return _phrase(hand, lines, hand["names"].index(found["who"]), number)
    if found := _HELD.match(fault):
        player = found["who"].lower()
        return next((line.words[0] for line in lines if line.key == player and line.words), None)
    return None


def _tile_in(lines: Sequence[Line], tile: str) -> Word | None:
    """Return the last word in some lines that is a tile."""
    words = [word for line in lines for word in line.words]
    return next((word for word in reversed(words) if _is_tile(word, tile)), None)


def _is_tile(word: Word, tile: str) -> bool:
    try:
        return name(parse(word.text)) == tile
    except BoneyardError:
        return False


def _phrase(
    hand: Mapping[str, Any], lines: Sequence[Line], seat: int, number: int
) -> Word | None:
    """Return the first word of what a seat said in a round of the table, from 1."""
    said = next((line for line in lines if line.key == "said"), None)
    position = asking(str(hand["game"])).position(hand, seat)
    at = (number - 1) * len(hand["names"]) + position
    return said.phrases[at][0] if said is not None and at < len(said.phrases) else None
