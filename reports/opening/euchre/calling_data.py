"""What a page needs to play Euchre out and say what to call with any hand, for JSON.

A place in the auction is named by the passes before it, "PPP" for the dealer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reports.opening.euchre.drawn_hand import DrawnHand
from reports.opening.euchre.good_calls import LETTERS, GoodCalls, solved_table
from reports.opening.euchre.single_hands import HUNDRED
from reports.results import commands
from reports.results.stakes import MATTERS
from reports.studies.advise.stakes import Table
from reports.studies.call import words as say
from reports.studies.call.chart import CLEAR
from simulate.branch.limits import MOST_DEALS
from simulate.games.euchre.hand import EUCHRE_POINTS, LONE_MATCH_POINTS, MATCH_POINTS
from simulate.theory.euchre.auctions import Node
from simulate.theory.euchre.hand_kinds import KINDS, PLAIN_DOUBLES
from simulate.theory.euchre.win_chances import ScoreChances, score_after

#: Doubles that are no trumps, without a bower in the hand and with one, which is a double, too.
_DOUBLES = (("no double", "one double", "2 or more doubles"),
            ("no other double", "one other double", "2 or more other doubles"))
#: A score as ``advise`` is told it, from the eldest hand on: partners have the same points.
_EXAMPLE_SCORES = {2: "4,1", 3: "4,1,0", 4: "4,1,4,1"}
_TIMES = ("", "a pass", "two passes", "three passes")
#: How a hand can end: points to the maker, or with a minus to the others.
_POINTS = (-EUCHRE_POINTS, 0, 1, MATCH_POINTS, LONE_MATCH_POINTS)
#: Chances in the file of a solved table are so many parts of one.
_WHOLE = 255


def passes_before(node: Node) -> str:
    """Return the passes that a seat has heard, as letters."""
    return "P" * node.index


def names_of(node: Node) -> dict[str, str]:
    """Return what the moves at a node are called, by letter."""
    make = "pick it up" if node.position == node.players - 1 else "order it up"
    return dict(zip(LETTERS, ("pass", make, f"{make} alone"), strict=True))


def _asked(node: Node) -> str:
    """Return who is asked, and after what."""
    heard = f", after {_TIMES[node.position]}" if node.position else ""
    return f"{say.place(node)}{heard}"


def _worth(table: Table) -> list[list[list[float]]]:
    """Return what endings of a game's first hand are worth, as ``advise`` has it: [side][replica].

    Each is a side's chance to win by the maker's side and the points to it; the first replica is
    the chance, the others leave out a part of the games that it was measured in.
    """
    chances, players = table.once(ScoreChances), len(table.run.players)
    start = (0,) * chances.sides
    after = np.array([score_after(start, maker, value)
                      for maker in range(chances.sides) for value in _POINTS])
    return [chances.replicas(after, players - 1, side).round(5).tolist()
            for side in range(chances.sides)]


def _solved(players: int) -> tuple[list[int], list[list[list[int]]]]:
    """Return the order of the suits to name, and the chances of all calls but the last.

    Both are those of the library's table at the start of a game, the chances in parts of 255 by
    node and cell.
    """
    table = solved_table(players)
    order = np.unique(table.order, return_inverse=True)[1]
    chances = np.rint(_WHOLE * table.chances[0, :, :, :-1]).astype(int)
    return order.tolist(), chances.tolist()


def calling_data(calls: GoodCalls, hand: DrawnHand) -> dict[str, Any]:
    """Return what a page needs to say what to call with any hand, and the one it opens with."""
    asked = [at.node for at in calls.nodes]
    order, chances = _solved(calls.players)
    return {
        "players": calls.players,
        "score": _EXAMPLE_SCORES[calls.players],
        "unit": "games of 100",
        "move": "call",
        "good": calls.run.labels[0],
        "clear": CLEAR,
        "near": HUNDRED * MATTERS,
        "most": MOST_DEALS,
        "asked": {passes_before(node): _asked(node) for node in asked},
        "names": {passes_before(node): names_of(node) for node in asked},
        "places": [say.place(node) for node in asked],
        "trumps": [say.suit_hand(kind) for kind in range(0, KINDS, len(PLAIN_DOUBLES))],
        "doubles": _DOUBLES,
        "letters": LETTERS if calls.partners else LETTERS[:-1],
        "leadsHigh": getattr(calls.run.rules, "lead_suit", "") == "high",
        "order": order,
        "chances": chances,
        "worth": _worth(calls.table),
        "hand": hand.tiles,
        "turnUp": hand.turn_up,
        "opened": [hand.margins[letter] for letter in LETTERS if letter in hand.margins],
        "advise": f"boneyard advise {calls.run.game} {commands.table_options(calls.run)}",
    }
