"""Loo's players: what they count in a hand, which tables they go by, rules of thumb."""

import re
from collections import namedtuple

import numpy as np
import pytest

from reports.studies.solution.declared import exploit
from simulate.books.tally import standard_error
from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, DOUBLES, NUMBERS, TILES, mask, members
from simulate.domino.tricks import STRENGTH, SUIT, TRUMPS, by_rank
from simulate.games.loo.rules import LooRules
from simulate.runs.run import Run
from simulate.theory.later_pools import worth_of_pools
from simulate.theory.loo.hands import ranks_of
from simulate.theory.loo.solutions import load
from strategies.lineup import seat_players
from strategies.loo import solved
from strategies.loo.book import points_of
from strategies.loo.skills.hand_strength import best_five, least_useful
from tests.sizes import in_pieces
from tests.waiting import ROOT

RANDOM = np.random.default_rng(11)


def rank(tile, trump):
    return STRENGTH[trump, trump, tile]


def hands(tiles, number):
    """Yield a trump, some tiles and a turn-up, at random."""
    for _ in range(number):
        dealt = RANDOM.permutation(TILES)
        yield int(RANDOM.integers(NUMBERS)), mask(dealt[:tiles]), int(dealt[tiles])


@pytest.mark.parametrize("trump", range(NUMBERS))
def test_trumps_stand_in_order_by_rank(trump):
    trumps = sorted(members(int(SUIT[trump, trump])), key=lambda tile: rank(tile, trump))
    raised = [by_rank(1 << tile) for tile in trumps]
    assert raised == sorted(set(raised))


def test_trumps_are_ranked_by_those_out_and_held():
    for trump, hand, turn_up in hands(5, 200):
        held, out = hand & TRUMPS[trump], TRUMPS[trump] & ~(hand | 1 << turn_up)
        order = sorted(members(held | out), key=lambda tile: -rank(tile, trump))
        assert ranks_of(held, out) == sum(
            1 << place for place, tile in enumerate(order) if held >> tile & 1)


@pytest.mark.parametrize("is_dealer", [False, True])
def test_a_sum_counts_trumps_by_rank_and_the_turn_up_for_the_dealer_alone(is_dealer):
    worth = [1000, 100, 10, 1, 1, 1, 1]
    for trump, hand, turn_up in hands(5, 200):
        turned = 1 << turn_up
        held = hand | turned if is_dealer else hand
        ranked = TRUMPS[trump] if is_dealer else TRUMPS[trump] & ~turned
        order = sorted(members(ranked), key=lambda tile: -rank(tile, trump))
        trumps, doubles = int(held & TRUMPS[trump]), int(held & DOUBLES & ~TRUMPS[trump])
        expected = sum(worth[place] for place, tile in enumerate(order) if held >> tile & 1)
        expected += 10_000 * max(trumps.bit_count() - 1, 0) + 0.5 * doubles.bit_count()
        assert points_of(
            hand, trump, turn_up, is_dealer, 1000.0, 100.0, 10.0, 10_000.0, 0.5) == expected


@pytest.mark.parametrize("drawn", [6, 7])
def test_five_tiles_are_kept_by_throwing_the_least_useful_away_one_by_one(drawn):
    """Of tiles that are worth the same the one with the lowest number goes."""
    for trump, tiles, turn_up in hands(drawn, 400):
        discarded = ALL_TILES & ~(tiles | 1 << turn_up) & 0b1001_1010_0100_1101_1011
        unseen, kept = ALL_TILES & ~(tiles | discarded | 1 << turn_up), tiles
        while count(kept) > 5:
            kept &= ~(1 << least_useful(kept, trump, unseen))
        assert best_five(tiles, trump, turn_up, discarded) == kept


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
    hand = namedtuple("Hand", "players seat position points_game must_trump penalty "
                      "penalty_limit pool")(4, 0, 0, 0, 1, penalty, limit, pool)
    start = solved.table_for(hand, chart)
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
                      (ROOT / "docs" / "solution.md").read_text())
    assert len(rows) == 12
    for game, players, penalty, pool, *told in rows:
        file = f"{game.lower()}-{players}-{names[penalty]}.npz"
        about = load(solved.SHIPPED / file).about
        part = 100 / int(players) / int(pool)
        assert told == [
            f"{part * sum(about[gain][0]):.3f} ± {1.96 * part * sum(about[f'{gain}_se'][0]):.3f}"
            for gain in ("gain", "fine_gain")]


@in_pieces("players", 4, 2, 3)
def test_the_pocket_rule_loses_little_to_its_best_response(players):
    """At most 0.5% of the pool with four players, with a million deals to learn from."""
    run = Run("loo", LooRules(), seat_players("loo", ["pocket-rule"], players), 1, 1, 3)
    (found,) = exploit(run, 40_000)
    assert found.gain.low < 0.005
