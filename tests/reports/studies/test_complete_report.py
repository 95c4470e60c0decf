"""The complete report: a run, and the studies of its game as chapters of one page."""


import pytest
from typer.testing import CliRunner

from boneyard import report
from boneyard.cli import main as command_line
from reports.request import set_up
from reports.studies.answered import plan_studies
from simulate.errors import BoneyardError
from tests.reports.page.browser import found_in

TABLE = {"lineup": "stay,random,random,random", "rules": {"penalty": "cap:40"}, "seed": 5}
SMALL = {"sessions": 60, "hands": 40, "jobs": 1}


@pytest.fixture(scope="module")
def complete():
    return report("loo", **TABLE, **SMALL)


@pytest.fixture(scope="module")
def pages(complete):
    return complete.pages()


@pytest.fixture(scope="module")
def page(pages):
    """What has the chapters."""
    return pages["numbers.html"]


def run(*words):
    return CliRunner().invoke(command_line.app, [str(word) for word in words])


def test_studies_that_a_table_cannot_have_are_left_out_with_the_reason():
    short = report("casino", "random", players=2, sessions=30, jobs=1)
    named = {chapter.name for chapter in short.chapters}
    assert "study_bet" in named and not {"study_duel", "study_risk"} & named
    assert "name two strategies" in short.facts["studies left out"]
    plan = plan_studies(set_up("loo", "stay,random", hands=60_000), "all")
    assert {"escalation", "risk", "duel", "race", "surface"} <= set(plan.left_out)
    assert "miss" in plan.names
    with pytest.raises(BoneyardError, match="name two strategies"):
        report("casino", "random", players=2, sessions=30, studies=["duel"])


@pytest.mark.usefixtures("undrawn")
def test_a_report_has_a_chapter_on_rules_and_on_luck_where_they_are_named(tmp_path):
    table = set_up("casino", "spoiler,random", 2)
    assert not {"rules", "skill"} & set(plan_studies(table, "all").names)
    found = report("pool", "heaviest,random,random", sessions=16, hands=4, jobs=1,
                   studies="rules,skill")
    assert [chapter.name for chapter in found.chapters] == ["study_rules", "study_skill"]
    assert found.command.endswith("--studies rules,skill")
    page = found.pages()["numbers.html"]
    assert 'id="study_rules"' in page and "Which rule matters" in page


_LONG = "in games won it takes minutes: hold it by itself"


@pytest.mark.parametrize(("game", "rules"), [("rounce", None), ("loo", {"scoring": "points"})])
def test_where_points_win_no_pool_grows_and_a_race_is_among_equals(game, rules):
    plan = plan_studies(set_up(game, "stay,random", rules=rules), "all")
    never = {"exploit": _LONG}
    if game == "loo":  # at Rounce nobody plays for chips
        never["escalation"] = "no pool passes from hand to hand in a game of loo for points"
    assert plan.left_out == never | {
        "race": "study race needs one strategy in all seats, not stay, random"}
    # Where nobody was named, the race is about good players.
    plan = plan_studies(set_up(game, rules=rules), "all", chosen=False)
    assert plan.left_out == never


CUT_OFF = """
document.querySelectorAll("details").forEach(fold => { fold.open = true; });
const wide = document.documentElement.clientWidth;
const cut = [...document.querySelectorAll("h1, h2, h3, p, pre, li, figcaption, svg, dd")].filter(
  e => !e.closest(".scroll") && e.getBoundingClientRect().right > wide + 1
       || e.scrollWidth > e.clientWidth + 1
       && getComputedStyle(e).display != "inline" && e.tagName != "svg");
found.cut = cut.map(e => e.tagName + ": " + e.textContent.slice(0, 60));
const drawn = [...document.querySelectorAll("figure svg:not(.labels)")];
found.pictures = drawn.length;
found.empty = drawn.filter(e => e.getBoundingClientRect().height < 80).length;
found.unsorted = [...document.querySelectorAll("figure.table table")].filter(table => {
  const at = [...table.tHead.rows[0].cells].findIndex(cell => cell.classList.contains("number"));
  if (at < 0) return false;
  table.tHead.rows[0].cells[at].firstElementChild.click();
  const keys = [...table.tBodies[0].rows].map(row => Number(row.cells[at].dataset.key));
  return keys.some((key, i) => i && !(keys[i - 1] >= key));
}).length;
"""


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 768, 1280])
def test_in_a_browser_nothing_is_cut_off_and_tables_sort(page, tmp_path, width):
    assert found_in(page, tmp_path, CUT_OFF, width) == {
        "width": width, "overflow": 0, "cut": [], "empty": 0, "unsorted": 0,
        "pictures": page.count('<figure role="group"')}
