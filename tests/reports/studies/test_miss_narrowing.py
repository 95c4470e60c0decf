"""A chart for which only what it needs is played out, against one with everything played out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.studies.miss import study
from reports.studies.miss.narrowing import Narrowing
from reports.studies.miss.shown import cells_table
from simulate.games.loo.rules import LooRules
from simulate.runs.progress import silent
from simulate.runs.run import Run
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import payoffs_at
from strategies.lineup import seat_players

DEALS = 131_072
POOLS = (25, 5, 15, 50, 100, 200)


def drawn(seed, narrow, jobs=2, lineup="random,banker,cautious,bold"):
    """Return the charts of a table, and how many hands were played out."""
    run = Run("loo", LooRules(penalty="cap:40"), seat_players("loo", lineup, 4), 1, 1, seed)
    payoffs = payoffs_at(run, None, [declared_at(run).stakes_of(pool) for pool in POOLS])
    never = 1.5  # no share of clear decisions ends it
    return study._draw(study._Table(run, None, payoffs, DEALS, jobs), never, silent, narrow)[0]


@pytest.fixture(scope="module")
def short():
    """Rounds are short, so that cells are decided after few deals."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "_FIRST_ROUND", DEALS // 8)
        yield


@pytest.fixture(scope="module")
def played(short):
    """Return both charts, and how many hands a deal were played out in the rounds of the second."""
    hands, add = [], Narrowing.add

    def noted(books, forked):
        hands.append(int(forked.outcomes.sum()) / forked.deals)
        add(books, forked)

    plain = drawn(1, False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Narrowing, "add", noted)
        return (plain, drawn(1, True)), hands


@pytest.fixture(scope="module")
def both(played):
    return played[0]


def of_second(chart):
    """Return the margins of the cells above the next best move, and their standard errors."""
    s, kind = np.nonzero(chart.covered)
    at = s, kind, chart.order[s, kind, 1]
    return chart.ahead[at], chart.ahead_se[at]


@pytest.mark.slow
def test_a_chart_is_as_precise_as_if_everything_had_been_played_out(both):
    for plain, narrowed in zip(*both, strict=True):
        assert np.array_equal(plain.cells.count, narrowed.cells.count)
        (_, error), (margin, other) = of_second(plain), of_second(narrowed)
        assert np.median(other) <= 1.01 * np.median(error)
        assert other.max() <= 1.01 * error.max()
        grown = other > 1.1 * error
        assert 20 < grown.sum() < len(grown) / 2
        assert (other[grown] <= 1.04 * np.median(error)).all()
        assert (other[grown] <= 0.3 * margin[grown]).all()
        assert narrowed.clear.sum() >= 0.99 * plain.clear.sum()
        assert narrowed.resolved == pytest.approx(plain.resolved, abs=0.01)


def test_what_is_left_out_is_a_good_part(played):
    _, hands = played
    assert len(hands) == 4 and hands[-1] < 0.8 * hands[0]


def test_errors_tell_how_far_a_chart_is_from_one_of_other_deals(short, both):
    """Also in cells of which deals were left out; without what that adds the errors are wrong."""
    apart, grown, wrong = [], [], []
    for plain, narrowed, same in zip(drawn(2, False), both[1], both[0], strict=True):
        s, kind = np.nonzero(plain.covered & narrowed.covered)
        at = s, kind, *narrowed.order[s, kind, :2].T
        margins = [chart.cells.margins[at] for chart in (plain, narrowed)]
        errors = [chart.cells.errors[at] for chart in (plain, narrowed, same)]
        differs = np.hypot(*errors[:2]) > 0  # some moves bring the same in every deal
        difference = (margins[1] - margins[0])[differs]
        other, own, full = (each[differs] for each in errors)
        apart.append(difference / np.hypot(other, own))
        grown.append(apart[-1][own > 1.3 * full])
        wrong.append((difference / np.hypot(other, full))[own > 1.3 * full])
    every, grown, wrong = (np.concatenate(each) for each in (apart, grown, wrong))
    assert len(grown) > 60
    assert np.sqrt((every**2).mean()) == pytest.approx(1.0, abs=0.08)
    assert np.sqrt((grown**2).mean()) == pytest.approx(1.0, abs=0.15)
    assert np.sqrt((wrong**2).mean()) > 1.25


def test_moves_that_are_no_longer_played_out_have_their_worth(both):
    """What the moves bring differs by no more than the deals in which they were played out."""
    for plain, narrowed in zip(*both, strict=True):
        fewer = narrowed.cells.left_out > 0
        assert fewer.any()
        alike = plain.covered & (plain.best == narrowed.best)
        known = alike[..., None] & plain.legal[:, None]
        difference = abs(plain.ahead - narrowed.ahead)
        assert (difference <= 4 * np.hypot(plain.ahead_se, narrowed.ahead_se) + 1e-9)[known].all()


def test_kinds_with_any_turn_up_are_put_together_rightly(both):
    """Parts of which different shares were played out count as often as they come up."""
    for plain, narrowed in zip(*both, strict=True):
        whole, other = plain.whatever_turned_up, narrowed.whatever_turned_up
        assert np.array_equal(whole.cells.count, other.cells.count)
        (_, error), (_, errors) = of_second(whole), of_second(other)
        assert np.median(errors) < 1.3 * np.median(error)
        alike = whole.covered & (whole.best == other.best)
        difference = abs(whole.ahead - other.ahead)[alike][:, [0, 2, 3]]
        allowed = 4 * np.hypot(whole.ahead_se, other.ahead_se)[alike][:, [0, 2, 3]]
        legal = ~np.isnan(difference)
        assert (difference <= allowed + 1e-9)[legal].all()


@pytest.mark.slow
def test_a_narrowed_chart_is_the_same_with_any_workers(short, both):
    for one, two in zip(drawn(1, True, jobs=1), both[1], strict=True):
        assert cells_table(one).frame.equals(cells_table(two).frame)


@pytest.mark.slow
def test_seats_that_play_alike_are_narrowed_together(short):
    (plain,), (narrowed,) = (drawn(3, narrow, lineup="banker") for narrow in (False, True))
    assert np.array_equal(plain.cells.count, narrowed.cells.count)
    assert narrowed.clear.sum() >= 0.98 * plain.clear.sum()
    twice = drawn(3, True, lineup="banker,random,banker,random")
    assert [chart.strategy for chart in twice] == ["banker", "random"]
    assert twice[0].hands == DEALS / 2 and np.isfinite(of_second(twice[0])[1]).all()


def test_nothing_is_left_out_of_a_first_round():
    run = Run("loo", LooRules(), seat_players("loo", "banker", 4), 1, 1, 1)
    payoffs = payoffs_at(run, None, [declared_at(run).stakes_of()])
    table = study._Table(run, None, payoffs, 2_000, 1)
    plain, narrowed = (study._draw(table, 1.0, silent, narrow)[0][0] for narrow in (False, True))
    assert np.array_equal(plain.forks.outcomes, narrowed.forks.outcomes)
    same = replace(narrowed, forks=plain.forks)
    assert cells_table(same).frame.equals(cells_table(narrowed).frame)
