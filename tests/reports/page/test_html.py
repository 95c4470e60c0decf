import math
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pandas as pd
import pytest

from reports import Result, Section
from reports.page.document import Column, Table
from reports.page.html import breakable, sortable
from simulate.runs.run import Played, Run

NASTY = "<b>sly</b> & \"$x$\" <script>alert(1)</script>(a=1,b=2)"


@pytest.fixture(scope="module")
def page(chips):
    return chips.page()


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


def test_ids_are_unique_and_links_lead_somewhere(page):
    reader = Reader(page)
    assert len(reader.ids) == len(set(reader.ids))
    assert {link[1:] for link in reader.links if link.startswith("#")} <= set(reader.ids)


def test_answers_come_first_and_all_is_there_to_run_it_again(page, chips):
    text = "".join(Reader(page).words)
    for answer in chips.report().answers:
        assert text.index(answer) < text.index("Run it again")
    assert chips.command in text
    assert f"seed{chips.run.seed}" in text
    for option, _ in chips.run.rules.options():
        assert option.name in text
    assert "numba" in text


def test_names_are_escaped(nasty_page):
    reader = Reader(nasty_page)
    assert NASTY.partition("(")[0] in "".join(reader.words)
    assert "b" not in reader.tags
    assert reader.tags.count("script") == 1
    assert "<script>alert" not in nasty_page


def test_figures_follow_the_colours_of_the_page(page):
    assert "currentColor" in page and "var(--muted)" in page
    assert "prefers-color-scheme: dark" in page and "@media print" in page


def test_a_study_is_one_more_section(chips):
    frame = pd.DataFrame({"a": [1.5], "a_low": [1.0], "a_high": [2.0]})
    table = Table("study", "A study's table", frame, (Column("a", "heading", "amount"),))
    page = chips.report().extended(Section("study", "A study", ("Its answer.",), (), (table,)))
    from reports.page.html import render

    text = "".join(Reader(render(page)).words)
    assert "Its answer." in text and "A study's table" in text and "1.0 to 2.0" in text


def test_infinity_sorts_as_a_script_reads_it():
    assert [sortable(key) for key in (1.5, 3, -math.inf, math.inf, "inform")] == [
        "1.5", "3", "-Infinity", "Infinity", "inform"]


def test_long_names_may_break_but_numbers_may_not():
    assert breakable("best(a=1,b=2) 1,200 (3 to 4)") == "best(<wbr>a=1,<wbr>b=2) 1,200 (3 to 4)"


PROBE = """
<script>
const table = document.querySelector("table"), button = table.querySelectorAll("th button")[2];
const keys = () => [...table.tBodies[0].rows].map(row => Number(row.cells[2].dataset.key));
button.click(); const down = keys(); button.click(); const up = keys();
document.body.dataset.probe = JSON.stringify({
  sorts: down[0] > down[1] && up[0] < up[1],
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  width: document.documentElement.clientWidth,
});
</script>
"""


@pytest.mark.parametrize("width", [520, 1280])
def test_in_a_browser_tables_sort_and_nothing_is_cut_off(nasty_page, tmp_path, width):
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no chromium to open the page with")
    path = tmp_path / "page.html"
    path.write_text(nasty_page.replace("</body>", PROBE + "</body>"), encoding="utf-8")
    done = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/home",
         f"--window-size={width},900", "--dump-dom", path.as_uri()],
        capture_output=True, text=True, timeout=60, check=True,
    )
    probe = re.search(r'data-probe="([^"]*)"', done.stdout).group(1).replace("&quot;", '"')
    assert '"sorts":true,"overflow":0' in probe, probe
