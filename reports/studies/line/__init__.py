"""``study line``: how is a line of dominoes played best, and what are draws and stars worth?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.studies.kind import Asked, StudyKind

if TYPE_CHECKING:
    from reports.studies.line.study import LineStudy


def _hold(asked: Asked) -> LineStudy:
    from reports.studies.line.study import study_line

    return study_line(asked.run, asked.jobs, asked.progress)



STUDY = StudyKind(
    "line", "how a line is played best", _hold, hands=200_000, in_report=20_000, games=("pool",),
    chapter=6, single=True,
)
