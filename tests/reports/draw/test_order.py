"""What stands at the top: the best of a ranking, and the first row of a grid."""

import pytest

from reports.draw import heatmaps, style
from reports.results.rankings import ranking
from reports.stats.estimates import Estimate


@pytest.mark.parametrize("fewest_first", [False, True])
def test_a_ranking_begins_with_the_best_at_the_top(chips, fewest_first):
    measures = chips.measures
    figure = ranking(chips, measures.value, "", "", fewest_first=fewest_first)
    axes = figure.axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]
    by_value = sorted(measures.strategies, key=lambda unit: measures.value(unit).value)
    best_first = by_value if fewest_first else by_value[::-1]
    assert names == [style.wrapped(measures.label(unit)) for unit in best_first]
    bottom, top = axes.get_ylim()
    assert top < 0 < bottom


def test_a_grid_has_its_first_row_at_the_top():
    with style.style():
        _, axes = style.blank(3)
        heatmaps.cells(axes, [[Estimate(1.0)], [Estimate(2.0)]], heatmaps.MORE, (0, 2))
    bottom, top = axes.get_ylim()
    assert top < bottom
    assert {text.get_text(): text.get_position()[1] for text in axes.texts} == {"1": 0.5, "2": 1.5}
