"""``study race``: what is the score worth in a game that is won by points?"""

from __future__ import annotations

from reports.studies.kind import Option, StudyKind, score_text

STUDY = StudyKind(
    "race", "what the score is worth where points win",
    "reports.studies.race.study", hands=120_000, in_report=6_000, games=("loo", "rounce"),
    chapter=2, good_players=True, least=200,
    options={"score": Option(
        "around this score, written as for miss. What the seat and its leading rival need "
        "varies",
        "POINTS", score_text)})
