"""``study duel``: which strategy is better?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from reports.draw.shapes import dots
from reports.page.document import Picture, Section
from reports.studies import contests
from reports.studies.contests import Scores
from reports.studies.duel import sentences, tables
from reports.studies.duel import sweep as sweeps
from reports.studies.duel.tables import Curve, Measure, Pairs, Positions, follow_positions
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.follow import check_length
from simulate.runs.progress import FirstPart, Progress
from simulate.runs.run import Player, Run

QUESTION = "Which strategy is better?"
#: A duel that is played until something is known begins with batches of a sixteenth of the
#: sessions, and ends after this many times the sessions at the latest.
_BATCHES_A_RUN, _MOST_RUNS = 16, 50
#: The hands of each rotation from which the worth of positions is taken.
_POSITION_HANDS = 400_000
_HANDS_A_GAME = 20
#: The part of the work that is spent on positions.
_POSITIONS = 0.15
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


def _unit(run: Run) -> str:
    return f"{find_game(run.game).unit(run.rules)} a hand"


def _hold(
    run: Run, held: Sequence[contests.Contest], made: Callable[[Sequence[Scores]], Found],
    until: float | None, jobs: int | None, tell: Progress | None,
    to_decide: Callable[[Sequence[Scores]], float] | None = None,
) -> Found:
    """Hold contests for the sessions asked for, or until intervals are narrow or enough is
    known."""
    def narrower(scores: Sequence[Scores]) -> float:
        return (made(scores).reach() / (until or 1.0)) ** 2

    more = to_decide or (narrower if until is not None else None)
    stopping = contests.Stopping(*(
        (run.sessions, run.sessions, lambda scores: 0.0) if more is None else
        (max(1, run.sessions // _BATCHES_A_RUN), _MOST_RUNS * run.sessions, more)))
    return made(contests.hold_until(held, contests.counts_games(run), stopping, jobs, tell))


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
        _entrants(run.players)
        check_length(run)  # positions are followed
        return
    asked = sweeps.read_sweep(sweep)
    sweeps.check_range(run.game, asked)
    sweeps.swept_seats(run.players, asked)


def _entrants(entries: Sequence[Player]) -> list[Player]:
    """Return the strategies to compare, each once."""
    players = list({player.label: player for player in entries}.values())
    if len(players) < 2:
        raise BoneyardError(
            f"study duel: all seats play {players[0].label!r}; name two strategies or more")
    return players


def study_duel(
    run: Run, jobs: int | None = None, until: float | str | None = None, sweep: str | None = None,
    progress: Progress | None = None, decide: bool = False,
) -> Study:
    """Answer which strategy is better, or which value of a parameter. ``until``: play until every
    interval reaches no further than this: chips a hand, or a share of games. ``sweep``: vary
    ``NAME.param=a:b:step`` instead, at the line-up's own table. ``decide``: play until the best is
    known, with a chance of 5% at most that it is another."""
    reach = _reach(until)
    measure = (Measure("wins", "games of 100", 100.0) if contests.counts_games(run)
               else Measure("makes", _unit(run), 1.0))
    if sweep is not None:
        return _study_sweep(run, sweep, measure, jobs, reach, progress)
    return _study_pairs(run, measure, jobs, reach, decide, progress)


def _study_pairs(
    run: Run, measure: Measure, jobs: int | None, until: float | None, decide: bool,
    progress: Progress | None,
) -> Study:
    """Hold every pair's duel, and look at the positions."""
    players = _entrants(run.players)
    numbers = list(combinations(range(len(players)), 2))
    held = [contests.pair(run, players[i], players[j]) for i, j in numbers]
    labels = tuple(player.label for player in players)
    # With --decide the intervals hold at every look, and are narrowest after the sessions asked
    # for.
    sharpest = float(run.sessions) if decide else None

    def made(scores: Sequence[Scores]) -> Pairs:
        return Pairs(labels, dict(zip(numbers, scores, strict=True)), measure, sharpest)

    tell = FirstPart(progress, 1 - _POSITIONS)
    pairs = _hold(run, held, made, until, jobs, tell,
                  (lambda scores: made(scores).times_to_decide()) if decide else None)
    positions = _positions(run, jobs, progress, tell.hands)
    about = (sentences.who(pairs), sentences.how_sure(run, pairs, until),
             *sentences.caution(run, pairs))
    where = sentences.where(run, positions)
    sections = (_section(pairs, about), _section_of_positions(run, positions, (where,)))
    return Study(QUESTION, (*about, where), sections, {"pairs": pairs, "positions": positions})


