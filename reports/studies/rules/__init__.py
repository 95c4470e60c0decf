"""``study rules``: which rule matters?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.studies.kind import Asked, Option, StudyKind, as_text

if TYPE_CHECKING:
    from reports.studies.rules.study import RulesStudy
    from simulate.runs.run import Run


def _check(run: Run, options: Mapping[str, Any]) -> None:
    from reports.studies.rules.study import check

    check(run, options["against"])


def _hold(asked: Asked) -> RulesStudy:
    from reports.studies.rules.study import study_rules

    return study_rules(asked.run, asked.options["against"], asked.jobs, asked.progress)


STUDY = StudyKind(
    "rules", "which rule matters", _hold, hands=200_000, in_report=50_000, suits=lambda game: False,
    chapter=7, check=_check,
    options={"against": Option(
        "a set of rules to compare with the table's own, as in penalty=cap:40,remainder=stays, "
        "a preset or NAME.toml", "RULES", as_text, repeated=True)},
)
