"""``study line``: how is a line of dominoes played best?"""

from __future__ import annotations

from reports.studies.kind import StudyKind

STUDY = StudyKind(
    "line", "how to play a line", "reports.studies.line.study", hands=200_000,
    in_report=20_000, games=("pool",), chapter=6, single=True)
