"""Bids are solved and exploited: Forty-two, whose later seats only need the highest bid."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import boneyard
from simulate.domino.tile_sets import lowest
from simulate.games.game import find_game
from simulate.runs.follow import histories
from simulate.runs.run import Run
from simulate.theory.declared import declared_at
from strategies.lineup import library, seat_players

DEALS = 600


def table(lineup="thumb", deals=DEALS):
    rules = find_game("fortytwo").rules_class()
    return Run("fortytwo", rules, seat_players("fortytwo", lineup, 4), deals, 1, 5)


def ahead(run):
    """Return by how much each position is ahead after a hand of each session."""
    found = np.zeros((run.sessions, 4), np.int64)
    for session, (hand, _) in enumerate(histories(run, range(run.sessions), 0, 1)):
        for p, seat in product(range(4), range(4)):
            if (hand["dealer"] + 1 + p) % 4 == seat:
                found[session, p] = hand["points"][seat] - hand["points"][seat ^ 1]
    return found


@pytest.mark.usefixtures("fortytwo")
def test_forced_bids_bring_what_plain_play_does():
    thumb = library("fortytwo")["thumb"]

    class Lowest(thumb):
        name = "lowest"

        @staticmethod
        def bid(view, p):
            return lowest(view.legal)

    run, session = table(), np.arange(DEALS)
    at = declared_at(run)
    found = at.decisions(1, 0, DEALS)
    points = at.endings.own.reshape(-1, 4)[found.outcomes, np.arange(4)[:, None]] - 127
    kept = np.take_along_axis(points, found.does[:, :, None].astype(np.int64), 2)[:, :, 0]
    assert (kept == ahead(run)).all()
    for seat in range(4):
        lineup = [Lowest if one == seat else thumb for one in range(4)]
        made = ahead(replace(run, players=seat_players("fortytwo", lineup, 4)))
        own = (seat - session - 1) % 4
        assert (points[session, own, 0] == made[session, own]).all()


@pytest.mark.usefixtures("fortytwo")
def test_a_solved_table_leaves_nothing_to_win_and_beats_the_library(tmp_path):
    solved = boneyard.solve("fortytwo", deals=4500, rounds=2, jobs=1, file=tmp_path / "s.npz")
    assert "do not surely win more" in solved.answer[1]
    shares = solved.tables["solution_seats"]
    assert shares.filter(regex=r"^(pass|\d+)$").sum(axis=1).to_numpy() == pytest.approx(
        1, abs=1e-3)
    for other in ("thumb", "bold"):
        found = boneyard.simulate(
            "fortytwo", [str(tmp_path / "s.npz"), other] * 2, sessions=1000, jobs=1)
        assert found.tables["strategies"]["games_won_low"].iloc[0] > 0.5, other
