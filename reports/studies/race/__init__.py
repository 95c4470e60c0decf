"""``study race``: what is the score worth in a game that is won by points?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.studies.kind import Asked, Option, StudyKind

if TYPE_CHECKING:
    from reports.studies.race.study import RaceStudy
    from simulate.runs.run import Run


def _check(run: Run, options: Mapping[str, Any]) -> None:
    from reports.studies.miss.at_score import check_score
    from reports.studies.race.chances import check

    check(run)
    if options["score"] is not None:
        check_score(run, options["score"])


def _hold(asked: Asked) -> RaceStudy:
    from reports.studies.race.study import study_race

    return study_race(asked.run, asked.progress, asked.jobs, asked.options["score"])


def _read_score(given: Any, name: str) -> str:
    """Return a score as it is written: points with blanks between them."""
    from reports.studies.miss.at_score import read_score

    return " ".join(map(str, read_score(given)))


_COLUMNS = {
    "place": ("text", "where the seat sits"),
    "race.own": ("points", "that the seat still needs"),
    "race.rivals": (
        "points", "that each rival still needs; where a score is given, the leading one"),
    "race.wins": ("share of games", "the chance to win the game"),
    "race_points.strategy": ("text", "who sits down"),
    "race_points.among": ("text", "who sits in all other seats"),
    "race_points.won": ("share of games", "that it wins"),
    "race_points.even": ("share of games", "that luck gives"),
    "race_check.chance": ("text", "what the chance was before a hand"),
    "race_check.hands": ("hands", "dealt at such a chance, once for every seat"),
    "race_check.said": ("share of games", "the chance, on average"),
    "race_check.won": ("share of games", "that were won in play"),
}

STUDY = StudyKind(
    "race", "what the score is worth where points win", _hold,
    hands=120_000, in_report=6_000, games=("loo", "rounce"), chapter=2,
    columns=_COLUMNS, check=_check, good_players=True, least=200,
    options={"score": Option(
        "around this score, points won so far (Rounce: still to go), the eldest hand's first, as "
        "'12 14 8': what the seat and its leading rival need varies, the others have theirs",
        "POINTS", _read_score)},
)
