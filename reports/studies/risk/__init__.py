"""``study risk``: what does it cost to sit down?"""

from __future__ import annotations

from reports.studies.kind import Option, StudyKind
from simulate.inputs import whole

STUDY = StudyKind(
    "risk", "what it costs to sit down", "reports.studies.risk.study", hands=2_000_000,
    in_report=1_000_000, suits=lambda game: game.can_lose, chapter=3,
    options={"bankroll": Option(
        "chips that everybody brings; nobody pays more", "B",
        lambda value, name: whole(value, name, 1))})
