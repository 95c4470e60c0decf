"""What holds of every study that is found: workers, tables, columns, figures, other games."""

from __future__ import annotations

import pytest

from boneyard import study
from reports.studies.kind import studies
from simulate.errors import BoneyardError
from simulate.games.game import game_names
from tests.docs.test_formats import columns, read_back, told, unexplained
from tests.reports.draw.test_style import is_whole

#: What a study is asked for, where a small run of its first game would not do.
ASKED = {
    "exploit": {"lineup": "hoyle,random", "players": 2},
    "miss": {"lineup": "stay,random", "players": 2, "sessions": 10_000},
    "race": {"game": "rounce", "lineup": "book", "players": 2},
}


def held(name, jobs):
    kind = studies()[name]
    size = {} if kind.single else {"hands": 10}
    return study(name, **{"game": (kind.games or ("loo",))[0], "sessions": max(40, kind.least),
                          **size, **ASKED.get(name, {})}, seed=3, jobs=jobs)


@pytest.fixture(scope="module", params=studies())
def found(request):
    return request.param, held(request.param, 1)


def test_workers_change_nothing(found):
    name, found = found
    again = held(name, 2)
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


def test_no_label_of_a_figure_is_cut_off(found):
    _, found = found
    pictures = [picture for section in found.study.sections for picture in section.pictures]
    assert pictures and found.answer
    for picture in pictures:
        assert is_whole(picture.figure), picture.name


@pytest.mark.parametrize(("name", "game"), [
    (name, game) for name, kind in studies().items() for game in game_names()
    if not kind.is_for(game)])
def test_a_game_that_it_is_not_for_is_refused(name, game):
    with pytest.raises(BoneyardError, match=f"study {name} is for .*, not '{game}'"):
        study(name, game, sessions=studies()[name].least, jobs=1)
