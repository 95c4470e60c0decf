"""What places, hands and moves are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.euchre.report import position_name
from reports.page.document import Column
from simulate.games.euchre.kernel import BOWERS
from simulate.games.euchre.views import TRICKS
from simulate.theory.euchre.hand_kinds import PLAIN_DOUBLES, parts_of

if TYPE_CHECKING:
    from simulate.theory.euchre.auctions import Node

#: What a seat may do, in the order of a chart's moves.
MOVES = ("pass", "call", "call alone")
DOES = ("passes", "calls", "calls alone")
DID = ("passed", "called", "went alone")
UNDECIDED = "too close"
COLUMNS = ("passed", "called", "alone")
ROUND = Column("round", "round", "count", "number", "the round of calls, 1 or 2")
PLACE, WHERE = Column("place", "place", "text"), Column("place", "you are", "text")
HAND = Column("hand", "you hold", "text", "text", "the kind of hand")
OFTEN = Column("often", "of hands", "share", "share of hands", "how often it comes up")
_HELD = {"none": "no bower", "left": "left bower", "right": "right bower", "both": "both bowers"}


def place(node: Node) -> str:
    """Return what a place is called: eldest, second and third from the dealer's left, or dealer."""
    return position_name(node.position, node.players)


def suit_hand(kind: int) -> str:
    """Return trumps and bowers of a kind, in words."""
    trumps, held, _ = parts_of(kind)
    many = f"{trumps} trump{'' if trumps == 1 else 's'}{' or more' if trumps == TRICKS else ''}"
    return many if trumps == 0 else f"{many}, {_HELD[BOWERS[held]]}"


def hand(node: Node, cell: int) -> str:
    """Return a cell's hand in words."""
    kind, double_up = divmod(cell, 2)
    _, _, doubles = parts_of(kind)
    turned = "; a double is turned up" if double_up else ""
    return f"{suit_hand(kind)}, {PLAIN_DOUBLES[doubles]}{turned}"
