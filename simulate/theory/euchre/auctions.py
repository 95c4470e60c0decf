"""The auction of Euchre on forked deals: who is asked when, with what, and what moves bring.

As a game of spoken moves a seat is two players of its tree, one in each round: in the second round
another suit is in question, so what the seat saw in the first one does not matter and need not be
remembered. A seat names its best suit, by an order of kinds of hands, or none.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Floats, Ints
from simulate.games.euchre.views import PASS, SEATS, goes_alone, make
from simulate.theory.euchre.calls_forked import ROUNDS
from simulate.theory.euchre.forked_deals import (
    MOST_POINTS,
    ForkedDeals,
    Outcome,
    Small,
    sides,
)
from simulate.theory.euchre.hand_kinds import CELLS, KINDS, thumb_order
from simulate.theory.tree import Tree

#: In the order of suits, the rule of thumb counts as much as this many deals.
_THUMB = 20.0


@dataclass(frozen=True)
class Node:
    """Where a seat is asked.

    ``number``: 0 in the first round, 1 in the second.
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

    ``worth``: see ``simulate.theory.euchre.win_chances``.
    """
    maker = np.where(outcome.maker < 0, 0, outcome.maker % len(worth))
    found: Floats = worth[side, maker, outcome.value + MOST_POINTS]
    return found


@dataclass(frozen=True)
class Asked:
    """The deals in which a seat is asked at a node, and what its moves are worth there.

    ``at`` (``int64[asked]``): which deals. ``cells`` is ``int64[asked]``. ``suits``
    (``int64[asked]``): the suit that it would make: the one turned, or of the others the best by
    the chart. ``worth`` (``float64[asked, moves]``): of passing, of making the suit, and with four
    players of making it alone. ``made`` (``int64[asked]``): the call that the seat's strategy
    makes.
    """

    node: Node
    at: Ints
    cells: Ints
    suits: Ints
    worth: Floats
    made: Ints


class Auctions:
    """Forked deals with the calls of a line-up at one score.

    ``calls`` is ``int8[deals, ROUNDS, players]``. ``worth`` (``float64[sides, sides, 2 *
    MOST_POINTS + 1]``): what endings are worth.
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

    def passed(self, node: Node, at: Ints) -> Floats:
        """Return what passing is worth to the seat at a node: float64[at]."""
        later = self.tails[node.index + 1]
        return worth_of(Outcome(later.maker[at], later.value[at]), node.side, self.worth)

    def asked(self, node: Node, order: Floats) -> Asked:
        """Return the deals that come to a node.

        ``order`` (``float64[KINDS]``): which suit to name: the one whose kind has the highest
        number.
        """
        at = self.open[node.index]
        suits, cells = seen_at(self.deals, node, order, at)
        worth = [self.passed(node, at)] + [self.made_worth(node, at, make(suits, alone))
                                           for alone in range(calls_of(node.players))]
        made = self.calls[at, node.number, node.position].astype(np.int64)
        return Asked(node, at, cells, suits, np.stack(worth, axis=1), made)


def best_suits(
    deals: ForkedDeals, at: Ints, position: int, order: Floats, but: Ints | None = None
) -> Ints:
    """Return the suit other than the one turned whose kind comes first in an order.

    ``at`` (``int64[some]``): which deals. ``order`` is ``float64[KINDS]``. ``but``
    (``int64[some]``): suits to leave out as well: with the best ones, the second-best are found.
    """
    rank, row = order[deals.kinds[at, position]], np.arange(len(at))
    rank[row, deals.turned[at]] = -np.inf
    if but is not None:
        rank[row, but] = -np.inf
    suits: Ints = rank.argmax(axis=1)
    return suits


