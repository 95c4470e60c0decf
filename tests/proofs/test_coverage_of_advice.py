"""The intervals of advice hold whenever deals stop: those that stop early as well."""

import math

import numpy as np
import pytest

from reports.stats.estimates import Estimate
from simulate.branch.limits import Limits
from simulate.branch.pricing import CHOOSE, cost_of, measure, short_of_best
from tests.proofs.coverage import Table, covered, failures, page
from tests.proofs.covering.advice import TABLES, Drawn, count_spot, spots, worth_of
from tests.proofs.covering.figures import of_lines
from tests.proofs.covering.kept import Kept, kept

_LIMITS = Limits(CHOOSE * 2048)


def _close(third=0.0):
    """Return a spot whose first answer is ahead of the second by what 5,000 deals can tell."""
    rng = np.random.default_rng(3)
    worth = rng.normal(size=(4096, 3))
    worth -= worth.mean(0)
    return Drawn(np.where(np.arange(4096) % 3 == 0, 2.0, 1.0), worth + [0.02, 0, third], 0.0, 1)


def _held(told, spot, a, b):
    gap, error = told
    return abs(gap - (spot.truth[a] - spot.truth[b])) <= 2 * error


@pytest.mark.parametrize("third", [-9.0, 0.01])
def test_what_stopped_early_holds_as_well(third):
    """The deals that chose are lucky where they stop early: fresh ones are not."""
    spot, chose, measured = _close(third), [], []
    for _ in range(2000):
        choice = spot.choice(_LIMITS, CHOOSE)
        if choice.drawn < 2048:
            a, b = choice.order[:2]
            sums = choice.sums
            chose.append(_held((sums.mean[a] - sums.mean[b], sums.error(a, b)), spot, a, b))
            measured.append(_held(measure(choice, worth_of).behind(b), spot, a, b))
    assert len(chose) > 50
    assert np.mean(chose) < 0.6
    assert 0.9 < np.mean(measured) < 0.99


def test_a_review_measures_on_other_deals_than_those_that_chose():
    spot, held = _close(-9.0), []
    for _ in range(500):
        choice = spot.choice(Limits(2048))
        if choice.best != spot.given and choice.drawn < 2048:
            cost = cost_of(choice, spot.given, worth_of)
            held.append(_held((cost.value, cost.se), spot, 0, 1))
    assert len(held) > 30 and 0.9 < np.mean(held) < 0.99


def test_what_the_chosen_answer_is_short_of_the_best_is_told_without_bias():
    """Over decisions of all kinds, close and clear: with one alone it may be too much or little."""
    rng, short, told = np.random.default_rng(8), [], []
    for _ in range(3000):
        worth = rng.normal(size=(1024, 3))
        spot = Drawn(rng.uniform(0.5, 1, 1024), worth + rng.normal(0, 0.15, 3), 0.0, 0, rng)
        choice = spot.choice(Limits(512))
        short.append(spot.truth.max() - spot.truth[choice.order[0]])
        told.append(short_of_best(choice, worth_of))
    gap = np.array(told) - short
    error = gap.std() / len(gap) ** 0.5
    assert np.mean(short) > 8 * error and abs(gap.mean()) < 2 * error


def test_no_deal_that_chose_measures(monkeypatch):
    rolled, roll = [], Drawn.roll

    def watched(spot, first, deals, answers, needed):
        rolled.extend(range(first, first + deals))
        return roll(spot, first, deals, answers, needed)

    monkeypatch.setattr(Drawn, "roll", watched)
    choice = _close().choice(_LIMITS, CHOOSE)
    measure(choice, worth_of)
    cost_of(choice, next(k for k in choice.answers if k != choice.best), worth_of)
    short_of_best(choice, worth_of)
    first, behind = rolled[: choice.drawn], rolled[choice.drawn :]
    assert first == list(range(choice.drawn)) and min(behind) == choice.drawn


def test_a_small_table_is_counted():
    table = next(t for t in TABLES if t.game == "casino")
    (spot,) = spots(table, 1, 2048)
    kinds = {}
    count_spot(kinds, "spot", spot, 4)
    assert kinds["`advise`, the next best"]["spot"].repetitions == 4
    assert kinds["`advise`, every other answer"]["spot"].given == 8


def counted(*shares):
    """Return figures of one kind, of whose 100 intervals so many held."""
    return {"shares": {f"figure {i}": Kept(100, held, 100) for i, held in enumerate(shares)}}


def test_an_interval_holds_what_lies_in_it_and_an_open_end_is_far_away():
    found = Kept()
    for low, high in ((1, 3), (2, 2), (3, 4), (math.nan, 5), (math.nan, 1), (math.nan, math.nan)):
        found.count(Estimate(2.0, 1.0, low, high), 2.0)
    assert (found.repetitions, found.given, found.held) == (6, 5, 3)
    assert found.share == 0.6


def test_a_small_table_is_counted_figure_by_figure():
    table = Table("Domino Pool", "pool", "random,random,random", 4, read=of_lines, large=200)
    kinds = covered(table, 3, 32)
    assert {"chips a hand", "standard deviation", "positions", "the table's means"} <= set(kinds)
    assert all(one.repetitions == 3 for figures in kinds.values() for one in figures.values())


def test_the_page_names_what_is_too_narrow_and_what_is_withheld():
    kinds = counted(95, 80, 100)
    kept(kinds, "skew", "skew").repetitions = 100
    table = Table("Domino Loo", "loo", "random,stay", 20)
    text = page([(table, kinds)], counted(94), counted(96), counted(95), 100, 400, 12)
    assert failures([kinds]) == 1 and "| shares | 91.7% (80.0–100.0%) |" in text
    assert "- Domino Loo, shares: figure 1 80.0%\n" in text and "| skew | withheld |" in text
    assert "Figures: 1;" in text and "line-up random, stay, 20 hands a session." in text
