"""``study skill``: how much of a session is luck?"""

from __future__ import annotations

from reports.studies.kind import Option, StudyKind

STUDY = StudyKind(
    "skill", "how much of a session is luck", "reports.studies.skill.study", hands=400_000,
    in_report=50_000, suits=lambda game: False, chapter=8,
    options={
        "by_players": Option("the same with any number of players", switch=True)})
