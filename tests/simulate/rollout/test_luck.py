"""Luck has mean zero, and what is left of a result without it spreads less."""

from __future__ import annotations

import numpy as np
import pytest

from reports.request import set_up
from simulate.games.spot import asking
from simulate.rollout.luck import luck_of
from simulate.runs.replay import histories


def _results(game, lineup, valued_by, hands):
    """The result and the luck of seat 0 in every hand of a run, in chips or points of the hand."""
    run = set_up(game, lineup, None, None, hands // 10, 10, 5)
    table = set_up(game, valued_by, None, None, 1, 1, 1)
    found = []
    for number, (hand, _) in enumerate(histories(run, range(hands // 10))):
        events = asking(game).events(hand, run.rules)
        luck = luck_of(table, hand, events, 0, lambda o: o[:, :, 0].astype(float), number)
        result = hand["net"][0] + hand["ante"][0] if game == "loo" else hand["points"][0]
        found.append((result, luck))
    return np.array(found).T


@pytest.mark.parametrize(("game", "lineup", "valued_by"), [
    ("loo", "book,book,book", "book,book,book"),
    ("loo", "random,book,stay", "book,book,book"),  # whoever plays
])
def test_luck_has_mean_zero_whoever_plays(game, lineup, valued_by):
    _, luck = _results(game, lineup, valued_by, 400)
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))
    assert luck.std() > 0


def test_results_without_luck_spread_less():
    result, luck = _results("loo", "book,book,book", "book,book,book", 300)
    assert np.var(result - luck) < np.var(result) / 3
