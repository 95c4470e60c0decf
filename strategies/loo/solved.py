"""The solved table as a strategy: declarations from a file of chances.

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
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.domino.tile_sets import lowest, nth
from simulate.games.loo.views import LEAVE, Declaring, Playing
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import pointer
from simulate.theory.loo.declarations import node_of
from simulate.theory.loo.hands import CLASSES, class_of
from simulate.theory.loo.solutions import Solution, entries
from strategies.base import AtTable, FromFile
from strategies.loo.base import LooStrategy
from strategies.loo.skills.learned_play import best_answer, best_five, chart_with_cells
from strategies.loo.skills.situations import AFTER_MISS, FOR_TURN_UP
from strategies.skills import chance_in

#: A chart begins with an index of the entries that a hand chooses from, the first one and the end:
#: by players, game (games differ in what may be declared, so none can use another's tables),
#: whether points are played for, and whether a seat must trump.
_MOST_PLAYERS = 4
_FIRST, _END, _PLACE = range(3)
_INDEX = _PLACE * 8 * (_MOST_PLAYERS + 1)
#: Of an entry: the logarithms of the penalty's share of the pool, of the pool and of the limit
#: of penalties, and where its chances begin.
_KEY = 4
_SHARE, _POOL, _LIMIT, _START = range(_KEY)
#: How much each of the first three counts where the nearest entry is looked for.
APART = 1.0, 0.1, 1e-3
#: Chips that stand for no limit.
_NO_LIMIT = 1e12
#: Chances of the first and of the second move; what is left to 1 is the chance of the third.
CHANCES = 2
_FAR = 1e9


def log_of_share(penalty: float, pool: float) -> float:
    """Return the logarithm of the penalty's share of the pool; very low where there is none."""
    return math.log((penalty + 1e-9) / pool)


def log_of_limit(limit: float) -> float:
    """Return the logarithm of the limit of penalties; very high where there is none."""
    return math.log(limit if limit > 0 else _NO_LIMIT)


_log_of_share, _log_of_limit = helper(log_of_share), helper(log_of_limit)


def place_in_index(players: int, rounce: int, points: int, must_trump: int) -> int:
    """Return the place of the entries that a hand chooses from in the index of a chart."""
    return _PLACE * (((2 * players + rounce) * 2 + points) * 2 + must_trump)


_place_in_index = inlined(place_in_index)


def _chosen_from(
    listed: Sequence[tuple[Solution, int, int]], rounce: int, points: int, must_trump: int
) -> list[int]:
    """Return the entries of one number of players that are for these rules, or nearly."""
    def unlike(entry: tuple[Solution, int, int]) -> tuple[bool, bool, bool]:
        about = entry[0].about
        return about["points"] != points, not entry[2], about["must_trump"] != must_trump

    of_game = [e for e, (solution, _, _) in enumerate(listed)
               if (solution.about["game"] == "rounce") == rounce]
    least = min((unlike(listed[e]) for e in of_game), default=None)
    return [e for e in of_game if unlike(listed[e]) == least]


def chart_of(own: Sequence[Solution], library: Sequence[Solution]) -> NDArray[np.float64]:
    """Return solutions as a chart: its index, the keys of their entries, and their chances."""
    listed = [(s, g, 1) for s, g in entries(own)] + [(s, g, 0) for s, g in entries(library)]
    index, chosen = np.zeros(_INDEX), list[int]()
    for players, rounce, points, must_trump in product(
            range(_MOST_PLAYERS + 1), (0, 1), (0, 1), (0, 1)):
        seated = [e for e, (solution, _, _) in enumerate(listed)
                  if solution.about["players"] == players]
        at = place_in_index(players, rounce, points, must_trump)
        index[at + _FIRST] = len(chosen)
        chosen += [seated[e] for e in _chosen_from(
            [listed[e] for e in seated], rounce, points, must_trump)]
        index[at + _END] = len(chosen)
    chances = [solution.chances[g, :, :, :CHANCES].ravel() for solution, g, _ in listed]
    starts = _INDEX + _KEY * len(chosen) + np.cumsum([0, *(part.size for part in chances)])
    keys = np.array([
        (log_of_share(solution.penalties[g], solution.pools[g]), math.log(solution.pools[g]),
         log_of_limit(solution.penalty_limit), starts[e])
        for e in chosen for solution, g, _ in [listed[e]]
    ]).reshape(-1, _KEY)
    return np.concatenate([index, keys.ravel(), *chances])


