"""Our solver and best responses against OpenSpiel's, on Kuhn's poker for two and three."""

import json
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
)
from tests.tools.openspiel import FILE


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
