"""Forcing what a strategy does anyway, on the deals of a run, gives that run to the chip."""

from __future__ import annotations

from collections import Counter

import pytest

from simulate.branch.rolling import Rolling
from simulate.games.game import find_game
from simulate.games.spot import asking
from simulate.runs.chunk import record_hands
from simulate.runs.run import Run
from strategies.lineup import seat_players
from tests.simulate.branch.decks import deck_of, dice_of

TABLES = [
    ("loo", "random,solved,bold,expert", {}),
    ("loo", "random", {"penalty": "cap:40"}),
    ("loo", "book,random,miss-lover", {"scoring": "points"}),
    ("loo", "random,banker", {}),
    ("rounce", "random,cautious,book", {}),
    ("euchre", "hoyle,random,bold,explorer", {}),
    ("euchre", "random,threshold,loner", {"lead_suit": "high"}),
    ("euchre", "random", {}),
    ("pool", "random,counter,heaviest,block-when-light", {}),
    ("pool", "random,counter,random", {"draw": "must"}),
    ("pool", "random,counter,random,counter", {"draw": "may"}),
    ("pool", "random,counter,random", {"draw": "may", "star": "may", "score": "hundred_up",
                                       "target": "30"}),
    ("pool", "random,keep-options,counter", {"score": "hundred_up"}),
    ("casino", "random,best-odds,spoiler", {}),
    ("casino", "random,random,pot-chaser,save-doubles,blank-hunter", {}),
]
_SAME = {
    "declarations", "tricks", "tricks_won", "looed", "paid", "penalties", "points", "auction",
    "trump", "maker", "alone", "dealer_discard", "plays", "line", "pips", "winners", "out",
    "starred", "rounds", "stash", "pool_next", "score_after", "dealt", "points_after", "stock",
}


def _hands(game, lineup, rules, hands):
    players = seat_players(game, lineup, None if "," in lineup else 4)
    run = Run(game, find_game(game).rules_class.of(None, **rules), players, 1, 50, 7)
    sessions = hands if game in ("casino", "euchre") else 1
    for session in range(sessions):
        for row in record_hands(run, session, 0, hands):
            hand = find_game(game).record(row, len(players))
            yield run, row, {"game": game, "players": len(players), **hand}


def _force(game, lineup, rules):
    """Force every decision of some hands by itself; return the kinds that had a choice."""
    ask, kinds = asking(game), Counter()
    for run, row, hand in _hands(game, lineup, rules, 6):
        order, key = deck_of(row)
        extra = dice_of(row, len(run.players))
        events = ask.events(hand, run.rules)
        for index, event in enumerate(events):
            rolling = Rolling(run, ask.spot(hand, run.rules, events, index))
            for answer in (None, event.answer):
                left = find_game(game).record(
                    rolling.replay(order, extra, key, answer), len(run.players))
                for name in _SAME & set(hand):
                    assert left[name] == hand[name], (event.about, answer, name)
            if rolling.legal():
                assert event.answer in rolling.legal()
                kinds[event.decision] += 1
    return kinds


@pytest.mark.parametrize("game", dict.fromkeys(game for game, _, _ in TABLES))
def test_forced_decisions_of_a_run_give_that_run(game):
    kinds = Counter()
    for name, lineup, rules in TABLES:
        if name == game:
            forced = _force(name, lineup, rules)
            assert forced.total() > 20
            kinds += forced
    # Declarations and calls, throws, keeps, draws, stars, bets and tiles: whatever a game asks.
    assert set(kinds) == set(find_game(game).decisions)


@pytest.mark.parametrize(("game", "lineup", "rules"), TABLES)
def test_deals_agree_with_all_that_was_seen(game, lineup, rules):
    ask, found = asking(game), 0
    for run, _, hand in _hands(game, lineup, rules, 3):
        events = ask.events(hand, run.rules)
        for index in range(len(events)):
            rolling = Rolling(run, ask.spot(hand, run.rules, events, index))
            rolled = rolling.roll(0, 256, [], 0)
            assert (rolled.otherwise >= 0).any(), events[index].about
            found += 1
    assert found
