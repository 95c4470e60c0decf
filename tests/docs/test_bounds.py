"""What is said of best responses is what was measured: lower bounds, and none from above."""

import re
from pathlib import Path

import pytest

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
