"""The chart of actions has the cells, letters and colours of the chart on first pages."""

import re
from importlib.resources import files

import numpy as np
import pytest

from reports.draw.actions import BLUE, GREY, ORANGE, Actions, Sign
from reports.games.euchre import decisions
from reports.games.loo import words
from simulate.games.loo.rules import LooRules
from simulate.games.loo.words import words_of

SIGNS = [Sign("P", "play", BLUE), Sign("M", "miss", ORANGE), Sign("D", "drop", GREY)]
ROWS = ["low", "high"]


def chart(other, double, strength=None):
    """A chart of one cell that is not empty, in the second column and row of a place."""
    taken = np.zeros((3, 2, 2, 3))
    taken[1, 1] = other, double
    return Actions(taken, [("eldest", "–"), ("dealer", "P"), ("dealer", "M")], ROWS, SIGNS,
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
    for sign in words.signs(words_of(LooRules())):
        assert rules[f".move-{sign.letter}"] == sign.colour.lower()
    for sign in decisions.SIGNS:
        called = "main:has(#calling) " * (sign.letter == "P")
        assert rules[f"{called}.move-{sign.letter}"] == sign.colour.lower()
