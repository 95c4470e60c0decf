"""Headlines rank and doubt as Holm's rule does; numbers have the decimals of their interval."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports import headlines
from reports.request import set_up
from reports.stats import number_text
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

    text, with_last = (headlines.first(made, lead, SESSIONS, "chips a hand", last=last)
                       for last in (False, True))
    best, worst = (pick(made, key=lambda one: made[one].value) for pick in (max, min))
    assert text.startswith(f"{best} ")
    pairs = [(one, other) for one in made for other in made if one < other]
    sure = dict(zip(pairs, holm([p_value(lead(*pair), SESSIONS) for pair in pairs]), strict=True))
    close = [one for one in made if one != best and sure[min(best, one), max(best, one)] > 0.05]
    assert ("too close to call" in text) == bool(close)
    assert ("is best" in text) == (not close)
    assert with_last[len(text):].startswith(f" {worst.upper()} came out last, with ") == (
        worst not in close) == (with_last != text)
    if len(close) <= 3:
        doubted = text.partition("against ")[2]
        assert sorted(close) == [one for one in made if one in doubted.replace("and", "")]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(NUMBERS, st.lists(st.sampled_from((-1, 0, 1)), min_size=6, max_size=6))
def test_the_largest_change_is_named_and_doubted_as_holm_does(values, signs):
    changes = {one: (around(value, 1.0, SESSIONS), sign)
               for (one, value), sign in zip(named(values).items(), signs, strict=False)}
    text = headlines.change(changes, SESSIONS, "chips a hand")
    most = max(changes, key=lambda one: abs(changes[one][0].value))
    assert text.startswith(f"{most} changes most")
    assert ("may be luck" in text) == (not changes[most][1])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_all_that_share_the_largest_number_are_named(counts):
    found = {one: Estimate(count / 3) for one, count in named(counts).items()}
    text = headlines.largest(
        found, SESSIONS, "{who} {was} broke most often, in {found} of {its} sessions.",
        "Nobody was broke.", alone="Broke in {found} of sessions.")
    first = [one for one, count in named(counts).items() if count == max(counts)]
    if max(counts) == 0:
        assert text == "Nobody was broke."
    elif len(counts) == 1:
        assert text == f"Broke in {headlines.share(found['a'])} of sessions."
    else:
        were, their = ("was", "its") if len(first) == 1 else ("were", "their")
        assert text == (f"{headlines.close_to(first)} {were} broke most often, in "
                        f"{headlines.share(found[first[0]])} of {their} sessions.")


def test_few_sessions_have_no_headline():
    made = {"a": around(5.0, 0.1, FEW), "b": around(1.0, 0.1, FEW)}
    for sessions, silent in ((FEW - 1, True), (FEW, False)):
        assert (headlines.first(made, lambda one, _: made[one], sessions, "") == "") == silent
        assert (headlines.change({"a": (made["a"], 1)}, sessions, "chips") == "") == silent
        assert (headlines.largest(made, sessions, "{who}") == "") == silent
        assert (headlines.too_few(sessions) == "") == (not silent)


def test_rows_that_are_level_are_not_ranked():
    level = {name: Estimate(2.0, 0.0, 2.0, 2.0) for name in "abcde"}
    text = headlines.first(level, lambda one, other: Estimate(0.0, 0.0), SESSIONS, "chips")
    assert text == "a, b and 3 others came out level."
    nothing = dict.fromkeys("ab", (Estimate(0.0, 0.0, 0.0, 0.0), 0))
    assert headlines.change(nothing, SESSIONS, "") == "Nothing changes at all."
    assert headlines.change({"a": (Estimate(math.nan), 0)}, SESSIONS, "") == ""


@settings(max_examples=60, deadline=None, derandomize=True)
@given(NUMBERS, st.sets(st.integers(0, 5)))
def test_the_largest_number_that_is_known_is_named(values, unknown):
    found = {one: around(math.nan if k in unknown else value, 1.0, SESSIONS)
             for k, (one, value) in enumerate(named(values).items())}
    text = headlines.largest(found, SESSIONS, "{who} has most, {found}.",
                             alone="All have {found}.", nobody="Nobody.", written=headlines.signed)
    known = {one: number for one, number in found.items() if not math.isnan(number.value)}
    most = max(known, key=lambda one: known[one].value, default="")
    assert text == (f"{most} has most, {headlines.signed(known[most])}." if most else "Nobody.")
    alone = headlines.largest({"a": around(2, 1, SESSIONS)}, SESSIONS, "", alone="All: {found}.")
    assert alone.startswith("All: 200%")


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


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        ((0.16932, 0.16857, 0.17007), "16.93% (16.86 to 17.01)"),
        ((1.0, 0.999987, 1.0), "100.000% (99.999 to 100.000)"),
        ((0.5, math.nan, math.nan), "50%"),
        ((1 / 3, math.nan, math.nan), "33.3%"),
        ((math.nan, math.nan, math.nan), "-")])
def test_shares(estimate, text):
    assert number_text.phrase(number_text.share(*estimate)) == text


@pytest.mark.parametrize(
    ("estimate", "signed", "text"),
    [
        ((2.7687, 2.69, 2.8475), True, "+2.77 (+2.69 to +2.85)"),
        ((-0.0001, -0.4, 0.4), False, "0.0 (-0.4 to 0.4)"),
        ((5.5, 4.3, 6.7), False, "5.5 (4.3 to 6.7)"),
        ((271.0, 244.0, 303.0), False, "271 (244 to 303)"),
        ((12_345.6, 12_000, 12_700), False, "12,346 (12,000 to 12,700)"),
        ((3.27e8, 2.29e8, 4.24e8), False, "3.27e8 (2.29e8 to 4.24e8)"),
        ((25.0, 25.0, math.inf), False, "25 (25 to ∞)"),
        ((25.0, 25.0, math.nan), False, "25 (25 or more)"),
        ((25.0, math.nan, 31.0), False, "25 (at most 31)"),
        ((math.nan, math.nan, math.nan), True, "-")])
def test_amounts(estimate, signed, text):
    assert number_text.phrase(number_text.amount(*estimate, signed=signed)) == text


@pytest.mark.parametrize(("value", "error", "text"), [
    (4.4351, 1.2, "4 (2 to 7)"), (-8.188, 11.4, "-8 (-31 to 15)"),
    (0.3214, 0.029, "0.32 (0.26 to 0.38)"), (0.0, 0.0, "0"),
    (1234.5, 60.0, "1,234 (1,114 to 1,354)")])
def test_an_amount_has_the_decimals_of_its_error(value, error, text):
    assert number_text.with_interval(value, error) == text


@pytest.mark.parametrize(("text", "unit", "said"), [
    ("-1", "games of 100", "-1 game of 100"), ("+1", "chips", "+1 chip"), ("1", "hands", "1 hand"),
    ("1.0", "chips", "1.0 chips"), ("0", "hands", "0 hands")])
def test_one_of_a_unit_is_told_as_one(text, unit, said):
    assert number_text.counted(text, unit) == said


@pytest.mark.parametrize(("text", "short"), [
    ("12.34%", "12.3%"), ("1,234", "1,230"), ("+0.05678", "+0.0568"), ("-10.04", "-10.0"),
    ("25", "25"), ("3.10e12", "3.10e12"), ("∞", "∞"), ("0.000", "0.000"), ("99.96", "100.0")])
def test_a_reader_in_a_hurry_gets_three_figures(text, short):
    assert number_text.brief(text) == short


def test_a_sentence_keeps_the_figures_of_numbers_whose_interval_stands_by_them():
    assert headlines.amount(Estimate(2046.82)) == "2,050"
    assert headlines.amount(Estimate(1234.5, 2.0, 1230.1, 1238.9)) == "1,234 (1,230 to 1,239)"
