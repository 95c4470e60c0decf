"""The declarations of Loo as a game to be solved."""

import numpy as np
import pytest

from reports.request import set_up
from simulate.books.tally import standard_error
from simulate.games.loo.views import ACTIONS, DROP, FOR_POOL, MISS, PLAY
from simulate.runs.follow import histories
from simulate.theory.chips import Chips, emptied_worth, solution_of
from simulate.theory.declarations import SILENT, Endings, Stakes
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import HandsAtPools, values_of, worth_of_pools
from simulate.theory.loo.declared import LOOED, SHARES, declarations, legal_actions
from simulate.theory.stage import solve

CODES = {name: code for code, name in ACTIONS.items()}


def table(players, lineup="book", **rules):
    return set_up("loo", lineup, players, rules, 1, 1, 5)


@pytest.mark.parametrize(("players", "is_rounce", "said", "legal"), [
    (4, False, (), (PLAY, MISS, DROP)),
    (4, False, (MISS,), (PLAY, DROP)),
    (3, False, (MISS,), (PLAY, MISS, DROP)),
    (3, False, (MISS, MISS), (PLAY, DROP)),
    (2, False, (), (PLAY, MISS)),
    (4, False, (DROP, MISS, DROP), (PLAY, DROP, FOR_POOL)),
    (4, True, (DROP, MISS, DROP), (PLAY, DROP)),
    (4, False, (PLAY, MISS, DROP), (PLAY, DROP))])
def test_what_may_be_declared_after_what(players, is_rounce, said, legal):
    assert legal_actions(players, is_rounce, said) == legal


@pytest.mark.parametrize("players", [2, 4])
def test_deals_played_out_end_as_an_ordinary_run_does(players):
    # With as many deals as seats, the eldest hand is not seat 0 in every session: deal i
    # is session i with its chairs turned, so sessions that deal from the last seat compare.
    run = table(players, lineup="banker" if players == 2 else "two-trumps")
    rolled, compared = declared_at(run).roll(200, 2), 0
    ends = declarations(players, False).ends
    for session in range(players - 1, 200, players):
        hand, _ = next(iter(histories(run, range(session, session + 1), 0, 1)))
        said = [CODES[entry["action"]] for entry in hand["declarations"]]
        said += [SILENT] * (players - len(said))
        share = SHARES[rolled.outcomes[session, ends.index(tuple(said))]][:players]
        assert share.tolist() == hand["tricks_won"]
        compared += 1
    assert compared == len(range(players - 1, 200, players))


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


def test_endings_pay_by_the_rules():
    solved = declared_at(table(4))
    declared = solved.declared

    def paid(said, share, pool):
        at = declared.ends.index(said), SHARES.tolist().index(share)
        stakes = Stakes(pool, 20)
        return solved.taken(stakes)[at].tolist(), int(solved.left(stakes)[at])

    assert paid((PLAY, DROP, MISS, DROP), [5, 0, 0, 0], 25) == ([25, 0, -20, 0], 20)
    # For the pool: the dealer's share stays, and so does the remainder of 33.
    assert paid((MISS, DROP, DROP, FOR_POOL), [2, 0, 0, 3], 33) == ([12, 0, 0, 0], 21)
    assert paid((MISS, DROP, DROP, FOR_POOL), [5, 0, 0, 0], 25) == ([25, 0, 0, 0], 0)
    # Left alone, the dealer takes the remainder as well.
    assert paid((DROP, DROP, DROP, SILENT), [0, 0, 0, 5], 33) == ([0, 0, 0, 33], 0)


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
