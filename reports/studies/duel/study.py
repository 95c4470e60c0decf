"""``study duel``: which strategy is better?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from reports.page.document import Picture, Section
from reports.studies.contests import (
    Contest,
    Scores,
    Stopping,
    hold_until,
    pair,
    rotations,
    seat_of,
)
from reports.studies.duel import plots as figures
from reports.studies.duel import sentences, tables
from reports.studies.duel.positions import Positions, follow_positions
from reports.studies.duel.sweep import (
    check_range,
    read_sweep,
    said_of_range,
    swept_seats,
    tuned,
)
from reports.studies.duel.tables import Curve, Measure, Pairs
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.follow import check_length
from simulate.runs.player import Player
from simulate.runs.progress import FirstPart, Progress
from simulate.runs.run import Run

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


def _wins(run: Run) -> bool:
    """Tell whether games won are compared: a session is one game."""
    game = find_game(run.game)
    return game.plays_to_the_end(run.rules) and "games_won" in game.books.forms


def _measure(run: Run) -> Measure:
    """Return what is compared."""
    if _wins(run):
        return Measure("wins", "games of 100", 100.0)
    return Measure("makes", f"{_value_unit(run)} a hand", 1.0)


def _value_unit(run: Run) -> str:
    return find_game(run.game).unit(run.rules)


def _stopping(
    run: Run, more: Callable[[list[Scores]], float] | None
) -> Stopping:
    """Return the rule that ends contests; without one, they end after the sessions asked for."""
    if more is None:
        return Stopping(run.sessions, run.sessions, lambda scores: 0.0)
    return Stopping(max(1, run.sessions // _BATCHES_A_RUN), _MOST_RUNS * run.sessions, more)


def check(
    run: Run, until: float | str | None = None, sweep: str | None = None, decide: bool = False
) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table or the options."""
    _reach(until)
    _check_together(until, sweep, decide)
    if sweep is None:
        _entrants(run.players)
        check_length(run)  # positions are followed
        return
    asked = read_sweep(sweep)
    check_range(run.game, asked)
    swept_seats(run.players, asked)


def _check_together(until: float | str | None, sweep: str | None, decide: bool) -> None:
    """Raise ``BoneyardError`` if two options are given that each decide when to stop."""
    if decide and until is not None:
        raise BoneyardError(
            "decide: the duel stops when the best is known, until: when intervals are narrow; "
            "ask for one of them")
    if decide and sweep is not None:
        raise BoneyardError(
            "decide: it stops when the best of some strategies is known; the values of a sweep "
            "may differ by next to nothing, so ask for --until with it")


def _entrants(entries: Sequence[Player]) -> list[Player]:
    """Return the strategies to compare, each once."""
    players = list({player.label: player for player in entries}.values())
    if len(players) < 2:
        raise BoneyardError(
            f"study duel: all seats play {players[0].label!r}; name two strategies or more")
    return players


def study_duel(
    run: Run, entries: Sequence[Player] | None = None, jobs: int | None = None,
    until: float | str | None = None, sweep: str | None = None, progress: Progress | None = None,
    decide: bool = False,
) -> Study:
    """Answer which strategy is better, or which value of a parameter.

    ``run``: a table of any game.  Its line-up has the strategies to compare, and is played as it is
    to see what positions are worth. ``entries``: strategies to compare instead of those of the
    line-up. ``until``: play until every interval reaches no further than this to either side: chips
    a hand, or a share of games (0.01 is one game in a hundred). ``sweep``: ``NAME.param=a:b:step``:
    vary a parameter instead, at the line-up's own table. ``decide``: play until the best strategy
    is known, with a chance of 5% at most that it is another. Raises ``BoneyardError`` if an
    argument is wrong, or a strategy fails.
    """
    reach = _reach(until)
    _check_together(until, sweep, decide)
    if sweep is not None:
        return _study_sweep(run, sweep, jobs, reach, progress)
    return _study_pairs(run, entries or run.players, jobs, reach, decide, progress)


