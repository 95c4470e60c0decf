"""``study call``: when to order up, to name a suit, to pass, and to go alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.studies.kind import Asked, StudyKind

if TYPE_CHECKING:
    from reports.studies.call.study import CallStudy


def _hold(asked: Asked) -> CallStudy:
    from reports.studies.call.study import study_call

    return study_call(asked.run, asked.progress, asked.run.sessions, asked.jobs)



STUDY = StudyKind(
    "call", "when to make trump, and when alone", _hold, hands=400_000, in_report=40_000,
    games=("euchre",), chapter=1, single=True, least=1_000,
)
