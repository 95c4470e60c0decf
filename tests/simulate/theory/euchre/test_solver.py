"""The auction solver: against enumeration of a tiny auction, and its responses and its file."""

from itertools import product

import numpy as np
import pytest

from simulate.games.euchre.rules import EuchreRules
from simulate.runs.run import Run
from simulate.theory.best_response import exploitability
from simulate.theory.cfr import (
    CFR,
    Buckets,
    Deals,
    mean_payoffs,
    minimise,
    outcomes_of,
)
from simulate.theory.euchre import auctions
from simulate.theory.euchre.auctions import point_worth
from simulate.theory.euchre.calls import Calls
from simulate.theory.euchre.forked_deals import CELLS, KINDS, calls_at, fork_deals, sides
from simulate.theory.stage import solve
from strategies.lineup import seat_players
from tests.sizes import in_pieces

TINY = 12


def table(players, lineup="hoyle"):
    return Run("euchre", EuchreRules(), seat_players("euchre", lineup, players), 1, 1, 5)


@pytest.fixture(scope="module")
def two():
    return fork_deals(table(2), 9_000, jobs=1)


def test_the_tree_asks_everybody_twice_and_ends_with_the_first_call():
    tree = auctions.auction_tree(4)
    assert tree.follows.shape == (8, 3) and tree.leaves == 17
    assert tree.follows[0].tolist() == [1, ~0, ~1] and tree.follows[7].tolist() == [~16, ~14, ~15]
    assert [auctions.maker_of(leaf, 4) for leaf in (0, 2, 5, 8, 15)] == [0, 1, 0, 0, 1]
    assert auctions.auction_tree(3).follows.shape == (6, 2) and auctions.calls_of(3) == 1
    shares = np.zeros((17, 9))
    shares[3, 8] = shares[16, 4] = 0.5
    ends = auctions.ends_by_maker(shares, 4)
    assert ends[9 + 8] == 0.5 and ends[4] == 0.5


def value_of(values, calls, deal, players=2):
    """Play a tiny auction by hand: calls[node] is True to call; return points to side 0."""
    for node in range(2 * players):
        if calls[node]:
            return values[deal, node] if node % 2 == 0 else -values[deal, node]
    return 0


def test_a_tiny_auction_is_solved_as_enumeration_solves_it(two):
    # Two seats who see nothing of their hands but one bit: every pair of plans is tried.
    order = np.arange(KINDS, dtype=float)
    classes, outcomes = auctions.spoken(two.some(0, TINY), order)
    bit = np.minimum(classes % 2 + (classes > 40), 1).astype(np.int32)
    values = outcomes[:, :4].astype(int) - 4
    plans = list(product([False, True], repeat=4))  # (round 1 bit 0, bit 1, round 2 bit 0, bit 1)
    payoff = np.zeros((16, 16))
    for i, first in enumerate(plans):
        for j, second in enumerate(plans):
            for deal in range(TINY):
                called = [(first, second)[node % 2][2 * (node // 2) + bit[deal, node]]
                          for node in range(4)]
                payoff[i, j] += value_of(values, called, deal) / TINY
    tree = auctions.auction_tree(2)
    deals = Deals(Buckets(bit, tree.player, CELLS), outcomes, auctions.pay_of(point_worth(2), 2))
    minimiser = CFR(tree, CELLS)
    minimise([minimiser], deals, 4000, TINY)
    found = minimiser.average
    value = mean_payoffs(outcomes_of(tree, found, deals), deals.payoffs)[0]
    # The value of a game between two lies between what either plan secures.
    mixed = np.array([_chance(found, plan, 0) for plan in plans])
    other = np.array([_chance(found, plan, 1) for plan in plans])
    assert mixed.sum() == pytest.approx(1) and mixed @ payoff @ other == pytest.approx(value)
    assert (mixed @ payoff).min() == pytest.approx(value, abs=0.01)
    assert (payoff @ other).max() == pytest.approx(value, abs=0.01)
    assert exploitability(tree, found, deals, deals).total < 0.01


def _chance(strategy, plan, position):
    """Return with what chance a seat that mixes at every node goes by a plan of all four."""
    chance = 1.0
    for number in range(2):
        for bit in range(2):
            call = strategy[2 * number + position, bit, 1]
            chance *= call if plan[2 * number + bit] else 1 - call
    return chance


def test_a_response_is_the_best_of_all_plans_where_hands_are_not_told_apart(two):
    # Cells are few where the deals are few: the response is no worse than always passing or
    # always calling, on the deals that it was found on.
    deals = two.some(0, 2_000)
    own = auctions.Auctions(deals, calls_at(deals, (0, 0), jobs=1), point_worth(2))
    order = auctions.suit_order(own, 2)
    gains = auctions.exploited(own, own, order, fine=False).mean(axis=0)
    for position, plan in product(range(2), product(range(2), repeat=2)):
        calls = own.calls.copy()
        for number, action in enumerate(plan):
            suits, _ = auctions.seen_at(deals, auctions.Node(number, position, 2), order)
            calls[:, number, position] = auctions.call_of(np.full(len(deals), action), suits)
        worth = [auctions.worth_of(one, position, own.worth).mean()
                 for one in (deals.outcome(calls), own.tails[0])]
        assert gains[position] >= worth[0] - worth[1] - 1e-9
    assert (gains >= 0).all()


@in_pieces("players", 2, 4)
def test_a_solved_auction_leaves_a_best_response_next_to_nothing(players):
    solver = solve(Calls(table(players), deals=24_000, points=True), 3)
    worth, forked = point_worth(sides(players)), fork_deals(table(players), 24_000, jobs=1)
    gain = solver.gains[0][0]
    assert gain.total < 0.012 and gain.total - 2 * np.nanmean(gain.se) < 0.004
    calls = calls_at(forked, (0, 0), run=table(players, "cautious"), jobs=1)
    learned, judged = (auctions.Auctions(half, own, worth) for half, own in (
        (forked.some(0, 16_000), calls[:16_000]), (forked.some(16_000, None), calls[16_000:])))
    assert auctions.exploited(learned, judged, solver.order, fine=True).mean() > 0.1  # easy prey
