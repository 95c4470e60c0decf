"""The auction of Euchre on forked deals: who is asked when, with what, and what moves bring."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.games.euchre.row import SEATS
from simulate.games.euchre.views import make
from simulate.solving.euchre.calls_forked import ROUNDS
from simulate.solving.euchre.forked_deals import (
    MOST_POINTS,
    ForkedDeals,
    Outcome,
    Small,
    sides,
)
from simulate.solving.euchre.hand_kinds import KINDS, thumb_order

#: In the order of suits, the rule of thumb counts as much as this many deals.
_THUMB = 20.0


@dataclass(frozen=True)
class Node:
    """Where a seat is asked.

    Parameters
    ----------
    number : int
        0 in the first round, 1 in the second.
    position : int
    players : int
    """

    number: int
    position: int
    players: int

    @property
    def index(self) -> int:
        """Its place in the order of the auction."""
        return self.number * self.players + self.position

    @property
    def side(self) -> int:
        """The side that is asked."""
        return self.position % sides(self.players)


def nodes(players: int) -> list[Node]:
    """Return the nodes of the auction in order."""
    return [Node(number, position, players)
            for number in range(ROUNDS) for position in range(players)]


def worth_of(outcome: Outcome, side: int, worth: Floats) -> Floats:
    """Look up what outcomes are worth to a side.

    Parameters
    ----------
    outcome : Outcome
    side : int
    worth : float64[sides, sides, 2 * MOST_POINTS + 1]
        See ``simulate.solving.euchre.win_chances``.
    """
    maker = np.where(outcome.maker < 0, 0, outcome.maker % len(worth))
    found: Floats = worth[side, maker, outcome.value + MOST_POINTS]
    return found


@dataclass(frozen=True)
class Asked:
    """The deals in which a seat is asked at a node, and what its moves are worth there.

    Attributes
    ----------
    node : Node
    at : int64[asked]
        Which deals.
    cells : int64[asked]
    suits : int64[asked]
        The suit that it would make: the one turned, or of the others the best by the chart.
    worth : float64[asked, moves]
        Of passing, of making the suit, and with four players of making it alone.
    made : int64[asked]
        The call that the seat's strategy makes.
    """

    node: Node
    at: Ints
    cells: Ints
    suits: Ints
    worth: Floats
    made: Ints


class Auctions:
    """Forked deals with the calls of a line-up at one score.

    Parameters
    ----------
    deals : ForkedDeals
    calls : int8[deals, ROUNDS, players]
    worth : float64[sides, sides, 2 * MOST_POINTS + 1]
        What endings are worth.
    """

    def __init__(self, deals: ForkedDeals, calls: Small, worth: Floats) -> None:
        self.deals, self.calls, self.worth = deals, calls, worth

    @cached_property
    def tails(self) -> list[Outcome]:
        """What comes of the calls from each node on."""
        return self.deals.tails(self.calls)

    @cached_property
    def open(self) -> list[Ints]:
        """The deals that come to each node: none called before."""
        flat = self.calls.reshape(len(self.deals), -1)
        called = np.cumsum(flat != 0, axis=1)
        before = np.hstack([np.zeros((len(flat), 1), np.int64), called[:, :-1]])
        return [np.flatnonzero(before[:, k] == 0) for k in range(flat.shape[1])]

    def made_worth(self, node: Node, at: Ints, calls: Ints) -> Floats:
        """Return what calls other than passes are worth to the seat at a node."""
        value = self.deals.value_of(node.number, node.position, calls, at)
        found: Floats = self.worth[node.side, node.side, value + MOST_POINTS]
        return found

    def asked(self, node: Node, order: Floats) -> Asked:
        """Return the deals that come to a node.

        Parameters
        ----------
        node : Node
        order : float64[KINDS]
            Which suit to name: the one whose kind has the highest number.
        """
        at = self.open[node.index]
        suits, cells = seen_at(self.deals, node, order, at)
        later = self.tails[node.index + 1]
        passed = worth_of(Outcome(later.maker[at], later.value[at]), node.side, self.worth)
        worth = [passed] + [self.made_worth(node, at, make(suits, alone))
                            for alone in range(1 + (node.players == SEATS))]
        made = self.calls[at, node.number, node.position].astype(np.int64)
        return Asked(node, at, cells, suits, np.stack(worth, axis=1), made)


def best_suits(
    deals: ForkedDeals, at: Ints, position: int, order: Floats, but: Ints | None = None
) -> Ints:
    """Return the suit other than the one turned whose kind comes first in an order.

    Parameters
    ----------
    deals : ForkedDeals
    at : int64[some]
        Which deals.
    position : int
    order : float64[KINDS]
    but : int64[some], optional
        Suits to leave out as well: with the best ones, the second-best are found.
    """
    rank, row = order[deals.kinds[at, position]], np.arange(len(at))
    rank[row, deals.turned[at]] = -np.inf
    if but is not None:
        rank[row, but] = -np.inf
    suits: Ints = rank.argmax(axis=1)
    return suits


def seen_at(deals: ForkedDeals, node: Node, order: Floats, at: Ints) -> tuple[Ints, Ints]:
    """Return the suit that a seat would make in some deals, and its cell of a chart.

    Parameters
    ----------
    deals : ForkedDeals
    node : Node
    order : float64[KINDS]
        Which suit to name in the second round.
    at : int64[some]
    """
    suits = deals.turned[at] if node.number == 0 else best_suits(deals, at, node.position, order)
    kinds = deals.kinds[at, node.position, suits].astype(np.int64)
    # The dealer holds the double that is turned up, and in the second round nobody does.
    told_apart = node.number == 0 and node.position < node.players - 1
    cells: Ints = 2 * kinds + (deals.double_turned[at] if told_apart else 0)
    return suits, cells


def suit_order(auctions: Auctions, players: int) -> Floats:
    """Return what naming a suit of each kind brings more than passing, whoever names it.

    Kinds that are rare lean on the rule of thumb.

    Returns
    -------
    float64[KINDS]
    """
    counted, gained = np.zeros(KINDS), np.zeros(KINDS)
    for node in nodes(players)[players:]:
        at, deals = auctions.open[node.index], auctions.deals
        later = auctions.tails[node.index + 1]
        passed = worth_of(Outcome(later.maker[at], later.value[at]), node.side, auctions.worth)
        for step in range(1, 7):
            suits = (deals.turned[at] + step) % 7
            named = np.max([auctions.made_worth(node, at, make(suits, alone))
                            for alone in range(1 + (players == SEATS))], axis=0)
            kinds = deals.kinds[at, node.position, suits]
            counted += np.bincount(kinds, minlength=KINDS)
            gained += np.bincount(kinds, named - passed, minlength=KINDS)
    thumb = thumb_order()
    seen = counted > 0
    if not seen.any():
        return thumb
    slope, start = np.polyfit(thumb[seen], gained[seen] / counted[seen], 1, w=counted[seen]**0.5)
    order: Floats = (gained + _THUMB * (slope * thumb + start)) / (counted + _THUMB)
    return order
