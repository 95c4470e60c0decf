"""``study duel``: which strategy is better?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.studies.kind import Asked, Option, StudyKind, as_text

if TYPE_CHECKING:
    from reports.studies.duel.study import DuelStudy, SweepStudy
    from simulate.runs.run import Run


def _check(run: Run, options: Mapping[str, Any]) -> None:
    from reports.studies.duel.study import check

    check(run, options["until"], options["sweep"], options["decide"])


def _hold(asked: Asked) -> DuelStudy | SweepStudy:
    from reports.studies.duel.study import study_duel

    return study_duel(
        asked.run, jobs=asked.jobs, until=asked.options["until"], sweep=asked.options["sweep"],
        progress=asked.progress, decide=asked.options["decide"],
    )


STUDY = StudyKind(
    "duel", "which strategy is better", _hold, hands=1_000_000, in_report=400_000, chapter=4,
    check=_check,
    options={
        "until": Option(
            "play on until every interval is ±WIDTH or narrower: chips or points a hand, or a "
            "share of games (0.01 is one in a hundred)", "WIDTH"),
        "decide": Option(
            "play on until the best strategy is known, with a chance of 5% at most to name "
            "another", switch=True),
        "sweep": Option(
            "a curve over a parameter of a strategy", "NAME.PARAM=A:B:STEP",
            as_text),
    },
)
