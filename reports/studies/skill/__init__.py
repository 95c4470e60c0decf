"""``study skill``: how much of a session is luck?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.studies.kind import Asked, Option, StudyKind

if TYPE_CHECKING:
    from reports.studies.skill.study import SkillStudy
    from simulate.runs.run import Run


def _check(run: Run, options: Mapping[str, Any]) -> None:
    from reports.studies.skill.study import check

    check(run)


def _hold(asked: Asked) -> SkillStudy:
    from reports.studies.skill.study import study_skill

    return study_skill(asked.run, asked.options["by_players"], asked.options["every_game"],
                       asked.jobs, asked.progress)


STUDY = StudyKind(
    "skill", "how much of a session is luck", _hold, hands=400_000, in_report=50_000,
    suits=lambda game: False, chapter=8, check=_check,
    options={
        "by_players": Option("the same with any number of players", switch=True),
        "every_game": Option("random, the best rule of thumb, the solution and the expert of every "
                             "game", switch=True),
    },
)
