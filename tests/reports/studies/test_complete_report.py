"""The complete report: a run, and the studies of its game as chapters of one page."""

import json
import re
from collections import Counter

import pytest
from typer.testing import CliRunner

from boneyard import report, study
from boneyard.cli import main as command_line
from boneyard.cli.stopping import Stopped
from reports.page.files import Report
from reports.request import set_up
from reports.studies import answered
from reports.studies.answered import plan_studies
from simulate.errors import BoneyardError
from tests.reports.page.browser import found_in
from tests.reports.page.test_pages import sentences_of

TABLE = {"lineup": "stay,random,random,random", "rules": {"penalty": "cap:40"}, "seed": 5}
SMALL = {"sessions": 60, "hands": 40, "jobs": 1}
STUDIES = plan_studies(set_up("loo", **TABLE), "all").names


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


@pytest.mark.slow
def test_no_sentence_and_no_figure_of_all_chapters_stands_twice(pages):
    said = Counter(one for page in pages.values() for one in sentences_of(page))
    assert len(said) > 100 and [one for one, times in said.items() if times > 1] == []
    drawn = Counter(re.findall(r"<svg[^>]*xmlns.*?</svg>", "".join(pages.values()), re.DOTALL))
    assert len(drawn) > 10 and max(drawn.values()) == 1


@pytest.mark.slow
def test_the_command_and_the_summary_make_it_again(complete):
    assert complete.command.endswith(
        f"--sessions 60 --hands 40 --seed 5 --studies {','.join(STUDIES)}")
    assert complete.summary["command"] == complete.command
    studies = complete.summary["studies"]
    assert tuple(studies) == STUDIES
    for name, found in studies.items():
        assert found["command"].startswith(f"boneyard study {name} loo --players 4")
        assert "--seed 5" in found["command"]
    # A study is no larger than the report's own run; a chart needs some deals, though.
    assert studies["risk"]["sessions"] == 60 and studies["miss"]["sessions"] == 20_000


@pytest.mark.slow
def test_a_chapter_says_what_the_study_by_itself_says(complete):
    alone = study("risk", "loo", **TABLE, **SMALL)
    assert alone.answer == complete.chapters[STUDIES.index("risk")].answers
    assert isinstance(alone.report(), Report)
    assert alone.tables["risk_ruin"].equals(complete.frames()["risk_ruin"])
    said = [s for section in alone.report().sections for s in section.answer]
    assert not set(said) & set(alone.answer), "an answer is not said twice"


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
_NO_CHIPS = "no chips change hands"


@pytest.mark.parametrize(("game", "rules"), [("rounce", None), ("loo", {"scoring": "points"})])
def test_where_points_win_no_pool_grows_and_a_race_is_among_equals(game, rules):
    plan = plan_studies(set_up(game, "stay,random", rules=rules), "all")
    never = {"exploit": _LONG}
    if game == "loo":  # at Rounce nobody plays for chips
        never |= {"surface": _NO_CHIPS,
                  "escalation": "no pool passes from hand to hand in a game of loo for points"}
    assert plan.left_out == never | {
        "race": "study race needs one strategy in all seats, not stay, random"}
    # Where nobody was named, the race is about good players.
    plan = plan_studies(set_up(game, rules=rules), "all", chosen=False)
    assert plan.left_out == never


@pytest.mark.slow
def test_a_report_that_is_stopped_during_its_studies_goes_on_with_them(tmp_path, monkeypatch):
    words = ("report", "rounce", "-l", "stay,random", "-n", 2, "-s", 30, "-j", 1, "-q",
             "--studies", "risk,duel", "-o", tmp_path)

    def stopped(*arguments, **options):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(answered, "hold_study", stopped)
        assert isinstance(run(*words).exception, Stopped)
    assert (tmp_path / "index.html").exists(), "the first page comes first"
    assert not (tmp_path / "summary.json").exists()
    assert run("resume", tmp_path, "-q").exit_code == 0
    assert list(json.loads((tmp_path / "summary.json").read_text())["studies"]) == ["risk", "duel"]


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


@pytest.mark.slow
def test_the_pages_are_small_enough_to_send(pages):
    page = "".join(pages.values())
    # What a longer run adds are rows that were too rare and cells with one more digit: with
    # 4,000,000 hands both pages have 1.6 million bytes.
    assert len(page.encode()) < 2_000_000
    (data,) = re.findall(r'id="declaring-data">(.*?)</script>', page)
    # Half of it are the learnt tables by which the card plays tiles as advice does.
    assert len(data.encode()) < 500_000
    drawings = re.findall(r"<svg[^>]*xmlns.*?</svg>", page, re.DOTALL)
    assert sum(map(len, drawings)) < 1_300_000
