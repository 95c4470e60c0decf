"""The declarations of Loo as a game to be solved."""

import numpy as np
import pytest

from reports.request import set_up
from simulate.books.tally import standard_error
from simulate.games.loo.views import PLAY
from simulate.theory.chips import Chips, emptied_worth, solution_of
from simulate.theory.declarations import Endings
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import HandsAtPools, values_of, worth_of_pools
from simulate.theory.loo.declared import LOOED, SHARES
from simulate.theory.stage import solve


def table(players, lineup="book", **rules):
    return set_up("loo", lineup, players, rules, 1, 1, 5)


def pools_to_solve(**rules):
    return declared_at(table(4, **rules)).pools(None)


def test_who_takes_every_pool_has_what_was_left_but_the_antes():
    """Two players, the eldest hand takes five tricks and the dealer is left out: V by hand.

    The eldest hand of a hand that leaves x deals the next one: it pays 5 and gets nothing, and
    would have paid 10 for an emptied pool.  The other takes x + 5, instead of 15 for its 5.
    """
    at = declared_at(table(2))
    declared = at.declared
    ends = np.zeros((2, len(declared.ends), len(SHARES)))
    leaf, share = declared.ends.index((PLAY, PLAY)), SHARES.tolist().index([5, 0, 0, 0])
    ends[:, leaf, share] = 1
    hands = HandsAtPools.of(at, (15, 120), ends[None])
    assert hands.own[0, :, 0, 0, 5].tolist() == hands.own[0, :, 0, 1, LOOED].tolist() == [1, 1]
    assert hands.ends[0, :, 0, 1].tolist() == [1, 1]
    # Nobody looed: the same tricks for a pool that is cleared.
    own, pool = at.endings
    at.endings = Endings(np.where(own == LOOED, 0, own), np.zeros_like(pool))
    values = values_of(at, HandsAtPools.of(at, (15, 120), ends[None]))
    for left in (5, 25, 300):
        assert values.of(left, 1, 1) == pytest.approx(left - 5)
        assert values.of(left, 0, 1) == pytest.approx(5)


def test_an_emptied_pool_is_worth_the_next_place():
    """Of two the eldest hand takes each first pool of 15: it pays 5, then 10 as the dealer.

    The other pays 10, then 5: F0 = 15 + F1 - 10, F1 = F0 - 5 and F0 + F1 = 15 give 10 and 5.
    """
    worth = emptied_worth(np.array([5.0, 10]), np.array([15.0, 0.0]))
    assert worth.sum() == pytest.approx(0)
    assert worth == pytest.approx([-5, 5])
    # A hand that pays every place what it paid leaves nobody better off.
    paid = np.array([5.0, 5.0, 5.0, 10.0])
    assert emptied_worth(paid, paid) == pytest.approx([0] * 4)


def test_the_pools_to_solve_are_those_that_come():
    assert pools_to_solve(penalty="cap:40") == (25, 45, 85, 125)
    assert pools_to_solve(penalty="fixed:20") == (25, 45, 65)
    assert pools_to_solve(penalty="fixed:0") == (25,)
    # Three chips are too few to pay a trick: all ante again, and they stay in.
    assert pools_to_solve(penalty="fixed:3") == (11, 14, 25, 28)
    assert pools_to_solve(penalty="fixed:3", remainder="stays") == (8, 11, 14, 25)


@pytest.fixture(scope="module")
def solver():
    return solve(Chips(table(2), deals=30_000, jobs=2), 2)


def test_a_solved_table_leaves_a_best_response_next_to_nothing(solver):
    for one in solver.solved()[0]:
        assert one.gain.total < 0.005 * one.pool
        assert one.fine_gain.total < 0.015 * one.pool
        assert one.worth.sum() == pytest.approx(one.pool, abs=1e-6)


def test_later_pools_are_worth_what_playing_the_solution_makes_of_them(solver, tmp_path):
    """The solver's worth of pools is that of advice and charts with the solution seated."""
    path = tmp_path / "two.npz"
    solution_of(solver, solver.solved()).save(path)
    seated = worth_of_pools(table(2, lineup=str(path)), 200_000)
    left = np.array([5, 10, 20, 60, 100])
    for seat in range(2):
        error = standard_error(seated.replicas(left, seat, 1))
        apart = abs(solver.later.of(left, seat, 1) - seated.of(left, seat, 1))
        assert (apart < 4.5 * error + 0.003 * left).all()
