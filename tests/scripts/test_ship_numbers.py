"""What the library ships is what is measured."""

import numpy as np
import pytest

from reports.opening import loo_tables
from reports.opening.loo import good_run, play_good_table
from reports.request import set_up
from scripts.ship_numbers import measured
from simulate.theory import later_pools


@pytest.mark.slow
def test_what_is_shipped_is_what_is_measured():
    for path, arrays in measured().items():
        with np.load(path) as shipped:
            assert sorted(shipped) == list(arrays)
            for name, array in arrays.items():
                np.testing.assert_array_equal(shipped[name], array, f"{path.name}: {name}")


def test_a_default_report_asks_for_nothing_else(monkeypatch):
    def anew(*arguments):
        raise AssertionError("measured anew")

    monkeypatch.setattr(later_pools, "count_at_pools", anew)
    monkeypatch.setattr(loo_tables, "_best_of", anew)
    table = play_good_table(good_run(set_up("loo")))
    assert len(table.tables) == len(table.best) == 15
    for best in table.best:
        again = loo_tables.Best.of(best.arrays())
        assert again.rules == best.rules and (again.moves == best.moves).all()
