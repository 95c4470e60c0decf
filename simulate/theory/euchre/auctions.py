"""The auction of Euchre on forked deals: who is asked when, with what, and what moves bring.

As a game of spoken moves a seat is two players of its tree, one in each round: in the second round
another suit is in question, so what the seat saw in the first one does not matter and need not be
remembered. A seat names its best suit, by an order of kinds of hands (``float64[KINDS]``), or none.

In a best response one seat calls as it likes, in both rounds; all others keep to what they do.

A game is a race (``simulate.theory.chain``) in which sides may reach the end together, and have
both won then. A hand's end is the maker's side and the points to it, from the negative of
MOST_POINTS up: ``ends`` are in that order, the sides by position from the eldest hand's.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Floats, Ints
from simulate.domino.tiles import DOUBLES
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import PASS, SEATS, goes_alone, make
from simulate.theory.best_response import Coarser, best_response
from simulate.theory.cfr import Buckets, Deals, Tree, values_of
from simulate.theory.chain import ScoreChain
from simulate.theory.euchre import forked_deals as forked
from simulate.theory.solution_file import CALLS, Solution

Score = tuple[int, ...]


def scores(count: int) -> Iterator[Score]:
    """Yield every score of so many sides before a hand; side 0 is that of the eldest hand."""
    yield from product(range(GAME_POINTS), repeat=count)


def point_worth(count: int) -> Floats:
    """Return what ends are worth where points a hand are counted: float64[ends, sides]."""
    return np.array([[value if side == maker else -value for side in range(count)]
                     for maker in range(count)
                     for value in range(-forked.MOST_POINTS, forked.MOST_POINTS + 1)], np.float64)


def gains_of(count: int) -> Ints:
    """Return the points that ends bring: int64[ends, sides]."""
    return point_worth(count).clip(min=0).astype(np.int64)


def chain_of(count: int, dealers: int = 1) -> ScoreChain:
    """Return the chain of so many sides."""
    return ScoreChain(gains_of(count), GAME_POINTS, 0, GAME_POINTS - 1, dealers, shared=True)


#: In the order of suits the rule of thumb counts as much as this many deals, and in a finer cell
#: the mean of its coarse cell.
_THUMB, _DRAWN = 20.0, 100.0
#: Finer cells also distinguish which of the highest trumps below the bowers are held.
FINE = forked.CELLS * forked.TOPS


@dataclass(frozen=True)
class Node:
    """Where a seat is asked."""

    number: int  #: 0 in the first round, 1 in the second
    position: int
    players: int

    @property
    def index(self) -> int:
        """Its place in the order of the auction."""
        return self.number * self.players + self.position

    @property
    def side(self) -> int:
        """The side that is asked."""
        return self.position % forked.sides(self.players)


def nodes(players: int) -> list[Node]:
    """Return the nodes of the auction in order."""
    return [Node(number, position, players)
            for number in range(forked.ROUNDS) for position in range(players)]


class Auctions:
    """Forked deals with the calls of a line-up at one score, and what endings are worth there."""

    def __init__(self, deals: forked.ForkedDeals, calls: forked.Small, worth: Floats) -> None:
        self.deals, self.calls, self.worth = deals, calls, worth

    @cached_property
    def tails(self) -> list[Ints]:
        """How hands end by the calls from each node on."""
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
        return self.worth[forked.end_of(node.side, value), node.side]

    def passed(self, node: Node, at: Ints) -> Floats:
        """Return what passing is worth to the seat at a node: float64[at]."""
        return self.worth[self.tails[node.index + 1][at], node.side]


def seen_at(
    deals: forked.ForkedDeals, node: Node, order: Floats, at: Ints | None = None
) -> tuple[Ints, Ints]:
    """Return the suit that a seat would make in some deals, or in all, and its cell of a chart."""
    if at is None:
        at = np.arange(len(deals))
    suits = deals.turned[at]
    if node.number:  # the one, not turned, whose kind comes first
        rank = order[deals.kinds[at, node.position]]
        rank[np.arange(len(at)), suits] = -np.inf
        suits = rank.argmax(axis=1)
    kinds = deals.kinds[at, node.position, suits].astype(np.int64)
    # The dealer holds the double that is turned up, and in the second round nobody does.
    told_apart = node.number == 0 and node.position < node.players - 1
    cells: Ints = 2 * kinds + told_apart * (DOUBLES >> deals.turn_ups[at].astype(np.int64) & 1)
    return suits, cells


def suit_order(auctions: Auctions, players: int) -> Floats:
    """Return what naming suits of a kind brings above passing; rare kinds lean on the old rule."""
    counted, gained = np.zeros(forked.KINDS), np.zeros(forked.KINDS)
    for node in nodes(players)[players:]:
        at, deals = auctions.open[node.index], auctions.deals
        passed = auctions.passed(node, at)
        for step in range(1, 7):
            suits = (deals.turned[at] + step) % 7
            named = np.max([auctions.made_worth(node, at, make(suits, alone))
                            for alone in range(calls_of(players))], axis=0)
            kinds = deals.kinds[at, node.position, suits]
            counted += np.bincount(kinds, minlength=forked.KINDS)
            gained += np.bincount(kinds, named - passed, minlength=forked.KINDS)
    thumb = forked.thumb_order()
    if not counted.any():
        return thumb
    # The straight line of what hands gain by the old rule, each kind as often as it was seen.
    thumb, level = (values - (counted * values).sum() / counted.sum()
                    for values in (thumb, gained / counted.clip(min=1)))
    slope = (counted * thumb * level).sum() / max((counted * thumb**2).sum(), 1e-9)
    start = gained.sum() / counted.sum()
    return (gained + _THUMB * (slope * thumb + start)) / (counted + _THUMB)


def calls_of(players: int) -> int:
    """Return how many calls other than a pass a seat has for its suit: 2 where it may go alone."""
    return 1 + (players == SEATS)


def auction_tree(players: int) -> Tree:
    """Return the tree of the auction: node k is asked by itself, k counting both rounds, and
    passes, calls, or with four players calls alone. Leaf ``k * calls + alone`` is a call at node k;
    the last one is a void hand."""
    count, calls = forked.ROUNDS * players, calls_of(players)
    void = count * calls
    follows = np.zeros((count, 1 + calls), np.int64)
    for k in range(count):
        follows[k, 0] = k + 1 if k + 1 < count else ~void
        follows[k, 1:] = [~(k * calls + alone) for alone in range(calls)]
    return Tree(np.arange(count), follows, void + 1)


def maker_of(leaf: int, players: int) -> int:
    """Return the side that makes trump at a leaf; 0 for a void hand."""
    return leaf // calls_of(players) % players % forked.sides(players)


def pay_of(worth: Floats, players: int) -> Floats:
    """Return what leaves bring to the players of the tree: float64[leaves, values, nodes]."""
    leaves = forked.ROUNDS * players * calls_of(players) + 1
    makers = [maker_of(leaf, players) for leaf in range(leaves - 1)] + [0]
    by_maker = worth.reshape(-1, forked.POINTS, worth.shape[1])[makers]
    return np.stack([by_maker[..., node.side] for node in nodes(players)], axis=-1)


def spoken(
    deals: forked.ForkedDeals, order: Floats, locked: Collection[int] = (),
    calls: forked.Small | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return cells and outcomes of forked deals for the tree.

    ``locked``: positions that call as their strategies do: ``calls`` (``int8[deals, ROUNDS,
    players]``).  Their cells are the actions that they take (0 is ``CELLS``), and their calls end
    with the suits that they name. Returns int32[deals, nodes] and uint8[deals, leaves].
    """
    asked, moves = nodes(deals.players), calls_of(deals.players)
    classes = np.zeros((len(deals), len(asked)), np.int32)
    outcomes = np.full((len(deals), len(asked) * moves + 1), forked.VOID, np.uint8)
    for node in asked:
        suits, classes[:, node.index] = seen_at(deals, node, order)
        named = [make(suits, alone) for alone in range(moves)]
        if calls is not None and node.position in locked:
            called = calls[:, node.number, node.position].astype(np.int64)
            actions = np.where(called == PASS, 0, 1 + goes_alone(called))
            classes[:, node.index] = forked.CELLS + actions
            named = [called] * moves
        for alone, call in enumerate(named):
            value = deals.value_of(node.number, node.position, call)
            outcomes[:, node.index * moves + alone] = value + forked.MOST_POINTS
    return classes, outcomes


