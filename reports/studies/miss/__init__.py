"""``study miss``: when should a seat play, take the miss, or drop?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.studies.kind import Asked, Option, StudyKind
from reports.studies.miss.columns import COLUMNS
from simulate.theory.loo.games import GAMES
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    from reports.studies.miss.study import MissStudy
    from simulate.runs.run import Run


def _check(run: Run, options: Mapping[str, Any]) -> None:
    from reports.games.loo.declared import check_pool
    from reports.studies.miss.at_score import check_points, check_score
    from simulate.games.loo.rules import LooRules
    from simulate.theory.loo.later_pools import check_worth
    from simulate.theory.loo.what_if_counts import stakes_of

    check_worth(run)
    if options["pool"] is not None:
        stakes_of(run, options["pool"])  # refuses it where there is none
        assert isinstance(run.rules, LooRules)
        check_pool(run.rules, options["pool"], len(run.players))
    if options["score"] is not None:
        check_score(run, options["score"])
    if options["by_score"]:
        check_points(run, "by-score")


def _hold(asked: Asked) -> MissStudy:
    from reports.studies.miss.study import study_miss

    return study_miss(asked.run, asked.progress, asked.options["pool"],
                      deals=asked.run.sessions, jobs=asked.jobs, score=asked.options["score"],
                      by_score=asked.options["by_score"])


def _read_score(given: Any, name: str) -> str:
    """Return a score as it is written: points with blanks between them."""
    from reports.studies.miss.at_score import read_score

    return " ".join(map(str, read_score(given)))


STUDY = StudyKind(
    "miss", "when to take the miss (at Rounce a dummy)", _hold, hands=2_097_152, in_report=524_288,
    games=GAMES, chapter=1, columns=COLUMNS, check=_check, single=True, least=1_000,
    good_players=True,
    options={"pool": Option(
        "with this pool at the start of play; that of a session's first hand when not given",
        "CHIPS", lambda value, name: whole(value, name, 1)),
        "score": Option(
        "at this score, points won so far (Rounce: still to go), the eldest hand's first, as "
        "'12 14 8': what wins the game most often (Rounce, or Loo for points)", "POINTS",
        _read_score),
        "by_score": Option("the same by what the seat and its rivals still need (Rounce, or Loo "
                           "for points); with a score too, the leading rival's need varies and "
                           "the others have theirs", switch=True)},
)