def seen_at(deals: ForkedDeals, node: Node, order: Floats, at: Ints) -> tuple[Ints, Ints]:
    """Return the suit that a seat would make in some deals, and its cell of a chart.

    ``order`` (``float64[KINDS]``): which suit to name in the second round. ``at`` is
    ``int64[some]``.
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

    Returns ``float64[KINDS]``.
    """
    counted, gained = np.zeros(KINDS), np.zeros(KINDS)
    for node in nodes(players)[players:]:
        at, deals = auctions.open[node.index], auctions.deals
        passed = auctions.passed(node, at)
        for step in range(1, 7):
            suits = (deals.turned[at] + step) % 7
            named = np.max([auctions.made_worth(node, at, make(suits, alone))
                            for alone in range(calls_of(players))], axis=0)
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


#: Points of a hand to its maker: how many there are, from the negative of MOST_POINTS up.
POINTS = 2 * MOST_POINTS + 1


def calls_of(players: int) -> int:
    """Return how many calls other than a pass a seat has for its suit: 2 where it may go alone."""
    return 1 + (players == SEATS)


def auction_tree(players: int) -> Tree:
    """Return the tree of the auction: node k is asked by itself, k counting both rounds.

    Moves are to pass, to call, and with four players to call alone.  Leaf ``k * calls + alone``
    is a call at node k; the last one is a void hand.
    """
    count, calls = ROUNDS * players, calls_of(players)
    void = count * calls
    follows = np.zeros((count, 1 + calls), np.int64)
    for k in range(count):
        follows[k, 0] = k + 1 if k + 1 < count else ~void
        follows[k, 1:] = [~(k * calls + alone) for alone in range(calls)]
    return Tree(np.arange(count), follows, void + 1)


def maker_of(leaf: int, players: int) -> int:
    """Return the side that makes trump at a leaf; 0 for a void hand."""
    return leaf // calls_of(players) % players % sides(players)


def pay_of(worth: Floats, players: int) -> Floats:
    """Return what leaves bring to the players of the tree: float64[leaves, values, nodes].

    ``worth``: see ``simulate.theory.euchre.win_chances``. ``players``: seats.
    """
    asked = nodes(players)
    leaves = len(asked) * calls_of(players) + 1
    pay = np.zeros((leaves, POINTS, len(asked)))
    for leaf in range(leaves):
        maker = 0 if leaf == leaves - 1 else maker_of(leaf, players)
        for node in asked:
            pay[leaf, :, node.index] = worth[node.side, maker]
    return pay


def spoken(
    deals: ForkedDeals, order: Floats, locked: Collection[int] = (), calls: Small | None = None
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return cells and outcomes of forked deals for the tree.

    ``order`` (``float64[KINDS]``): which suit is named in the second round. ``locked``: positions
    that call as their strategies do.  Their cells say which move they make (0 is ``CELLS``), and
    their calls end with the suits that they name. ``calls`` (``int8[deals, ROUNDS, players]``):
    what they call. Returns int32[deals, nodes] and uint8[deals, leaves].
    """
    everywhere, asked = np.arange(len(deals)), nodes(deals.players)
    moves = calls_of(deals.players)
    classes = np.zeros((len(deals), len(asked)), np.int32)
    outcomes = np.full((len(deals), len(asked) * moves + 1), MOST_POINTS, np.uint8)
    for node in asked:
        suits, classes[:, node.index] = seen_at(deals, node, order, everywhere)
        named = [make(suits, alone) for alone in range(moves)]
        if calls is not None and node.position in locked:
            called = calls[:, node.number, node.position].astype(np.int64)
            classes[:, node.index] = CELLS + np.where(called == PASS, 0, 1 + goes_alone(called))
            named = [called] * moves
        for alone, call in enumerate(named):
            value = deals.value_of(node.number, node.position, call)
            outcomes[:, node.index * moves + alone] = value + MOST_POINTS
    return classes, outcomes


def ends_by_maker(shares: Floats, players: int) -> Floats:
    """Return how often hands end in each way by the maker's side: float64[sides, values].

    ``shares`` (``float64[leaves, values]``): how often each outcome of each leaf comes.
    """
    ends = np.zeros((sides(players), POINTS))
    for leaf, own in enumerate(shares[:-1]):
        ends[maker_of(leaf, players)] += own
    ends[0, MOST_POINTS] += shares[-1].sum()
    return ends
