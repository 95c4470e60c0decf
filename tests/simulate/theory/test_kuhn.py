"""The regret minimiser on Kuhn's poker: moves, workers, games side by side."""

import json
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
    mean_payoffs,
    minimise,
    outcomes_of,
    stack,
    unstack,
)
from tests.tools.openspiel import FILE


@pytest.mark.parametrize("many", [2, 3, 4])
def test_games_side_by_side_come_out_as_each_does_by_itself(many):
    """Poker for different stakes: solved, judged and counted together and one by one."""
    _, tree, deals = kuhn(2)
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


def is_over(history: str, players: int) -> bool:
    """All have passed, or all others have answered the first bet."""
    bet = history.find("b")
    return len(history) == (players if bet < 0 else bet + players)


def payoffs(history: str, cards: tuple[int, ...]) -> list[int]:
    """Return the chips that each player wins: an ante of one, and a bet of one."""
    players = len(cards)
    bets = {at % players for at, action in enumerate(history) if action == "b"}
    winner = max(bets or range(players), key=lambda p: cards[p])
    pot = players + len(bets)
    return [pot * (p == winner) - 1 - (p in bets) for p in range(players)]


def kuhn(players: int) -> tuple[list[str], Tree, Deals]:
    """Return the histories at the nodes of Kuhn's poker, its tree and its deals."""
    histories, leaves, follows = [""], [], []
    for history in histories:
        row = []
        for action in "pb":
            after = history + action
            over = is_over(after, players)
            row.append(~len(leaves) if over else len(histories))
            (leaves if over else histories).append(after)
        follows.append(row)
    tree = Tree(np.array([len(history) % players for history in histories]), np.array(follows),
                len(leaves))
    deals = list(permutations(range(players + 1), players))
    brought = np.array([[payoffs(leaf, cards) for cards in deals] for leaf in leaves], float)
    number = np.repeat(np.arange(len(deals), dtype=np.uint8)[:, None], len(leaves), axis=1)
    hands = Buckets(np.array(deals, np.int32), tree.player, players + 1)
    return histories, tree, Deals(hands, number, brought)


@pytest.mark.parametrize("players", [2, 3])
def test_kuhn_poker_is_solved_as_openspiel_solves_it(players):
    histories, tree, deals = kuhn(players)
    assert (tree.follows != NO_ACTION).all()
    known = json.loads(FILE.read_text())[str(players)]
    game = CFR(tree, players + 1)
    minimise([game], deals, known["iterations"], len(deals))
    policy = game.average
    assert len(known["policy"]) == len(histories) * (players + 1)
    for state, chances in known["policy"].items():
        found = policy[histories.index(state[1:]), int(state[0])]
        assert found == pytest.approx(chances, abs=1e-12), state
    value = mean_payoffs(outcomes_of(tree, policy, deals), deals.payoffs)
    assert value == pytest.approx(known["value"], abs=1e-12)
    for one, gains in ((policy, "gains"), (CFR(tree, players + 1).current, "gains_from_uniform")):
        found = exploitability(tree, one, deals, deals)
        assert found.mean == pytest.approx(known[gains], abs=1e-12)
