"""The solved race as a strategy: declarations that win the game, whatever they bring the hand.

The library carries races solved for two to four players, Loo for points and Rounce
(``strategies/loo/races``).  Where chips are played for there is no score to play to: it declares
as ``solved`` does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.books.exact_sums import Floats
from simulate.domino.tile_sets import nth
from simulate.games.loo.views import SEATS, Declaring
from simulate.machine.compiling import helper, inlined
from simulate.runs.run import Run
from simulate.theory.chain import ScoreChain
from simulate.theory.kept_numbers import KeptNumbers
from simulate.theory.loo.declarations import RaceGains, node_of
from simulate.theory.loo.hands import COARSE, coarse_class_of
from simulate.theory.loo.solutions import RaceSolution, ending_deals, is_race
from simulate.theory.solution_file import SOLUTION
from simulate.theory.stage import largest_error as largest_error_of
from strategies.base import AtTable, Strategy
from strategies.loo.solved import Solved, dealing_seat, declare_by_tables, shipped_chart
from strategies.skills import by_position, chance_in

SHIPPED = Path(__file__).parent / "races"

#: A chart begins with where the table of each number of players and game begins (0: there is
#: none), and where the chart of ``solved`` begins.  A table begins with its classes of one seat's
#: scores, its nodes, its lowest score, how many scores it distinguishes, how many seats that deal
#: (1: it does not matter who does), and the class of each score.
_TABLES = 11
_HAND_BY_HAND = _TABLES - 1
_CLASSES, _NODES, _FLOOR, _SIZES, _DEALERS, _HEAD = range(6)
#: Chances of the first and of the second move, as parts of 255, make one number.
_WHOLE, _DIGIT = 255, 256


def _chart_of(
    solutions: Sequence[RaceSolution], hand_by_hand: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the first race of each game and number of players as a chart, with the chart of
    ``solved`` at its end."""
    index, parts, at = np.zeros(_TABLES), list[NDArray[np.float64]](), _TABLES
    for solution in solutions:
        place = 2 * solution.about["players"] + int(solution.about["game"] == "rounce")
        if index[place] == 0:
            classes = solution.classes
            first, second = (np.rint(_WHOLE * solution.chances[..., move]) for move in range(2))
            parts.append(np.concatenate([
                [len(classes.cuts), solution.chances.shape[1], classes.floor, classes.sizes,
                 solution.dealers],
                classes.of_score, (_DIGIT * first + second).ravel(),
            ]))
            index[place] = at
            at += len(parts[-1])
    index[_HAND_BY_HAND] = at
    return np.concatenate([index, *parts, hand_by_hand])


@helper
def score_class(view: Any, chart: Any, start: int) -> int:
    """Return the class of a hand in the table that begins there: of its score, and its dealer."""
    number, floor, sizes = 0, int(chart[start + _FLOOR]), int(chart[start + _SIZES])
    if chart[start + _DEALERS] > 1:
        number = dealing_seat(view.seat, view.position, view.players)
    for p in range(view.players):
        score = by_position(p, view.score_0, view.score_1, view.score_2, view.score_3)
        place = min(max(score - floor, 0), sizes - 1)
        number = number * int(chart[start + _CLASSES]) + int(chart[start + _HEAD + place])
    return number


@inlined
def hand_by_hand(chart: Any) -> Any:
    """Return the chart of ``solved`` at the end of one of races."""
    return chart[int(chart[_HAND_BY_HAND]) :]


@inlined
def declare_by_races(view: Any, chart: Any) -> int:
    """Return what a race declares, or ``solved`` where the chart has no race of the table."""
    start = 0
    if view.points_game:
        start = int(chart[2 * view.players + view.rounce])
    if start == 0:
        return declare_by_tables(view, hand_by_hand(chart))
    coarse = coarse_class_of(
        view.hand, view.trump, view.turn_up, view.position == view.players - 1)
    node = node_of(view.players, view.position, view.missed, view.dropped)
    row = score_class(view, chart, start) * int(chart[start + _NODES]) + node
    first = start + _HEAD + int(chart[start + _SIZES])
    both = int(chart[first + row * COARSE + coarse])
    chance = chance_in(view.word) * _WHOLE
    one, two = both // _DIGIT, both % _DIGIT
    return nth(view.legal, int(chance >= one) + int(chance >= one + two))


