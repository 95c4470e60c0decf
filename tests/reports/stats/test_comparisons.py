"""Holm's rule: worked examples, rankings, and how often luck is called a difference."""

import math

import numpy as np
import pytest
from scipy import special

from reports.contests import Paired
from reports.stats import comparisons
from reports.stats.comparisons import looks
from reports.stats.estimates import Estimate, around, share_of_trials, t_quantile
from tests.sizes import stats


def test_holm_of_a_worked_example():
    """Holm 1979 orders them: 4 x 0.005, 3 x 0.01, then 2 x 0.03 for both that follow."""
    assert comparisons.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert comparisons.holm([0.5, 0.9]) == pytest.approx([1, 1])
    assert comparisons.holm([0.04]) == pytest.approx([0.04])


def test_a_p_value_is_that_of_the_interval():
    found = around(2.0, 1.0, 12)
    t = float(stats.t.isf(0.025, 11))
    assert comparisons.p_value(around(t, 1.0, 12), 12) == pytest.approx(0.05)
    assert (comparisons.p_value(found, 12) < 0.05) == (found.low > 0)
    assert comparisons.p_value(Estimate(0.0, 0.0), 9) == comparisons.p_value(Estimate(3.0), 9) == 1
    assert comparisons.p_value(Estimate(math.nan), 9) == 1


def test_differences_that_are_all_alike_are_judged_by_their_number():
    """The sign test: nine coins all fall to one side once in 256 times."""
    assert comparisons.p_value(Estimate(3.0, 0.0), 9) == pytest.approx(stats.binomtest(9, 9).pvalue)
    assert comparisons.p_value(Estimate(-3.0, 0.0), 2) == 0.5
    assert comparisons.p_value(Estimate(3.0, 0.0), math.inf) == 0
    assert comparisons.p_value(Estimate(3.0, 0.0), 10**6) == 0


def test_of_many_differences_that_are_luck_none_is_decided_in_95_of_100_families():
    rng = np.random.default_rng(4)
    plain = together = 0
    for _ in range(400):
        estimates = [around(value, 1.0, 1000) for value in rng.normal(size=15)]
        p = [comparisons.p_value(estimate, 1000) for estimate in estimates]
        together += any(comparisons.signs(estimates, p))
        plain += min(p) < 0.05
    assert together / 400 < 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / 400)
    assert plain / 400 > 0.4


def test_the_first_of_a_ranking_leads_those_whom_it_surely_leads():
    made = {"a": 10.0, "b": 9.0, "c": 0.0}

    def lead(one, other):
        return around(made[one] - made[other], 0.45, 1000)

    def p_of(found):
        return comparisons.p_value(found, 1000)

    # The lead on b is 2.2 standard errors: enough alone, not beside one more that is open.
    assert comparisons.rivals(["a", "b", "c"], lead, p_of) == []
    made["d"] = 8.9
    assert comparisons.rivals(["a", "b", "d", "c"], lead, p_of) == ["b"]
    assert comparisons.rivals(["a"], lead, p_of) == []


def test_the_boundary_is_that_of_confseq():
    """The values of its own tests: uniform_boundaries_unittest.cpp, v_opt 100 and alpha 0.05."""
    assert comparisons.mixing(100) == pytest.approx(12.60056, abs=1e-5)
    # A sum whose variance is 100 after 100 sessions: 10 is its standard error.
    assert 10 * comparisons.reach_in_errors(100, 100) == pytest.approx(30.35209, abs=1e-5)


@pytest.mark.parametrize("sessions", [10, 300, 20_000])
def test_the_p_value_is_a_twentieth_where_the_interval_ends(sessions):
    reach = comparisons.reach_in_errors(sessions, 500)
    at_its_end = comparisons.always_valid_p(Estimate(reach * 0.3, 0.3), sessions, 500)
    assert at_its_end == pytest.approx(0.05)
    interval = comparisons.always_valid(Estimate(1.0, 0.3), sessions, 500)
    assert interval.high - 1 == pytest.approx(0.3 * reach)
    assert interval.high > around(1.0, 0.3, sessions).high


def test_what_has_no_error_is_decided_or_is_none():
    assert comparisons.always_valid_p(Estimate(1.0, 0.0), 9, 500) == 0
    assert comparisons.always_valid_p(Estimate(1.0), 9, 500) == 1
    assert comparisons.always_valid_p(Estimate(0.0, 0.0), 9, 500) == 1


def test_a_sequence_never_loses_the_mean_in_95_of_100_runs():
    rng = np.random.default_rng(5)
    looks = np.arange(64, 4000, 40)
    reach = np.array([comparisons.reach_in_errors(int(n), 1000) for n in looks])
    lost = plain = 0
    for _ in range(400):
        x = rng.exponential(size=4000) - 1
        mean = np.cumsum(x)[looks - 1] / looks
        scatter = np.cumsum(x**2)[looks - 1] / looks - mean**2
        z = np.abs(mean) / np.sqrt(scatter / looks)
        lost += bool((z > reach).any())
        plain += bool((z > 1.96).any())
    assert lost / 400 < 0.05 + 2 * math.sqrt(0.05 * 0.95 / 400)
    assert plain / 400 > 0.25


def test_the_first_look_follows_the_skew():
    rng = np.random.default_rng(6)
    assert comparisons.first_look(np.tile([1.0, -1.0], 50)) == 64
    # The exponential distribution has skew 2.
    assert comparisons.first_look(rng.exponential(size=200_000)) == pytest.approx(400, rel=0.1)
    assert comparisons.first_look(np.zeros(10)) == 64


