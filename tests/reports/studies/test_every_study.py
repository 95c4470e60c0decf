"""What holds of every study that is found: workers, tables, columns, figures, other games."""

from __future__ import annotations

import shlex

import pytest

from boneyard import study
from reports.studies.kind import studies
from simulate.errors import BoneyardError
from simulate.games.game import game_names
from simulate.runs import chunk
from tests.boneyard.cli.again import answers_again
from tests.docs.test_formats import columns, read_back, told, unexplained
from tests.reports.draw.test_shapes import is_whole

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
    pytest.param(name, marks=pytest.mark.slow if name == "surface" else ()) for name in studies()])
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


def test_every_column_is_written_told_and_explained(found, tmp_path):
    _, found = found
    known, frames = columns(("Tables of every game", "Tables of studies")), found.report().frames()
    if known.keys() & found.tables:  # the page has some studies, each as a whole
        for table, frame in frames.items():
            assert not unexplained(table, frame, known, found.run.labels), table
    read_back(found.tables, tmp_path)
    told(found)
    assert list(found.summary()) == ["value", "low", "high", "unit"] and len(found.summary())


def test_its_command_finds_the_same(run, found):
    _, found = found
    answers_again(found, lambda *words: run(*words))


def test_the_command_of_a_chapter_is_its_own_but_for_the_deals(found):
    """And those that it has by itself are none that are refused."""
    name, found = found
    sharper, own = shlex.split(found.chapter().command), shlex.split(found.chapter().again)
    assert sorted([*sharper, "--sessions", str(found.run.sessions)]) == sorted(own)
    kind = studies()[name]
    assert kind.sessions(found.run, kind.hands) >= kind.least


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


@pytest.mark.parametrize(("name", "game", "lineup", "wishes", "message"), [
    ("call", "euchre", "hoyle", {"sessions": 20}, "sessions 20 is not a whole number of 20000"),
    ("duel", "loo", "random,stay", {"until": "soon"}, "until 'soon' is not a number above 0"),
    ("duel", "loo", "random,stay", {"until": -1}, "until -1 is not a number above 0"),
    ("duel", "loo", "random,stay", {"until": 0.5, "decide": True}, "ask for one of them"),
    ("duel", "loo", "stay", {}, "all seats play 'stay'; name two"),
    ("exploit", "loo", "book", {"sessions": 10}, "sessions 10 is not a whole number of 1000"),
    ("miss", "loo", "book", {"sessions": 10}, "sessions 10 is not a whole number of 20000"),
    ("miss", "loo", "book", {"pool": 0}, "pool 0 is not a whole number of 1"),
    ("miss", "loo", "stay", {"pool": 1}, "pool 1.*it is 10 or more"),
    ("miss", "loo", "stay", {"pool": 2 * 10**12}, "pool 2.*1000000000000"),
    ("miss", "loo", "stay", {"pool": 25, "rules": {"scoring": "points"}},
     "pool 25: there is none where points are played for"),
    ("miss", "loo", "stay", {"rules": {"bankroll": 100}}, "bankroll: with 100 chips a seat"),
    ("miss", "loo", "book,book", {"score": "1 2"}, "chips are played for"),
    ("miss", "rounce", "racer", {"players": 3, "score": "12 14"}, "points of 2 seats, not of 3"),
    ("miss", "rounce", "racer", {"players": 3, "score": "12 0 8"}, "0 is not from 1 to 115"),
    ("miss", "rounce", "racer", {"players": 3, "score": "many"}, "as in '12 14 8'"),
    ("race", "loo", "book", {}, "scoring=points"),
    ("race", "rounce", "book,bold", {}, "one strategy in all seats"),
    ("race", "rounce", "book", {"sessions": 10}, "10 is not a whole number of 200 or more"),
    ("risk", "casino", "random,random", {}, "tiles of Domino .* are only won"),
    ("risk", "euchre", "random,random", {}, "points of Domino .* are only won"),
    ("risk", "pool", "random", {"players": 3, "bankroll": 9, "rules": {"score": "hundred_up"}},
     "bankroll 9: a session is one game here"),
    ("rules", "loo", "random,book", {"against": "penalty=cap:40,"}, "is no set of rules"),
    ("rules", "loo", "random,book", {"against": "remainder=stays,gamerules"}, "NAME.toml first"),
    ("rules", "loo", "random,book", {"against": "gamerule"}, "unknown preset 'gamerule'"),
    ("rules", "loo", "random,book", {"against": "must_trum=false"}, "unknown rule 'must_trum'"),
    ("rules", "loo", "random,book", {"against": "scoring=points"},
     "points of whole games cannot be compared with chips"),
    ("rules", "pool", "random,heaviest,counter", {"against": "star=no"},
     "star matters only with score=hundred_up; leave it out"),
    ("rules", "casino", "random,best-odds", {}, "Domino Casino has no rule options"),
    ("rules", "loo", "book", {}, "name two strategies or more"),
    ("skill", "loo", "book", {}, "name two strategies or more")])
def test_wrong_wishes_are_refused_before_anything_is_played(
        monkeypatch, name, game, lineup, wishes, message):
    monkeypatch.setattr(chunk, "set_table", None)
    size = {"sessions": max(40, studies()[name].least), "jobs": 1}
    with pytest.raises(BoneyardError, match=message):
        study(name, game, lineup, **{**size, **wishes})
