"""Which of the library's tables ``solved`` goes by."""

import re
from pathlib import Path

import numpy as np
import pytest

from simulate.books.tally import standard_error
from simulate.games.loo.rules import LooRules
from simulate.runs.run import Run
from simulate.theory.later_pools import worth_of_pools
from simulate.theory.loo.solutions import load
from strategies.lineup import seat_players
from strategies.loo import solved
from tests.sizes import in_pieces


@pytest.mark.parametrize(("table", "entry", "penalty", "limit", "pool"), [
    # The first pool is played for the same penalty under any cap: the later pools differ.
    ("unlimited", 0, 25, 0, 25), ("cap10", 0, 25, 40, 25), ("cap20", 0, 25, 80, 25),
    ("cap20", 0, 25, 100, 25), ("cap10", 0, 30, 40, 30), ("unlimited", 0, 30, 0, 30),
    ("unlimited", 1, 150, 0, 150), ("cap10", 1, 40, 40, 45), ("cap20", 2, 80, 80, 165),
    ("fixed5", 0, 20, 20, 25)])
def test_a_hand_is_declared_by_the_table_solved_for_its_penalties(
    table, entry, penalty, limit, pool
):
    chart = solved.chart_of((), solved.carried("loo", False))
    start = solved.nearest_from(chart, 4, 3, 0, 1, penalty, limit, pool)
    expected = load(solved.SHIPPED / f"loo-4-{table}.npz").chances[entry].cumsum(axis=-1)[..., :2]
    found = chart.view(np.uint8)[start : start + expected.size]
    assert np.array_equal(found, np.rint(255 * expected).ravel())


@in_pieces("name", "4-cap20", "2-cap20", "3-cap10", "3-fixed5", "3-unlimited", "4-cap10",
           "4-unlimited")
def test_pools_are_worth_to_advice_and_charts_what_the_solver_found(name):
    """A larger pool above a first one, by position: to the chip, but for measured errors."""
    about = load(solved.SHIPPED / f"loo-{name}.npz").about
    players, rules = about["players"], LooRules(**about["rules"])
    run = Run("loo", rules, seat_players("loo", "solved", players), 1, 1, 11)
    values = worth_of_pools(run, 200_000)
    pools = load(solved.SHIPPED / f"loo-{name}.npz").pools
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


def test_the_docs_say_of_every_table_how_good_its_file_says_it_is():
    """The mean over the seats; errors are added up, since seats meet the same deals."""
    names = {"fixed": "fixed5", "points": "points", "unlimited": "unlimited"}
    rows = re.findall(r"\| (Loo|Rounce) \| (\d) \| (\w+)[ \d]* \| (\d+) \| (.*)% \| (.*)% \|",
                      (Path(__file__).parents[2] / "docs" / "solution.md").read_text())
    assert len(rows) == 12
    for game, players, penalty, pool, *told in rows:
        file = f"{game.lower()}-{players}-{names[penalty]}.npz"
        about = load(solved.SHIPPED / file).about
        part = 100 / int(players) / int(pool)
        assert told == [
            f"{part * sum(about[gain][0]):.3f} ± {1.96 * part * sum(about[f'{gain}_se'][0]):.3f}"
            for gain in ("gain", "fine_gain")]
