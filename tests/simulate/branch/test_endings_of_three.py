"""Endings of three players: rollouts agree with the exact expectation at Loo, Euchre and Casino.

As in the tests of endings beside this one: the rivals decide by lot, and all that they can hold is
gone through in plain Python, weighted by how likely they were to play as they did.  At Pool the
endings there are of three players already.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from types import SimpleNamespace

import numpy as np
import pytest

from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.studies.advise.decision_input import read_decision
from reports.typed.query import Query
from simulate.branch.limits import Limits
from simulate.branch.pricing import price
from simulate.games.spot import asking
from simulate.runs.follow import histories
from tests.oracle.casino import settle_round
from tests.simulate.branch import test_endings as loo
from tests.simulate.branch import test_endings_of_games as euchre
from tests.simulate.branch.test_endings_of_games import ALL, agree


def _loo_strength(tile, suit):
    """How high a tile is where a suit was led and 6s are trump; 0 if it cannot win."""
    number = "6" if loo.is_trump(tile) else suit
    if number not in tile:
        return 0
    return 100 * loo.is_trump(tile) + (7 if tile[0] == tile[2] else
                                       int(tile[0]) + int(tile[2]) - int(number)) + 1


LOO = SimpleNamespace(
    game="loo", rules={"scoring": "points"}, turn_up="6-3", said="play,play,play",
    follows=loo.follows, strength=_loo_strength, suits=lambda tile: sorted(loo.suits(tile)),
    points=lambda tricks: tricks)
EUCHRE = SimpleNamespace(
    game="euchre", rules=None, turn_up="4-2", said="pass,pass,pass,6",
    follows=euchre.follows, strength=euchre.strength, suits=euchre.suits, points=euchre.points)


def _winner(at, tiles, suit, leader):
    """The position that wins a trick: tiles by position."""
    strengths = {p: at.strength(tile, suit) for p, tile in tiles.items()}
    best = max(strengths.values())
    return next(p for p in (*range(leader, 3), *range(leader)) if strengths[p] == best)


def _last_trick(at, tiles, leader):
    """The chance that position 0 wins the last trick, whatever suit its leader names."""
    suits = at.suits(tiles[leader])
    return sum(_winner(at, tiles, suit, leader) == 0 for suit in suits) / len(suits)


def _two_tricks(at, hands, tile, suit, won):
    """What position 0 can expect that has won so many tricks, leads a tile, and has one more."""
    value, replies = 0.0, [at.follows(hand, suit) for hand in hands[1:]]
    for answers in product(*replies):
        tiles = {0: tile, 1: answers[0], 2: answers[1]}
        winner = _winner(at, tiles, suit, 0)
        left = {p: next(t for t in hand if t != tiles[p]) for p, hand in enumerate(hands)}
        last = _last_trick(at, left, winner)
        now = won + (winner == 0)
        value += last * at.points(now + 1) + (1 - last) * at.points(now)
    return value / (len(replies[0]) * len(replies[1]))


def _likely(at, rest, played, past):
    """How likely a rival was to play so, holding these tiles at the end."""
    held, weight = [*rest, *played], 1.0
    for (suit, _), tile in zip(past, played, strict=True):
        legal = at.follows(held, suit)
        weight *= (tile in legal) / len(legal)
        held = [other for other in held if other != tile]
    return weight


def _expected(at, held, past, answers):
    """What each answer brings: tricks are a suit and three tiles, the first one led by 0."""
    gone = {at.turn_up, *held, *(tile for _, tiles in past for tile in tiles)}
    unseen = [tile for tile in ALL if tile not in gone]
    replies = [[tiles[p] for _, tiles in past] for p in (1, 2)]
    values, total = np.zeros(len(answers)), 0.0
    likely = [{pair: _likely(at, pair, played, past) for pair in combinations(unseen, 2)}
              for played in replies]
    for one, weight in likely[0].items():
        for other, also in likely[1].items():
            if weight * also and not set(one) & set(other):
                total += weight * also
                values += [weight * also * _two_tricks(at, [held, one, other], *answer, len(past))
                           for answer in answers]
    return values / total


@pytest.mark.parametrize(("at", "held", "past"), [
    (LOO, ["5-4", "3-3"], [("6", "6-6 6-1 6-0"), ("5", "5-5 5-1 5-0"), ("4", "4-4 4-2 4-0")]),
    pytest.param(LOO, ["2-1", "3-0"], [("6", "6-6 6-2 5-3"), ("5", "5-5 5-1 4-1"),
                                       ("4", "4-4 4-3 2-2")], marks=pytest.mark.slow),
    (EUCHRE, ["5-5", "4-3"], [("6", "6-6 6-2 3-1"), ("4", "4-4 4-1 4-0"), ("3", "3-3 2-1 3-0")]),
    (EUCHRE, ["5-2", "1-0"], [("6", "6-6 6-4 3-2"), ("2", "2-2 2-0 3-1"), ("4", "4-4 4-0 1-1")])])
def test_the_last_two_tricks_of_three_players(at, held, past):
    run = set_up(at.game, "random", 3, at.rules, 1, None, 3)
    told = Query(" ".join(held), "eldest", at.turn_up, at.said,
                seen="; ".join(f"{suit}: {tiles}" for suit, tiles in past))
    hand, events, index = read_decision(run, told)
    ask = asking(at.game)
    prices = price(run, ask.spot(hand, run.rules, events, index),
                   lambda outcomes: outcomes[:, :, 0].astype(float), 0.0, limits=Limits(1 << 15))
    written = [ask.write(events[index], answer) for answer in prices.answers]
    answers = [(one["tile"], str(one["suit"])) for one in written]
    agree(prices, _expected(at, held, [(suit, tiles.split()) for suit, tiles in past], answers))


#: Two dice, and how often they fall so.
DICE = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=2))


def _rounds(bets, pot):
    """How a round can end, and how often: the pot, and the tiles that each seat takes."""
    ends = Counter()
    for dice, often in DICE.items():
        end = settle_round(bets, dice, list(pot))
        ends[tuple(end.pot), tuple(len(won) for won in end.won)] += often
    return ends


def _won(mine, others, pot, stash):
    """The share of a game that the last two rounds bring seat 0, rivals betting by lot."""
    value, orders = 0.0, list(product(*(permutations(tiles) for tiles in others)))
    for order in orders:
        bets = [[mine[k], *(tiles[k] for tiles in order)] for k in (0, 1)]
        for (left, one), often in _rounds(bets[0], pot).items():
            for (_, two), also in _rounds(bets[1], left).items():
                tiles = [sum(taken) for taken in zip(stash, one, two, strict=True)]
                value += often * also * (tiles[0] == max(tiles)) / tiles.count(max(tiles))
    return value / 36**2 / len(orders)


def test_the_last_rounds_of_casino():
    """Of three players: five tiles have not been seen, and one of them was never dealt."""
    run = set_up("casino", "random", 3, None, 10, None, 5)
    (hand, _), = histories(run, range(1, 2))
    ask, rounds = asking("casino"), hand["rounds"]
    number = len(rounds) - 2
    events = ask.events(hand, run.rules)
    index = [k for k, event in enumerate(events) if event.seat == 0][number]
    stakes = ValuedTable(run).stakes(0, 0, 1)
    prices = price(run, ask.spot(hand, run.rules, events, index), stakes.worth, 0.0,
                   limits=Limits(1 << 15))
    mine = [play["bets"][0] for play in rounds[number:]]
    gone = {tile for play in rounds[:number] for tile in play["bets"]}
    unseen = [tile for tile in ALL if tile not in gone and tile not in mine]
    assert len(unseen) == 5
    stash = [sum(len(play["won"][seat]) for play in rounds[:number]) for seat in range(3)]
    expected = []
    for answer in prices.answers:
        tile = ask.write(events[index], answer)
        (other,) = [t for t in mine if t != tile]
        deals = [(one, two) for one in combinations(unseen, 2)
                 for two in combinations([t for t in unseen if t not in one], 2)]
        expected.append(np.mean([
            _won([tile, other], deal, rounds[number - 1]["pot"], stash) for deal in deals]))
    agree(prices, expected)
