"""The deals behind a decision come with the right frequency, and a sampler that forgets shows it.

What a rival can still hold is gone through in plain Python: by what it did not follow, what it
passed on, and what it declared.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest

from reports.request import set_up
from reports.studies.advise.decision_input import read_decision
from reports.typed.query import Query
from simulate.branch.rolling import Rolling
from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, DOUBLES, name, names, parse
from simulate.games.loo.views import DROP, MISS, PLAY
from simulate.games.spot import asking
from strategies.loo.base import Stay
from tests.simulate.branch.test_deals import drawn
from tests.simulate.branch.test_endings import follows
from tests.simulate.branch.test_endings_of_games import ALL, late_spots, weigh

_DOUBLES = {tile for tile in range(28) if DOUBLES >> tile & 1}

DEALS = 20_000


def _spot(run, held, past, said):
    """The spot of an eldest hand that has won some tricks; 6s are trump."""
    seen = "; ".join(f"{suit}: {led} {reply}" for led, suit, reply in past)
    query = Query(" ".join(held), "eldest", "6-3", said, seen=seen)
    hand, events, index = read_decision(run, query)
    return asking("loo").spot(hand, run.rules, events, index)


def _unseen(held, past):
    gone = {"6-3", *held, *(tile for led, _, reply in past for tile in (led, reply))}
    return [tile for tile in ALL if tile not in gone]


def _drawn(spot):
    """What rivals hold that they have not shown: shares of the deals that the sampler draws."""
    orders, weights = drawn(spot, DEALS)
    found = Counter()
    for order, weight in zip(orders, weights, strict=True):
        hidden = []
        for group in spot.holdings:
            known = {tile for tile, _, _ in group.known}
            hidden.append(tuple(sorted(
                name(tile) for tile in order[list(group.slots)].tolist() if tile not in known)))
        found[tuple(hidden)] += weight
    return {hands: weight / weights.sum() for hands, weight in found.items()}


def _forgetful(spot):
    """The same spot, as a sampler has it that forgets what the rivals cannot hold."""
    return replace(spot, holdings=tuple(
        replace(group, open=(ALL_TILES,) * len(group.slots)) for group in spot.holdings))


def _apart(found, expected, deals=DEALS):
    """By how many standard errors shares differ, at most."""
    return max(abs(found.get(key, 0) - share) / np.sqrt(share * (1 - share) / deals)
               for key, share in expected.items())


def _as_shares(weights):
    total = sum(weights.values())
    return {key: weight / total for key, weight in weights.items() if weight}


def _likely(rest, past):
    """How likely a rival by lot was to follow so, holding these tiles at the end."""
    held, weight = [*rest, *(reply for _, _, reply in past)], 1.0
    for _, suit, reply in past:
        legal = follows(held, suit)
        weight *= (reply in legal) / len(legal)
        held = [tile for tile in held if tile != reply]
    return weight


def test_a_void():
    held, past = ["4-1", "5-2"], [("6-6", "6", "3-2"), ("5-5", "5", "5-3"), ("4-4", "4", "2-0")]
    spot = _spot(set_up("loo", "random", 2, {"scoring": "points"}, 1, None, 3), held, past,
                 "play,play")
    expected = _as_shares({(tuple(sorted(rest)),): float(_likely(rest, past) > 0)
                           for rest in combinations(_unseen(held, past), 2)})
    found = _drawn(spot)
    assert set(found) == set(expected)
    assert _apart(found, expected) < 4.5
    assert _apart(_drawn(_forgetful(spot)), expected) > 10


def test_a_pass():
    """At Pool, where two rivals have a tile each and one of them has passed."""
    for run, hand, order, turns, me in late_spots():
        if not any("tile" not in turn and turn["who"] != me for turn in turns):
            continue
        events = asking("pool").events(hand, run.rules)
        spot = asking("pool").spot(hand, run.rules, events, sum("tile" in turn for turn in turns))
        gone = {turn["tile"] for turn in turns if "tile" in turn}
        mine = [tile for tile in hand["dealt"][order[me]] if tile not in gone]
        unseen = [tile for tile in ALL if tile not in gone and tile not in mine]
        agree = {}
        for pair in permutations(unseen, 2):
            rests = [[tile] for tile in pair]
            rests.insert(me, mine)
            agree[tuple((tile,) for tile in pair)] = float(weigh(turns, rests)[0] > 0)
        expected = _as_shares(agree)
        if len(expected) < len(agree):
            found = _drawn(spot)
            assert set(found) == set(expected)
            assert _apart(found, expected) < 4.5
            assert _apart(_drawn(_forgetful(spot)), expected) > 4.5
            return
    pytest.fail("no rival passed")


class HoldsADouble(Stay):
    """Plays with a double, else drops, or misses where nobody may drop."""

    name = "holds-a-double"

    @staticmethod
    def declare(view, p):
        if count(view.hand & DOUBLES) > 0:
            return PLAY
        return DROP if view.legal >> DROP & 1 else MISS


def test_a_declaration():
    held, past = ["5-4", "3-3"], [("6-6", "6", "6-1"), ("5-5", "5", "5-1"), ("4-4", "4", "4-2")]
    run = set_up("loo", ["random", HoldsADouble()], 2, {"scoring": "points"}, 1, None, 3)
    rolling = Rolling(run, _spot(run, held, past, "play,play"))
    # The rival has shown no double, so one of its last two tiles is one.
    expected = _as_shares({
        tuple(sorted(rest)): _likely(rest, past) * any(parse(t) in _DOUBLES for t in rest)
        for rest in combinations(_unseen(held, past), 2)})
    everything = (1 << len(rolling.spot.actions)) - 1
    apart = {}
    for needed in (everything, 0):
        rolled, found = rolling.roll(0, DEALS, [], needed), Counter()
        for tiles, weight in zip(rolled.held[:, 1].tolist(), rolled.weights, strict=True):
            if weight:
                found[tuple(sorted(names(tiles)))] += weight
        effective = rolled.weights.sum()**2 / (rolled.weights**2).sum()
        apart[needed] = _apart(_as_shares(found), expected, effective)
    assert apart[everything] < 4.5
    assert apart[0] > 10
