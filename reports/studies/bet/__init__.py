"""``study bet``: is there skill at Casino, and when is a tile bet best?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.studies.kind import Asked, StudyKind

if TYPE_CHECKING:
    from reports.studies.bet.study import BetStudy


def _hold(asked: Asked) -> BetStudy:
    from reports.studies.bet.study import study_bet

    return study_bet(asked.run, asked.jobs, asked.progress)


STUDY = StudyKind(
    "bet", "when a tile is bet best", _hold, hands=400_000, in_report=20_000, games=("casino",),
    chapter=6,
)
