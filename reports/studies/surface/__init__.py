"""``study surface``: what does it cost to sit down, under any rule of penalties? In a game for
points: what does a point cost?"""

from __future__ import annotations

from reports.studies.kind import StudyKind

STUDY = StudyKind(
    "surface", "what an evening costs, or a point",
    "reports.studies.surface.study", hands=2_000_000, in_report=500_000,
    needs="a game that lists ends", chapter=3,
    fits=lambda game: game.ends(game.rules_class()) is not None)
