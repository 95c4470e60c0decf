"""``study escalation``: how does the pool grow?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.studies.kind import Option, StudyKind, as_text
from simulate.games.game import find_game
from simulate.games.rules import Rules

if TYPE_CHECKING:
    from simulate.runs.run import Run


def _penalty(given: Any, name: str) -> Rules | str:
    return given if isinstance(given, Rules) else as_text(given, name)


def _no_pool(run: Run) -> str:
    return "" if find_game(run.game).has_pool(run.rules) else "there is no pool to grow"


STUDY = StudyKind(
    "escalation", "how the pool grows", "reports.studies.escalation.study", hands=2_000_000,
    in_report=1_000_000, fits=lambda game: game.growth(game.rules_class()) is not None,
    needs="a game with a pool", left_out=_no_pool, chapter=2,
    options={"against": Option(
        "one more penalty to compare, as in cap:60", "PENALTY", _penalty, repeated=True)})
