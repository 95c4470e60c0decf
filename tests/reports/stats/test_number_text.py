"""Numbers as text: decimals follow the interval, thousands are set apart."""

import math

import pytest

from reports.stats import number_text


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        ((0.16932, 0.16857, 0.17007), "16.93% (16.86 to 17.01)"),
        ((1.0, 0.999987, 1.0), "100.000% (99.999 to 100.000)"),
        ((0.5, math.nan, math.nan), "50%"),
        ((1 / 3, math.nan, math.nan), "33.33%"),
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


def test_what_an_amount_adds_has_its_sign():
    assert number_text.with_interval(-8.188, 11.4, signed=True) == "-8 (-31 to +15)"


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
    assert number_text.shortened(
        "It costs 2,046.82 on average, 1,234.5 (1,230.1 to 1,238.9) in half, risk=0.12345.") == (
        "It costs 2,050 on average, 1,234.5 (1,230.1 to 1,238.9) in half, risk=0.12345.")


def test_a_sentence_keeps_the_figures_of_a_number_that_has_an_interval():
    said = "An evening costs 2,046.82 chips, a hand 0.1234 (0.1201 to 0.1267)."
    assert number_text.shortened(said) == said.replace("2,046.82", "2,050")


def test_columns_of_text_begin_at_the_left_and_numbers_end_at_the_right():
    assert number_text.aligned([["", "cost"], ["lead", "1.2"]]) == ["      cost", "lead   1.2"]
