"""``study line``: what it says of a small table, and plain play that says the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.games.pool.decisions import STAKE
from reports.request import set_up
from reports.studies.line import hands
from simulate.domino.tiles import parse
from simulate.games.pool.playing import pips_of
from simulate.games.pool.views import AT
from simulate.runs.chunk import record_sessions
from simulate.runs.play import play
from strategies.lineup import seat_players
from strategies.pool.options import FACT, describe_options, find_lightest


def test_shares_are_those_of_the_books_and_make_a_whole_pool():
    run = hands.single_hands(set_up("pool", "counter,random,random", None, None, 300, None, 5))
    taken = hands.shares(run, 1)
    assert taken.sum((1, 2)) == pytest.approx(np.ones(300))
    tally = play(run, jobs=1).tally
    for seat in range(3):
        net = tally.form("value", [seat])
        assert taken[:, seat].sum() * STAKE * 3 == pytest.approx(net + 300 * STAKE)
        assert (taken[:, seat] > 0).any(0)[:3].all() and not taken[:, seat, 3:].any()


def test_a_drawer_among_decliners_is_the_run_with_those_strategies():
    run = set_up("pool", "heaviest,heaviest,heaviest", None, None, 400, None, 5)
    (player,) = seat_players("pool", "heaviest", 1)
    found = hands.study_draws(run, 3, player, 1)
    table = hands.single_hands(run, draw="may")
    draws, declines = (hands.with_habit(player, "draw", answer) for answer in ("always", "never"))
    own, other = (play(hands.seated(table, one, [declines]), jobs=1).tally.form("value", [0])
                  for one in (draws, declines))
    assert found.costs_alone.value == pytest.approx((other - own) / 400 / (3 * STAKE))
    must = hands.shares(hands.single_hands(run, draw="must"), 1)
    all_draw = hands.shares(hands.seated(table, draws, [draws]), 1)
    assert (must == all_draw).all()
    nobody = hands.shares(hands.single_hands(run, draw="no"), 1)
    assert (nobody == hands.shares(hands.seated(table, declines, [declines]), 1)).all()


def test_the_worth_of_stars_is_the_difference_of_plain_games():
    run = set_up("pool", "heaviest,random,counter", None, None, 60, None, 5)
    found = hands.study_stars(run, 1)
    rules = run.rules.changed(score="hundred_up", star="may", contribution=STAKE)
    nets, stars = [], 0
    for answer in ("always", "never"):
        first = hands.with_habit(run.players[0], "star", answer)
        table = replace(run, rules=rules, players=(first, *run.players[1:]), hands=10_000)
        net = 0
        for session in range(60):
            rows = list(record_sessions(table, (session,), 0, 10_000))
            net += sum(int(row[AT.value]) for row in rows)
            stars += sum(int(row[AT.starred]) & 1 for row in rows) * (answer == "always")
        nets.append(net)
    assert found.in_all.worth.count[0] == stars > 10
    worth = (nets[0] - nets[1]) / STAKE + stars
    assert found.in_all.worth.totals[0, 0] == pytest.approx(worth)


def test_at_its_fair_price_a_star_pays_what_it_brings():
    found = hands.study_stars(set_up("pool", "counter", 4, None, 1500, None, 5), 1)
    many = [cell for cell in range(len(hands.POOLS)) if found.worth.count[cell] >= 30]
    assert many
    for cell in many:
        q, stakes = (getattr(found, name).mean(cell).value for name in ("part", "stakes"))
        price = found.price(cell)
        assert price.value == pytest.approx(q * (stakes - 1 + price.value))
        assert price.low < price.value < price.high


def test_facts_of_options_are_those_counted_by_hand():
    hand = sum(1 << parse(word) for word in ("6-4", "4-4", "3-0"))
    played = sum(1 << parse(word) for word in ("6-6", "6-1", "4-1"))
    options = np.array([[parse("6-4"), parse("6-4") + 32, parse("4-4") + 32]])
    facts = np.zeros((1, 3, FACT.size), np.int64)
    describe_options(options, *(np.array([number]) for number in (3, hand, 6, 4, played)), facts)
    # 6-4 to the 6 leaves 4 and 4: 4-5 4-3 4-2 4-0 are out, 4-4 is kept.
    assert facts[0, 0].tolist() == [0, 10, 3, 4, 1, 11]
    # 6-4 to the 4 leaves 6 and 6: 6-5 6-3 6-2 6-0 are out.
    assert facts[0, 1].tolist() == [0, 10, 3, 4, 0, 11]
    # 4-4 leaves 6 and 4: both sets of four.
    assert facts[0, 2].tolist() == [1, 8, 4, 8, 1, 13]
    sizes, pips = np.array([3 | 2 << 8 | 5 << 16]), np.zeros(1)
    find_lightest(np.array([hand]), np.array([played]), sizes, np.array([3]), np.array([0]), pips)
    unseen = ((1 << 28) - 1) & ~(hand | played)
    assert pips[0] == pytest.approx(2 * pips_of(unseen) / 22)


def test_styles_are_told_for_every_size():
    run = set_up("pool", "counter", 3, None, 60, None, 5)
    random, best = (seat_players("pool", name, 1)[0] for name in ("random", "counter"))
    found = hands.study_styles(run, [best], random, 1)
    assert found.seats == [3, 4, 5, 6] and len(found.gains["counter"]) == 4
    table = hands.single_hands(run, 5)
    gain = (hands.shares(hands.seated(table, best, [random]), 1)[:, 0].sum(-1)
            - hands.shares(hands.seated(table, random, [random]), 1)[:, 0].sum(-1)).mean()
    assert found.gains["counter"][2].value == pytest.approx(gain)
