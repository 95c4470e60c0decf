"""The solved race as a strategy: declarations that win the game, whatever they bring the hand.

The library carries races solved for two to four players, Loo for points and Rounce
(``strategies/loo/races``).  Where chips are played for there is no score to play to: it declares
as ``solved`` does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

from simulate.books.exact_sums import Floats
from simulate.games.loo.views import Declaring
from simulate.runs.run import Run
from simulate.theory.chain import ScoreChain
from simulate.theory.kept_numbers import KeptNumbers
from simulate.theory.loo.declarations import RaceGains
from simulate.theory.loo.solutions import classes_of, ending_deals, load
from simulate.theory.solution_file import POOLS, SOLUTION, Solution
from simulate.theory.stage import largest_error as largest_error_of
from strategies.base import Strategy
from strategies.loo.solved import Solved, declare_by_races, shipped_race


class Racer(Solved):
    """Declares by solved tables to win games for points; for chips it plays like solved."""

    name = "racer"
    looks_at = "its hand, a double turned up, position, what was declared, the scores of all seats"
    #: Of any solved table: ``solved`` plays those that count a hand for itself.
    file_ending = SOLUTION
    races = True

    @classmethod
    def is_tried(cls, unit: str) -> bool:
        """Return whether points are played for: for chips it is another name for ``solved``."""
        return unit == "points"

    @classmethod
    def of_file(cls, path: str, game: str) -> Strategy:
        """Return the strategy of a table, or of a race, that ``boneyard solve`` kept."""
        of_pools = load(path).states == POOLS
        return Solved.of_file(path, game) if of_pools else super().of_file(path, game)

    @classmethod
    def holding(cls, solution: Solution) -> Any:
        """Return the strategy of a table, or of a race, that is at hand."""
        return Solved.holding(solution) if solution.states == POOLS else super().holding(solution)

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        return declare_by_races(view, p.chart)


#: With fewer players chances are worked out as soon as they are read.
_KEPT_FROM = 4
#: Two of each game are kept, and as many of other versions.
_KEPT = KeptNumbers("races", "chances to win are worked out again", 8)


def race_of_table(run: Run) -> Solution | None:
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
    wins = classes_of(race).chain(RaceGains.of(race.declared).gains)

    def chances() -> Floats:
        wins.settle([race["shares"]])
        return wins.chances

    wins.chances[:] = _kept("chances", race, chances)
    return wins


@cache
def hands_of_game(game: str, players: int) -> float:
    """Return how many hands a game takes by the race that the library has of it."""
    race, wins = shipped_race(game, players), win_chances(game, players)

    def count() -> Floats:
        wins.count_visits([race["shares"]])
        return wins.visits.sum(keepdims=True).ravel()

    return float(_kept("hands", race, count)[0])


def _kept(what: str, race: Solution, work_out: Callable[[], Floats]) -> Floats:
    """Return some numbers of a race, which are worked out once and kept on disk."""
    if race.about["players"] < _KEPT_FROM:
        return work_out()
    key = (what, race.about, hashlib.sha256(race["shares"].tobytes()).hexdigest())
    return _KEPT.get(key, {__name__}, lambda: {what: work_out()})[what]


def largest_error(run: Run, chance: float) -> float:
    """Return the largest standard error that a chance to win can have in the solved race."""
    players = len(run.players)
    deals = ending_deals(shipped_race(run.game, players).about["deals"])
    return largest_error_of(hands_of_game(run.game, players), chance, deals)
