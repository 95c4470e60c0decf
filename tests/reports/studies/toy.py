"""A whole study in one file: it plugs in without touching any other."""

from __future__ import annotations

from reports.page.document import Column, Section, Table
from reports.studies.kind import Option, StudyKind
from reports.studies.study import Study
from simulate.errors import BoneyardError, whole


def check(run, own_option):
    if own_option == 13:
        raise BoneyardError("own_option 13 is unlucky: choose another")


def study_toy(run, own_option, jobs=None, progress=None) -> Study:
    from simulate.runs.play import play

    hands = play(run, jobs).tally.session_total("hands")
    if progress:
        progress(1.0, hands)
    times = own_option or 1
    question = "How many hands are so many hands?"
    answer = (f"{hands} hands, {times} times, are {times * hands} hands.",)
    table = Table.of("toy", "Hands", (Column("hands", "hands", "count"),),
                     [{"hands": times * hands}], index=0)
    return Study(question, answer, (Section("toy", question, answer, (), (table,)),))


STUDY = StudyKind(
    "toy", "how many hands there are", __name__, hands=1000, in_report=100,
    games=("casino", "loo"),
    options={"own_option": Option(
        "how many times they are counted", "TIMES", lambda value, name: whole(value, name, 1))})
