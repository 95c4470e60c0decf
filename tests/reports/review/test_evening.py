"""What decisions cost together, and how surely."""

import numpy as np
import pytest

from reports.review.evening import Decision, cost_together
from simulate.books.tally import standard_error
from simulate.branch.pricing import Cost


def decided(cost, own, replicas):
    """Return a decision whose deals have an error of their own."""
    error = float(np.hypot(own, standard_error(replicas)))
    return Decision(0, 0, "declare", "play", "drop", "play", "drop", Cost(cost, error, replicas))


def test_the_error_of_later_pools_goes_the_same_way_in_all_decisions():
    later = np.append(0.0, np.linspace(-0.1, 0.1, 20))
    shared = float(standard_error(later))
    cost, error = cost_together([decided(1.0, 0.3, 1 + later)] * 4)
    assert cost == 4.0
    # Four times the shared error, and twice that of the deals.
    assert error == pytest.approx(np.hypot(4 * shared, 2 * 0.3))
    _, error = cost_together([decided(1.0, 0.3, 1 + later), decided(1.0, 0.4, 1 - later)])
    assert error == pytest.approx(0.5)


def test_decisions_without_later_pools_are_independent():
    exact = np.zeros(1)
    cost, error = cost_together([decided(1.0, 0.3, exact), decided(-0.5, 0.4, exact)])
    assert (cost, error) == (0.5, pytest.approx(0.5))
