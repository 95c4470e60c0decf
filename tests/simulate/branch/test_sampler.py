"""Deals behind a decision agree with what is known and come with the right frequency."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest

from reports.request import set_up
from reports.studies.advise.decision_input import read_decision
from reports.typed.query import Query
from simulate.branch.asked import Panel
from simulate.branch.deals import Sampler
from simulate.branch.rolling import Rolling
from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, DOUBLES, members, name, names, parse
from simulate.errors import BoneyardError
from simulate.games.loo.views import DROP, MISS, PLAY
from simulate.games.spot import Event, Holding, InfoState, asking, no_extra, nothing_fixed
from simulate.runs.follow import histories
from strategies.loo.base import Stay
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


_FREE = [parse(text) for text in ("6-6", "6-5", "5-5", "4-3", "2-1")]


def _five_unknown(groups):
    """A deck whose first five places are unknown: all tiles but five lie behind them."""
    fixed = nothing_fixed()
    fixed[5:] = [tile for tile in members(ALL_TILES) if tile not in _FREE]
    return InfoState(Event(0, "play", 0, 0, ""), {}, fixed, tuple(groups), (), (), no_extra())


def drawn(spot, deals):
    """Some deals that agree with a spot, and their weights."""
    return Sampler(spot, 7919).draw(np.arange(deals), stacked=False)[::2]


def _frequencies(groups, deals=40_000):
    orders, weights = drawn(_five_unknown(groups), deals)
    found = Counter()
    for order, weight in zip(orders[:, :5].tolist(), weights, strict=True):
        found[tuple(order)] += weight
    total = sum(found.values())
    return {order: weight / total for order, weight in found.items()}


def _agrees(order, groups):
    for group in groups:
        known = {tile: (first, stop) for tile, first, stop in group.known}
        for k, slot in enumerate(group.slots):
            tile = order[slot]
            if tile in known:
                if not known[tile][0] <= k < known[tile][1]:
                    return False
            elif not group.open[k] >> tile & 1:
                return False
        if not {order[slot] for slot in group.slots} >= set(known):
            return False
    return True


_NO_SIX = ALL_TILES & ~(1 << parse("6-6") | 1 << parse("6-5"))
_GROUPS = {
    "a void": [Holding((0, 1), (), (_NO_SIX,) * 2)],
    "a void and a tile shown": [Holding((0, 1, 2), ((parse("4-3"), 0, 3),), (_NO_SIX,) * 3)],
    "a tile shown early": [
        Holding((0, 1, 3), ((parse("6-6"), 0, 1), (parse("5-5"), 0, 3)), (ALL_TILES,) * 3)],
    "a tile that came late": [
        Holding((0, 1, 3), ((parse("6-6"), 2, 3),), (_NO_SIX, _NO_SIX, ALL_TILES))],
    "two seats": [Holding((0, 1), (), (_NO_SIX,) * 2),
                  Holding((2, 3), (), (ALL_TILES & ~(1 << parse("5-5")),) * 2)]}


@pytest.mark.parametrize("name", _GROUPS)
def test_all_deals_that_agree_are_equally_likely(name):
    groups = _GROUPS[name]
    agreeing = [order for order in permutations(_FREE) if _agrees(order, groups)]
    found = _frequencies(groups)
    assert set(found) == set(agreeing)
    expected = 1 / len(agreeing)
    error = np.sqrt(expected / 40_000)
    assert max(abs(share - expected) for share in found.values()) < 6 * error


def test_a_sampler_that_forgets_a_void_is_found_out():
    groups = _GROUPS["a void"]
    forgetful = [Holding((0, 1), (), (ALL_TILES,) * 2)]
    assert any(not _agrees(order, groups) for order in _frequencies(forgetful))


def test_a_tile_in_two_places_is_refused():
    groups = [Holding((0,), ((parse("6-6"), 0, 1),), (ALL_TILES,)),
              Holding((1,), ((parse("6-6"), 0, 1),), (ALL_TILES,))]
    with pytest.raises(BoneyardError, match="6-6 is in two places"):
        _five_unknown(groups)


TABLES = [("loo", "book,bold,banker,threshold", {}),
          ("loo", "book,banker,bold", {"penalty": "cap:30"}),
          ("loo", "bold,banker", {"scoring": "points"}), ("rounce", "book,banker,bold", {}),
          ("euchre", "hoyle,threshold,loner,bold", {}), ("euchre", "loner,hoyle,bold", {})]


def _decisions(game, lineup, rules, sessions=6, keep=None):
    """Yield how likely each player of a table is to do what one of them did, and whose it was."""
    run = set_up(game, lineup, None, rules, sessions, 8, 3)
    panel, ask = Panel(run, run.players), asking(game)
    for hand, _ in histories(run, range(sessions)):
        for part in () if keep is None else {"dealt", "tricks", "tricks_won", "looed"} - keep:
            hand = {**hand, part: [] if part == "tricks" else None}
        events = ask.events(hand, run.rules)
        for index, event in enumerate(events):
            if event.decision == ask.opens_with:
                chances, legal = panel.chances(hand, events, index)
                assert legal >> event.answer & 1
                assert chances.sum(axis=1) == pytest.approx(1)
                yield chances[:, event.answer], event.seat


@pytest.mark.parametrize(("game", "lineup", "rules"), TABLES)
def test_players_do_what_they_did_with_the_tiles_that_they_had_and_others_do_not(
    game, lineup, rules
):
    found = list(_decisions(game, lineup, rules))
    assert all(chances[seat] == 1 for chances, seat in found)
    others = [np.delete(chances, seat).mean() for chances, seat in found]
    assert np.mean(others) < 0.97


@pytest.mark.parametrize(("game", "lineup", "rules"), TABLES[::2])
def test_tiles_that_were_laid_tell_nearly_as_much(game, lineup, rules):
    dark, laid = ([np.log(0.95 * chances[seat] + 0.02) for chances, seat in _decisions(
        game, lineup, rules, keep=keep)] for keep in (set(), {"tricks", "tricks_won", "looed"}))
    assert np.mean(laid) > 0.6 * np.mean(dark)


def test_chances_in_the_dark_are_how_often_it_is_done():
    """A player who stays in with so many hands of a hundred is found to stay in as often."""
    run = set_up("loo", "book,bold,banker,threshold", 4, None, 40, 8, 5)
    panel, ask, found = Panel(run, run.players), asking("loo"), []
    for hand, _ in histories(run, range(40)):
        blind = {**hand, "dealt": None, "tricks": [], "tricks_won": None}
        events = ask.events(blind, run.rules)
        for index, event in enumerate(events):
            if event.decision == "declare":
                chance = panel.chances(blind, events, index)[0][event.seat, 3]
                found.append(((event.answer == 3) - chance, chance * (1 - chance)))
    off, variance = np.array(found).sum(axis=0)
    assert abs(off) < 3.5 * variance**0.5
