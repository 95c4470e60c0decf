"""``study miss``: when should a seat play, take the miss, or drop?"""

from __future__ import annotations

from reports.studies.kind import Option, StudyKind, score_text
from simulate.inputs import whole

STUDY = StudyKind(
    "miss", "when to take the miss (at Rounce a dummy)", "reports.studies.miss.study",
    hands=786_432, in_report=786_432, games=("loo", "rounce"), chapter=1, single=True,
    least=20_000, good_players=True,
    options={
        "pool": Option(
            "with this pool at the start of play; a session's first pool by default",
            "CHIPS", lambda value, name: whole(value, name, 1)),
        "score": Option(
            "draw the chart at this score, the eldest hand's points first, as '12 14 8'. "
            "Points won so far (Rounce: still to go)", "POINTS", score_text)})
