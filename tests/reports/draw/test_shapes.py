"""Figures of the shapes that come again and again show the numbers that they are given."""

import math

import matplotlib
import numpy as np
import pytest

from boneyard import Result
from reports.draw import heatmaps, shapes, style
from reports.results.shared_sections import ranking
from reports.stats.estimates import NOTHING, Estimate
from simulate.games.loo.rules import LooRules
from simulate.runs.play import play
from simulate.runs.run import Run
from tests.sizes import in_pieces

HALF, MORE = Estimate(0.5, 0.1, 0.3, 0.7), Estimate(0.8, 0.1, 0.6, 1.0)


def test_dots_stand_a_row_each_and_missing_ones_leave_theirs_empty():
    (axes,) = shapes.Dots.of({"one": HALF, "none": NOTHING, "other": MORE}, "%", scale=100,
                             neutral=20)().axes
    (drawn,) = axes.containers
    assert drawn.lines[0].get_xydata() == pytest.approx(np.array([[50, 0], [80, 2]]))
    assert [label.get_text() for label in axes.get_yticklabels()] == ["one", "none", "other"]
    assert list(axes.lines[0].get_xdata()) == [20, 20]


def test_lines_are_spread_around_their_places():
    (axes,) = shapes.Lines({"one": [HALF, MORE], "other": [MORE, HALF]}, ("first", "second"), 0.2,
                           scale=100, neutral=50, bottom=0, ylabel="%")().axes
    assert [list(one.lines[0].get_xdata()) for one in axes.containers] == [
        pytest.approx([-0.2, 0.8]), pytest.approx([0.2, 1.2])]
    assert list(axes.containers[1].lines[0].get_ydata()) == [80, 50]
    assert list(axes.lines[0].get_ydata()) == [50, 50] and axes.get_ylim()[0] == 0
    assert [label.get_text() for label in axes.get_xticklabels()] == ["first", "second"]
    alone = shapes.Lines({"one": [HALF]}, ("first",), 0.2)()
    assert list(alone.axes[0].containers[0].lines[0].get_xdata()) == [0]


def test_one_series_of_dots_stands_at_its_rows():
    (axes,) = shapes.Dots(["one", "other"], {"x": [HALF, MORE]}, spread=0.2)().axes
    assert list(axes.containers[0].lines[0].get_ydata()) == [0, 1]


def test_lines_may_stand_at_an_array_of_places():
    (axes,) = shapes.Lines({"": shapes.Series([HALF, MORE], np.array([1, 3]))})().axes
    assert list(axes.containers[0].lines[0].get_xdata()) == [1, 3]


def test_lines_without_intervals_have_no_bars():
    bare = shapes.Lines({"": [Estimate(0.5), Estimate(0.8)]})().axes[0]
    assert not bare.containers and list(bare.lines[0].get_ydata()) == [0.5, 0.8]


@pytest.mark.parametrize("bands", [False, True])
def test_bars_and_bands_reach_as_far_as_intervals(bands):
    (axes,) = shapes.Lines({"": [HALF, MORE]}, bands=bands)().axes
    reached = axes.collections[0].get_paths()
    ends = {round(float(y), 6) for path in reached for y in path.vertices[:, 1]}
    assert {0.3, 0.7, 1.0} <= ends


