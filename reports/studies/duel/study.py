"""``study duel``: which strategy is better?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from reports import compare, contests
from reports.contests import Scores
from reports.studies.duel import pairs
from reports.studies.duel.pairs import Pairs
from reports.studies.duel.places import follow_places, places_section
from reports.studies.study import Study, entrants, in_parts
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.follow import check_length
from simulate.runs.run import Progress, Run, silent

#: A duel that is played until something is known begins with batches of a sixteenth of the
#: sessions, and ends after this many times the sessions at the latest.
_BATCHES_A_RUN, _MOST_RUNS = 16, 50
#: The hands of each rotation from which the worth of places is taken, and its part of the work.
_PLACE_HANDS, _PLACES = 400_000, 0.15
#: A narrower interval than this would take some 10**14 hands.
_NARROWEST = 1e-6


def _reach(until: float | str | None) -> float | None:
    """Read how narrow an interval is asked for."""
    if until is None:
        return None
    try:
        reach = float(until)
    except (TypeError, ValueError):
        reach = 0.0
    if not 0 < reach < float("inf"):
        raise BoneyardError(f"until {until!r} is not a number above 0, as in 0.05")
    if reach < _NARROWEST:
        raise BoneyardError(f"until {until!r}: no run is long enough for an interval narrower than "
                            f"{_NARROWEST:g}")
    return reach


def check(run: Run, until: float | str | None = None, decide: bool = False) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table or the options."""
    _reach(until)
    if decide and until is not None:
        raise BoneyardError(
            "decide: the duel stops when the best is known, until: when intervals are narrow; "
            "ask for one of them")
    entrants(run, "duel")
    check_length(run)  # places are followed


def study_duel(
    run: Run, jobs: int | None = None, until: float | str | None = None,
    progress: Progress = silent, decide: bool = False,
) -> Study:
    """Answer which strategy is better. ``until``: play until every interval reaches no further than
    this: chips a hand, or a share of games. ``decide``: play until the best is known, with a chance
    of 5% at most that it is another."""
    players, game, width = entrants(run, "duel"), find_game(run.game), _reach(until)
    numbers = list(combinations(range(len(players)), 2))
    labels = tuple(player.label for player in players)

    def made(scores: Sequence[Scores]) -> Pairs:
        return Pairs(labels, dict(zip(numbers, scores, strict=True)), compare.unit_of(run),
                     compare.scale_of(run), float(run.sessions) if decide else None)

    def more(scores: Sequence[Scores]) -> float:
        return made(scores).times_to_decide() if width is None else (
            made(scores).reach() / width) ** 2

    stopping = contests.Stopping(*(
        (max(1, run.sessions // _BATCHES_A_RUN), _MOST_RUNS * run.sessions, more)
        if decide or width is not None else (run.sessions, run.sessions, lambda scores: 0.0)))
    holding, following = in_parts(progress, (1 - _PLACES, _PLACES))
    found = made(contests.hold_until(
        [contests.pair(run, players[i], players[j]) for i, j in numbers],
        contests.counts_games(run), stopping, jobs, holding))
    by_place = follow_places(run, _PLACE_HANDS, jobs, following)
    answer = (pairs.headline(found), *filter(None, pairs.how_sure(found, width, run)))
    at_places = places_section(by_place, game.unit(run.rules),
                               "game" if game.hands_a_game == 1 else "hand")
    return Study("Which strategy is better?", (*answer, *at_places.answer),
                 (*pairs.sections(found, answer), at_places),
                 {"pairs": found, "positions": by_place}, sessions=found.sessions)
