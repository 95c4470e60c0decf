"""Solved tables and races as strategies: declarations from a file of chances.

Where all seats play so, the best declarations that were found win at least 0.05% of the pool a hand
with four players and 0.06% with two; the best answers to every decision, tiles too, at least 0.9%
with four (``docs/solution.md``).  These are lower bounds.  What several seats win that leave it
together was not measured.

The library carries tables solved for two to four players under the penalties that the
sources suggest, for Loo with points and for Rounce (``strategies/loo/solutions``).  A hand is
declared by the entry whose penalty (as a share of the pool) and whose pool are nearest to its own.
If several entries are alike in both, as those of a first pool with and without a cap are, the one
with the nearest limit of penalties decides. So any pool and other rules are played sensibly too, by
a table that was solved for similar ones; for your own rules use ``boneyard solve``. A table that
was solved around locked seats (``--lock``) has entries for each seat that deals.

The races win the game, whatever a declaration brings the hand. The library carries those of two to
four players, Loo for points and Rounce (``strategies/loo/races``).
"""

import hashlib
import math
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from simulate.books.tally import Floats
from simulate.domino.tile_sets import lowest, nth
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import LEAVE, SEATS, Declaring, Playing
from simulate.machine.compiling import helper, inlined
from simulate.runs.run import Run
from simulate.theory import chain
from simulate.theory.kept_numbers import KeptNumbers
from simulate.theory.loo.declared import gains_of, node_of
from simulate.theory.loo.hands import CLASSES, COARSE, class_of, coarse_class_of
from simulate.theory.loo.solutions import classes_of, ending_deals, load
from simulate.theory.solution_file import POOLS, RACE, SOLUTION, Solution
from strategies import charts
from strategies.base import AtTable, FromFile, Strategy
from strategies.loo.base import LooStrategy
from strategies.loo.skills.learned_play import best_answer, best_five, chart_with_cells
from strategies.loo.skills.situations import AFTER_MISS, FOR_TURN_UP
from strategies.skills import by_position

#: Moves that a position may have: to play, to take the miss, to drop, at most.
_MOVES = 3
#: A chart begins with where the race of each number of players begins (0: there is none), and with
#: the number of its first entry, of which the next one's is the end.
_ENTRIES = SEATS + 1
_INDEX = 2 * SEATS + 3
#: Of an entry: the logarithms of the penalty's share of the pool, of the pool and of the limit of
#: penalties; who deals (-1: anybody), whether points are played for, whether a seat must trump,
#: whether the library has it (0: a person), and the byte at which its chances begin.
_KEY = 8
_SHARE, _POOL, _LIMIT, _DEALER, _POINTS, _MUST_TRUMP, _LIBRARY, _START = range(_KEY)
#: How much each of the first three counts where the nearest entry is looked for.
APART = 1.0, 0.1, 1e-3
#: Other rules count more: what is played for most, then whose table it is.
_OTHER_POINTS, _OF_LIBRARY, _OTHER_DUTY, _FAR = 4e6, 2e6, 1e6, 1e9
#: Chips that stand for no limit.
_NO_LIMIT = 1e12


def log_of_share(penalty: float, pool: float) -> float:
    """Return the logarithm of the penalty's share of the pool; very low where there is none."""
    return math.log((penalty + 1e-9) / pool)


def log_of_limit(limit: float) -> float:
    """Return the logarithm of the limit of penalties; very high where there is none."""
    return math.log(limit if limit > 0 else _NO_LIMIT)


_log_of_share, _log_of_limit = helper(log_of_share), helper(log_of_limit)


def key_of(solution: Solution, entry: int) -> tuple[float, float, float]:
    """Return what distinguishes an entry: penalty, pool and limit."""
    rules, pool, limit = solution.rules, int(solution.pools[entry]), 0
    if solution.at.counts_later:
        assert isinstance(rules, LooRules)
        limit = rules.penalty_parts.limit(solution.about["players"])
    penalty = solution.at.stakes(pool).penalty
    return log_of_share(penalty, pool), math.log(pool), log_of_limit(limit)


