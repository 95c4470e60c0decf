"""Which of the library's tables ``solved`` goes by."""

import numpy as np
import pytest

from simulate.books.jackknife import standard_error
from simulate.games.loo.rules import LooRules
from simulate.runs.run import Run
from simulate.theory.later_pools import worth_of_pools
from simulate.theory.loo.solutions import Solution
from strategies.lineup import seat_players
from strategies.loo.solved import (
    _INDEX,
    _PLACE,
    _SMALL_POOLS,
    SHIPPED,
    chart_of,
    nearest_chances,
    shipped,
)


@pytest.mark.parametrize(("table", "entry", "penalty", "limit", "pool"), [
    # The first pool is played for the same penalty under any cap: the later pools differ.
    ("unlimited", 0, 25, 0, 25), ("cap10", 0, 25, 40, 25), ("cap20", 0, 25, 80, 25),
    ("cap20", 0, 25, 100, 25), ("cap10", 0, 30, 40, 30), ("unlimited", 0, 30, 0, 30),
    ("unlimited", 1, 150, 0, 150), ("cap10", 1, 40, 40, 45), ("cap20", 2, 80, 80, 165),
    ("fixed5", 0, 20, 20, 25),
])
def test_a_hand_is_declared_by_the_table_solved_for_its_penalties(
    table, entry, penalty, limit, pool
):
    chart = chart_of((), shipped())
    start = nearest_chances(chart, 4, 0, 0, 1, penalty, limit, pool)
    expected = Solution.load(SHIPPED / f"loo-4-{table}.npz").chances[entry, :, :, :2].ravel()
    assert np.array_equal(chart[start : start + expected.size], expected)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("limit_a_seat", [0, 5, 10, 20, 13])
def test_entries_written_down_for_small_pools_are_those_that_a_search_finds(players, limit_a_seat):
    chart, limit = chart_of((), shipped()), players * limit_a_seat
    without = chart.copy()
    without[_SMALL_POOLS:_INDEX:_PLACE] = 0
    for pool in range(1, 1100):
        penalty = min(pool, limit) if limit else pool
        where = (players, 0, 0, 1, penalty, limit, pool)
        assert nearest_chances(chart, *where) == nearest_chances(without, *where)


@pytest.mark.parametrize("name", ["2-cap20", "3-cap10", "3-fixed5", "3-unlimited", "4-cap10",
                                  "4-cap20", "4-unlimited"])
def test_pools_are_worth_to_advice_and_charts_what_the_solver_found(name):
    """A larger pool above a first one, by position: to the chip, but for measured errors."""
    about = Solution.load(SHIPPED / f"loo-{name}.npz").about
    players, rules = about["players"], LooRules(**about["rules"])
    run = Run("loo", rules, seat_players("loo", "solved", players), 1, 1, 11)
    values, pools = worth_of_pools(run, 200_000), Solution.load(SHIPPED / f"loo-{name}.npz").pools
    found = np.array(about["worth"])
    for g, pool in enumerate(pools[1:].tolist(), 1):
        upper = int(np.searchsorted(values.table.grid, pool))
        below, above = values.table.grid[upper - 1], values.table.grid[upper]
        on = (pool - below) / (above - below)
        # With the last seat the dealer, positions are seats.
        own = values.chips[:, -1]
        seated = own[:, upper - 1] * (1 - on) + own[:, upper] * on
        apart = abs(found[g] - found[0] - seated[0])
        assert (apart < 4.5 * standard_error(seated) + 0.002 * pool).all()


@pytest.mark.parametrize("name", ["solved", "racer"])
def test_seats_that_play_by_the_library_share_its_tables(name):
    one, _, other = seat_players("loo", f"{name},random,{name}")
    assert one.chart is other.chart and not one.chart.flags.writeable
