"""What holds of every study that is found: workers, tables, columns, figures, other games."""

from __future__ import annotations

from operator import itemgetter

import pandas as pd
import pytest

from boneyard import concat, load, study
from reports.studies.kind import studies
from simulate.errors import BoneyardError
from simulate.games.game import game_names
from tests.boneyard.cli.again import answers_again
from tests.docs.test_formats import columns, read_back, told, unexplained
from tests.reports.draw.test_shapes import is_whole
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
