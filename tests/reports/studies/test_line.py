"""``study line``: what it is measured from, and plain play that gives the same."""

from __future__ import annotations

import numpy as np
import pytest

from reports.games.pool.decisions import STAKE, draws, single_hands
from reports.moves import measure
from reports.request import set_up
from simulate.branch.forced import fork
from simulate.domino.tiles import parse
from simulate.games.pool.playing import pips_of
from simulate.games.pool.views import AT
from strategies.pool.base import FACT, describe_options, find_lightest


def test_what_a_draw_brings_is_the_difference_of_the_hand_played_on_both_ways():
    run = single_hands(set_up("pool", "heaviest", 3, None, 600, None, 5), draw="may")
    found = measure(run, draws(run), 1)["draws"].both
    (forks,) = fork(run, "draw", {"hand": AT.hand}, range(AT.value, AT.value + 3),
                    lambda forks: forks, {AT.seats_in: 7, AT.pool: 3 * STAKE}, jobs=1)
    held = np.bitwise_count(forks.noted["hand"]).clip(max=6) - 1
    made = np.take_along_axis(
        forks.outcomes[:, :2], forks.seat[:, None, None], 2)[..., 0] / (3 * STAKE)
    assert found.count.tolist() == np.bincount(held, minlength=6).tolist()
    assert found.totals[:, 0] == pytest.approx(np.bincount(held, made[:, 1] - made[:, 0], 6))
    assert found.totals.sum() < 0  # a tile more is a tile more to be rid of


def test_facts_of_options_are_those_counted_by_hand():
    hand = sum(1 << parse(word) for word in ("6-4", "4-4", "3-0"))
    played = sum(1 << parse(word) for word in ("6-6", "6-1", "4-1"))
    options = np.array([[parse("6-4"), parse("6-4") + 32, parse("4-4") + 32]])
    facts = np.zeros((1, 3, FACT.size), np.int64)
    describe_options(options, *(np.array([number]) for number in (3, hand, 6, 4, played)), facts)
    # 6-4 to the 6 leaves 4 and 4: 4-5 4-3 4-2 4-0 are out, 4-4 is kept.
    assert facts[0, 0].tolist() == [0, 10, 3, 4, 1, 11]
    # 6-4 to the 4 leaves 6 and 6: 6-5 6-3 6-2 6-0 are out.
    assert facts[0, 1].tolist() == [0, 10, 3, 4, 0, 11]
    # 4-4 leaves 6 and 4: both sets of four.
    assert facts[0, 2].tolist() == [1, 8, 4, 8, 1, 13]
    sizes, pips = np.array([3 | 2 << 8 | 5 << 16]), np.zeros(1)
    find_lightest(np.array([hand]), np.array([played]), sizes, np.array([3]), np.array([0]), pips)
    unseen = ((1 << 28) - 1) & ~(hand | played)
    assert pips[0] == pytest.approx(2 * pips_of(unseen) / 22)