def drawn(mean, sessions=20_000, pairs=2, seed=3):
    return np.random.default_rng(seed).normal(mean, 2.0, (pairs, sessions))


def test_the_edge_is_the_mean_over_the_standard_deviation():
    found = Paired.edge(drawn(0.5)).estimate
    assert found.low < 0.25 < found.high
    assert found.value == pytest.approx(0.25, abs=0.02)
    assert 0.003 < found.se < 0.008  # 1 over the root of 40,000


def test_equal_players_have_no_edge_and_are_never_surely_ahead():
    found = Paired.edge(drawn(0.0)).estimate
    assert found.low < 0 < found.high
    assert comparisons.sessions_needed(found).high == np.inf
    level = Paired.edge(np.zeros((1, 50))).estimate
    assert level.value == 0 and comparisons.sessions_needed(level).value == np.inf


def test_sessions_until_ahead_are_confirmed_by_play():
    needed = comparisons.sessions_needed(Paired.edge(drawn(0.5)).estimate)
    assert needed.low < (special.ndtri(0.95) / 0.25) ** 2 < needed.high
    sessions = round(needed.value)
    (played, *_) = drawn(0.5)
    blocks = played[: len(played) // sessions * sessions].reshape(-1, sessions).sum(axis=1)
    ahead = share_of_trials(int((blocks > 0).sum()), len(blocks))
    assert ahead.low < 0.95 < ahead.high


def test_equals_are_seldom_told_apart_where_a_few_sessions_carry_everything():
    """A session as large as all others together moves mean and deviation alike, and so hardly
    their ratio: an error taken from that alone called equals unequal in one of three runs."""
    rng = np.random.default_rng(12)
    wrong = 0
    for _ in range(200):
        large = rng.pareto(0.8, (1, 400)) * rng.choice([-1, 1], (1, 400))
        found = Paired.edge(large).estimate
        wrong += not found.low <= 0 <= found.high
    assert wrong <= 0.05 * 200


def test_a_tail_is_what_was_measured():
    rng = np.random.default_rng(1)
    calm = comparisons.carried(rng.normal(size=200_000))
    assert calm.part == pytest.approx(calm.usual, abs=0.003) and not calm.is_heavy
    assert calm.usual == pytest.approx(0.0845, abs=0.001)
    # Of few sessions one is the most extreme, and makes more of a bell curve as well.
    few = [comparisons.carried(rng.normal(size=30)) for _ in range(200)]
    assert np.mean([one.part for one in few]) == pytest.approx(few[0].usual, abs=0.05)
    assert np.mean([one.is_heavy for one in few]) < 0.05
    assert comparisons.carried(rng.pareto(1, 400)).is_heavy
    assert not comparisons.carried(np.zeros(400)).is_heavy


#: Costs of a hand: nothing, mostly, and now and then much.
OFTEN, DEAR, MOST = 0.1, 6.0, 30.0
TRUTH = OFTEN * DEAR * (1 - math.exp(-MOST / DEAR))


def costs(number, hands=200):
    rng = np.random.default_rng(number)
    return np.minimum((rng.random(hands) < OFTEN) * rng.exponential(DEAR, hands), MOST)


def found(values, most=MOST):
    return looks(values, -most / 4, most)


def test_they_hold_at_every_look_where_plain_intervals_do_not():
    lost = plain = 0
    for number in range(60):
        values, many = costs(number), np.arange(1, 201)
        low, high = found(values)
        lost += bool(((low > TRUTH) | (high < TRUTH)).any())
        mean = np.cumsum(values) / many
        se = np.sqrt(np.maximum(np.cumsum(values**2) / many - mean**2, 0) / many)
        late = many > 30
        plain += bool((np.abs(mean - TRUTH) > t_quantile(200) * se)[late].any())
    assert lost <= 5  # more than 5 of 60 at 5% have a chance of 8%
    assert plain > 15


@pytest.mark.parametrize("hands", [1, 2, 30])
def test_the_capital_is_that_of_the_paper(hands):
    values = costs(1, hands)
    low, high = (ends[-1] for ends in found(values))

    def reaches(mean):
        """Return whether one gambler has come so far, bet by bet."""
        more = less = 1.0
        seen, spread = 0.0, (MOST * 1.25 / 9) ** 2
        for number, value in enumerate(values.tolist(), 1):
            bet = math.sqrt(2 * math.log(40) / (spread / number * number * math.log(number + 1)))
            more *= 1 + min(bet, 0.75 / (mean + MOST / 4)) * (value - mean)
            less *= 1 - min(bet, 0.75 / (MOST - mean)) * (value - mean)
            seen += value
            spread += (value - seen / (number + 1)) ** 2
        return max(more, less) >= 40

    step = 2 * MOST / 800
    inside = (low + high) / 2
    assert not reaches(inside)
    assert low == 0 or (reaches(low - 1e-9) and not reaches(low + step))
    assert high > MOST - step or (reaches(high + 1e-9) and not reaches(high - step))


def test_a_first_value_tells_nearly_nothing_and_many_tell_much():
    first, last = (high - low for low, high in (
        (ends[0][k], ends[1][k]) for ends in [found(costs(2, 2000))] for k in (0, -1)))
    assert first > MOST / 2 and last < 0.6
