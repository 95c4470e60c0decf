"""What moves are worth: errors of differences, which are clear, and cells that are added up."""

from __future__ import annotations

import numpy as np

from reports.moves.values import MoveValues
from simulate.branch.limits import CLEAR

LEAST = 30


def test_a_move_is_clearly_better_by_the_error_of_the_difference():
    rng, deals = np.random.default_rng(3), LEAST
    gaps = rng.normal(np.linspace(1, 3, 40) / deals**0.5, 1, (deals, 40))
    worth = rng.normal(0, 5, (deals, 1)) - np.column_stack([np.zeros(deals), gaps])
    values = MoveValues.of(np.full(deals, 3), worth, 5)
    found = values.worse(np.zeros(5, int), LEAST)[3, 1:]
    errors = gaps.std(axis=0, ddof=1) / deals**0.5
    assert found.tolist() == (gaps.mean(axis=0) > CLEAR * errors).tolist()
    assert set(found.tolist()) == {False, True}
    assert not values.worse(np.zeros(5, int), deals + 1).any()