def test_a_map_of_needs_has_its_own_down_and_those_of_rivals_across():
    (axes,) = shapes.of_needs([[HALF, MORE], [MORE, HALF]], (1, 3), "the dealer needs",
                              "each rival needs", "Won")().axes
    assert [text.get_text().split("\n")[0] for text in axes.texts] == ["50", "80", "80", "50"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == (
        "points that each rival needs", "points that the dealer needs")


@pytest.mark.parametrize(("intervals", "reach"), [(False, 0.8), (True, 1.0)])
def test_gains_are_as_far_from_white_as_a_number_or_an_interval_reaches(intervals, reach):
    with style.style():
        _, axes = style.blank()
        heatmaps.gains(axes, [[HALF, MORE]], 100, intervals=intervals)
    (mesh,) = axes.collections
    assert (mesh.norm.vmin, mesh.norm.vmax) == pytest.approx((-reach, reach))


@pytest.fixture(scope="module")
def exploding(chips):
    """A run whose pools outgrow every bank, and whose strategies have long names."""
    players = tuple(
        type(p)(f"{p.label}(a_long_parameter=2.25,another_parameter=1.5,third=0.75,fourth={i})",
                p.decisions)
        for i, p in enumerate((chips.run.players[0],) * 4))
    run = Run("loo", LooRules(escalation_limit=10**9), players, 300, 100, 3)
    return Result(play(run, jobs=1))


def is_whole(figure):
    """Tell whether all of a figure is on its paper, with the dots an inch of the file."""
    style.png(figure)
    figure.set_dpi(200)
    with style.style():
        drawn = figure.get_tightbbox()  # in inches
    width, height = figure.get_size_inches()
    return (drawn.x0 > -0.01 and drawn.y0 > -0.01 and drawn.x1 < width + 0.01
            and drawn.y1 < height + 0.01)


def test_small_letters_are_not_cut_off_with_the_dots_of_a_file():
    with style.style():
        figure, panels = style.panels(1, 4, 3.0, width=8.4, sharey=True)
        for axes in panels[0]:
            axes.set_yticks(range(2), ["3 trumps, both bowers", "4 trumps, right bower"])
            axes.tick_params(labelsize=7.5)
    assert is_whole(figure)


@in_pieces("run", "chips", "points", "one_session", "exploding")
def test_no_label_is_cut_off(run, request):
    result = request.getfixturevalue(run)
    for name in dir(result.plot):
        figure = getattr(result.plot, name)().figure
        assert is_whole(figure), name


def test_dots_stand_at_the_estimates(chips):
    lines = chips.plot.loo_rates().get_lines()
    drawn_at = {round(float(x), 6) for line in lines for x in line.get_xdata()}
    for name in ("looed_play", "looed_miss"):
        for unit in chips.measures.strategies:
            value = chips.measures.rate(name, unit).value
            assert math.isnan(value) or round(100 * value, 6) in drawn_at


def test_a_persons_own_settings_do_not_matter(chips):
    before = style.svg(chips.plot.tricks().figure)
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "text.usetex": True}):
        assert style.svg(chips.plot.tricks().figure) == before


def test_one_drawing_makes_both_files_as_matplotlib_does(chips):
    figures = [getattr(chips.plot, name)().figure for name in dir(chips.plot)]
    assert figures
    for figure in figures:
        drawing = style.drawn(figure)
        for made, options in ((style.on_paper(drawing), {"facecolor": "white"}),
                              (style.transparent(drawing), {"transparent": True})):
            assert made == style._written(
                figure, "svg", metadata={"Date": None}, **options).decode()


def test_a_figure_is_laid_out_once_for_all_files(chips, monkeypatch):
    figure, laid_out = chips.plot.tricks().figure, []
    monkeypatch.setattr(type(figure), "draw_without_rendering", lambda one: laid_out.append(one))
    for make in (style.png, style.svg, style.png):
        make(figure)
    assert len(laid_out) == 1


def test_reaches_of_missing_and_unbounded_intervals_are_nothing():
    reach = style.reaches([Estimate(3, 1, 1, 6), Estimate(2), Estimate(1, 1, 0, math.inf)])
    assert reach.tolist() == [[2, 0, 1], [3, 0, 0]]


@pytest.mark.filterwarnings("error")
def test_a_figure_without_a_single_number_says_so():
    with style.style():
        rows, grid = (style.blank(3) for _ in range(2))
        style.rows_of_dots(rows[1], range(0), [])
        style.name_rows(rows[1], [])
        heatmaps.cells(grid[1], [[], []], heatmaps.GAIN, (-1, 1))
        heatmaps.name_cells(grid[1], ["one", "two"], [])
    for figure, axes in (rows, grid):
        assert "Too few were played to show any." in [text.get_text() for text in axes.texts]
        assert is_whole(figure)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5, "0.5"), (200, "200"), (5000, "5,000"), (1e6, "$10^{6}$"),
        (-2.5e7, r"$-2.5\times10^{7}$")])
def test_ticks(value, text):
    assert style.tick(value) == text


def test_a_dollar_in_a_name_starts_no_formula():
    assert style.wrapped("a$b$c") == r"a\$b\$c"
    assert style.wrapped("threshold(stay_first=2.5,drop_from=1)") == (
        "threshold(\nstay_first=2.5,\ndrop_from=1)")


@pytest.mark.parametrize("fewest_first", [False, True])
def test_a_ranking_begins_with_the_best_at_the_top(chips, fewest_first):
    measures = chips.measures
    figure = ranking(chips, measures.value, "", "", fewest_first=fewest_first)()
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
