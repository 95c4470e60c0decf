"""``study rules``: which rule matters?"""

from __future__ import annotations

from reports.studies.kind import Option, StudyKind, as_text

STUDY = StudyKind(
    "rules", "which rule matters", "reports.studies.rules.study", hands=200_000, in_report=50_000,
    suits=lambda game: False, chapter=7,
    options={"against": Option(
        "a set of rules to compare with, as in penalty=cap:40,remainder=stays, a preset or "
        "NAME.toml", "RULES", as_text, repeated=True)})
