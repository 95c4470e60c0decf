"""The regret minimiser on Kuhn's poker: moves, workers, games side by side."""

import json
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from simulate.theory.cfr import (
    CFR,
    NO_ACTION,
    Buckets,
    Deals,
    Gain,
    Tree,
    exploitability,
    mean_payoffs,
    stack,
    sweep,
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
    for one, of_one in zip(alone, stakes, strict=True):
        one.minimise(of_one, 20, 4)
    games, joined = replace(
        deals, payoffs=stack([one.payoffs for one in stakes])), CFR(tree, 3, games=many)
    joined.minimise(games, 20, 4, jobs=2)
    found = (unstack(each, many) for each in (
        joined.regrets, joined.cumulative, exploitability(tree, joined.average, games, games),
        sweep(tree, joined.average, games, endings=True).outcomes))
    for one, of_one, regrets, cumulative, gains, ends in zip(alone, stakes, *found, strict=True):
        assert joined.iterations == one.iterations == 20
        assert (regrets == one.regrets).all()
        assert (cumulative == one.cumulative).all()
        assert (gains == exploitability(tree, one.average, of_one, of_one)).all()
        assert (ends == sweep(tree, one.average, of_one, endings=True).outcomes).all()


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
    game.minimise(deals, known["iterations"], len(deals))
    policy = game.average
    assert len(known["policy"]) == len(histories) * (players + 1)
    for state, chances in known["policy"].items():
        found = policy[histories.index(state[1:]), int(state[0])]
        assert found == pytest.approx(chances, abs=1e-12), state
    ends = sweep(tree, policy, deals, endings=True).outcomes / len(deals)
    value = mean_payoffs(ends, deals.payoffs)
    assert value == pytest.approx(known["value"], abs=1e-12)
    assert players > 2 or value[0] == pytest.approx(-1 / 18, abs=3e-4)
    for one, gains in ((policy, "gains"), (CFR(tree, players + 1).current, "gains_from_uniform")):
        found = Gain.of(exploitability(tree, one, deals, deals))
        assert found.mean == pytest.approx(known[gains], abs=1e-12)
