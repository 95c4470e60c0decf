"""``study miss``: when should a seat play, take the miss, or drop?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.studies.kind import Asked, StudyKind
from reports.studies.miss.columns import COLUMNS
from simulate.solving.loo.games import GAMES

if TYPE_CHECKING:
    from reports.studies.miss.study import MissStudy
    from simulate.runs.run import Run


def _check(run: Run, options: Mapping[str, Any]) -> None:
    from simulate.solving.loo.later_pools import check_worth

    check_worth(run)


def _hold(asked: Asked) -> MissStudy:
    from reports.studies.miss.study import study_miss

    return study_miss(asked.run, asked.progress, deals=asked.run.sessions, jobs=asked.jobs)


STUDY = StudyKind(
    "miss", "when to take the miss", _hold, hands=2_097_152, in_report=524_288,
    games=GAMES, chapter=1, columns=COLUMNS, check=_check, single=True,
    good_players=True,
)
