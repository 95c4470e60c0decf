"""``study escalation``: how does the pool grow?"""

from __future__ import annotations

from reports.studies.kind import StudyKind
from simulate.games.game import find_game

STUDY = StudyKind(
    "escalation", "how the pool grows", "reports.studies.escalation.study", hands=2_000_000,
    in_report=1_000_000, fits=lambda game: game.has_pool(game.rules_class()),
    needs="a game with a pool", chapter=2,
    left_out=lambda run: ("" if find_game(run.game).has_pool(run.rules)
                          else "there is no pool to grow"))
