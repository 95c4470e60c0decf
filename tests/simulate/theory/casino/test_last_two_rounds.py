"""The last two rounds of three and four players against enumeration by the oracle's settlements."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from simulate.domino.tiles import mask, name, parse
from simulate.machine.compiling import helper
from simulate.theory.casino import last_rounds as last
from tests.oracle.casino import settle_round

DICE = list(product(range(1, 7), repeat=2))
POT = ("5-5", "4-2", "1-1")
OUT = {3: ("0-0", "2-1", "3-0", "3-3", "6-0", "6-5", "4-1"),
       4: ("0-0", "2-1", "3-0", "3-3", "6-0", "6-5", "4-1", "6-6")}
STASHES = {3: (4, 5, 3), 4: (3, 3, 2, 4)}


@helper
def solve(places, pot, stashes, deals, by_seat, high, worth):
    """Find what is best: in one function, as by itself each is compiled anew."""
    last.write_shares(places, deals, pot, stashes, by_seat)
    return last.find_chances(deals, by_seat, high, worth)


def solved(players):
    """Return deals, shares, chances, worths and the largest gain of an ending."""
    tiles = np.sort([mask([parse(word)]) for word in OUT[players]])
    places = np.zeros(last.MOST_OUT, np.int64)
    places[:len(tiles)] = tiles
    deals = last.deals_of(players)
    by_seat = np.zeros((last.MOST, len(deals), 1 << (last.MOST - 1), 2))
    stashes = sum(own << 8 * seat for seat, own in enumerate(STASHES[players]))
    high, worth = np.zeros((last.MOST, last.PAIRS)), np.zeros((last.MOST, last.PAIRS, 2))
    left = solve(places, mask(map(parse, POT)), stashes, deals, by_seat, high, worth)
    shares = np.zeros((len(deals), 1 << players, players))
    for who, seat in product(range(1 << players), range(players)):
        others = who % (1 << seat) + (who >> seat + 1 << seat)
        shares[:, who, seat] = by_seat[seat, :, others, who >> seat & 1]
    return tiles, deals, shares, high, worth, left


@pytest.fixture(scope="module", params=[
    pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)])
def ending(request):
    return request.param, solved(request.param)


def by_enumeration(first, final, stashes):
    """Return the part of the game that each seat wins with some bets: every roll of both rounds."""
    found = np.zeros(len(first))
    for dice in DICE:
        one = settle_round(list(first), dice, list(POT))
        for again in DICE:
            two = settle_round(list(final), again, list(one.pot))
            ends = np.array([own + len(a) + len(b) for own, a, b in
                             zip(stashes, one.won, two.won, strict=True)])
            found += (ends == ends.max()) / (ends == ends.max()).sum()
    return found / len(DICE) ** 2


def test_every_deal_is_listed_once(ending):
    players, (tiles, deals, *_) = ending
    assert len(deals) == {3: 630, 4: 2520}[players] == len(np.unique(deals, axis=0))
    both = np.concatenate([deals // last.MOST_OUT, deals % last.MOST_OUT], axis=1)
    assert (np.diff(np.sort(both, axis=1), axis=1) > 0).all() and both.max() < len(tiles)


def test_what_bets_win_is_what_enumeration_says(ending):
    players, (tiles, deals, shares, *_) = ending
    words = [name(int(tile).bit_length() - 1) for tile in tiles]
    rng = np.random.default_rng(players)
    for deal in rng.integers(0, len(deals), 3):
        who = int(rng.integers(0, 1 << players))
        pairs = [(words[p // last.MOST_OUT], words[p % last.MOST_OUT]) for p in deals[deal]]
        first = [pair[who >> seat & 1] for seat, pair in enumerate(pairs)]
        final = [pair[1 - (who >> seat & 1)] for seat, pair in enumerate(pairs)]
        assert shares[deal, who, :players] == pytest.approx(
            by_enumeration(first, final, STASHES[players]), abs=1e-12)


def test_no_seat_gains_more_by_leaving_the_solution_than_is_said(ending):
    players, (_, deals, shares, high, _, left) = ending
    gained = []
    for seat in range(players):
        worth = np.zeros((last.PAIRS, 2))
        for who in range(1 << players):
            chance = np.ones(len(deals))
            for other in range(players):
                if other != seat:
                    own = high[other, deals[:, other]]
                    chance *= own if who >> other & 1 else 1 - own
            np.add.at(worth[:, who >> seat & 1], deals[:, seat], chance * shares[:, who, seat])
        mixed = high[seat] * worth[:, 1] + (1 - high[seat]) * worth[:, 0]
        gained.append((worth.max(axis=1) - mixed).sum() / len(deals))
    assert left == pytest.approx(max(gained), abs=1e-12)
    assert left < 5e-4  # a twentieth of a game of a hundred


def test_a_bet_of_the_solution_gives_nothing_away_and_another_does(ending):
    players, (tiles, deals, _, high, worth, _) = ending
    stashes = sum(own << 8 * seat for seat, own in enumerate(STASHES[players]))
    seen, pot = ((1 << 28) - 1) & ~int(tiles.sum()), mask(map(parse, POT))
    pair = int(deals[5, 1])
    hand = [int(tiles[pair // last.MOST_OUT]), int(tiles[pair % last.MOST_OUT])]
    bets = np.array([one.bit_length() - 1 for one in hand])
    cost, most, left = np.zeros(2), np.zeros(2), np.zeros(2)
    last.price_last_bets(deals, np.full(2, 1), np.full(2, sum(hand)), np.full(2, seen),
                         np.full(2, pot), np.full(2, stashes), bets, cost, most, left)
    held = (deals[:, 1] == pair).sum()
    assert cost == pytest.approx((worth[1, pair].max() - worth[1, pair]) / held, abs=1e-12)
    assert cost.min() == 0 and cost.max() > 0
    assert most == pytest.approx([max(high[1, pair], 1 - high[1, pair])] * 2)
