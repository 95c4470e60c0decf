"""``study call``: when to order up, to name a suit, to pass, and to go alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.habits.columns import COLUMNS as HABITS
from reports.studies.kind import Asked, StudyKind

if TYPE_CHECKING:
    from reports.studies.call.study import CallStudy


def _hold(asked: Asked) -> CallStudy:
    from reports.studies.call.study import study_call

    return study_call(asked.run, asked.progress, asked.run.sessions, asked.jobs)


_COLUMNS = {
    **HABITS,
    "round": ("number", "the round of calls, 1 or 2"),
    **{f"{table}.hand": ("text", "the kind of hand") for table in ("call_chart", "call_scores")},
    "best": ("text", "the best call; ? where it is not surely ahead"),
    "second": ("text", "the next best call"),
    "margin": ("points a hand", "what the best call is worth above the next best"),
    "margin_games": ("share of games", "what the best call wins above the next best"),
    **{f"points_{call}": ("points a hand", f"of the seat's side where it {call}")
       for call in ("passed", "called")},
    "points_alone": ("points a hand", "of the seat's side where it went alone"),
    "points_call": ("text", "the call that is best in points"),
    "better": ("text", "the call that is better"),
    "often": ("share of hands", "how often it comes up"),
    "call_scores.own": ("points", "the seat's own"),
    "call_scores.other": ("points", "those of the others"),
    "call_scores.gain": ("share of games", "won more by the better call"),
    "call_tells.does": ("text", "the call"), "call_tells.share": ("share of those asked", "do it"),
    "trumps": ("tiles", "trumps held, on average"),
    "doubles": ("tiles", "doubles held, on average"),
    "right": ("share", "of those hands that hold the right bower"),
    "left": ("share", "of those hands that hold the left bower"),
    "call_heard.heard": ("text", "the passes that were heard"),
    "call_heard.share": ("share of deals", "in which they are heard"),
    "call_heard.change": ("points a hand", "what the call is worth more where they are heard"),
    "suit": ("text", "the second-best suit, against the best"),
    "call_suits.share": ("share of hands", "of those that name a suit"),
    "call_suits.change": ("points a hand", "made more than by the best suit"),
    "passing": ("points a hand", "made more than by passing"),
    "call_changes.change": ("text", "the calls that are changed"),
    "call_changes.points": ("points a hand", "made more than before"),
    "call_changes.games": ("of 100 games", "won more than before"),
}

STUDY = StudyKind(
    "call", "when to make trump, and when alone", _hold, hands=400_000, in_report=40_000,
    games=("euchre",), chapter=1, columns=_COLUMNS, single=True, least=1_000,
)