def chart_of(own: Sequence[Solution], library: Sequence[Solution]) -> Floats:
    """Return solutions of a game as a chart: its index, the keys of pools, and all chances."""
    each = [(one, late) for late, some in enumerate((own, library)) for one in some]
    tables = sorted(((one, late) for one, late in each if one.states == POOLS),
                    key=lambda pair: pair[0].about["players"])
    index, keys, parts = np.zeros(_INDEX), list[tuple[float, ...]](), list[Floats]()
    at = _INDEX + _KEY * sum(len(one.chances) for one, _ in tables)
    for one, late in tables:
        index[_ENTRIES + one.about["players"] + 1 :] += len(one.chances)
        keys += [(*key_of(one, e), e * one.dealers // len(one.chances) if one.dealers > 1 else -1,
                  not one.at.counts_later, one.at.rules.must_trump, late,
                  charts.BYTES * at + e * chances[..., :-1].size)
                 for e, chances in enumerate(one.chances)]
        parts.append(charts.in_bytes(one.chances))
        at += len(parts[-1])
    for one, _ in each:
        if one.states == RACE and not index[one.about["players"]]:
            index[one.about["players"]], classes = at, classes_of(one)
            parts.append(charts.by_score(one, classes.floor, classes.of_score))
            at += len(parts[-1])
    return np.concatenate([index, np.ravel(keys), *parts])


@helper
def table_for(view: Any, chart: Any) -> int:
    """Return the byte where the chances of the entry begin that is nearest to a hand."""
    share, size = _log_of_share(view.penalty, view.pool), math.log(view.pool)
    most, points, duty = _log_of_limit(view.penalty_limit), view.points_game, view.must_trump
    dealer, nearest, start = charts.dealing_seat(view), _FAR, 0.0
    first, stop = int(chart[_ENTRIES + view.players]), int(chart[_ENTRIES + view.players + 1])
    for entry in range(first, stop):
        at = _INDEX + _KEY * entry
        if chart[at + _DEALER] >= 0 and chart[at + _DEALER] != dealer:
            continue
        apart = abs(share - chart[at + _SHARE]) + APART[_POOL] * abs(size - chart[at + _POOL])
        apart += APART[_LIMIT] * abs(most - chart[at + _LIMIT])
        apart += _OF_LIBRARY * chart[at + _LIBRARY]
        apart += _OTHER_POINTS if chart[at + _POINTS] != points else 0.0
        apart += _OTHER_DUTY if chart[at + _MUST_TRUMP] != duty else 0.0
        start = chart[at + _START] if apart < nearest else start
        nearest = min(nearest, apart)
    return int(start)


SHIPPED, RACES = (Path(__file__).parent / name for name in ("solutions", "races"))


@inlined
def move_in(
    chart: Any, start: int, view: Any, position: int, hand: int, missed: int, dropped: int,
    word: int,
) -> int:
    """Return which of its moves a position makes by the table that begins at a byte."""
    own = class_of(hand, view.trump, view.turn_up, position == view.players - 1, view.players)
    node = node_of(view.players, position, missed, dropped)
    at = start + (node * CLASSES[view.players] + own) * (_MOVES - 1)
    return charts.action_by(chart, at, _MOVES, word)


@inlined
def declare_by_tables(view: Any, chart: Any) -> int:
    """Return what the entry declares that is nearest to a hand."""
    return nth(view.legal, move_in(
        chart, table_for(view, chart), view, view.position, view.hand, view.missed, view.dropped,
        view.word))


