"""The regret minimiser on Kuhn's poker: moves, workers, games side by side."""

from dataclasses import replace

import numpy as np
import pytest

from simulate.theory.best_response import exploitability
from simulate.theory.cfr import (
    CFR,
    NO_ACTION,
    Tree,
    minimise,
    outcomes_of,
    stack,
    unstack,
)
from tests.simulate.theory.test_openspiel import kuhn


def test_a_move_that_there_is_not_is_no_answer_where_all_others_lose():
    _, tree, deals = kuhn(2)
    wider = Tree(tree.player, np.column_stack([tree.follows, np.full(4, NO_ACTION)]), 5)
    losing = replace(deals, payoffs=deals.payoffs - 10)
    plain, found = (exploitability(game, CFR(game, 3).current, dealt, dealt).mean
                    for game, dealt in ((tree, deals), (wider, losing)))
    assert found == pytest.approx(plain, abs=1e-12)


def test_the_solution_is_the_same_for_any_number_of_workers():
    _, tree, deals = kuhn(2)
    found = []
    for jobs in (1, 2, 5):
        minimiser = CFR(tree, 3)
        minimise([minimiser], deals, 30, 4, jobs)
        found.append(minimiser.average)
    assert (found[0] == found[1]).all() and (found[0] == found[2]).all()


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
