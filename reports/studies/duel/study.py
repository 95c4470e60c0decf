"""``study duel``: which strategy is better, or which value of a parameter?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

from reports import compare, contests
from reports.contests import Scores
from reports.studies.duel import curve, pairs, places, values
from reports.studies.duel.curve import Curve
from reports.studies.duel.pairs import Pairs
from reports.studies.study import Study, entrants, in_parts
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.follow import check_length
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

#: A duel that is played until something is known begins with batches of a sixteenth of the
#: sessions, and ends after this many times the sessions at the latest.
_BATCHES_A_RUN, _MOST_RUNS = 16, 50
#: The hands of each rotation from which the worth of places is taken, and its part of the work.
_PLACE_HANDS, _PLACES = 400_000, 0.15
_HANDS_A_GAME = 20
#: A narrower interval than this would take some 10**14 hands.
_NARROWEST = 1e-6
Found = TypeVar("Found", Pairs, Curve)


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


def check(
    run: Run, until: float | str | None = None, sweep: str | None = None, decide: bool = False
) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table or the options."""
    _reach(until)
    if decide and until is not None:
        raise BoneyardError(
            "decide: the duel stops when the best is known, until: when intervals are narrow; "
            "ask for one of them")
    if decide and sweep is not None:
        raise BoneyardError(
            "decide: it stops when the best of some strategies is known; the values of a sweep "
            "may differ by next to nothing, so ask for --until with it")
    if sweep is None:
        entrants(run, "duel")
        check_length(run)  # places are followed
    else:
        values.runs_at(run, *values.read_sweep(sweep))


def study_duel(
    run: Run, jobs: int | None = None, until: float | str | None = None, sweep: str | None = None,
    progress: Progress = silent, decide: bool = False,
) -> Study:
    """Answer which strategy is better, or which value of a parameter. ``until``: play until every
    interval reaches no further than this: chips a hand, or a share of games. ``sweep``: vary
    ``NAME.param=a:b:step`` instead, at the line-up's own table. ``decide``: play until the best is
    known, with a chance of 5% at most that it is another."""
    if sweep is not None:
        return _study_values(run, sweep, jobs, _reach(until), progress)
    return _study_pairs(run, jobs, _reach(until), decide, progress)


def _hold(
    run: Run, held: Sequence[contests.Contest], made: Callable[[Sequence[Scores]], Found],
    more: Callable[[Found], float] | None, jobs: int | None, progress: Progress,
) -> Found:
    """Hold contests for the sessions asked for, or until no ``more`` sessions are needed."""
    stopping = contests.Stopping(*(
        (run.sessions, run.sessions, lambda scores: 0.0) if more is None else
        (max(1, run.sessions // _BATCHES_A_RUN), _MOST_RUNS * run.sessions,
         lambda scores: more(made(scores)))))
    return made(contests.hold_until(held, contests.counts_games(run), stopping, jobs, progress))


def _narrow(until: float | None) -> Callable[[Found], float] | None:
    """Return how many times the sessions are needed until every interval is so narrow."""
    if until is None:
        return None
    width = until
    return lambda found: (found.reach() / width) ** 2


def _study_pairs(
    run: Run, jobs: int | None, until: float | None, decide: bool, progress: Progress
) -> Study:
    """Hold every pair's duel, and look at the places."""
    players, game = entrants(run, "duel"), find_game(run.game)
    numbers = list(combinations(range(len(players)), 2))
    held = [contests.pair(run, players[i], players[j]) for i, j in numbers]
    labels = tuple(player.label for player in players)

    def made(scores: Sequence[Scores]) -> Pairs:
        return Pairs(labels, dict(zip(numbers, scores, strict=True)), compare.unit_of(run),
                     compare.scale_of(run), float(run.sessions) if decide else None)

    holding, following = in_parts(progress, (1 - _PLACES, _PLACES))
    found = _hold(run, held, made, Pairs.times_to_decide if decide else _narrow(until), jobs,
                  holding)
    long = _HANDS_A_GAME if game.plays_to_the_end(run.rules) else run.hands
    sessions = max(1, min(run.sessions, _PLACE_HANDS // min(long, run.hands)))
    by_place = places.follow_places(run, sessions, jobs, following)
    answer = (pairs.headline(found), *filter(None, pairs.how_sure(found, until, run)))
    at_places = places.section(by_place, game.unit(run.rules),
                               "game" if game.hands_a_game == 1 else "hand")
    return Study("Which strategy is better?", (*answer, *at_places.answer),
                 (*pairs.sections(found, answer), at_places),
                 {"pairs": found, "positions": by_place}, sessions=found.sessions)


def _study_values(
    run: Run, sweep: str, jobs: int | None, until: float | None, progress: Progress
) -> Study:
    """Hold the contests of a strategy at every value of a parameter."""
    what, tried = values.read_sweep(sweep)
    (seat, *_), (_, _, parameter) = values.swept_seats(run, what), what.rpartition(".")
    current = float(run.players[seat].parameters[parameter])
    runs = values.runs_at(run, what, sorted({*tried, current}))
    held = [contests.seat_of(one, one.labels[seat]) for one in runs.values()]
    numbers = tuple(map(float, runs))
    found = _hold(run, held, lambda scores: Curve(
        what, numbers, tuple(scores), current, compare.unit_of(run), compare.scale_of(run)),
        _narrow(until), jobs, progress)
    at_the_end = values.at_the_end(run, what, numbers, numbers[found.best], {})
    sessions, decided = found.scores[0].sessions, any(one.sure for one in found.changes)
    answer = tuple(filter(None, (
        *curve.how_good(found, run), at_the_end * decided,
        pairs.stopped(sessions, found.reach(), found.scale, until))))
    question = f"Which value of {what} is best?"
    return Study(question, answer, (curve.section(found, question, answer),), {"curve": found},
                 sessions=sessions)
