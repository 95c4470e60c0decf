"""Figures of the shapes that come again and again show the numbers that they are given."""

import re
from importlib.resources import files

import numpy as np
import pytest

from boneyard import Result
from reports.draw import style
from reports.draw.actions import BLUE, GREY, ORANGE, Action, Actions
from reports.draw.shapes import Cells, Dots
from reports.games.euchre import decisions
from reports.games.loo.decisions import actions
from reports.results.shared_sections import ranking
from reports.stats.estimates import Estimate
from simulate.games.loo.rules import LooRules
from simulate.games.loo.words import words_of
from simulate.runs.play import play
from simulate.runs.run import Run
from tests.sizes import in_pieces


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


@in_pieces("run", "chips", "points", "one_session", "exploding")
def test_no_label_is_cut_off(run, request):
    result = request.getfixturevalue(run)
    for name in dir(result.plot):
        figure = getattr(result.plot, name)().figure
        assert is_whole(figure), name


def test_one_drawing_makes_both_files_as_matplotlib_does(chips):
    figures = [getattr(chips.plot, name)().figure for name in dir(chips.plot)]
    assert figures
    for figure in figures:
        drawing = style.drawn(figure)
        for made, options in ((style.on_paper(drawing), {"facecolor": "white"}),
                              (style.transparent(drawing), {"transparent": True})):
            assert made == style._written(
                figure, "svg", metadata={"Date": None}, **options).decode()


@pytest.mark.filterwarnings("error")
def test_a_figure_without_a_single_number_says_so():
    for plot in (Dots([], {"": []}), Cells([[], []], ["one", "two"], [], 1)):
        figure = plot()
        (axes,) = figure.axes
        assert "Too few were played to show any." in [text.get_text() for text in axes.texts]
        assert is_whole(figure)


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
    (axes,) = Cells([[Estimate(1.0)], [Estimate(2.0)]], ["one", "two"], ["it"], 2)().axes
    bottom, top = axes.get_ylim()
    assert top < bottom
    assert {text.get_text(): text.get_position()[1] for text in axes.texts} == {"1": 0.5, "2": 1.5}


ACTIONS = [Action("P", "play", BLUE), Action("M", "miss", ORANGE), Action("D", "drop", GREY)]
ROWS = ["low", "high"]


def chart(other, double, strength=None):
    """A chart of one cell that is not empty, in the second column and row of a place."""
    taken = np.zeros((3, 2, 2, 3))
    taken[1, 1] = other, double
    return Actions(taken, [("eldest", "–"), ("dealer", "P"), ("dealer", "M")], ROWS, ACTIONS,
                   None if strength is None else np.full((3, 2, 2), strength))


@pytest.mark.parametrize(("other", "double", "parts"), [
    ((1, 0, 0), (0, 0, 0), [(1, [(0, 1)])]),
    ((0, 0, 0), (0, 2, 2), [(1, [(1, 0.5), (2, 0.5)])]),
    ((3, 0, 0), (1, 0, 0), [(1, [(0, 1)])]),
    ((3, 0, 0), (0, 0, 1), [(0.6, [(0, 1)]), (0.4, [(2, 1)])]),
    ((2, 1, 0), (1, 2, 0), [(1, [(0, 0.5), (1, 0.5)])]),
    ((0.6, 0.3, 0.1), (0, 0, 0), [(1, [(0, 2 / 3), (1, 1 / 3)])])])
def test_a_cell_is_divided_where_a_double_turned_up_changes_its_letters(other, double, parts):
    found = list(chart(other, double).parts(1, 1))
    assert [height for height, *_ in found] == [height for height, _ in parts]
    assert [[k for k, _ in shares] for _, shares, _ in found] == [
        [k for k, _ in shares] for _, shares in parts]
    assert [share for _, shares, _ in found for _, share in shares] == pytest.approx(
        [share for _, shares in parts for _, share in shares])


def test_actions_have_the_colours_of_the_first_page():
    """In ``look.css``, where passing at Euchre is an exception."""
    css = files("reports.page").joinpath("templates", "look.css").read_text()
    rules = {name.strip(): colour for names, colour in re.findall(
        r"^([^{\n]*\.move-[^{\n]*) \{ background: (#\w+); \}$", css, re.MULTILINE)
        for name in names.split(",")}
    for action in actions(words_of(LooRules())):
        assert rules[f".move-{action.letter}"] == action.colour.lower()
    for action in decisions.ACTIONS:
        called = "main:has(#calling) " * (action.letter == "P")
        assert rules[f"{called}.move-{action.letter}"] == action.colour.lower()
