"""A whole study in one file: it plugs in without touching any other."""

from __future__ import annotations

from reports.page.document import Column, Section, Table
from reports.studies.kind import Asked, Option, StudyKind
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.whole_numbers import whole


def _check(run, options):
    if options["own_option"] == 13:
        raise BoneyardError("own_option 13 is unlucky: choose another")


def _hold(asked: Asked) -> Study:
    import pandas as pd

    from simulate.runs.play import play

    hands = play(asked.run, asked.jobs).tally.session_total("hands")
    if asked.progress:
        asked.progress(1.0, hands)
    times = asked.options["own_option"] or 1
    question = "How many hands are so many hands?"
    answer = (f"{hands} hands, {times} times, are {times * hands} hands.",)
    frame = pd.DataFrame([{"hands": times * hands}])
    table = Table("toy", "Hands", frame, (Column("hands", "hands", "count"),))
    return Study(question, answer, (Section("toy", question, answer, (), (table,)),))


STUDY = StudyKind(
    "toy", "how many hands there are", _hold, hands=1000, in_report=100, games=("casino", "loo"),
    options={"own_option": Option(
        "how many times they are counted", "TIMES", lambda value, name: whole(value, name, 1))},
    check=_check,
)