@helper
def declare_by_races(view: Any, chart: Any) -> int:
    """Return what the race of a table declares, or ``solved`` where the chart has none."""
    race = int(chart[view.players]) if view.points_game else 0
    if not race:
        return declare_by_tables(view, chart)
    state = charts.first_state(view, chart, race)
    for p in range(view.players):
        state = charts.with_score(chart, race, state, by_position(
            p, view.score_0, view.score_1, view.score_2, view.score_3))
    own = coarse_class_of(view.hand, view.trump, view.turn_up, view.position == view.players - 1)
    node = node_of(view.players, view.position, view.missed, view.dropped)
    return nth(view.legal, charts.action_at_score(
        chart, race, state, node, own, COARSE, _MOVES, view.word))


class Solved(FromFile, LooStrategy):
    """Declares by solved tables, plays by tables learnt in self-play."""

    name = "solved"
    looks_at = (
        "its hand, a double turned up, position, declarations, penalty and pool; tiles seen, who "
        "was void, tricks taken")
    load = staticmethod(load)
    #: Whether the chart has the library's races.
    races: ClassVar[bool] = False

    def chart_at(self, table: AtTable | None) -> Floats:
        # The game is all that is certain of a table: rules may change under seated players.
        game = table.game if table else self.games[0]
        if not self._own:
            return shipped_chart(game, self.races)
        game = self._own[0].about["game"]
        return chart_with_cells(chart_of(self._own, carried(game, self.races)), game)

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        return declare_by_tables(view, p.chart)

    @staticmethod
    def take_turn_up(view: Declaring, p: Any) -> int:
        six = view.hand | 1 << view.turn_up
        thrown = lowest(six & ~best_five(view, p.chart, six, FOR_TURN_UP))
        return LEAVE if thrown == view.turn_up else thrown

    @staticmethod
    def keep_after_miss(view: Declaring, p: Any) -> int:
        return best_five(view, p.chart, view.hand, AFTER_MISS)

    @staticmethod
    def lead(view: Playing, p: Any) -> int:
        return best_answer(view, p.chart)

    @staticmethod
    def follow(view: Playing, p: Any) -> int:
        return best_answer(view, p.chart) >> 3


@cache
def shipped() -> tuple[Solution, ...]:
    """Return the library's tables of pools."""
    return tuple(load(path) for path in sorted(SHIPPED.glob(f"*{SOLUTION}")))


@cache
def shipped_race(game: str, players: int) -> Solution:
    """Return the race that the library has of a game."""
    return load(RACES / f"{game}-{players}{SOLUTION}")


def carried(game: str, races: bool) -> list[Solution]:
    """Return the library's tables of a game, with its races or without."""
    return [*(one for one in shipped() if one.about["game"] == game),
            *(shipped_race(game, players) for players in range(2, SEATS + 1) if races)]


@cache
def shipped_chart(game: str, races: bool = False) -> Floats:
    """Return the library's tables as the chart of a game, which all who play by them share."""
    return chart_with_cells(chart_of((), carried(game, races)), game)


class Racer(Solved):
    """Declares by solved tables to win games; for chips as solved."""

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
    """Return the race that all seats of a table play by, under its rules; None if there is none."""
    if set(run.labels) != {Racer.name}:
        return None
    race = shipped_race(run.game, len(run.players))
    return race if race.rules == run.rules else None


@cache
def win_chances(game: str, players: int) -> chain.ScoreChain:
    """Return the chances to win by the race that the library has of a game."""
    race = shipped_race(game, players)
    wins = classes_of(race).chain(gains_of(race.at).gains)
    wins.chances[:] = _kept("chances", race, lambda: wins.settle([race["shares"]]))
    return wins


@cache
def hands_of_game(game: str, players: int) -> float:
    """Return how many hands a game takes by the race that the library has of it."""
    race, wins = shipped_race(game, players), win_chances(game, players)
    return float(_kept("hands", race, lambda: wins.count_visits(
        [race["shares"]]).sum(keepdims=True).ravel())[0])


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
    return chain.largest_error(hands_of_game(run.game, players), chance, deals)
