"""Sums over rollouts: what the answers bring, and how surely one is better than another."""

import numpy as np
import pytest

from simulate.rollout.pricing import Sums


def test_the_error_of_a_measured_worth_is_in_every_difference():
    rng = np.random.default_rng(1)
    weights, worth = rng.uniform(0.5, 1.5, 400), rng.normal(size=(400, 2))
    plain, measured = Sums(2), Sums(2)
    plain.add(weights, worth)
    # By twenty replicas the first answer is worth up to a chip more, and the second never.
    more = np.append(0.0, np.linspace(0, 1, 20))
    by_replica = (weights @ worth)[:, None] + weights.sum() * np.array([more, 0 * more])
    for half in (slice(0, 200), slice(200, 400)):
        measured.add(weights[half], worth[half], by_replica / 2)
    assert plain.error_of_worth(0, 1) == 0
    assert measured.error_of_worth(0, 1) == pytest.approx(np.sqrt(19 * more[1:].var()))
    assert measured.error_of_worth(0, 0) == 0
    assert measured.error_of_deals(0, 1) == pytest.approx(plain.error(0, 1))
    assert measured.error(0, 1) == pytest.approx(
        np.hypot(plain.error(0, 1), measured.error_of_worth(0, 1)))
