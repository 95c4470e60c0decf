"""``study call``: when to order up, to name a suit, to pass, and to go alone."""

from __future__ import annotations

from reports.studies.kind import StudyKind

STUDY = StudyKind(
    "call", "when to make trump, and when alone", "reports.studies.call.study", hands=1_600_000,
    in_report=200_000, games=("euchre",), chapter=1, single=True, least=20_000)
