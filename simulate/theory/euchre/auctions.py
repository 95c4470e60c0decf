"""The auction of Euchre on forked deals: who is asked when, with what, and what moves bring.

As a game of spoken moves a seat is two players of its tree, one in each round: in the second round
another suit is in question, so what the seat saw in the first one does not matter and need not be
remembered. A seat names its best suit, by an order of kinds of hands (``float64[KINDS]``), or none.

In a best response one seat calls as it likes, in both rounds; all others keep to what they do.

A game is a race (``simulate.theory.chain``) in which sides may reach the end together, and have
both won then. A hand's end is the maker's side and the points to it, from the negative of
MOST_POINTS up: ``ends`` are in that order, the sides by position from the eldest hand's.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import PASS, SEATS, goes_alone, make
from simulate.theory.cfr import Buckets, Deals, best_response, sweep
from simulate.theory.chain import ScoreChain, ScoreChanges
from simulate.theory.declarations import Declarations, Rollouts
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


#: In the order of suits the rule of thumb counts as much as this many deals.
_THUMB = 20.0
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


def seen_at(deals: forked.ForkedDeals, node: Node, order: Floats) -> tuple[Ints, Ints]:
    """Return the suit that a seat would make in each deal, and its cell of a chart."""
    suits, cells, same = *np.zeros((2, len(deals)), np.int64), np.ones(len(deals), np.int64)
    forked.best_kinds_of(
        np.ascontiguousarray(deals.dealt[:, node.position]), np.ascontiguousarray(deals.turn_ups),
        (1 + node.number) * same, int(node.position == node.players - 1) * same, order, suits,
        cells)
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
            kinds = np.zeros_like(suits)
            forked.kinds_of(deals.dealt[at, node.position], suits, kinds)
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


def declarations(players: int) -> Declarations:
    """Return the tree of the auction: while all pass, a seat passes, calls, or with four players
    calls alone, in both rounds."""
    legal = tuple(range(1, 2 + calls_of(players)))
    return Declarations.of(
        forked.ROUNDS * players, lambda before: legal if max(before, default=1) == 1 else (),
        len(legal))


def ways_of(players: int) -> ScoreChanges:
    """Return how hands can end, with the end of each leaf: a void hand brings side 0 nothing."""
    calls = np.array(declarations(players).ends) > 1
    makers = np.where(calls.any(axis=1), calls.argmax(axis=1) % players % forked.sides(players), 0)
    return ScoreChanges(gains_of(forked.sides(players)),
                 makers[:, None] * forked.POINTS + np.arange(forked.POINTS))


def roll(deals: forked.ForkedDeals, order: Floats) -> Rollouts:
    """Return forked deals for the tree: cells, finer ones, and the points to the maker."""
    tree = declarations(deals.players).tree
    coarse = np.zeros((len(deals), len(tree.player)), np.int32)
    fine, outcomes = coarse.copy(), np.full((len(deals), tree.leaves), forked.VOID, np.uint8)
    for node in nodes(deals.players):
        suits, cells = seen_at(deals, node, order)
        coarse[:, node.index] = cells
        # The dealer holds the turn-up where its suit is trump.
        takes = (node.position == deals.players - 1) & (suits == deals.turned)
        held = deals.dealt[:, node.position] | takes << deals.turn_ups
        fine[:, node.index] = cells * forked.TOPS + forked.tops_of(held, suits)
        for alone, leaf in enumerate(~tree.follows[node.index, 1:]):
            outcomes[:, leaf] = forked.MOST_POINTS + deals.value_of(
                node.number, node.position, make(suits, alone))
    return Rollouts(coarse, fine, outcomes)


def with_calls(
    rolled: Rollouts, deals: forked.ForkedDeals, calls: forked.Small, fixed: Collection[int]
) -> Ints:
    """Return the outcomes of deals in which the calls at some nodes, of fixed players, end with the
    suits that they name: ``calls`` are ``int8[deals, ROUNDS, players]``."""
    follows, outcomes = declarations(deals.players).tree.follows, rolled.outcomes.copy()
    for node in (one for one in nodes(deals.players) if one.index in fixed):
        value = deals.value_of(node.number, node.position, calls[:, node.number, node.position])
        outcomes[:, ~follows[node.index, 1:]] = forked.MOST_POINTS + value[:, None]
    return outcomes


def actions_of(calls: forked.Small) -> Ints:
    """Return the actions that calls are, by node: int64[deals, nodes]."""
    called = calls.reshape(len(calls), -1).astype(np.int64)
    return np.where(called == PASS, 0, 1 + goes_alone(called))


def exploited(learned: Auctions, judged: Auctions, order: Floats) -> Floats:
    """Return what best responses gain in other deals: float64[deals, positions].

    Others go by what they call: their buckets are actions, and hands stand behind them.
    """
    players = learned.deals.players
    tree, number = declarations(players).tree, ways_of(players).number
    tree, moves, gains = replace(tree, player=tree.player % players), tree.follows.shape[1], []
    size = moves + FINE
    belongs = (np.arange(size) - moves).clip(min=0) // forked.TOPS
    # The seat's own pass in the first round is certain in the second.
    policy = np.zeros((len(tree.player), size, moves))
    policy[:, :, 0], policy[:, :moves] = 1, np.eye(moves)
    sides = np.arange(players) % forked.sides(players)
    halves = [(one, roll(one.deals, order)) for one in (learned, judged)]

    def responding(auctions: Auctions, rolled: Rollouts, p: int) -> Deals:
        cells = np.where(
            tree.player == p, moves + rolled.fine, actions_of(auctions.calls)).astype(np.int32)
        others = np.flatnonzero(tree.player != p)
        return Deals(Buckets(cells, np.arange(len(tree.player)), size),
                     with_calls(rolled, auctions.deals, auctions.calls, others),
                     np.ascontiguousarray(auctions.worth[number][..., sides]))

    for p in range(players):
        train, test = (responding(*half, p) for half in halves)
        response = best_response(
            tree, policy, train, p, np.broadcast_to(belongs, policy.shape[:2]))
        own = judged.worth[judged.tails[0], sides[p]]
        gains.append(sweep(tree, response, test, only=p).root[:, p] - own)
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
        GAME_POINTS ** forked.sides(players), declarations(players).tree.follows, forked.CELLS)
