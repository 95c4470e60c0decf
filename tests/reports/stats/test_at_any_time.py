"""Intervals that hold at every look, by simulation and against a slow copy of the formula."""

import math

import numpy as np
import pytest

from reports.stats.comparisons import looks
from reports.stats.estimates import t_quantile

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
