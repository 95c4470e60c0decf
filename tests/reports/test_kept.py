"""Studies of a large report are held by processes; what comes of them is the same."""

from concurrent.futures.process import BrokenProcessPool

import pytest

import boneyard
from reports import kept
from simulate.errors import BoneyardError
from simulate.runs import workers
from tests.reports.test_carried import own
from tests.sizes import without_drawing

SMALL = {"sessions": 50, "hands": 10, "studies": "risk,escalation"}


@pytest.mark.slow
def test_studies_held_by_processes_are_those_held_here(monkeypatch):
    lineup, told = [own(), "banker"], []
    with without_drawing():
        here = boneyard.report("loo", lineup, **SMALL, jobs=2)
    monkeypatch.setattr(kept, "_LARGE", 1)
    there = boneyard.report("loo", lineup, **SMALL, jobs=2,
                            progress=lambda *about: told.append(about))
    assert there.summary["studies"] == here.summary["studies"]
    for name, table in here.tables.items():
        assert table.equals(there.tables[name]), name
    assert told[-2:] == [(0.5, "risk"), (1.0, "escalation")]
    drawn = [picture for chapter in there.chapters for section in chapter.sections
             for picture in section.pictures]
    assert drawn
    assert all("drawing" in vars(picture) and "figure" not in vars(picture) for picture in drawn)


def test_a_killed_process_is_told_with_what_helps(monkeypatch):
    def killed(*_):
        raise BrokenProcessPool
        yield

    monkeypatch.setattr(kept, "_LARGE", 1)
    monkeypatch.setattr(workers, "in_processes", killed)
    with pytest.raises(BoneyardError, match="was killed: is there memory enough"):
        boneyard.report("loo", "stay", **SMALL, jobs=2)
