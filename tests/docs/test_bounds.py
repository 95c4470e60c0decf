"""What is said of best responses is what was measured: lower bounds, and none from above."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from reports.stats.estimates import Estimate
from reports.studies.solution.exploiting import found_on, lower_bound, study_responses

ROOT = Path(__file__).parents[2]
READ = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *(
    path for folder in ("boneyard", "reports", "scripts", "simulate", "strategies")
    for path in sorted((ROOT / folder).rglob("*.py")))]
#: What nobody measured: the most that can be won from a table, or that nothing can.
FROM_ABOVE = re.compile(
    r"cannot be (exploited|beaten)|unexploitable|could not be luck|nobody gains|none gains much|"
    r"(nothing|little|most) (that is )?left to gain|"
    r"(loses|gains?|wins?|won|exploited)( \S+){0,6} (of the pool|of a hundred|games)( a hand)? "
    r"at most")


def claims(text):
    """What a text says of the most that can be won, in one line whatever its breaks."""
    return [found.group() for found in FROM_ABOVE.finditer(re.sub(r'"?\s+"?', " ", text))]


def test_nothing_says_how_much_can_be_won_at_most():
    assert {str(path): found for path in READ if (found := claims(path.read_text()))} == {}


@pytest.mark.parametrize("text", [
    "the best response that was found\nwins 0.3% of the pool a hand at most",
    "finds nothing that could not be\nluck", "against them nobody gains much by declaring",
    "that was found wins 0.03 games of a hundred at most", "none gains much by leaving it"])
def test_such_words_are_found_out(text):
    assert claims(text)


def test_what_was_found_is_won_at_least():
    won = Estimate(0.003, 0.0001, 0.0028, 0.0032)
    assert lower_bound("calls", won, "0.3%") == "the best calls found win at least 0.3%"


@pytest.mark.parametrize("low", [-0.01, 0.0])
def test_what_may_be_luck_is_no_bound(low):
    said = lower_bound("calls", Estimate(0.01, 0.01, low, 0.03), "1%")
    assert said == "the best calls found do not surely win (1%)"


def test_games_are_won_above_what_luck_gives():
    won = Estimate(0.34, 0.01, 0.32, 0.36)
    assert "at least" in lower_bound("calls", won, "34%", even=0.25)
    assert "at least" not in lower_bound("calls", won, "34%", even=1 / 3)


def test_the_label_says_of_how_many_deals_and_of_what():
    said = found_on("calls", 200_000)
    assert said.startswith("Such a number is a lower bound, for calls alone and of 200,000 deals. ")


def test_least_and_most_are_told_of_several_strategies():
    def answer(*won):
        found = [SimpleNamespace(label=label, won=Estimate(value, 0, value, value))
                 for label, value in won]
        return study_responses("", found, lambda one: one.won, lambda one: f"x{one.won.value}",
                               lambda ranked: None, "").answer[:-1]

    assert answer(("b", 2), ("a", 1)) == ("Least is won from a. X1.", "Most is won from b. X2.")
    assert answer(("a", 1)) == ("From a, x1.",)
