"""``study surface``: what does it cost to sit down, under any rule of penalties? In a game for
points: what does a point cost?"""

from __future__ import annotations

from reports.studies.kind import StudyKind
from simulate.games.game import find_game

STUDY = StudyKind(
    "surface", "what an evening costs, or a point",
    "reports.studies.surface.study", hands=2_000_000, in_report=500_000,
    needs="chips or points", chapter=3,
    fits=lambda game: game.ends(game.rules_class()) is not None,
    suits=lambda game: game.has_pool(game.rules_class()),
    left_out=lambda run: ("" if find_game(run.game).unit(run.rules) == "chips"
                          else "no chips change hands"))
