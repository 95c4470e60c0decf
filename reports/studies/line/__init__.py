"""``study line``: how is a line of dominoes played best, and what are draws and stars worth?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.studies.kind import Asked, StudyKind

if TYPE_CHECKING:
    from reports.studies.line.study import LineStudy


def _hold(asked: Asked) -> LineStudy:
    from reports.studies.line.study import study_line

    return study_line(asked.run, asked.jobs, asked.progress)


_COLUMNS = {
    **{f"{table}.players": ("seats", "how many play")
       for table in ("line_styles", "line_habits", "line_leads", "line_draws")},
    "line_styles.gain": ("share of the pool", "taken beyond random in the same seat"),
    **{f"{table}.gain": ("share of the pool", "taken beyond the other options of the turn")
       for table in ("line_habits", "line_closing", "line_openings")},
    "option": ("text", "what sort of option it is"),
    **{f"{table}.turns": ("turns", "that had options of both sorts")
       for table in ("line_habits", "line_closing")},
    "line_closing.margin": ("text", "pips kept, against the smallest other hand's likely ones"),
    "part": ("share of the pool", "that the leader takes"),
    "fair": ("share of the pool", "an equal part"),
    "declines": ("share of the pool", "taken by one who declines where all others draw"),
    "draws": ("share of the pool", "taken by one who draws where all others decline"),
    "costs": ("share of the pool", "that drawing costs where the others draw"),
    "costs_alone": ("share of the pool", "that drawing costs where the others do not"),
    "score": ("text", "the score that a star comes back with"),
    "seats_in": ("text", "seats in with the star"),
    "line_stars.pool": ("text", "stakes in the pool, that of the star among them"),
    "stars": ("stars", "how many"),
    "line_stars.worth": ("stakes", "what a star brings before its price of 1"),
    "line_stars.price": ("stakes", "the price at which a star neither gains nor loses"),
}

STUDY = StudyKind(
    "line", "how a line is played best", _hold, hands=200_000, in_report=20_000, games=("pool",),
    chapter=6, single=True, columns=_COLUMNS,
)
