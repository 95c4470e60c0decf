"""The auction of Euchre as a game of spoken moves, over forked deals.

A seat is two players of this tree, one in each round: in the second round another suit is in
question, so what the seat saw in the first one does not matter and need not be remembered. A seat
names its best suit, by an order of kinds of hands, or none.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Floats
from simulate.games.euchre.row import SEATS
from simulate.games.euchre.views import PASS, goes_alone, make
from simulate.solving.euchre.auctions import nodes, seen_at
from simulate.solving.euchre.calls_forked import ROUNDS
from simulate.solving.euchre.forked_deals import MOST_POINTS, ForkedDeals, Small, sides
from simulate.solving.euchre.hand_kinds import CELLS
from simulate.solving.tree import Deals, Tree

#: Points of a hand to its maker, from the negative of MOST_POINTS up.
_VALUES = 2 * MOST_POINTS + 1


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

    Parameters
    ----------
    worth : float64[sides, sides, values]
        See ``simulate.solving.euchre.win_chances``.
    players : int
        Seats.
    """
    asked = nodes(players)
    leaves = len(asked) * calls_of(players) + 1
    pay = np.zeros((leaves, _VALUES, len(asked)))
    for leaf in range(leaves):
        maker = 0 if leaf == leaves - 1 else maker_of(leaf, players)
        for node in asked:
            pay[leaf, :, node.index] = worth[node.side, maker]
    return pay


def spoken(
    deals: ForkedDeals, order: Floats, locked: Collection[int] = (), calls: Small | None = None
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return cells and outcomes of forked deals for the tree.

    Parameters
    ----------
    deals : ForkedDeals
    order : float64[KINDS]
        Which suit is named in the second round.
    locked : collection of int
        Positions that call as their strategies do.  Their cells say which move they make (0 is
        ``CELLS``), and their calls end with the suits that they name.
    calls : int8[deals, ROUNDS, players], optional
        What they call.

    Returns
    -------
    tuple
        int32[deals, nodes] and uint8[deals, leaves].
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


def spoken_deals(
    classes: NDArray[Any], outcomes: NDArray[Any], pay: Floats, forced: int = 0
) -> Deals:
    """Return a sample of deals for the minimiser; the moves of locked positions are ``forced``."""
    return Deals(classes, outcomes, pay, CELLS + forced)


def ends_by_maker(shares: Floats, players: int) -> Floats:
    """Return how often hands end in each way by the maker's side: float64[sides, values].

    Parameters
    ----------
    shares : float64[leaves, values]
        How often each outcome of each leaf comes.
    players : int
    """
    ends = np.zeros((sides(players), _VALUES))
    for leaf, own in enumerate(shares[:-1]):
        ends[maker_of(leaf, players)] += own
    ends[0, MOST_POINTS] += shares[-1].sum()
    return ends

