"""Results without luck: the short form of what ``tests/proofs/evenings.py`` shows."""

from dataclasses import replace

import pytest

from reports.request import set_up
from reports.studies.advise.decision_input import Table
from tests.proofs.evenings import Evenings, Held, play_evenings, truth_of


@pytest.mark.slow
def test_results_without_luck_are_unbiased_and_their_intervals_hold():
    run = set_up("loo", "bold,book,banker", 3, {"penalty": "cap:15"}, 40, 30, 5)
    table = Table(run)
    evenings = Evenings.of(play_evenings(run, table, first, 20) for first in (0, 20))
    held = Held(evenings, *truth_of(run, 10_000))
    bias, error = held.bias
    assert abs(bias) < 3 * error
    assert abs(held.mean[0] - held.truth) < 4 * held.mean[1]
    assert held.share >= 0.9
    assert held.factor > 3
    # Intervals half as wide are found out, and so is a result that luck has been added to.
    narrow = replace(evenings, se=evenings.se / 2)
    assert Held(narrow, held.truth, held.truth_se).share < 0.85
    lucky = replace(evenings, calm=evenings.calm + 2 * held.mean[1] * 40**0.5)
    assert Held(lucky, held.truth, held.truth_se).share < 0.85
