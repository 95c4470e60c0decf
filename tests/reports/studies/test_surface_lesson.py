"""The part for a class of the page's first screen of evenings: guesses, presses and a limit."""

import re

import numpy as np
import pytest

from boneyard import study
from reports.request import set_up
from reports.studies.surface.laws import shipped
from simulate.theory.law import Stakes
from tests.reports.page.browser import found_in, told_at
from tests.reports.studies.test_surface import CARD, card_page
from tests.sizes import in_pieces

#: A class types its guesses, plays, and puts a limit on.
CLASS = CARD + """
  const fold = document.getElementById("for-a-class");
  fold.open = true;
  const guess = (place, text) => {
    const guesses = fold.querySelectorAll("[inputmode=numeric]");
    guesses[place].value = text;
    guesses[place].dispatchEvent(new Event("input"));
  };
  const press = name => [...fold.querySelectorAll("button")].find(
    one => one.textContent === name).click();
  const rows = () => [...fold.querySelectorAll("tbody tr")].map(
    row => [...row.children].map(one => one.textContent));
  press("1 evening");
  guess(0, "1,000");
  press("1 evening");
  guess(1, "many");
  press("1 evening");
  found.before = rows();
  guess(1, "1,000,000");
  found.guessed = rows();
  for (const many of ["1 evening", "10 evenings", "100 evenings", "2,000 evenings"]) press(many);
  found.free = rows();
  fold.querySelector("[type=checkbox]").click();
  found.both = rows();
  const table = fold.querySelector(".scroll");
  found.isWhole = table.scrollWidth <= table.clientWidth;
  found.locked = [...fold.querySelectorAll("[inputmode=numeric]")].every(one => one.disabled);
  press("2,000 evenings");
  found.again = rows();
  press("Begin anew");
  press("1 evening");
  found.anew = rows();
"""


@pytest.fixture(scope="module")
def page():
    return card_page(study("surface", "loo", "stay", sessions=400, hands=20, seed=3, jobs=1))


def chips(text):
    """Return the number of a cell."""
    size = {"million": 1e6, "billion": 1e9}.get(text.rpartition(" ")[2], 1)
    return size * float(re.match(r"[\d.,]+", text)[0].replace(",", ""))


def measured(rules, many, first):
    """Return what evenings of the engine's own law have: median, mean, the share of the mean that
    the wildest hundredth makes, and the largest."""
    stakes = Stakes.of(set_up("loo", "stay", 4, rules, 2))
    law = shipped()["4/nobody drops/like"]
    largest = np.sort(law.evenings(stakes, many, 30, seed=3, first=first).largest.astype(float))
    share = largest[many - many // 100:].sum() / largest.sum()
    return largest[(many + 1) // 2 - 1], largest.mean(), share, largest[-1]


@in_pieces("width", 390, 1280)
def test_in_a_browser_a_class_guesses_plays_and_puts_a_limit_on(page, tmp_path, width):
    found = found_in(page, tmp_path, CLASS, width)
    guess = ["your guess", "1,000", "", "", "1,000,000"]
    assert found["overflow"] == 0 and found["before"] == [] and found["guessed"] == [guess]
    assert found["free"][:2] == [guess, ["no limit"]]
    assert found["both"][:6] == found["free"] and found["both"][6][0] == "a limit of 40"
    for rows, rules in ((found["both"][2:6], {}), (found["both"][7:], {"penalty": "cap:40"})):
        first = 0
        for many, row in zip((1, 10, 100, 2_000), rows, strict=True):
            median, mean, share, largest = measured(rules, many, first)
            first += many
            assert row[0] == f"{many:,}"
            assert [chips(row[k]) for k in (1, 2, 4)] == pytest.approx(
                [median, mean, largest], rel=6e-3)
            assert row[3] == (f"{share:.0%}" if many >= 100 else "")
    assert found["isWhole"] and found["locked"] and found["again"][6][0] == "2,000"
    assert found["again"][6] != found["free"][5], "another press plays other evenings"
    assert found["anew"][2] == found["free"][2], "who begins anew meets the same evenings"
    # The wildest hundredth makes the mean, and a limit ends it.
    usual, mean, share, largest = found["free"][5][1:]
    assert 8_000 < chips(usual) < 11_000 and chips(mean) > 50 * chips(usual)
    assert 50 < chips(share) < 95 and chips(largest) > 1e8
    assert found["both"][10][1:] == ["125", found["both"][10][2], "1%", "125"]


def test_a_link_to_the_part_for_a_class_opens_it(page, tmp_path):
    assert told_at(page, tmp_path, "#for-a-class", """(async () => {
        const fold = () => document.getElementById("for-a-class");
        while (!fold()) await new Promise(done => setTimeout(done, 5));
        return fold().open;
    })()""")
