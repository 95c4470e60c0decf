"""The auction solver: forks, enumeration, responses, and seats that keep to a strategy."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from reports.request import set_up
from reports.results.game_report import race_of
from simulate.books.tally import standard_error
from simulate.games.euchre.kernel import SEAT_FIELDS
from simulate.games.euchre.rules import EuchreRules
from simulate.games.euchre.views import make
from simulate.runs.chunk import play_sessions
from simulate.runs.follow import histories
from simulate.runs.play import play
from simulate.theory.cfr import CFR, Buckets, Deals, exploitability, mean_payoffs, sweep
from simulate.theory.euchre import auctions
from simulate.theory.euchre.auctions import point_worth
from simulate.theory.euchre.calls import Calls
from simulate.theory.euchre.forked_deals import (
    CELLS,
    KINDS,
    MOST_POINTS,
    POINTS,
    calls_at,
    fork_deals,
    sides,
)
from simulate.theory.score_values import PARTS
from simulate.theory.stage import seated, solve
from strategies.lineup import seat_players
from tests.simulate.games.euchre.forced import forced
from tests.sizes import in_pieces

TINY = 12


def table(players, lineup="hoyle", sessions=1):
    return set_up("euchre", lineup, players, None, sessions, 1, 5)


@pytest.fixture(scope="module")
def two():
    return fork_deals(table(2), 9_000, jobs=1)


def test_the_tree_asks_everybody_twice_and_ends_with_the_first_call():
    tree, ways = auctions.declarations(4).tree, auctions.ways_of(4)
    assert tree.follows.shape == (8, 3) and tree.leaves == 17
    assert tree.follows[0].tolist() == [1, ~0, ~1] and tree.follows[7].tolist() == [~14, ~15, ~16]
    assert [ways.number[leaf, 0] // 9 for leaf in (0, 2, 5, 8, 14, 16)] == [0, 1, 0, 0, 0, 1]
    assert auctions.declarations(3).tree.follows.shape == (6, 2) and auctions.calls_of(3) == 1
    shares = np.zeros((17, 9))
    shares[3, 8] = shares[14, 4] = 0.5
    ends = ways.shares(shares)
    assert ends[9 + 8] == 0.5 and ends[4] == 0.5


def value_of(values, calls, deal, players=2):
    """Play a tiny auction by hand: calls[node] is True to call; return points to side 0."""
    for node in range(2 * players):
        if calls[node]:
            return values[deal, node] if node % 2 == 0 else -values[deal, node]
    return 0


def test_a_tiny_auction_is_solved_as_enumeration_solves_it(two):
    # Two seats who see nothing of their hands but one bit: every pair of plans is tried.
    order = np.arange(KINDS, dtype=float)
    rolled, tree = auctions.roll(two.some(0, TINY), order), auctions.declarations(2).tree
    bit = np.minimum(rolled.coarse % 2 + (rolled.coarse > 40), 1).astype(np.int32)
    values = rolled.outcomes[:, ~tree.follows[:, 1]].astype(int) - 4
    plans = list(product([False, True], repeat=4))  # (round 1 bit 0, bit 1, round 2 bit 0, bit 1)
    payoff = np.zeros((16, 16))
    for i, first in enumerate(plans):
        for j, second in enumerate(plans):
            for deal in range(TINY):
                called = [(first, second)[node % 2][2 * (node // 2) + bit[deal, node]]
                          for node in range(4)]
                payoff[i, j] += value_of(values, called, deal) / TINY
    payoffs = point_worth(2)[auctions.ways_of(2).number][..., tree.player % 2]
    deals = Deals(Buckets(bit, tree.player, CELLS), rolled.outcomes, payoffs)
    minimiser = CFR(tree, CELLS)
    minimiser.minimise(deals, 4000, TINY)
    found = minimiser.average
    ends = sweep(tree, found, deals, endings=True).outcomes / len(deals)
    value = mean_payoffs(ends, deals.payoffs)[0]
    # The value of a game between two lies between what either plan secures.
    mixed = np.array([_chance(found, plan, 0) for plan in plans])
    other = np.array([_chance(found, plan, 1) for plan in plans])
    assert mixed.sum() == pytest.approx(1) and mixed @ payoff @ other == pytest.approx(value)
    assert (mixed @ payoff).min() == pytest.approx(value, abs=0.01)
    assert (payoff @ other).max() == pytest.approx(value, abs=0.01)
    assert exploitability(tree, found, deals, deals).mean() < 0.01


def _chance(strategy, plan, position):
    """Return with what chance a seat that mixes at every node goes by a plan of all four."""
    chance = 1.0
    for number in range(2):
        for bit in range(2):
            call = strategy[2 * number + position, bit, 1]
            chance *= call if plan[2 * number + bit] else 1 - call
    return chance


@in_pieces("players", 2, 4)
def test_a_solved_auction_leaves_a_best_response_next_to_nothing(players):
    solver = solve(Calls(table(players), deals=24_000, points=True), 3)
    worth, forked = point_worth(sides(players)), fork_deals(table(players), 24_000, jobs=1)
    gain = solver.gains[0][0]
    assert gain.total < 0.012 and gain.total - 2 * np.nanmean(gain.se) < 0.004
    calls = calls_at(forked, (0, 0), run=table(players, "cautious"), jobs=1)
    learned, judged = (auctions.Auctions(half, own, worth) for half, own in (
        (forked.some(0, 16_000), calls[:16_000]), (forked.some(16_000, None), calls[16_000:])))
    assert auctions.exploited(learned, judged, solver.order).mean() > 0.1  # easy prey


DEALS = 400


def values_of_run(run):
    """Return what the first hand of each session is worth to each seat, as the kernel counts."""
    rows = play_sessions(run, 0, run.sessions, 1)
    return rows.seat.reshape(run.sessions, len(run.players), -1)[:, :, SEAT_FIELDS.index("value")]


@pytest.fixture(scope="module")
def forks():
    found = {}
    for players in (2, 3, 4):
        for lead in ("announced", "high"):
            run = forced(0, 1, 0, 0, players, EuchreRules(lead_suit=lead), DEALS)
            found[players, lead] = fork_deals(run, DEALS, jobs=1)
    return found


@pytest.mark.parametrize(("players", "maker", "number", "step", "alone"), [
    (4, 0, 1, 0, 0), (4, 1, 1, 0, 1), (4, 3, 1, 0, 0), (4, 2, 2, 3, 1), (4, 3, 2, 6, 0),
    (3, 0, 1, 0, 0), (3, 2, 1, 0, 0), (3, 1, 2, 2, 0), (2, 1, 1, 0, 0), (2, 0, 2, 5, 0)])
@pytest.mark.parametrize("lead", ["announced", "high"])
def test_a_fork_is_what_whole_runs_make_of_that_call(
    forks, players, maker, number, step, alone, lead
):
    deals = forks[players, lead]
    run = forced(maker, number, step, alone, players, EuchreRules(lead_suit=lead), DEALS)
    seen = values_of_run(run)
    calls = make((deals.turned + step) % 7, alone)
    value = deals.value_of(number - 1, maker, calls)
    count = sides(players)
    for position in range(players):
        sign = 1 if position % count == maker % count else -1
        assert np.array_equal(seen[np.arange(DEALS), seat_at(deals, position)], sign * value)


def seat_at(deals, position):
    """Return who sits in a position in each deal."""
    return (deals.first + np.arange(len(deals)) + 1 + position) % deals.players


@pytest.mark.parametrize(("lineup", "players"), [
    ("hoyle,threshold,loner,random", 4), ("threshold,hoyle,cautious", 3), ("random,bold", 2)])
def test_calls_that_are_asked_for_bring_what_the_line_up_brings(lineup, players):
    run = table(players, lineup, DEALS)
    deals = fork_deals(run, DEALS, jobs=1)
    ends = deals.tails(calls_at(deals, (0,) * sides(players), jobs=1))[0]
    maker, value = np.divmod(ends, POINTS)
    seen, count = values_of_run(run), sides(players)
    for position in range(players):
        own = seen[np.arange(DEALS), seat_at(deals, position)]
        sign = np.where(maker == position % count, 1, -1)
        # A deal that a seat plays by lot has the same luck in any case, but for nobody's tiles.
        assert np.array_equal(own, sign * (value - MOST_POINTS))


OTHER_GAMES = 60_000


@pytest.mark.parametrize(("lineup", "players"), [
    ("random,hoyle,hoyle,loner", 4), ("hoyle,random", 2),
    pytest.param("random,hoyle,bold", 3, marks=pytest.mark.slow)])
def test_chances_are_what_other_games_came_to(lineup, players):
    run = set_up("euchre", lineup, players, None, 1, 1000, 5)
    chances, many = race_of(run), sides(players)
    tally = play(replace(run, sessions=OTHER_GAMES, seed=6), jobs=1).tally
    nothing = np.zeros((1, many), np.int64)
    # Sessions begin with every dealer in turn: the chance of a game is their mean.
    for side in range(many):
        start = np.mean([chances.replicas(nothing, dealer, side) for dealer in range(players)], 0)
        share = tally.form("games_won", [side]) / OTHER_GAMES
        error = np.hypot(standard_error(start)[0], np.sqrt(share * (1 - share) / OTHER_GAMES))
        assert start.shape == (1 + PARTS, 1)
        assert abs(start[0, 0] - share) < 4 * error


def locked(seats):
    return {seat: seat_players("euchre", name, 1)[0] for seat, name in seats.items()}


@pytest.mark.parametrize("players", [2, 4])
def test_a_locked_seat_calls_what_its_strategy_calls(players):
    locks = locked({seat: "hoyle" if seat else "bold" for seat in range(players - 1)})
    found = Calls(table(players), locks, 60)
    run = replace(seated(table(players), locks), sessions=40)
    hands = [hand for hand, _ in histories(run, range(40), 0, 1)]
    for dealer, part in enumerate(found.parts):
        deals, follows = part.deals([found.start]), part.tree.follows
        cells_at = deals.buckets.of[:, deals.buckets.column]
        for hand, cells, ended in zip(
                hands[dealer::players], cells_at, deals.outcomes, strict=False):
            assert hand["dealer"] == dealer
            for node, entry in enumerate(hand["auction"]):
                if entry["seat"] not in locks:
                    break  # a solved seat calls otherwise
                made = 0 if entry["call"] == "pass" else 1 + entry.get("alone", False)
                assert cells[node] == CELLS + made
                if made:
                    side = hand["points"][entry["seat"]]
                    other = hand["points"][(entry["seat"] + 1) % players]
                    assert int(ended[~follows[node, made]]) - 4 == (side or -other)
