"""A report is two pages: the first one is short, and nothing that one has is on the other too."""

import re
from collections import Counter
from dataclasses import replace

import pandas as pd
import pytest

from reports.draw import style
from reports.page.document import Card, Chapter, Column, Opening, Picture, Section, Table
from tests.reports.opening.pages import OPENED, report_of
from tests.reports.page.browser import found_at, found_in
from tests.reports.page.test_html import Reader
from tests.reports.said import long_sentences
from tests.sizes import in_pieces

#: What the first page takes at most on a wide screen, and a screen's height in pixels.
SCREENS, WORDS, SCREEN = 6, 1_500, 800
#: How much higher the card of what it costs to sit down makes a page: small reports lack it.
PRICE = {"loo": 1_180}
SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z])")


def sentences_of(page):
    """Return the sentences of paragraphs, captions and notes on a page, titles left out."""
    page = re.sub(r"<(script|code|svg|nav|strong)\b.*?</\1>", "", page, flags=re.DOTALL)
    texts = re.findall(r"<(p|figcaption)\b[^>]*>(.*?)</\1>", page, re.DOTALL)
    said = (" ".join("".join(Reader(text).words).split()) for _, text in texts)
    found = (one for text in said for one in SENTENCE.split(text))
    return [one for one in found if one.endswith(".")]


#: Cards are drawn and priced after the page has been loaded: its height stays when all are.
MEASURES = """
for (let same = 0, before = 0; same < 10;) {
  await new Promise(done => setTimeout(done, 100));
  const now = document.documentElement.scrollHeight;
  const isDrawn = document.querySelector(".surface svg, body:not(:has(.surface))");
  same = now === before && isDrawn ? same + 1 : 0;
  before = now;
}
document.querySelectorAll(".scroll").forEach(one => { one.scrollLeft = one.scrollWidth; });
const wall = document.querySelector("WALL .scroll"), labels = wall?.querySelector("tbody th");
found.height = document.documentElement.scrollHeight;
found.still = labels && labels.getBoundingClientRect().left - wall.getBoundingClientRect().left;
found.onTop = [...(wall?.querySelectorAll("tbody th") ?? [])].map(one => {
  one.scrollIntoView({ block: "center", inline: "nearest" });
  const { right, top, bottom } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(right - 4, (top + bottom) / 2));
});
found.reached = wall && wall.scrollLeft + wall.clientWidth >= wall.scrollWidth - 1;
document.querySelectorAll("details").forEach(one => { one.open = true; });
found.words = document.body.innerText.match(/[A-Za-z]\\S*/g).length;
document.querySelectorAll(".interval").forEach(one => one.remove());
found.said = [...document.querySelectorAll("p, li, dd, figcaption, summary, label, .hint")]
  .filter(one => !one.closest("table, nav, svg") && !one.querySelector("p, li, code, select"))
  .map(one => one.textContent);
found.passed = document.querySelectorAll("details[tabindex]").length;
document.querySelector('a[href="#practise"]')?.click();
found.focused = document.activeElement.closest("details")?.id;
"""


@in_pieces("game", *OPENED)
def test_in_a_browser_the_first_page_is_short_and_nothing_is_said_twice(game, tmp_path):
    first, numbers = report_of(game).pages().values()
    found = found_in(first, tmp_path, MEASURES.replace("WALL", "#chart"))
    assert found["height"] + PRICE.get(game, 0) <= SCREENS * SCREEN
    assert 200 < found["words"] <= WORDS
    assert len(found["said"]) > 20 and long_sentences(*found["said"]) == []
    assert (found["passed"], found["focused"]) == (0, "practise"), "the Tab key finds practice"
    for page, other in ((first, "numbers.html"), (numbers, "index.html")):
        links = [link for link in Reader(page).links if not link.startswith(("#", "data:"))]
        assert {link.partition("#")[0] for link in links} == {other}
    for page, other in ((first, numbers), (numbers, first)):
        reader, ids = Reader(page), set(Reader(other).ids)
        assert len(reader.ids) == len(set(reader.ids))
        led = {link.partition("#")[2] for link in reader.links if ".html#" in link}
        assert led <= ids, "links lead to a place on the other page"
        assert {link[1:] for link in reader.links if link[0] == "#"} <= {*reader.ids, ""}
    said = Counter(sentences_of(first) + sentences_of(numbers))
    assert len(said) > 20 and [one for one, times in said.items() if times > 1] == []
    drawn = Counter(re.findall(r"<svg[^>]*xmlns.*?</svg>", first + numbers, re.DOTALL))
    assert drawn and max(drawn.values()) == 1


@in_pieces("at", "-1", "0")
def test_in_a_browser_the_names_of_a_charts_rows_stand_still_on_a_telephone(at, tmp_path):
    """Of every seat, whose columns are more than a telephone shows, and of one seat."""
    first, seat = report_of("loo").page(), """
await tablesReady;
const seat = document.querySelector('[aria-label="seat of the chart"]');
seat.value = SEAT;
seat.dispatchEvent(new Event("change"));
"""
    script = seat.replace("SEAT", at) + MEASURES.replace("WALL", "#chart")
    for found in found_at(first, tmp_path, script, [320, 390, 700]):
        assert found["still"] == 0 and found["reached"] and found["overflow"] == 0
        assert len(found["onTop"]) > 20 and all(found["onTop"]), "no cell is printed over a name"


def figure(text):
    def draw():
        with style.plot() as (drawn, axes):
            axes.set_title(text)
        return drawn

    return draw


@pytest.fixture(scope="module")
def pages(chips):
    """The pages of a report that says and draws some things in several places."""
    table = Table("t", "A table", pd.DataFrame({"a": [1.5]}), (Column("a", "a", "amount"),),
                  "Drawn by hand. Hands are independent.")
    one = Section("one", "Part one", ("It is so. It is more.",),
                  (Picture("drawn", figure("A"), "One. Drawn by hand."),), (table,))
    two = Section("two", "Part two", ("It is more. It is less.", "It is so."),
                  (Picture("again", figure("A"), "Two."), Picture("other", figure("B"), "Three.")))
    chapter = Chapter("study", "A study", ("It is less.",), (two,), "How.", "boneyard study")
    card = Card("card", "A card", ("It is so.",), Picture("card", figure("A"), "Zero."))
    return replace(chips.report(), sections=(one,), chapters=(chapter,), answers=(),
                   opening=Opening((card,))).pages()


def test_what_was_said_and_drawn_is_not_told_again(pages):
    first, numbers = pages.values()
    assert list(pages) == ["index.html", "numbers.html"]
    assert "It is so." in sentences_of(first)
    said = sentences_of(numbers)
    assert [said.count(f"{one}.") for one in (
        "It is so", "It is more", "It is less", "One", "Two", "Three", "Drawn by hand",
        "Hands are independent")] == [0, 1, 1, 0, 0, 1, 1, 1]
    assert numbers.count('<p class="more">Figure: <a href="index.html#card">A card</a></p>') == 2
    assert "Seldom." not in first and "Zero." in first
