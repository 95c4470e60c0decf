"""Endings of Euchre, Pool and Casino: rollouts agree with the exact expectation.

The rivals decide by lot.  Everything that can lie behind what is hidden is gone through in plain
Python, weighted by how likely the rivals were to play as they did.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from reports.request import set_up
from simulate.branch.limits import Limits
from simulate.branch.pricing import price
from simulate.games.spot import asking
from simulate.runs.follow import histories

ALL = [f"{a}-{b}" for a in range(7) for b in range(a + 1)]
DEALS = 1 << 15


def agree(prices, expected):
    """Each answer is behind the first by what enumeration says."""
    assert len(prices.answers) == len(expected) > 1
    for k in range(1, len(expected)):
        gap, error = prices.sums.mean[k] - prices.sums.mean[0], prices.sums.error(0, k)
        assert gap == pytest.approx(expected[k] - expected[0], abs=4.5 * error + 1e-9)


# Euchre: 6s are trump, and the 5-5 is the left bower.

def is_trump(tile):
    return "6" in tile or tile == "5-5"


def strength(tile, suit):
    if is_trump(tile):
        return 100 + {"6-6": 9, "5-5": 8}.get(tile, int(tile[2]))
    return (7 if tile[0] == tile[2] else int(tile[0]) + int(tile[2]) - int(suit)) + 1 if (
        suit in tile) else 0


def follows(hand, suit):
    able = [tile for tile in hand
            if (is_trump(tile) if suit == "6" else suit in tile and not is_trump(tile))]
    return able or hand


def suits(tile):
    return ["6"] if is_trump(tile) else sorted({tile[0], tile[2]})


def points(tricks):
    """What the maker makes of so many tricks of five."""
    return 2 if tricks == 5 else 1 if tricks >= 3 else -2


# Pool: hands of a run by lot, when the rivals are down to a tile each.

def options(hand, ends):
    """Tiles with the end that they go to: both ends where these differ."""
    if ends is None:
        return [(tile, "left") for tile in hand]
    sides = ("left",) if ends[0] == ends[1] else ("left", "right")
    return [(tile, side) for tile in hand for side in sides
            if ends[side == "right"] in (tile[0], tile[2])]


def laid(ends, tile, side):
    if ends is None:
        return tile[0], tile[2]
    at = side == "right"
    other = tile[2] if tile[0] == ends[at] else tile[0]
    return (ends[0], other) if at else (other, ends[1])


def played_on(hands, ends, turn, passes, seat):
    """Return the share of the pool that a seat takes when everybody plays by lot."""
    if passes == len(hands):
        pips = [sum(int(t[0]) + int(t[2]) for t in hand) for hand in hands]
        return (pips[seat] == min(pips)) / pips.count(min(pips))
    who = turn % len(hands)
    choices = options(hands[who], ends)
    if not choices:
        return played_on(hands, ends, turn + 1, passes + 1, seat)
    return np.mean([_laid_on(hands, ends, turn, seat, choice) for choice in choices])


def _laid_on(hands, ends, turn, seat, choice):
    who, (tile, side) = turn % len(hands), choice
    left = [t for t in hands[who] if t != tile]
    if not left:
        return float(who == seat)
    after = [left if k == who else hand for k, hand in enumerate(hands)]
    return played_on(after, laid(ends, tile, side), turn + 1, 0, seat)


def weigh(turns, rests):
    """How likely rivals by lot were to play as they did, holding these tiles at the end."""
    weight, ends = 1.0, None
    held = [list(rest) + [t["tile"] for t in turns if t["who"] == p and "tile" in t]
            for p, rest in enumerate(rests)]
    for turn in turns:
        choices = options(held[turn["who"]], ends)
        if "tile" not in turn:
            weight *= not choices
            continue
        weight /= len(choices)
        ends = laid(ends, turn["tile"], turn["end"])
        held[turn["who"]].remove(turn["tile"])
    return weight, ends


def late_spots():
    run = set_up("pool", "random", 3, None, 40, 5, 7)
    for hand, _ in histories(run, range(40)):
        order = [(hand["leader"] + p) % 3 for p in range(3)]
        plays = [{**play, "who": order.index(play["seat"]), "end": play.get("end") or "left"}
                 for play in hand["plays"]]
        for k, play in enumerate(plays):
            left = [6 - sum("tile" in t and t["who"] == p for t in plays[:k]) for p in range(3)]
            me = play["who"]
            if left[me] == 2 and sorted(left)[:2] == [1, 1]:
                yield run, hand, order, plays[:k], me
                break


def test_the_last_tiles_of_pool():
    checked, ask = 0, asking("pool")
    for run, hand, order, turns, me in late_spots():
        mine = [t for t in hand["dealt"][order[me]] if t not in {p.get("tile") for p in turns}]
        _, ends = weigh(turns, [[], [], []])
        if len(options(mine, ends)) < 2:
            continue
        events = ask.events(hand, run.rules)
        index = sum("tile" in turn for turn in turns)
        prices = price(run, ask.spot(hand, run.rules, events, index),
                       lambda o: o[:, :, 0].astype(float), 0.0, limits=Limits(DEALS))
        unseen = [t for t in ALL if t not in mine and t not in {p.get("tile") for p in turns}]
        values, total = np.zeros(len(prices.answers)), 0.0
        for pair in permutations(unseen, 2):
            rests = [[t] for t in pair]
            rests.insert(me, mine)
            rivals = [rest if p != me else mine for p, rest in enumerate(rests)]
            others = [turn if turn["who"] != me else {**turn} for turn in turns]
            weight, _ = weigh(others, rivals)
            if not weight:
                continue
            total += weight
            for k, answer in enumerate(prices.answers):
                told = ask.write(events[index], answer)
                choice = (told["tile"], told["end"] or "left")
                values[k] += weight * _laid_on(rivals, ends, len(turns), me, choice)
        agree(prices, list(hand["pool"] * values / total))
        checked += 1
        if checked == 4:
            break
    assert checked == 4
