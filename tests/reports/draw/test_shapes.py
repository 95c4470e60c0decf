"""Figures of the shapes that come again and again show the numbers that they are given."""

import numpy as np
import pytest

from reports.draw import heatmaps, shapes, style
from reports.stats.estimates import NOTHING, Estimate

HALF, MORE = Estimate(0.5, 0.1, 0.3, 0.7), Estimate(0.8, 0.1, 0.6, 1.0)


def test_dots_stand_a_row_each_and_missing_ones_leave_theirs_empty():
    (axes,) = shapes.dots(["one", "none", "other"], [HALF, NOTHING, MORE], "%", scale=100,
                          neutral=20).axes
    (drawn,) = axes.containers
    assert drawn.lines[0].get_xydata() == pytest.approx(np.array([[50, 0], [80, 2]]))
    assert [label.get_text() for label in axes.get_yticklabels()] == ["one", "none", "other"]
    assert list(axes.lines[0].get_xdata()) == [20, 20]


def test_curves_are_spread_around_their_places():
    figure = shapes.curves({"one": [HALF, MORE], "other": [MORE, HALF]}, ("first", "second"), 3,
                           100, spread=0.2, neutral=50, bottom=0, ylabel="%")
    (axes,) = figure.axes
    assert [list(one.lines[0].get_xdata()) for one in axes.containers] == [
        pytest.approx([-0.2, 0.8]), pytest.approx([0.2, 1.2])]
    assert list(axes.containers[1].lines[0].get_ydata()) == [80, 50]
    assert list(axes.lines[0].get_ydata()) == [50, 50] and axes.get_ylim()[0] == 0
    assert [label.get_text() for label in axes.get_xticklabels()] == ["first", "second"]
    alone = shapes.curves({"one": [HALF]}, ("first",), 3, spread=0.2)
    assert list(alone.axes[0].containers[0].lines[0].get_xdata()) == [0]


def test_a_map_of_needs_has_its_own_down_and_those_of_rivals_across():
    (axes,) = shapes.map_of_needs([[HALF, MORE], [MORE, HALF]], (1, 3), "the dealer needs",
                                  "each rival needs", "Won").axes
    assert [text.get_text().split("\n")[0] for text in axes.texts] == ["50", "80", "80", "50"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == (
        "points that each rival needs", "points that the dealer needs")


@pytest.mark.parametrize(("intervals", "reach"), [(False, 0.3), (True, 0.5)])
def test_gains_are_as_far_from_white_as_a_number_or_an_interval_reaches(intervals, reach):
    with style.style():
        _, axes = style.blank()
        heatmaps.gains(axes, [[HALF, MORE]], 100, beyond=0.5, intervals=intervals)
    (mesh,) = axes.collections
    assert (mesh.norm.vmin, mesh.norm.vmax) == pytest.approx((0.5 - reach, 0.5 + reach))