def ends_by_maker(shares: Floats, players: int) -> Floats:
    """Return how often hands end in which way, from the ends of leaves."""
    ends = np.zeros((forked.sides(players), forked.POINTS))
    for leaf, own in enumerate(shares[:-1]):
        ends[maker_of(leaf, players)] += own
    ends[0, forked.VOID] += shares[-1].sum()
    return ends.ravel()


def call_of(move: Ints, suits: Ints) -> Ints:
    """Return the call that a move is for some suits."""
    return np.where(move == 0, PASS, make(suits, np.maximum(move - 1, 0)))


def _responding(auctions: Auctions, position: int, order: Floats, fine: bool) -> Deals:
    """Return auctions in which one seat calls as it likes, among others whose calls are buckets."""
    deals, players = auctions.deals, auctions.deals.players
    asked, moves = nodes(players), 1 + calls_of(players)
    others = [p for p in range(players) if p != position]
    cells, outcomes = spoken(deals, order, others, auctions.calls)
    for node in asked:
        own = cells[:, node.index]
        if node.position != position:
            own -= forked.CELLS
            continue
        if fine:
            suits, _ = seen_at(deals, node, order)
            own *= forked.TOPS
            own += deals.tops[np.arange(len(deals)), position, suits]
        own += moves
    payoffs = pay_of(auctions.worth, players)[..., :players]  # both nodes of a seat are alike
    hands = Buckets(cells, np.arange(len(asked)), moves + (FINE if fine else forked.CELLS))
    return Deals(hands, outcomes, np.ascontiguousarray(payoffs))


