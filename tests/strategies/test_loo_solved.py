"""Which of the library's tables ``solved`` goes by."""

import numpy as np
import pytest

from simulate.solving.loo.solution_file import load_solution
from strategies.loo.solved import SHIPPED, chart_of, nearest_chances, shipped


@pytest.mark.parametrize(("table", "entry", "penalty", "limit", "pool"), [
    # The first pool is played for the same penalty under any cap: the later pools differ.
    ("unlimited", 0, 25, 0, 25), ("cap10", 0, 25, 40, 25), ("cap20", 0, 25, 80, 25),
    ("cap20", 0, 25, 100, 25), ("cap10", 0, 30, 40, 30), ("unlimited", 0, 30, 0, 30),
    ("unlimited", 1, 150, 0, 150), ("cap10", 1, 40, 40, 45), ("cap20", 2, 80, 80, 165),
    ("fixed5", 0, 20, 20, 25),
])
def test_a_hand_is_declared_by_the_table_solved_for_its_penalties(
    table, entry, penalty, limit, pool
):
    chart = chart_of((), shipped())
    start = nearest_chances(chart, 4, 0, 0, 1, penalty, limit, pool)
    expected = load_solution(SHIPPED / f"loo-4-{table}.npz").chances[entry, :, :, :2].ravel()
    assert np.array_equal(chart[start : start + expected.size], expected)
