"""The regret minimiser on games whose solutions are known."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from simulate.theory.best_response import exploitability
from simulate.theory.cfr import (
    CFR,
    NO_ACTION,
    Buckets,
    Deals,
    Tree,
    groups,
    mean_payoffs,
    minimise,
    outcomes_of,
    stack,
    unstack,
)

JACK, QUEEN, KING = range(3)
CHECK, BET = FOLD, CALL = range(2)


def kuhn() -> tuple[Tree, Deals]:
    """Kuhn's poker: three cards, one chip each, a bet of one.

    Nodes: 0 first player; 1 second after a check; 2 second after a bet; 3 first after
    check and bet.  Leaves: 0 check-check, 1 check-bet-fold, 2 check-bet-call, 3 bet-fold,
    4 bet-call.
    """
    tree = Tree(np.array([0, 1, 1, 0]), np.array([[1, 2], [~0, 3], [~3, ~4], [~1, ~2]]), 5)
    deals = list(permutations(range(3), 2))
    outcomes = np.array([[a > b] * 5 for a, b in deals], np.uint8)
    first = np.array([[-1, 1], [-1, -1], [-2, 2], [1, 1], [-2, 2]], float)
    hands = Buckets(np.array(deals, np.int32), tree.player, 3)
    return tree, Deals(hands, outcomes, np.stack([first, -first], -1))


@pytest.fixture(scope="module")
def solved():
    tree, deals = kuhn()
    minimiser = CFR(tree, 3)
    minimise([minimiser], deals, 2000, len(deals))
    return tree, deals, minimiser


def test_kuhn_poker_is_worth_minus_an_eighteenth_to_the_first_player(solved):
    tree, deals, minimiser = solved
    value = mean_payoffs(outcomes_of(tree, minimiser.average, deals), deals.payoffs)
    assert value == pytest.approx([-1 / 18, 1 / 18], abs=1e-3)


def test_kuhn_poker_is_played_as_kuhn_proved(solved):
    strategy = solved[2].average
    bluff = strategy[0, JACK, BET]
    assert 0 <= bluff <= 1 / 3 + 0.01
    assert strategy[0, KING, BET] == pytest.approx(3 * bluff, abs=0.03)
    assert strategy[0, QUEEN, BET] == pytest.approx(0, abs=0.01)
    assert strategy[3, QUEEN, CALL] == pytest.approx(bluff + 1 / 3, abs=0.03)
    assert strategy[1, JACK, BET] == pytest.approx(1 / 3, abs=0.03)
    assert strategy[2, QUEEN, CALL] == pytest.approx(1 / 3, abs=0.03)
    assert strategy[2, KING, CALL] == pytest.approx(1, abs=1e-3)


def test_nothing_is_gained_against_the_solution_and_much_against_an_even_player(solved):
    tree, deals, minimiser = solved
    assert exploitability(tree, minimiser.average, deals, deals).mean.max() < 6e-3
    # Against a second player who does anything, a king bets, a queen too (it wins 1/2), a
    # jack bluffs; and the other way round: worked out by hand over the six deals.
    even = exploitability(tree, CFR(tree, 3).current, deals, deals)
    assert even.mean == pytest.approx(by_enumeration(tree, deals), abs=1e-12)


def test_a_move_that_there_is_not_is_no_answer_where_all_others_lose():
    tree, deals = kuhn()
    wider = Tree(tree.player, np.column_stack([tree.follows, np.full(4, NO_ACTION)]), 5)
    losing = replace(deals, payoffs=deals.payoffs - 10)
    plain, found = (exploitability(game, CFR(game, 3).current, dealt, dealt).mean
                    for game, dealt in ((tree, deals), (wider, losing)))
    assert found == pytest.approx(plain, abs=1e-12)


def by_enumeration(tree: Tree, deals: Deals) -> list[float]:
    """Gains of the best pure strategies against an even player: all of them are tried."""
    gains = []
    for p in range(2):
        own = [(n, c) for n in range(4) if tree.player[n] == p for c in range(3)]
        worth = []
        for choice in range(2 ** len(own)):
            strategy = CFR(tree, 3).current
            for bit, (n, c) in enumerate(own):
                strategy[n, c] = np.eye(2)[choice >> bit & 1]
            worth.append(expected(tree, deals, strategy)[p])
        gains.append(max(worth) - expected(tree, deals, CFR(tree, 3).current)[p])
    return gains


def expected(tree: Tree, deals: Deals, strategy: np.ndarray) -> np.ndarray:
    """What a strategy is worth to everybody: a plain recursion over every deal."""

    def below(n: int, i: int) -> np.ndarray:
        if n < 0:
            return deals.payoffs[~n, deals.outcomes[i, ~n]]
        chances = strategy[n, deals.buckets.of[i, tree.player[n]]]
        return sum(
            chance * below(int(child), i)
            for chance, child in zip(chances, tree.follows[n], strict=True) if child != NO_ACTION)

    return sum(below(0, i) for i in range(len(deals))) / len(deals)


@pytest.mark.slow
def test_a_game_of_three_declarers_small_enough_to_enumerate():
    """Three seats in turn stay or drop; high card takes the pool, others in pay it."""
    tree = Tree(
        np.array([0, 1, 1, 2, 2, 2]),
        np.array([[1, 2], [3, 4], [5, ~0], [~1, ~2], [~3, ~4], [~5, ~6]]), 7)
    # Who stays in at each leaf, in the tree's order; all dropped: the last takes the pool.
    stays = [(0, 0, 1), (1, 1, 1), (1, 1, 0), (1, 0, 1), (1, 0, 0), (0, 1, 1), (0, 1, 0)]
    deals = list(permutations(range(4), 3))
    pay = np.zeros((7, len(deals), 3))
    for leaf, stay in enumerate(stays):
        for i, cards in enumerate(deals):
            best = max((c, p) for p, c in enumerate(cards) if stay[p])[1]
            for p in range(3):
                pay[leaf, i, p] = stay[p] * (1.0 if p == best else -1.0)
    outcomes = np.repeat(np.arange(len(deals), dtype=np.uint8)[:, None], 7, axis=1)
    game = Deals(Buckets(np.array(deals, np.int32), tree.player, 4), outcomes, pay)
    minimiser = CFR(tree, 4)
    minimise([minimiser], game, 1000, len(deals), jobs=2)
    strategy = minimiser.average
    value = mean_payoffs(outcomes_of(tree, strategy, game), pay)
    assert value == pytest.approx(expected(tree, game, strategy), abs=1e-12)
    assert exploitability(tree, strategy, game, game).mean.max() < 2e-3
    assert strategy[0, 3, 0] == pytest.approx(1, abs=1e-3)  # the best card never drops
    assert strategy[3, 0, 1] == pytest.approx(1, abs=1e-3)  # the worst drops behind two


def test_the_solution_is_the_same_for_any_number_of_workers():
    tree, deals = kuhn()
    found = []
    for jobs in (1, 2, 5):
        minimiser = CFR(tree, 3)
        minimise([minimiser], deals, 30, 4, jobs)
        found.append(minimiser.average)
    assert (found[0] == found[1]).all() and (found[0] == found[2]).all()


@pytest.mark.parametrize("many", [2, 3, 4])
def test_games_side_by_side_come_out_as_each_does_by_itself(many):
    """Poker for different stakes: solved, judged and counted together and one by one."""
    tree, deals = kuhn()
    stakes = [replace(deals, payoffs=deals.payoffs * (1 + game) + 0.1 * game)
              for game in range(many)]
    alone = [CFR(tree, 3) for _ in range(many)]
    joined = [CFR(tree, 3) for _ in range(many)]
    for one, of_one in zip(alone, stakes, strict=True):
        minimise([one], of_one, 20, 4)
    games = replace(deals, payoffs=stack([one.payoffs for one in stakes]))
    minimise(joined, games, 20, 4, jobs=2)
    for one, other in zip(alone, joined, strict=True):
        assert other.iterations == one.iterations == 20
        assert (other.regrets == one.regrets).all()
        assert (other.cumulative == one.cumulative).all()
    strategy = stack([one.average for one in alone])
    gains = exploitability(tree, strategy, games, games).unstack(many)
    ends = unstack(outcomes_of(tree, strategy, games), many)
    for one, of_one, gain, own in zip(alone, stakes, gains, ends, strict=True):
        by_itself = exploitability(tree, one.average, of_one, of_one)
        assert (gain.mean == by_itself.mean).all()
        assert (gain.se == by_itself.se).all()
        assert (own == outcomes_of(tree, one.average, of_one)).all()


def test_every_game_is_in_a_group_of_up_to_four():
    assert groups(range(1)) == [range(1)]
    assert groups(range(6)) == [range(4), range(4, 6)]
