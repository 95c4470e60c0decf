"""A study is one object: the toy plugs in, and everything is made from it."""

from __future__ import annotations

import os

import pytest

from boneyard import report, study
from boneyard.proof.tools import install
from reports.page.document import Section
from reports.request import set_up
from reports.studies import library as catalog
from reports.studies.kind import Option, StudyKind
from reports.studies.study import Study, each_once, tried
from simulate.errors import BoneyardError
from strategies.lineup import library
from tests.waiting import ROOT, python

SMALL = {"sessions": 30, "hands": 10, "jobs": 1}
TOY = "tests.reports.studies.toy:STUDY"


@pytest.fixture
def toy(tmp_path, monkeypatch):
    install(tmp_path, "boneyard.studies", toy=TOY)
    monkeypatch.syspath_prepend(tmp_path)
    catalog._known.cache_clear()
    yield catalog.find_study("toy")
    catalog._known.cache_clear()


def test_the_toy_in_python(toy):
    held = study("toy", "loo", "stay", players=3, own_option=3, **SMALL)
    assert held.answer == ("300 hands, 3 times, are 900 hands.",)
    assert held.command.endswith("--sessions 30 --hands 10 --seed 0 --own-option 3")
    assert held.tables["toy"]["hands"].tolist() == [900]
    assert study("toy", "loo", "stay", **SMALL).answer[0].startswith("300 hands, 1 times")


@pytest.mark.usefixtures("undrawn")
def test_the_toy_is_a_chapter_of_its_games_reports(toy):
    page = report("casino", "random", players=2, sessions=30, jobs=1, studies="toy")
    assert [chapter.name for chapter in page.chapters] == ["study_toy"]
    assert "30 hands, 1 times, are 30 hands." in "".join(page.pages().values())
    with pytest.raises(BoneyardError, match="Domino Pool has no study 'toy'"):
        report("pool", sessions=5, studies="toy")


@pytest.mark.parametrize(("words", "message"), [
    ({"own_option": 0}, "own_option 0 is not a whole number of 1 or more"),
    ({"own_option": 13}, "own_option 13 is unlucky"),
    ({"bankroll": 10}, r"--bankroll \(in Python: bankroll=\) belongs to study risk, not to"),
    ({"game": "pool"}, "study toy is for casino and loo, not 'pool'")])
def test_wrong_wishes_are_refused_before_anything_is_played(toy, words, message):
    with pytest.raises(BoneyardError, match=message):
        study(**{"name": "toy", "game": "loo", **SMALL, **words})


def test_the_toy_on_the_command_line(tmp_path):
    install(tmp_path, "boneyard.studies", toy=TOY)
    # A process has one command line: the options of the toy are in its own.
    words = "study toy casino -s 30 --own-option 3"
    done = python("-m", "boneyard", *words.split(), folder=tmp_path,
                  PYTHONPATH=os.pathsep.join(map(str, (tmp_path, ROOT))))
    assert done.returncode == 0, done.stderr
    assert "30 hands, 3 times, are 90 hands." in done.stdout


def test_a_package_whose_study_does_not_load_is_left_out_with_the_reason(tmp_path, monkeypatch):
    install(tmp_path, "boneyard.studies", toy="no_such_module:STUDY")
    monkeypatch.syspath_prepend(tmp_path)
    catalog._known.cache_clear()
    with pytest.warns(UserWarning, match="study 'toy' .* left out: ModuleNotFoundError"):
        assert "toy" not in catalog.studies()
    catalog._known.cache_clear()


def clashing(name, *, repeated=False):
    return StudyKind(name, "", "no.such.module", 1, 1,
                     options={"bankroll": Option("", repeated=repeated)})


@pytest.mark.parametrize(("other", "message"), [
    (clashing("risk"), "two studies are called 'risk'"),
    (clashing("bank", repeated=True), "--bankroll of study bank is another study's too")])
def test_studies_that_do_not_go_together(monkeypatch, other, message):
    own = list(catalog.studies().values())
    monkeypatch.setattr(catalog, "_declared", lambda: [*own, other])
    catalog._known.cache_clear()
    try:
        assert set(catalog.studies()) == {kind.name for kind in own}
        with pytest.raises(BoneyardError, match=message):
            study(other.name, "loo", "random,stay", players=2, **SMALL)
        assert study("duel", "loo", "random,stay", players=2, **SMALL).answer
    finally:
        monkeypatch.undo()
        catalog._known.cache_clear()


def test_a_switch_is_given_without_a_value():
    table = {"lineup": "random,stay", "players": 2, **SMALL}
    held = study("duel", decide=True, **table)
    assert held.command.endswith("--seed 0 --decide") and held.study.found["pairs"].sharpest
    assert "--decide" not in study("duel", **table).command
    with pytest.raises(BoneyardError, match="decide 'yes' is neither True nor False"):
        study("duel", decide="yes", **table)


def test_sentences_that_are_empty_are_left_out():
    section = Section("one", "One?", ("", "Yes."))
    assert section.answer == Study("All?", ("Yes.", ""), (section,)).answer == ("Yes.",)


def test_those_of_the_library_that_are_quick_are_tried_and_each_once():
    run = set_up("loo", "threshold(stay_1=2),book")
    slow = {name for name, strategy in library("loo").items() if strategy.is_slow}
    assert {name: player.label for name, player in tried(run).items()} == {
        name: name for name in tried(run)} and not slow & set(tried(run))
    found = [player.label for player in each_once(*tried(run).values(), *run.players)]
    assert len(found) == len(set(found))
    assert set(found) - set(library("loo")) == {"threshold(stay_1=2)"}