def _study_pairs(
    run: Run, entries: Sequence[Player], jobs: int | None, until: float | None,
    decide: bool, progress: Progress | None,
) -> Study:
    """Hold every pair's duel, and look at the positions."""
    players = _entrants(entries)
    numbers = list(combinations(range(len(players)), 2))
    contests = [pair(run, players[i], players[j]) for i, j in numbers]
    measure = _measure(run)
    labels = tuple(player.label for player in players)

    # With --decide the intervals hold at every look, and are narrowest after the sessions asked
    # for.
    sharpest = float(run.sessions) if decide else None

    def made(scores: Sequence[Scores]) -> Pairs:
        return Pairs(labels, dict(zip(numbers, scores, strict=True)), measure, sharpest)

    def narrower(scores: Sequence[Scores]) -> float:
        return (made(scores).reach() / (until or 1.0)) ** 2

    def until_known(scores: Sequence[Scores]) -> float:
        return made(scores).times_to_decide()

    more = until_known if decide else narrower if until is not None else None
    tell = FirstPart(progress, 1 - _POSITIONS)
    pairs = made(hold_until(contests, _wins(run), _stopping(run, more), jobs, tell))
    positions = _positions(run, jobs, progress, tell.hands)
    about = (sentences.who(pairs), sentences.how_sure(run, pairs, until),
             *sentences.caution(run, pairs))
    where = sentences.where(run, positions)
    answer = (*about, where)
    sections = (_section(pairs, about), _section_of_positions(run, positions, (where,)))
    return Study(QUESTION, answer, sections, {"pairs": pairs, "positions": positions})


def _positions(run: Run, jobs: int | None, progress: Progress | None, before: int) -> Positions:
    """Follow the line-up in all rotations."""
    long = _HANDS_A_GAME if find_game(run.game).plays_to_the_end(run.rules) else run.hands
    sessions = max(1, min(run.sessions, _POSITION_HANDS // min(long, run.hands)))
    total = sessions * len(list(rotations(run.players)))

    def pass_on(done: float, played: int) -> None:
        if progress:
            progress(1 - _POSITIONS + _POSITIONS * done / total, before + played)

    return follow_positions(run, sessions, jobs, pass_on)


def _section(pairs: Pairs, answer: tuple[str, ...]) -> Section:
    pictures = (
        Picture("duel_matrix", lambda: figures.matrix(pairs),
                f"What a seat of the row's strategy makes more than one of the column's, in "
                f"{pairs.measure.unit}: blue is a gain, orange a loss. Under each number is how "
                "far its 95% interval reaches to either side."),
        Picture("duel_ranking", lambda: figures.ranking(pairs),
                "What a seat makes more than those of its opponents, on average over all pairs, "
                "with 95% intervals."),
    )
    found = (tables.ranking(pairs), tables.matrix(pairs), tables.precision(pairs))
    return Section("duel", QUESTION, answer, pictures, found)


def _section_of_positions(run: Run, found: Positions, answer: tuple[str, ...]) -> Section:
    names = find_game(run.game).position_names(len(run.players))
    unit = f"{_value_unit(run)} a hand"
    picture = Picture(
        "duel_positions", lambda: figures.positions(found, names, unit),
        "What each strategy of the line-up makes by place in the hand, the line-up played in "
        "all rotations on the same deals, with 95% intervals.",
    )
    return Section("duel_positions", "What is a place at the table worth?", answer, (picture,),
                   (tables.positions(found, names, unit),))


def _study_sweep(
    run: Run, text: str, jobs: int | None, until: float | None, progress: Progress | None
) -> Study:
    """Hold the contests of a strategy at every value of a parameter."""
    sweep = read_sweep(text)
    check_range(run.game, sweep)
    seats = swept_seats(run.players, sweep)
    current = float(run.players[seats[0]].parameters[sweep.parameter])
    values = tuple(sorted({*sweep.values, current}))
    contests: list[Contest] = []
    for value in values:
        table, label = tuned(run, sweep, value)
        contests.append(seat_of(table, label))
    measure = _measure(run)
    name = f"{sweep.strategy}.{sweep.parameter}"

    def made(scores: Sequence[Scores]) -> Curve:
        return Curve(name, values, tuple(scores), current, measure)

    def narrower(scores: Sequence[Scores]) -> float:
        return (made(scores).reach() / (until or 1.0)) ** 2

    more = None if until is None else narrower
    curve = made(hold_until(contests, _wins(run), _stopping(run, more), jobs, progress))
    of_range = said_of_range(
        run.game, replace(sweep, values=values), curve.values[curve.best], curve.as_good)
    answer = (*sentences.best_value(curve), *filter(None, (of_range,)),
              *sentences.stopped(curve, until))
    section = Section(
        "duel_sweep", f"Which value of {name} is best?", answer,
        (Picture("duel_sweep", lambda: figures.curve(curve),
                 f"What {sweep.strategy} makes by the value of {sweep.parameter}, in all "
                 "rotations of the line-up on the same deals; the band is the 95% interval."),),
        (tables.curve(curve),),
    )
    return Study(f"Which value of {name} is best?", answer, (section,), {"curve": curve})