def _positions(run: Run, jobs: int | None, progress: Progress | None, before: int) -> Positions:
    """Follow the line-up in all rotations."""
    long = _HANDS_A_GAME if find_game(run.game).plays_to_the_end(run.rules) else run.hands
    sessions = max(1, min(run.sessions, _POSITION_HANDS // min(long, run.hands)))
    total = sessions * len(list(contests.rotations(run.players)))
    return follow_positions(run, sessions, jobs, progress and (lambda done, played: progress(
        1 - _POSITIONS + _POSITIONS * done / total, before + played)))


def _section(pairs: Pairs, answer: tuple[str, ...]) -> Section:
    order = pairs.ranked()
    pictures = (
        Picture("duel_matrix", lambda: tables.draw_matrix(pairs),
                "The same as a chart: blue is a gain, orange a loss. Under each number is how far "
                "its 95% interval reaches to either side."),
        Picture("duel_ranking", lambda: dots(
                    [pairs.labels[i] for i in order], [pairs.mean(i) for i in order],
                    f"{pairs.measure.unit} more than the others", "Ranking over all pairs"),
                "What a seat makes more than those of its opponents, on average over all pairs, "
                "with 95% intervals."))
    found = (tables.ranking(pairs), tables.matrix(pairs), tables.precision(pairs))
    return Section("duel", QUESTION, answer, pictures, found)


def _section_of_positions(run: Run, found: Positions, answer: tuple[str, ...]) -> Section:
    names = find_game(run.game).position_names(len(run.players))
    picture = Picture(
        "duel_positions", lambda: tables.draw_positions(found, names, _unit(run)),
        "What each strategy makes by place in the hand, with 95% intervals. The line-up is played "
        "in all rotations on the same deals.")
    return Section("duel_positions", "What is a place at the table worth?", answer, (picture,),
                   (tables.positions(found, names, _unit(run)),))


def _study_sweep(
    run: Run, text: str, measure: Measure, jobs: int | None, until: float | None,
    progress: Progress | None,
) -> Study:
    """Hold the contests of a strategy at every value of a parameter."""
    sweep = sweeps.read_sweep(text)
    sweeps.check_range(run.game, sweep)
    seats = sweeps.swept_seats(run.players, sweep)
    current = float(run.players[seats[0]].parameters[sweep.parameter])
    values = tuple(sorted({*sweep.values, current}))
    held = [contests.seat_of(*sweeps.tuned(run, sweep, value)) for value in values]
    name = f"{sweep.strategy}.{sweep.parameter}"
    curve = _hold(run, held, lambda scores: Curve(
        name, values, tuple(scores), current, measure), until, jobs, progress)
    of_range = sweeps.said_of_range(
        run.game, replace(sweep, values=values), curve.values[curve.best], curve.as_good)
    answer = (*sentences.best_value(curve), *filter(None, (of_range,)),
              *sentences.stopped(curve, until))
    question = f"Which value of {name} is best?"
    section = Section(
        "duel_sweep", question, answer,
        (Picture("duel_sweep", lambda: tables.draw_curve(curve),
                 f"What {sweep.strategy} makes by the value of {sweep.parameter}, with its 95% "
                 "interval. All rotations of the line-up meet the same deals."),),
        (tables.curve(curve),))
    return Study(question, answer, (section,), {"curve": curve})
