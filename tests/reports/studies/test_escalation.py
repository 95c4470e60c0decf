"""How pools grow: known answers, the theorem that fixes the tail, and what the study says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reports.request import set_up
from reports.stats.estimates import mean_of
from reports.stats.tails import solve_root
from reports.studies.escalation.pools import follow_pools, read_cycles
from simulate.runs.follow import Paths, follow, values_of
from simulate.runs.play import play
from tests.simulate.runs.test_play import assert_identical


def table(lineup, sessions=64, hands=30, **rules):
    return set_up("loo", lineup, None, rules, sessions, hands, 3)


@pytest.mark.parametrize("run", [
    table(("stay", "random", "random")),
    table(("random",) * 4, bankroll=60, penalty="cap:40"),
    table(("random", "stay"), scoring="points", hands=200)])
@pytest.mark.parametrize("jobs", [1, 2])
def test_following_a_run_leaves_its_books_as_they_are(run, jobs):
    followed = follow(run, values_of(run), lambda paths: None, jobs).played.tally
    plain = play(run, jobs=1).tally
    followed.marked, followed.marks = plain.marked, plain.marks  # by which it is verified
    assert_identical(followed, plain)


def paths_of(pools, afters, starts):
    entries = {"pool": np.array([pools]).T, "pool_next": np.array([afters]).T}
    return Paths(7, np.array(starts), entries)


def test_cycles_are_cut_where_the_pool_is_empty():
    paths = paths_of([25, 55, 25, 25, 30, 90], [50, 0, 4, 25, 85, 170], [0, 3, 6])
    cycles = read_cycles(paths, 5)
    assert cycles.session.tolist() == [7, 7, 8]
    assert cycles.begins.tolist() == [0, 2, 0]
    assert cycles.length.tolist() == [2, 1, 3]
    # What a session leaves in the pool is the least that the largest could have been.
    assert cycles.largest.tolist() == [55, 25, 170]
    assert cycles.ended.tolist() == [True, True, False]
    # Four chips that stay are no empty pool.
    cycles = read_cycles(paths, 1)
    assert cycles.ended.tolist() == [True, False, False]


def counts(*laws):
    """Return hands by dealer and fifths of M from {M: hands}."""
    found = np.zeros((len(laws), 21))
    for dealer, law in enumerate(laws):
        for m, hands in law.items():
            found[dealer, round(5 * m)] = hands
    return found


@pytest.mark.parametrize(("laws", "root"), [
    ([{0: 3, 2: 1}], 2.0),  # 2**a / 4 = 1
    ([{0: 1, 2: 1}], 1.0),
    ([{1: 1, 2: 1}], 0.0),  # it is never won
    ([{0: 2, 3: 1}], 1.0),
    ([{0: 1, 1: 2, 2: 1}], 1.0),
    ([{0: 3, 2: 1}, {0: 1, 2: 1}], 1.5),  # 4**a / 8 = 1: the deal goes round
    ([{0: 1, 1: 5}], math.inf),
    ([{0: 1, 2: 5}, {0: 1}], math.inf),  # the second dealer always clears the pool
])
def test_the_root_has_its_closed_form(laws, root):
    assert float(solve_root(counts(*laws), 5)) == pytest.approx(root, abs=1e-9)


@pytest.fixture(scope="module")
def wild():
    """A table that ignores the pool, and whose pools have a heavy tail."""
    return follow_pools(table(("stay",) * 4, sessions=3000, hands=100))


def exponent_of(pools, stakes):
    """Return the exponent of the largest pools of cycles above so many stakes, by Hill's estimator.
    It is that of the pools themselves (Iglehart, Ann. Math. Statist. 43, 1972), and cycles are
    independent. One that was cut short counts in the sum alone (Beirlant, Extremes 10, 2007)."""
    cycles, least = pools.early_cycles, stakes * pools.stake
    above = cycles.largest > least
    largest, ended = cycles.largest[above], cycles.ended[above]
    _, session = np.unique(cycles.session[above], return_inverse=True)
    return mean_of(
        np.bincount(session, ended & (largest <= pools.limit)),
        np.bincount(session, np.log(np.minimum(largest, pools.limit) / least)))


def test_the_tail_of_simulated_pools_is_that_of_kesten_and_goldie(wild):
    found, root = exponent_of(wild, 100), wild.root
    assert abs(found.value - root.value) < 4 * math.hypot(found.se, root.se)
    assert found.se < 0.02 and root.se < 0.01
    assert root.high < 1 < wild.factor.low


def test_another_table_has_another_tail(wild):
    """The agreement above is no accident: it would not bear a slightly different table."""
    milder = follow_pools(table(("stay", "stay", "stay", "random"), sessions=500))
    found = exponent_of(wild, 100)
    assert abs(found.value - milder.root.value) > 8 * math.hypot(found.se, milder.root.se)
