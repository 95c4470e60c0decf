"""What holds of every study that is found: workers, tables, columns, figures, other games."""

from __future__ import annotations

from operator import itemgetter

import pandas as pd
import pytest

from boneyard import concat, load, report, study
from reports.request import set_up
from reports.studies.answered import plan_studies
from reports.studies.library import studies
from simulate.errors import BoneyardError
from simulate.games.game import game_names
from tests.boneyard.cli.again import answers_again
from tests.docs.test_formats import columns, read_back, told, unexplained
from tests.reports.draw.test_shapes import is_whole
from tests.reports.page.browser import found_in
from tests.reports.results.test_hands import keeps_what_it_is
from tests.reports.results.test_result import check_titles

#: What a study is asked for, where a small run of its first game would not do.
ASKED = {
    "exploit": {"lineup": "hoyle,random", "players": 2, "sessions": 2_000},
    "miss": {"lineup": "stay,random", "players": 2, "sessions": 20_000},
    "race": {"game": "rounce", "lineup": "book", "players": 2}}
#: What answers its fewest deals in seconds.
QUICK = "exploit", "euchre"


def held(name, jobs, progress=False):
    kind = studies()[name]
    size = {} if kind.single else {"hands": 10}
    return study(name, **{"game": (kind.games or ("loo",))[0], "sessions": max(40, kind.least),
                          **size, **ASKED.get(name, {})}, seed=3, jobs=jobs, progress=progress)


@pytest.fixture(scope="module", params=[
    pytest.param(name, marks=pytest.mark.slow if name in ("call", "surface") else ())
    for name in studies()])
def found(request):
    return request.param, held(request.param, 1)


def test_workers_change_nothing(found):
    """Nor does it matter to them who hears how far they are."""
    (name, found), told = found, []
    again = held(name, 2, lambda done, hands: told.append(done))
    assert told == sorted(told) and told[-1] == pytest.approx(1)
    assert again.answer == found.answer
    assert list(again.tables) == list(found.tables)
    for name, frame in found.tables.items():
        assert frame.equals(again.tables[name]), name


def test_a_title_stands_in_place_of_ours(found):
    check_titles(found[1].plot)


def test_every_column_is_written_told_and_explained(found, tmp_path):
    _, found = found
    known, frames = columns(("Tables of every game", "Tables of studies")), found.report().frames()
    if known.keys() & found.tables:  # the page has some studies, each as a whole
        for table, frame in frames.items():
            assert not unexplained(table, frame, known, found.run.labels), table
    read_back(found.tables, tmp_path)
    told(found)
    assert list(found.summary()) == ["value", "low", "high", "unit"] and len(found.summary())


def test_it_comes_back_from_its_folder_as_it_was(found, tmp_path):
    _, found = found
    again = load(found.save(tmp_path / "out", figures=False))
    assert list(again.tables) == list(found.tables)
    assert again.counts().items() >= found.counts().items()
    for read in (lambda one: one.summary(), lambda one: one.tidy(),
                 lambda one: one.tidy(long=True), lambda one: concat([one, one]),
                 *(itemgetter(name) for name in found.tables)):
        frames = [read(one.tables if isinstance(read, itemgetter) else one)
                  for one in (found, again)]
        # Parquet keeps no type of categories where there are none.
        pd.testing.assert_frame_equal(*frames, check_categorical=len(frames[0]) > 0)
        assert frames[0].attrs == frames[1].attrs
        if "unit" not in frames[0]:
            keeps_what_it_is(frames[0], tmp_path / "frame.parquet")


def test_its_command_finds_the_same(run, found):
    _, found = found
    answers_again(found, lambda *words: run(*words))


@pytest.mark.parametrize(("name", "game"), [
    pytest.param(name, game, marks=[pytest.mark.slow][: (name, game) != QUICK])
    for name, kind in studies().items() if kind.least > 1
    for game in game_names() if kind.is_for(game)])
def test_the_fewest_deals_that_are_taken_are_answered(name, game):
    rules = {"scoring": "points"} if (name, game) == ("race", "loo") else {}
    asked = {name: one for name, one in ASKED.get(name, {}).items() if name in ("players",)}
    assert study(name, game, rules=rules, sessions=studies()[name].least, jobs=1, **asked).answer


@pytest.mark.slow
def test_no_label_of_a_figure_is_cut_off(found):
    _, found = found
    pictures = [picture for section in found.study.sections for picture in section.pictures]
    assert found.answer
    for picture in pictures:
        assert is_whole(picture.figure), picture.name


@pytest.mark.parametrize(("name", "game"), [
    (name, game) for name, kind in studies().items() for game in game_names()
    if not kind.is_for(game)])
def test_a_game_that_it_is_not_for_is_refused(name, game):
    with pytest.raises(BoneyardError, match=f"study {name} is for .*, not '{game}'"):
        study(name, game, sessions=studies()[name].least, jobs=1)


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
