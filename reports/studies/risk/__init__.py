"""``study risk``: what does it cost to sit down?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.studies.kind import Asked, Option, StudyKind
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    from reports.studies.risk.study import RiskStudy
    from simulate.runs.run import Run


def _check(run: Run, options: Mapping[str, Any]) -> None:
    from reports.studies.risk.study import check

    check(run, options["bankroll"])


def _hold(asked: Asked) -> RiskStudy:
    from reports.studies.risk.study import study_risk

    return study_risk(
        asked.run, asked.options["bankroll"], jobs=asked.jobs, progress=asked.progress,
        options=asked.table_options,
    )


STUDY = StudyKind(
    "risk", "what it costs to sit down", _hold, hands=2_000_000, in_report=1_000_000,
    suits=lambda game: game.can_lose, chapter=3, check=_check,
    options={"bankroll": Option(
        "chips that everybody brings; nobody pays more", "B",
        lambda value, name: whole(value, name, 1))},
)
