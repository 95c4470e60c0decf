"""What the library ships is what is measured."""

import numpy as np
import pytest

from reports.opening import loo_rule
from reports.opening.loo import good_run, rule_to_remember
from reports.opening.loo_tables import page_tables
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
    monkeypatch.setattr(loo_rule, "_price_of_rule", anew)
    tables = page_tables(good_run(set_up("loo")))
    assert len(tables) == 15 and rule_to_remember(tables[0])["Costs"]
