"""Figures are looked at by eye; what a machine can see is checked here."""

import math

import matplotlib
import pytest

from boneyard import Result
from reports.draw import heatmaps, style
from reports.stats.estimates import Estimate
from simulate.games.loo.rules import LooRules
from simulate.runs.play import play
from simulate.runs.run import Run
from tests.sizes import in_pieces


@pytest.fixture(scope="module")
def exploding(chips):
    """A run whose pools outgrow every bank, and whose strategies have long names."""
    players = tuple(
        type(p)(f"{p.label}(a_long_parameter=2.25,another_parameter=1.5,third=0.75,fourth={i})",
                p.decisions)
        for i, p in enumerate((chips.run.players[0],) * 4)
    )
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
        figure = getattr(result.plot, name)()
        assert is_whole(figure), name


def test_axes_have_labels_with_units(chips):
    assert chips.plot.pool().axes[0].get_ylabel() == "pool at the start of play, chips"
    assert chips.plot.pool().axes[0].get_yscale() == "log"
    assert "chips a hand" in chips.plot.chips().axes[0].get_xlabel()
    assert "%" in chips.plot.loo_rates().axes[0].get_xlabel()
    assert "%" in chips.plot.tricks().axes[0].get_ylabel()


def test_dots_stand_at_the_estimates(chips):
    lines = chips.plot.loo_rates().axes[0].get_lines()
    drawn_at = {round(float(x), 6) for line in lines for x in line.get_xdata()}
    for name in ("looed_play", "looed_miss"):
        for unit in chips.measures.strategies:
            value = chips.measures.rate(name, unit).value
            assert math.isnan(value) or round(100 * value, 6) in drawn_at


def test_a_persons_own_settings_do_not_matter(chips):
    before = style.svg(chips.plot.tricks())
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "text.usetex": True}):
        assert style.svg(chips.plot.tricks()) == before


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
        (-2.5e7, r"$-2.5\times10^{7}$"),
    ],
)
def test_ticks(value, text):
    assert style.tick(value) == text


def test_a_dollar_in_a_name_starts_no_formula():
    assert style.wrapped("a$b$c") == r"a\$b\$c"
    assert style.wrapped("threshold(stay_first=2.5,drop_from=1)") == (
        "threshold(\nstay_first=2.5,\ndrop_from=1)"
    )
