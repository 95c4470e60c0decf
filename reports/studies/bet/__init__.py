"""``study bet``: when is a tile bet best at Casino?"""

from __future__ import annotations

from reports.studies.kind import StudyKind

STUDY = StudyKind(
    "bet", "when to bet a tile", "reports.studies.bet.study", hands=400_000, in_report=20_000,
    games=("casino",), chapter=6)
