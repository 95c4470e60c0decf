"""Headlines name the row that the table ranks first, and doubt exactly where Holm's rule does."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports import headlines
from reports.request import set_up
from reports.stats.comparisons import holm, p_value
from reports.stats.estimates import FEW, Estimate, around

SESSIONS = 400
NUMBERS = st.lists(st.floats(-9, 9).map(lambda x: round(x, 3)), min_size=2, max_size=6, unique=True)


def named(values):
    return dict(zip("abcdef", values, strict=False))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(NUMBERS, st.floats(0.01, 20))
def test_the_first_of_a_ranking_is_named_and_doubted_as_holm_does(values, se):
    made = {one: around(value, se, SESSIONS) for one, value in named(values).items()}

    def lead(one, other):
        return around(made[one].value - made[other].value, se, SESSIONS)

    text = headlines.first(made, lead, SESSIONS, "chips a hand")
    best = max(made, key=lambda one: made[one].value)
    assert text.startswith(f"{best} ")
    pairs = [(one, other) for one in made for other in made if one < other]
    sure = dict(zip(pairs, holm([p_value(lead(*pair), SESSIONS) for pair in pairs]), strict=True))
    close = [one for one in made if one != best and sure[min(best, one), max(best, one)] > 0.05]
    assert ("too close to call" in text) == bool(close)
    assert ("is best" in text) == (not close)
    if len(close) <= 3:
        doubted = text.partition("against ")[2]
        assert sorted(close) == [one for one in made if one in doubted.replace("and", "")]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(NUMBERS, st.lists(st.sampled_from((-1, 0, 1)), min_size=6, max_size=6))
def test_the_largest_change_is_named_and_doubted_as_holm_does(values, signs):
    changes = {one: around(value, 1.0, SESSIONS) for one, value in named(values).items()}
    sure = dict(zip("abcdef", signs, strict=True))
    text = headlines.change(changes, sure, SESSIONS, "chips a hand")
    most = max(changes, key=lambda one: abs(changes[one].value))
    assert text.startswith(f"{most} changes most")
    assert ("may be luck" in text) == (not sure[most])


def test_few_sessions_have_no_headline():
    made = {"a": around(5.0, 0.1, FEW), "b": around(1.0, 0.1, FEW)}
    for sessions, silent in ((FEW - 1, True), (FEW, False)):
        ranked = headlines.first(made, lambda one, other: made[one], sessions, "chips")
        assert (ranked == "") == silent
        assert (headlines.change(made, {"a": 1, "b": 1}, sessions, "chips") == "") == silent
        assert (headlines.too_few(sessions) == "") == (not silent)


def test_rows_that_are_level_are_not_ranked():
    level = {name: Estimate(2.0, 0.0, 2.0, 2.0) for name in "abcde"}
    text = headlines.first(level, lambda one, other: Estimate(0.0, 0.0), SESSIONS, "chips")
    assert text == "a, b and 3 others came out level."
    nothing = dict.fromkeys("ab", Estimate(0.0, 0.0, 0.0, 0.0))
    assert headlines.change(nothing, dict.fromkeys("ab", 0), SESSIONS, "") == (
        "Nothing changes at all.")
    assert headlines.change({"a": Estimate(math.nan)}, {"a": 0}, SESSIONS, "") == ""


@pytest.mark.parametrize(("rules", "warned"), [({}, True), ({"scoring": "points"}, False)])
def test_a_tail_is_warned_of_where_one_was_measured(rules, warned):
    rng = np.random.default_rng(2)
    calm, wild = rng.normal(size=400), rng.pareto(1, 400) - 1
    run = set_up("loo", "book", 3, rules)
    assert headlines.heavy_tails({"of a": calm}, run) == ""
    text = headlines.heavy_tails({"of a": calm, "of b": wild}, run)
    assert bool(text) == warned and ("of b," in text) == warned


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.floats(-1, 1), st.floats(0.001, 0.5), st.floats(0, 0.5))
def test_what_is_found_is_won_at_least_where_the_interval_leaves_luck_out(value, se, luck):
    won = around(value, se, SESSIONS)
    text = headlines.lower_bound("calls against a", won, "points a hand", luck=luck)
    assert ("win at least" in text) == (won.low > luck)
    assert ("do not surely win more:" in text) == (not won.low > luck)
    assert headlines.lower_bound("calls", Estimate(math.nan), "points") == ""
