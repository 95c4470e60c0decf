"""``study bet``: when is a tile bet best at Casino?"""

from __future__ import annotations

from reports.games.casino.decisions import bets
from reports.moves import measure, sections_of
from reports.studies.study import Study
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

QUESTION = "When is a tile bet best?"
_MORE = "Than the hand's other tiles, on the same deal and dice."
#: Title and note of each section, by its buckets.
_SECTIONS = {
    "when": ("When is a tile bet best?", _MORE),
    "tiles": ("What does a bet of each tile bring?", _MORE),
    "rounds": ("Which strategy wins its tiles when?",
               "The last two rounds are one, their mean."),
    "holdings": ("What are the first tiles worth?",
                 "Of a seat whose first three tiles hold so many of a kind.")}


def study_bet(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer when each kind of tile is bet best."""
    decision = bets(run)
    found = measure(run, decision, jobs, progress)
    shown = sections_of("bet", decision.buckets, found, _SECTIONS)
    return Study(QUESTION, tuple(section.answer[0] for section in shown[:2]), shown,
                 {"bets": found})
