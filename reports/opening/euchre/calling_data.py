"""What a page needs to say what to call with any hand at Euchre: numbers by class, for JSON.

A script on the page finds the class of a hand as ``good_calls.class_of`` does, and looks up what we
write here.  A place in the auction is named by the passes before it, "PPP" for the dealer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reports.opening.euchre.good_calls import CLASSES, HUNDRED, LETTERS, AtNode, GoodCalls
from reports.opening.packing import LEAST_POWER, SIGNS, packed, packed_shares, scale_of
from reports.results import commands
from reports.studies.call import words as say
from reports.studies.call.chart import CLEAR
from simulate.solving.euchre.auctions import Node
from simulate.solving.euchre.hand_kinds import KINDS, PLAIN_DOUBLES

#: The two highest trumps below the bowers that a hand holds, as ``hand_kinds.tops_of`` has them.
_TOPS = ("", "the second below the bowers", "the best below the bowers",
         "the two best below the bowers")
#: Doubles that are no trumps, without a bower in the hand and with one, which is a double, too.
_DOUBLES = (("no double", "one double", "2 or more doubles"),
            ("no other double", "one other double", "2 or more other doubles"))
#: A score as ``advise`` is told it, from the eldest hand on: partners have the same points.
_EXAMPLE_SCORES = {2: "4,1", 3: "4,1,0", 4: "4,1,4,1"}
_TIMES = ("", "a pass", "two passes", "three passes")


def passes_before(node: Node) -> str:
    """Return the passes that a seat has heard, as letters."""
    return "P" * node.index


def _legal(calls: GoodCalls) -> str:
    return LETTERS if calls.partners else LETTERS[:-1]


def names_of(node: Node) -> dict[str, str]:
    """Return what the moves at a node are called, by letter."""
    make = "pick it up" if node.position == node.players - 1 else "order it up"
    return dict(zip(LETTERS, ("pass", make, f"{make} alone"), strict=True))


def _asked(node: Node) -> str:
    """Return who is asked, and after what."""
    heard = f", after {_TIMES[node.position]}" if node.position else ""
    return f"{say.place(node)}{heard}"


def _often(at: AtNode) -> str:
    """Return how often good players make each move: all moves of a class, then of the next."""
    shares = np.array([at.shares(k) for k in range(CLASSES)])
    return packed_shares(np.rint(HUNDRED * shares).astype(int).ravel().tolist())


def _margins(at: AtNode, letters: str) -> list[list[float]]:
    """Return by class how far the moves are behind the best one, each with its error."""
    found = (at.margins(k) for k in range(CLASSES))
    return [[number for letter in letters for number in one[letter]] if one else []
            for one in found]


def calling_data(calls: GoodCalls) -> dict[str, Any]:
    """Return what a page needs to say what to call with any hand."""
    letters, known = _legal(calls), calls.known
    margins = {passes_before(at.node): _margins(at, letters) for at in known}
    scale = scale_of(max((number for classes in margins.values() for one in classes
                          for number in one), default=0.0))
    return {
        "players": calls.players,
        "score": _EXAMPLE_SCORES[calls.players],
        "unit": "games of 100",
        "move": "call",
        "good": calls.run.labels[0],
        "clear": CLEAR,
        "asked": {passes_before(at.node): _asked(at.node) for at in known},
        "names": {passes_before(at.node): names_of(at.node) for at in known},
        "places": [say.place(at.node) for at in calls.nodes],
        "trumps": [say.suit_hand(kind) for kind in range(0, KINDS, len(PLAIN_DOUBLES))],
        "doubles": _DOUBLES,
        "tops": _TOPS,
        "nodes": {passes_before(at.node): letters for at in calls.nodes},
        "letters": {passes_before(at.node): letters for at in known},
        "signs": SIGNS,
        "least": LEAST_POWER,
        "tables": [{
            "scale": scale,
            "often": {passes_before(at.node): _often(at) for at in calls.nodes},
            "cells": {said: " ".join("".join(packed(number, scale) for number in one)
                                     for one in classes) for said, classes in margins.items()},
        }],
        "advise": f"boneyard advise {calls.run.game} {commands.table_options(calls.run)}",
        "command": calls.command,
    }
