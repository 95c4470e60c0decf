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
from simulate.theory.bids import PASS, Bids
from simulate.theory.cfr import NO_ACTION, Buckets, Deals, outcomes_of, reach_of, sweep
from simulate.theory.declarations import Declarations
from simulate.theory.declared import declared_at
from strategies.lineup import library, seat_players

DEALS = 600


def table(lineup="thumb", deals=DEALS):
    rules = find_game("fortytwo").rules_class()
    return Run("fortytwo", rules, seat_players("fortytwo", lineup, 4), deals, 1, 5)


def test_ways_that_join_are_swept_as_the_tree_of_all_histories():
    def legal(history):
        bid = max(history, default=PASS)
        return tuple(range(bid + 1, 5)) if history == (PASS, PASS) else (PASS, *range(bid + 1, 5))

    def highest(history):
        return Bids.seen(None, history)

    every, joined = (Declarations.of(3, legal, 4, *seen) for seen in ((), (highest,)))
    assert every.tree.joins is None and joined.tree.joins is not None
    assert len(joined.tree.player) < len(every.tree.player)
    rng, kinds, deals = np.random.default_rng(3), 3, 40
    policy = rng.random((len(joined.tree.player), kinds, 4))
    policy *= (joined.tree.follows != NO_ACTION)[:, None]
    policy /= policy.sum(axis=2, keepdims=True)
    hands = rng.integers(0, kinds, (deals, 3)).astype(np.int32)
    outcomes = rng.integers(0, 5, (deals, len(joined.ends))).astype(np.uint8)
    payoffs = rng.random((len(joined.ends), 5, 3))
    node, leaf = ([some.index(highest(one)) for one in own] for some, own in (
        (joined.histories, every.histories), (joined.ends, every.ends)))
    few = Deals(Buckets(hands, joined.tree.player, kinds), outcomes, payoffs)
    many = Deals(Buckets(hands, every.tree.player, kinds), np.ascontiguousarray(outcomes[:, leaf]),
                 payoffs[leaf])
    own, all_ = (sweep(*each, endings=True) for each in (
        (joined.tree, policy, few), (every.tree, policy[node], many)))
    assert own.root == pytest.approx(all_.root)
    for name in ("regrets", "others"):
        added = np.zeros_like(getattr(own, name))
        np.add.at(added, node, getattr(all_, name))
        assert getattr(own, name) == pytest.approx(added), name
    added = np.zeros_like(own.outcomes)
    np.add.at(added, leaf, all_.outcomes)
    assert own.outcomes == pytest.approx(added)
    assert outcomes_of(joined.tree, policy, few).sum() == pytest.approx(1)
    assert reach_of(joined.tree, policy, few)[0].sum() == pytest.approx(1)


@pytest.mark.usefixtures("fortytwo")
def test_the_tree_of_bids():
    declared = declared_at(table()).declared
    assert declared.histories[:3] == ((), (1,), (2,))
    assert (len(declared.histories), len(declared.ends)) == (88, 56)
    dealer = declared.histories.index((PASS,) * 3)
    assert declared.actions[dealer] == tuple(range(2, 16))
    nodes, leaf = declared.walk(np.array([[2, PASS, 5, 6], [2, 3, 5, 6]]))
    assert nodes[0, 3] == nodes[1, 3] == declared.histories.index((PASS, PASS, 5))
    assert [declared.ends[k] for k in leaf] == [(PASS, PASS, PASS, 6)] * 2


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
    found = declared_at(run).decisions(1, 0, DEALS)
    points = found.outcomes.astype(np.int64) - 127
    kept = np.take_along_axis(points, found.does[:, :, None].astype(np.int64), 2)[:, :, 0]
    assert (kept == ahead(run)).all()
    for seat in range(4):
        lineup = [Lowest if one == seat else thumb for one in range(4)]
        made = ahead(replace(run, players=seat_players("fortytwo", lineup, 4)))
        own = (seat - session - 1) % 4
        assert (points[session, own, 0] == made[session, own]).all()


@pytest.mark.usefixtures("fortytwo")
def test_a_solved_table_leaves_nothing_to_win_and_beats_the_library(tmp_path):
    solved = boneyard.solve("fortytwo", deals=9000, rounds=2, jobs=1, file=tmp_path / "s.npz")
    assert "do not surely win more" in solved.answer[1]
    shares = solved.tables["solution_seats"]
    assert shares.filter(regex=r"^(pass|\d+)$").sum(axis=1).to_numpy() == pytest.approx(
        1, abs=1e-3)
    for other in ("thumb", "bold"):
        found = boneyard.simulate(
            "fortytwo", [str(tmp_path / "s.npz"), other] * 2, sessions=2000, jobs=1)
        assert found.tables["strategies"]["games_won_low"].iloc[0] > 0.5, other


@pytest.mark.slow
@pytest.mark.usefixtures("fortytwo")
def test_what_a_table_wins_around_one_seat_is_what_best_responses_win_there():
    around = boneyard.solve("fortytwo", lock=dict.fromkeys((1, 2, 3), "thumb"), deals=9000,
                            rounds=2, jobs=1)
    gain = around.tables["solution_played"].iloc[1]
    best = boneyard.exploit("fortytwo", "thumb", deals=9000, jobs=1).tables[
        "exploitability"].iloc[0]
    error = np.hypot(gain.change_se, (best.gain_high - best.gain_low) / 4)
    assert gain.change > 1 and abs(gain.change - best.gain) < 3 * error
