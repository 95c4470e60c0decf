"""``study surface``: what does it cost to sit down, with any bank, goal and number of hands?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.studies.kind import StudyKind
from simulate.games.game import Game, find_game

if TYPE_CHECKING:
    from simulate.runs.run import Run


def _is_for_chips(game: Game) -> bool:
    return game.unit(game.rules_class()) == "chips"


def _no_chips(run: Run) -> str:
    return "" if find_game(run.game).unit(run.rules) == "chips" else "no chips change hands"


STUDY = StudyKind(
    "surface", "what any bank, goal and evening cost", "reports.studies.surface.study",
    hands=2_000_000, in_report=500_000, fits=_is_for_chips, needs="a game for chips",
    suits=lambda game: game.has_pool(game.rules_class()), left_out=_no_chips, chapter=3,
    good_players=True)
