"""``study escalation``: how does the pool grow?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.studies.kind import Asked, Option, StudyKind, as_text
from simulate.games.game import find_game
from simulate.theory.loo.games import GAMES

if TYPE_CHECKING:
    from reports.studies.escalation.study import EscalationStudy
    from simulate.games.loo.rules import LooRules
    from simulate.runs.run import Run


def _check(run: Run, options: Mapping[str, Any]) -> None:
    from reports.studies.escalation.study import check

    check(run, options["against"])


def _hold(asked: Asked) -> EscalationStudy:
    from reports.studies.escalation.study import study_escalation

    return study_escalation(
        asked.run, asked.options["against"], asked.jobs, asked.progress, asked.table_options)


def _penalty(given: Any, name: str) -> LooRules | str:
    from simulate.games.loo.rules import LooRules  # heavy, so not before a penalty is named

    return given if isinstance(given, LooRules) else as_text(given, name)


def _no_pool(run: Run) -> str:
    return "" if find_game(run.game).has_pool(run.rules) else "there is no pool to grow"


STUDY = StudyKind(
    "escalation", "how the pool grows", _hold, hands=2_000_000, in_report=1_000_000,
    games=GAMES, left_out=_no_pool, chapter=2, check=_check,
    options={"against": Option(
        "one more penalty to compare, as in cap:60", "PENALTY", _penalty, repeated=True)},
)
