"""``study duel``: which strategy is better?"""

from __future__ import annotations

from reports.studies.kind import Option, StudyKind

STUDY = StudyKind(
    "duel", "which strategy is better", "reports.studies.duel.study", hands=1_000_000,
    in_report=400_000, chapter=4,
    options={
        "until": Option(
            "play on until every interval is ±WIDTH or narrower. That is chips or points a hand, "
            "or a share of games (0.01 is one in a hundred)", "WIDTH"),
        "decide": Option(
            "play on until the best strategy is known, with a chance of 5% at most of naming "
            "another", switch=True)})