class Racer(Solved):
    """Declares by the chances of the solved race."""

    name = "racer"
    summary = "Declares by solved tables to win games for points; for chips it plays like solved."
    looks_at = "its hand, a double turned up, position, what was declared, the scores of all seats"
    #: Of either kind of solved table: ``solved`` plays those that count a hand for itself.
    file_ending = SOLUTION
    load = staticmethod(RaceSolution.load)

    @classmethod
    def is_tried(cls, unit: str) -> bool:
        """Return whether points are played for: for chips it is another name for ``solved``."""
        return unit == "points"

    @classmethod
    def of_file(cls, path: str, game: str) -> Strategy:
        """Return the strategy of a table, or of a race, that ``boneyard solve`` kept."""
        return super().of_file(path, game) if is_race(path) else Solved.of_file(path, game)

    def chart_at(self, table: AtTable | None) -> NDArray[np.float64]:
        # The game is all that is certain of a table: rules may change under seated players.
        game = table.game if table else self.games[0]
        if not self._own:
            return chart_of_races(game)
        return _chart_of([*self._own, *shipped_races(game)], shipped_chart(game))

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        return declare_by_races(view, p.chart)


@cache
def shipped_race(game: str, players: int) -> RaceSolution:
    """Return the race that the library has of a game."""
    return RaceSolution.load(SHIPPED / f"{game}-{players}{SOLUTION}")


def shipped_races(game: str) -> list[RaceSolution]:
    """Return the races that the library has of a game."""
    return [shipped_race(game, players) for players in range(2, SEATS + 1)]


@cache
def chart_of_races(game: str) -> NDArray[np.float64]:
    """Return the library's races of a game as a chart, 25 MB that all racers of a process share."""
    chart = _chart_of(shipped_races(game), shipped_chart(game))
    chart.flags.writeable = False
    return chart


#: With fewer players chances are worked out as soon as they are read.
_KEPT_FROM = 4
#: Two of each game are kept, and as many of other versions.
_KEPT = KeptNumbers("races", "chances to win are worked out again", 8)


def race_of_table(run: Run) -> RaceSolution | None:
    """Return the race that the seats of a table play by; None if they do not all play by one. A
    race was solved under some rules: under others its chances are not those of the table."""
    if set(run.labels) != {Racer.name}:
        return None
    race = shipped_race(run.game, len(run.players))
    return race if race.rules == run.rules else None


@cache
def win_chances(game: str, players: int) -> ScoreChain:
    """Return the chances to win by the race that the library has of a game. How often games come to
    each score is not counted in it."""
    race = shipped_race(game, players)
    wins = race.classes.chain(RaceGains.of(race.declared).gains)

    def chances() -> Floats:
        wins.settle([race.shares])
        return wins.chances

    wins.chances[:] = _kept("chances", race, chances)
    return wins


@cache
def hands_of_game(game: str, players: int) -> float:
    """Return how many hands a game takes by the race that the library has of it."""
    race, wins = shipped_race(game, players), win_chances(game, players)

    def count() -> Floats:
        wins.count_visits([race.shares])
        return wins.visits.sum(keepdims=True).ravel()

    return float(_kept("hands", race, count)[0])


def _kept(what: str, race: RaceSolution, work_out: Callable[[], Floats]) -> Floats:
    """Return some numbers of a race, which are worked out once and kept on disk."""
    if race.about["players"] < _KEPT_FROM:
        return work_out()
    key = (what, race.about, hashlib.sha256(race.shares.tobytes()).hexdigest())
    return _KEPT.get(key, {__name__}, lambda: {what: work_out()})[what]


def largest_error(run: Run, chance: float) -> float:
    """Return the largest standard error that a chance to win can have in the solved race."""
    players = len(run.players)
    deals = ending_deals(shipped_race(run.game, players).about["deals"])
    return largest_error_of(hands_of_game(run.game, players), chance, deals)
