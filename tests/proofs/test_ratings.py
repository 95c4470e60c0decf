"""The rating of reviews orders players by skill, and its intervals hold; others would not."""

import numpy as np
import pytest

from reports.review import evening
from reports.stats.estimates import t_quantile
from tests.proofs.ratings import play_bank, rank, table_of_four, ways_to_play


def plain(values, low, high):
    """Return the usual interval after each value, where it would hold if one looked once."""
    many = np.arange(1, len(values) + 1)
    mean = np.cumsum(values) / many
    spread = np.maximum(np.cumsum(values**2) / many - mean**2, 0.0)
    reach = np.array([t_quantile(max(n, 2)) for n in many.tolist()]) * np.sqrt(spread / many)
    return mean - reach, mean + reach


@pytest.mark.slow
def test_ratings_order_players_and_hold_at_every_look(monkeypatch):
    ways = ways_to_play(table_of_four(1).rules)
    bank = play_bank(1, {name: ways[name] for name in ("solved", "cautious", "random")})
    ranked = rank(bank, 40)
    assert ranked.correlation > 0.9 and ranked.held.mean() >= 0.9
    assert bank.true[0] < bank.true[1] < bank.true[2]
    monkeypatch.setattr(evening, "looks", plain)
    assert rank(bank, 40).held.mean() < 0.5