@helper
def nearest_from(
    numbers: Any, begin: int, players: int, rounce: int, points: int, must_trump: int,
    penalty: int, limit: int, pool: int,
) -> int:
    """Return where the chances of the entry begin that is nearest to a hand, in the chart that
    begins there in a row of numbers."""
    place = begin + _place_in_index(players, rounce, points, must_trump)
    share, size, most = _log_of_share(penalty, pool), math.log(pool), _log_of_limit(limit)
    nearest, start = _FAR, 0.0
    for entry in range(int(numbers[place + _FIRST]), int(numbers[place + _END])):
        at = begin + _INDEX + _KEY * entry
        apart = abs(share - numbers[at + _SHARE]) + APART[_POOL] * abs(size - numbers[at + _POOL])
        apart += APART[_LIMIT] * abs(most - numbers[at + _LIMIT])
        start = numbers[at + _START] if apart < nearest else start
        nearest = min(nearest, apart)
    return int(start)


#: Before the charts stand the places where the chart of each dealing seat begins; where no seat was
#: locked, all share one chart.
_BEGINS = _MOST_PLAYERS


def charts_by_dealer(own: Sequence[Solution], library: Sequence[Solution]) -> NDArray[np.float64]:
    """Return the charts of all dealing seats (``chart_of``), after the places where they begin."""
    dealers = {dealer for solution in own for dealer in solution.dealt_by}
    charts = [
        chart_of([solution.of_dealer(dealer) for solution in own], library)
        for dealer in (range(_MOST_PLAYERS) if dealers - {-1} else [-1])]
    begins = _BEGINS + np.cumsum([0, *(chart.size for chart in charts[:-1])])
    return np.concatenate([np.resize(begins, _BEGINS), *charts])


@inlined
def dealing_seat(seat: int, position: int, players: int) -> int:
    """Return the seat that deals at a table of so many, from a seat and its position."""
    return (seat - position - 1) % players


SHIPPED = Path(__file__).parent / "solutions"


@inlined
def table_for(view: Any, charts: Any) -> int:
    """Return where the chances of the table begin that is nearest to a hand
    (``charts_by_dealer``)."""
    numbers = pointer(charts)
    begin = int(numbers[dealing_seat(view.seat, view.position, view.players)])
    return begin + nearest_from(
        numbers, begin, view.players, view.rounce, view.points_game, view.must_trump,
        view.penalty, view.penalty_limit, view.pool,
    )


@inlined
def move_in(
    charts: Any, start: int, view: Any, position: int, hand: int, missed: int, dropped: int,
    word: int,
) -> int:
    """Return which of its moves a position makes by the table that begins there."""
    numbers = pointer(charts)
    own = class_of(hand, view.trump, view.turn_up, position == view.players - 1, view.players)
    node = node_of(view.players, position, missed, dropped)
    at = start + (node * CLASSES[view.players] + own) * CHANCES
    chance = chance_in(word)
    return int(chance >= numbers[at]) + int(chance >= numbers[at] + numbers[at + 1])


@inlined
def declare_by_tables(view: Any, charts: Any) -> int:
    """Return what the table that is nearest to a hand declares."""
    return nth(view.legal, move_in(
        charts, table_for(view, charts), view, view.position, view.hand, view.missed, view.dropped,
        view.word))


class Solved(FromFile, LooStrategy):
    """Declares by the chances of the solved table; plays its tiles by tables that were learnt among
    seats that play as it does."""

    name = "solved"
    summary = "Declares by solved tables and plays its tiles by tables learnt against its equals."
    looks_at = (
        "its hand, a double turned up, position, declarations, penalty and pool; tiles seen, who "
        "was void, tricks taken")
    load = staticmethod(Solution.load)

    def chart_at(self, table: AtTable | None) -> NDArray[np.float64]:
        game = table.game if table else self.games[0]
        if not self._own:
            return shipped_chart(game)
        return chart_with_cells(charts_by_dealer(self._own, shipped()), game)

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
    """Return the library's tables."""
    return tuple(Solution.load(path) for path in sorted(SHIPPED.glob("*.npz")))


@cache
def shipped_chart(game: str) -> NDArray[np.float64]:
    """Return the library's tables as the chart of a game, which all who play by them share."""
    return chart_with_cells(charts_by_dealer([], shipped()), game)
