"""``study miss``: its chart, the wall, other pools, and what strategies do wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boneyard import BoneyardError, study
from reports.games.loo.decisions import at_score
from reports.request import set_up
from reports.stats.move_values import is_clear
from reports.studies.advise.decision_input import read_decision
from reports.studies.miss import charts_at, study_miss
from reports.studies.race import check_score
from reports.typed.query import Query
from simulate.games.loo.views import DROP, MISS, PLAY
from simulate.runs.run import silent
from simulate.theory.loo.hands import TURNED_KINDS, TURNED_UP, name_of_kind
from strategies.loo.base import LooStrategy
from tests.proofs.margins import forced, name_of_hand
from tests.proofs.whole_sessions import play_games_from, row_of, seated


@pytest.fixture(scope="module")
def good():
    return study_miss(set_up("loo", "solved", 4, None, 200_000, 1, 5), jobs=1)


def test_the_chart_tells_a_double_turned_up(good):
    """The eldest hand without a trump drops if a double is turned up, and else takes the miss."""
    frame = good.sections[0].tables[0].frame.xs(
        ("eldest hand", "nothing", "no trump", "2+ doubles"),
        level=("place", "before", "hand", "doubles"))
    assert frame.loc["another tile", "best"] == "miss" and frame.loc["another tile", "clear"]
    assert frame.loc["a double", "best"] == "drop" and frame.loc["a double", "clear"]
    # A trump is turned up in each deal, and the seven doubles are a quarter of the tiles.
    assert frame.loc["a double", "deals"] / frame["deals"].sum() == pytest.approx(1 / 4, abs=0.05)


class Poorer(LooStrategy):
    """Misses or drops while the pool is small, and else plays; so rivals see the pool."""

    name = "poorer"
    summary = looks_at = "the pool"

    @staticmethod
    def declare(view, parameters):
        if view.pool >= 60:
            return PLAY
        return DROP if view.legal >> DROP & 1 else PLAY


def test_another_action_takes_over_at_a_pool_that_rivals_see():
    """Told from a pool of 25, at which the rivals drop, what is best where they play."""
    run = set_up("loo", ["book", *[Poorer] * 3], 4, {"penalty": "cap:20"}, 200_000, 1, 5)
    study = study_miss(run, pool=25, jobs=1)
    pools = study.found["pools"]
    moved = {cell: action for cell in pools.own.margins
             for action, where in pools.others(cell).items() if max(pools.charts) in where}
    assert moved and all(action != pools.own.margins[cell][0] for cell, action in moved.items())
    (far, *_) = charts_at(replace(run, sessions=60_000), 1, silent, pool=max(pools.charts))
    there = {cell: best for cell, (best, _, margin) in far.margins.items() if is_clear(margin)}
    both = [there[cell] == action for cell, action in moved.items() if cell in there]
    assert both and np.mean(both) > 0.8


def test_the_score_changes_what_is_best():
    start, end = (study("miss", "rounce", "racer", players=2, sessions=24_000, score=score, jobs=1)
                  for score in ("15 15", "14 1"))
    best = [one.tables["miss_chart"]["best"].value_counts() for one in (start, end)]
    assert best[0].to_dict() != best[1].to_dict()
    assert "--score '14 1'" in end.command
    subtitle = [one.report().pictures()["miss_chart"].figure.texts[0].get_text()
                for one in (start, end)]
    assert "at the start, played to win" in subtitle[0] and "at 14 1 points still to go" in (
        subtitle[1].replace("\n", " "))


@pytest.mark.slow
@pytest.mark.parametrize(("score", "held"), [
    ((14, 12), ("", "no trump", "1 trump", "2 trumps with the best")),
    ((4, 13), ("", "no trump", "1 trump"))])
def test_margins_at_a_score_are_what_whole_games_bring(score, held):
    """The eldest hand of two plays, and takes a dummy; then the game goes on to its end.

    No code that forks deals or values scores is used for it.
    """
    run, games, sides = set_up("rounce", "racer", 2, None, 1, 1, 3), 60_000, {}
    (later, _), dealt = row_of(run, 0), np.arange(1, 2 * games, 2)  # the second seat deals
    for action in (PLAY, MISS):
        first, _kept = row_of(seated(run, 0, forced(run.players[0], action)), 0)
        told, winners = np.zeros((games, 5), np.int64), np.zeros(games, np.int64)
        play_games_from(first, later, dealt, np.array(score), told, winners)
        assert (told[:, 0] == action).all()
        sides[action] = winners == 0
    more = 100.0 * sides[PLAY] - 100.0 * sides[MISS]
    names = np.array([name_of_hand(*hand) for hand in told[:, 2:].tolist()])
    (chart,) = charts_at(replace(run, sessions=40_000, seed=4), 1, silent, score=score)
    for name in held:
        here = more[np.char.startswith(names, name)]
        kinds = [k for k in range(TURNED_KINDS) if name_of_kind(k // TURNED_UP).startswith(name)]
        # The sets of the eldest hand come first.
        cells = chart.cells.both.each(lambda sums, kinds=kinds: sums[kinds]).over(0)
        error = np.hypot(here.std() / len(here) ** 0.5, cells.errors[0, 1])
        assert abs(here.mean() - cells.margins[0, 1]) < 4 * error
        assert abs(here.mean()) > 4 * error


def test_a_score_of_loo_is_points_won():
    run = set_up("loo", "racer", 3, {"scoring": "points"}, 1, 1, 3)
    assert check_score(run, "12 14 -8") == (12, 14, -8)
    assert at_score(run, (12, 14, -8)) == "at 12 14 -8 points won so far"
    with pytest.raises(BoneyardError, match="15 is not from -100 to 14, points of a game"):
        check_score(run, "12 14 15")


def test_a_score_of_rounce_is_points_to_go_in_studies_and_in_advice():
    run = set_up("rounce", "racer", 3, None, 1, 1, 3)
    told = Query("6-6 6-2 4-4 3-1 2-0", "eldest", "6-3", score="3 1 7")
    assert check_score(run, told.score) == (12, 14, 8)
    assert at_score(run, (12, 14, 8)) == "at 3 1 7 points still to go"
    assert read_decision(run, told)[0]["points_before"] == [3, 1, 7]
