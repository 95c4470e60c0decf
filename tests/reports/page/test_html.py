"""The page needs nothing from elsewhere, is safe from markup in names, and works in a browser."""

from __future__ import annotations

import html
import math
import re
from dataclasses import replace
from html.parser import HTMLParser

import pandas as pd
import pytest

from boneyard import Result
from reports.opening.find import opening_of
from reports.page.document import Chapter, Column, Section, Table
from reports.page.html import as_json, sortable
from simulate.runs.run import Played, Run
from tests.reports.page.browser import found_in
from tests.sizes import in_pieces

NASTY = "<b>sly</b> & \"$x$\" <script>alert(1)</script>(a=1,b=2)"


@pytest.fixture(scope="module")
def nasty_page(chips):
    """The page of a run whose first strategy has a name that is markup."""
    run, tally = chips.run, chips.played.tally
    players = (type(run.players[0])(NASTY, run.players[0].decisions), *run.players[1:])
    other = Run(run.game, run.rules, players, run.sessions, run.hands, run.seed)
    renamed = type(tally)(tally.books, other.labels)
    vars(renamed).update({k: v for k, v in vars(tally).items() if k not in ("labels", "units")})
    return Result(Played(other, renamed, 1.0)).page()


class Reader(HTMLParser):
    """Collects tags, ids, links and the words between them."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.links, self.words = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "href", "xlink:href", "action"):
                self.links.append(value)

    def handle_data(self, data):
        self.words.append(data)


def test_needs_nothing_from_elsewhere(page):
    reader = Reader(page)
    assert all(link.startswith(("#", "data:")) for link in reader.links)
    assert not {"link", "img", "iframe", "object", "embed"} - {"link"} & set(reader.tags)
    addresses = set(re.findall(r"https?://[^\"' )<]+", page))
    # Names of SVG's name spaces, not places to go to.
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "@import" not in page
    assert "default-src 'none'" in page


def test_names_are_escaped(nasty_page):
    reader = Reader(nasty_page)
    assert NASTY.partition("(")[0] in "".join(reader.words)
    assert "b" not in reader.tags
    assert reader.tags.count("script") == 1
    assert "<script>alert" not in nasty_page


def test_a_minus_on_a_page_is_no_hyphen(page):
    """But for what is to be typed, as seeds and parameters are; files have what is typed."""
    read = re.sub(r"<(style|script|code|pre)\b.*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    assert len(re.findall(r"−\d", read)) > 20
    assert not re.findall(r"(?<![\w=.,%-])-[\d∞]", html.unescape(read))


def test_figures_on_the_page_are_short_and_all_that_they_refer_to_is_there(page):
    figures = re.findall(r"<svg[^>]*xmlns.*?</svg>", page, re.DOTALL)
    shared = re.findall(r'<path id="(l[0-9a-f]+)"', page)
    assert figures and len(shared) == len(set(shared)) > 20
    used = set()
    for figure in figures:
        named = set(re.findall(r' id="([^"]*)"', figure))
        meant = set(re.findall(r'(?:href="|url\()#([^")]+)', figure))
        assert named <= meant <= named | set(shared)
        used |= meant
        assert not re.search(r' d="[^"]*(\.\d{3}|\n)', figure)
        assert len(re.findall("<g[ >]", figure)) == figure.count("</g>")
    assert set(shared) <= used, "no letter is there for nothing"


@pytest.mark.usefixtures("undrawn")
def test_a_number_has_its_interval_beside_it(chips):
    frame = pd.DataFrame({"a": [1.5], "a_low": [1.0], "a_high": [2.0]})
    table = Table("study", "A study's table", frame, (Column("a", "heading", "amount"),))
    section = Section("study", "A study", ("Its answer.",), (), (table,))
    page = replace(chips.report(), sections=(section,))
    text = "".join(Reader(page.page()).words)
    assert "Its answer." in text and "A study's table" in text and "1.0 to 2.0" in text


def test_a_row_is_named_by_its_first_cell_as_a_screen_reader_tells_it(page):
    bodies = "".join(re.findall(r"<tbody>.*?</tbody>", page, re.DOTALL))
    rows = re.findall(r"<tr>\s*(.*?)</tr>", bodies, re.DOTALL)
    assert len(rows) > 20
    assert all(row.startswith('<th scope="row"') and row.count("<th ") == 1 for row in rows)


def test_infinity_sorts_as_a_script_reads_it():
    assert [sortable(key) for key in (1.5, 3, -math.inf, math.inf, "inform")] == [
        "1.5", "3", "-Infinity", "Infinity", "inform"]


def test_numbers_sort_by_what_they_are_and_not_as_they_are_written(page):
    keys = re.findall(r'class="number" data-key="([^"]*)"', page)
    assert len([float(key) for key in keys]) > 100 and "%" in page


SORTS = """
const table = document.querySelector("table"), button = table.querySelectorAll("th button")[2];
const keys = () => [...table.tBodies[0].rows].map(row => Number(row.cells[2].dataset.key));
button.click(); const down = keys(); button.click(); const up = keys();
found.sorts = down[0] > down[1] && up[0] < up[1];
"""


@in_pieces("width", 390, 768, 1280)
def test_in_a_browser_tables_sort_and_nothing_is_cut_off(nasty_page, tmp_path, width):
    found = found_in(nasty_page, tmp_path, SORTS, width)
    assert found["sorts"] and found["overflow"] == 0


COMMANDS = """
const chapter = document.getElementById("study"), one = chapter.querySelector(".estimate");
found.before = one.querySelector("code") !== null; one.focus(); one.blur(); one.focus();
found.shown = [...one.querySelectorAll("code")].map(code => code.textContent);
found.right = one.querySelector(".interval").getBoundingClientRect().right;
found.other = commandFor(document.querySelector("#answers, section:not(.chapter) .estimate"));
const figures = [...document.querySelectorAll("figure")].filter(one => !one.closest("#again"));
found.without = figures.filter(figure => !figure.querySelector("button.compute")).length;
const button = chapter.querySelector("figure.table .compute"), code = button.nextElementSibling;
document.querySelectorAll("details").forEach(fold => { fold.open = true; });
found.hidden = code.getClientRects().length === 0; button.click();
found.read = code.getClientRects().length > 0 && button.getAttribute("aria-expanded") === "true";
found.command = code.textContent;
"""


@in_pieces("width", 390, 1280)
def test_in_a_browser_every_number_table_and_figure_shows_its_command(chips, tmp_path, width):
    frame = pd.DataFrame({"a": [1.5], "a_low": [1.0], "a_high": [2.0]})
    table = Table("study", "A study's table", frame, (Column("a", "heading", "amount"),))
    one = Section("one", "A part", ("Made 1.5 (1.0 to 2.0) chips.",), (), (table,))
    exact = "boneyard study risk loo --players 4 --sessions 60 --hands 40 --seed 5"
    chapter = Chapter("study", "A chapter", one.answer, (one,), "how", "boneyard study", exact)
    page = replace(chips.report(), chapters=(chapter,)).page()
    found = found_in(page, tmp_path, COMMANDS, width)
    assert not found["before"] and found["shown"] == [exact]
    assert found["right"] <= width and found["overflow"] == 0
    assert found["other"] == chips.command
    assert found["without"] == 0
    assert found["hidden"] and found["read"] and found["command"] == exact


FOLDS = """
const details = [...document.querySelectorAll("details")];
found.folded = details.every(fold => !fold.open);
const inner = details[0].querySelector("table"); inner.id = "deep"; location.hash = "deep";
goToAddress();
found.opened = details[0].open;
document.getElementById("unfold").click();
found.all = details.every(fold => fold.open);
"""


def test_in_a_browser_tables_are_folded_and_links_open_them(page, tmp_path):
    found = found_in(page, tmp_path, FOLDS)
    assert found["folded"] and found["opened"] and found["all"]


SEARCHES = """
const table = document.querySelector("details table");
const controls = table.parentElement.previousElementSibling;
const [search, more] = [controls.querySelector("input"), controls.querySelector("button")];
const shown = () => [...table.tBodies[0].rows].filter(row => !row.classList.contains("rest"));
found.first = shown().length; found.label = more.textContent;
more.click(); found.all = shown().length; more.click();
search.value = "row 17"; search.dispatchEvent(new Event("input")); found.found = shown().length;
search.value = ""; search.dispatchEvent(new Event("input"));
table.querySelector("th button").click(); table.querySelector("th button").click();
found.last = shown()[0].cells[0].textContent;
"""


def page_with(result, column, values):
    """Return the page of a result that has a long table alone."""
    table = Table("long", "Long", pd.DataFrame({"a": values}), (Column("a", column, "text"),))
    return replace(result.report(), sections=(Section("s", "S", (), (), (table,)),)).page()


def test_in_a_browser_long_tables_show_some_rows_and_are_searched(chips, tmp_path):
    page = page_with(chips, "name", [f"row {n}" for n in range(40)])
    found = found_in(page, tmp_path, SEARCHES)
    assert (found["first"], found["all"], found["found"]) == (8, 40, 1)
    assert found["label"] == "Show all 40 rows"
    assert found["last"] == "row 39", "numbers in words are in the order of numbers"


def test_data_cannot_end_its_script():
    assert as_json({"a": "</script><b>"}) == '{"a":"\\u003c/script>\\u003cb>"}'


#: The least contrast of text by WCAG 2.2, level AA, and of large text.
LEAST, LEAST_LARGE = 4.5, 3.0

CONTRASTS = """
const numbers = text => (text.match(/[\\d.]+/g) || []).map(Number);
const light = colour => {
  const [r, g, b] = numbers(colour).slice(0, 3).map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = element => {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor, parts = numbers(colour);
    if (parts.length < 4 || parts[3] > 0.99) return colour;
  }
  return getComputedStyle(document.documentElement).backgroundColor;
};
document.querySelectorAll("details").forEach(one => { one.open = true; });
found.read = 0; found.faint = [];
for (const element of document.querySelectorAll("body *")) {
  const own = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
  if (!own || element.closest("svg, script, style, template, option") || element.disabled) continue;
  const style = getComputedStyle(element);
  if (style.visibility === "hidden" || !element.getClientRects().length) continue;
  const [a, b] = [light(style.color), light(behind(element))].sort((x, y) => y - x);
  const contrast = (a + 0.05) / (b + 0.05), size = parseFloat(style.fontSize);
  const large = size >= 24 || size >= 18.6 && Number(style.fontWeight) >= 700;
  found.read += 1;
  if (contrast < (large ? LARGE : LEAST))
    found.faint.push(`${element.textContent.trim().slice(0, 30)}: ${contrast.toFixed(2)}`);
}
found.night = matchMedia("(prefers-color-scheme: dark)").matches;
found.ink = light(getComputedStyle(document.body).color);
""".replace("LARGE", str(LEAST_LARGE)).replace("LEAST", str(LEAST))


@pytest.fixture(scope="module")
def complete_pages(chips):
    return replace(chips.report(), opening=opening_of(chips, 1)).pages()


@pytest.mark.parametrize(("name", "dark"), [
    ("alone", True), *(pytest.param(name, dark, marks=pytest.mark.slow)
                       for name in ("index.html", "numbers.html") for dark in (True, False))])
def test_all_text_stands_out(page, request, tmp_path, name, dark):
    """Of the page of a report without an opening, and of both pages of one that has all."""
    if name != "alone":
        page = request.getfixturevalue("complete_pages")[name]
    found = found_in(page, tmp_path, CONTRASTS, dark=dark)
    assert found["night"] is dark and (found["ink"] > 0.5) is dark
    assert found["read"] > 100
    assert not found["faint"]


def test_text_that_is_faint_is_found(page, tmp_path):
    faint = page.replace("</body>", '<p style="color: #999; background: #eee">pale</p></body>')
    found = found_in(faint, tmp_path, CONTRASTS)
    assert [text for text in found["faint"] if text.startswith("pale: ")]