def exploited(
    learned: Auctions, judged: Auctions, order: Floats, fine: bool,
    positions: Sequence[int] | None = None,
) -> Floats:
    """Return what best responses gain in other deals: float64[deals, positions]."""
    players = learned.deals.players
    tree = auction_tree(players)
    tree = replace(tree, player=tree.player % players)
    moves, gains = 1 + calls_of(players), []
    for p in range(players) if positions is None else positions:
        train, test = (_responding(each, p, order, fine) for each in (learned, judged))
        size = train.buckets.size
        # Others go by what they call. The seat's own pass in the first round is certain in the
        # second.
        policy = np.zeros((len(tree.player), size, moves))
        policy[:, :, 0], policy[:, :moves] = 1, np.eye(moves)
        belongs = (np.arange(size) - moves).clip(min=0) // forked.TOPS
        response = best_response(
            tree, policy, train, p, Coarser(belongs, _DRAWN) if fine else None)
        own = judged.worth[judged.tails[0], p % forked.sides(players)]
        gains.append(values_of(tree, response, test, only=p)[:, p] - own)
    return np.stack(gains, axis=1)


def load(path: str | Path) -> Solution:
    """Read the file of a solved auction; raise ``BoneyardError`` if it is none."""
    return Solution.load(path, ("euchre",), {CALLS: _wrong})


def _wrong(solution: Solution) -> str:
    """Return what is wrong with a solved auction; nothing if all is well."""
    players, order = solution.about["players"], solution["order"]
    if order.shape != (forked.KINDS,) or not np.isfinite(order).all():
        return "the order of suits has numbers that are none"
    return solution.wrong_table(
        GAME_POINTS ** forked.sides(players), auction_tree(players).follows, forked.CELLS)
