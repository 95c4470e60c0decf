"""Studies of a large report are held by processes; what comes of them is the same."""

import threading
from concurrent.futures.process import BrokenProcessPool

import pytest

import boneyard
from reports import kept
from simulate.errors import BoneyardError, StrategyError
from simulate.runs import workers
from tests.reports.test_carried import own
from tests.simulate.runs.test_play import Cheat
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


class Locked:
    """An agent that no other process can have."""

    def __init__(self):
        self.lock = threading.Lock()

    def act(self, view):
        return view.legal_actions()[0]


def test_an_agent_that_cannot_leave_this_process_plays_here(monkeypatch):
    monkeypatch.setattr(kept, "_LARGE", 1)
    lineup, few = [Locked(), "stay"], {"sessions": 30, "hands": 2}
    with without_drawing():
        report = boneyard.report("loo", lineup, **few, studies="risk,escalation", jobs=2)
    assert [*report.summary["studies"]] == ["risk", "escalation"]
    with pytest.raises(BoneyardError, match="cannot be sent to another process"):
        boneyard.simulate("loo", lineup, **few, jobs=2, backend="processes")


def test_an_error_in_a_study_names_the_study():
    named = r"^in study duel, whose seats may differ from the line-up: strategy"
    with pytest.raises(StrategyError, match=named):
        boneyard.study("duel", "loo", [Cheat, "stay"], sessions=30, hands=2, jobs=1)
