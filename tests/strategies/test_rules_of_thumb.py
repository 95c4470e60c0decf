"""The rules of thumb of Loo declare what their words say."""

import random
from types import SimpleNamespace

import pytest

from reports.studies.solution.exploiting import exploit
from simulate.domino.tiles import HIGH, TILES, mask, parse
from simulate.domino.tiles import name as tile_name
from simulate.games.loo.rules import LooRules, may_follow, misses_in
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, Declaring
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.book import Book, PocketRule
from strategies.loo.skills import prospects
from strategies.loo.threshold import Threshold
from strategies.loo.weighing import Banker, Bold, Cautious, NeverMiss
from tests.sizes import in_pieces

P, M, D = PLAY, MISS, DROP


def declared(strategy, tiles, turn_up, heard=(), players=4, **values):
    """What a strategy declares with these tiles after what it heard."""
    view = seen(tiles, turn_up, heard, players)
    return strategy.declare(view, SimpleNamespace(**strategy(**values).values_at(None)))


def seen(tiles, turn_up, heard=(), players=4):
    """What a seat with these tiles sees when it is to declare."""
    turned = parse(turn_up)
    view = dict.fromkeys(Declaring._fields, 0) | {
        "hand": mask(map(parse, tiles.split())), "turn_up": turned, "trump": int(HIGH[turned]),
        "players": players, "position": len(heard), "legal": may_follow(players, heard),
        "stayed": sum(1 << p for p, said in enumerate(heard) if said == P),
        "missed": sum(1 << p for p, said in enumerate(heard) if said == M),
        "dropped": sum(1 << p for p, said in enumerate(heard) if said == D),
        "misses_left": misses_in(players) - heard.count(M), "pool": 25, "penalty": 25}
    return Declaring(**view)


@pytest.mark.parametrize(("tiles", "turn_up", "heard", "expected"), [
    # Trump is six, 6-3 is turned up: 6-6 is the highest trump, 6-5 the second, 6-4 the third.
    ("6-6 3-1 4-1 5-1 2-0", "6-3", (), P),  # 9, with nobody in
    ("6-5 6-1 4-1 5-1 2-0", "6-3", (), M),  # 3 + 1 + 4 = 8: one too few
    ("6-5 6-1 4-1 5-1 2-0", "6-3", (M,), P),  # and enough when somebody is in
    ("6-5 6-4 4-1 5-1 2-0", "6-3", (), P),  # 3 + 2 + 4 = 9
    ("6-4 6-1 4-1 5-1 2-0", "6-3", (P,), D),  # 2 + 1 + 4 = 7
    ("6-2 6-1 6-0 5-1 2-0", "6-3", (P,), P),  # 3 + 4 + 4 = 11
    ("1-1 4-4 5-5 2-2 3-3", "6-3", (), M),  # other doubles count nothing
    # The dealer counts the turn-up, and plays with 7.
    ("6-2 3-1 4-1 5-1 2-0", "6-3", (P, D, D), M),  # 1 + 1 + 4 = 6, and one dealt hand is in
    ("6-2 3-1 4-1 5-1 2-0", "6-3", (P, P, D), D),  # against two it drops
    ("6-2 3-1 4-1 5-1 2-0", "6-4", (P, P, D), P),  # the turn-up is the third: 1 + 2 + 4 = 7
    ("5-3 3-1 4-1 5-1 2-0", "6-3", (M, D, D), FOR_POOL),
    # The double is turned up: 6-5 is the highest of the rest.
    ("6-5 3-1 4-1 5-1 2-0", "6-6", (), D),  # 9 of 10, and the eldest hand does not miss
    ("6-5 3-1 4-1 5-1 2-0", "6-6", (D,), D),
    ("6-5 3-1 4-1 5-1 2-0", "6-6", (D, D), M),  # only the dealer is to declare
    ("6-5 6-1 4-1 5-1 2-0", "6-6", (), P),  # 9 + 1 + 4 = 14
    ("5-3 3-1 4-1 5-1 2-0", "6-6", (P, D, D), P),  # the dealer has the double himself
])
def test_the_pocket_rule_declares_what_its_words_say(tiles, turn_up, heard, expected):
    assert declared(PocketRule, tiles, turn_up, heard) == expected


def test_book_counts_plain_doubles():
    assert declared(Book, "6-4 6-1 3-1 4-1 5-1", "6-3", (P,)) == D  # 3 + 1 + 4 = 8 of 10
    assert declared(Book, "6-4 6-1 3-3 4-4 5-1", "6-3", (P,)) == P  # and 1 for each double


@pytest.mark.parametrize(("players", "heard", "expected"), [
    (2, (), M),  # nobody can drop, and the dealer alone is to declare
    (3, (), D), (3, (D,), M)])
def test_with_fewer_players_too_the_seat_before_the_dealer_may_miss(players, heard, expected):
    assert declared(PocketRule, "5-3 3-1 4-1 5-1 2-0", "6-6", heard, players) == expected


@pytest.mark.parametrize(("turn_up", "heard", "expected"), [
    ("6-3", (), M), ("6-6", (), D), ("6-6", (D,), D), ("6-6", (D, D), M)])
def test_threshold_leaves_the_miss_to_others_where_a_double_is_turned_up(turn_up, heard, expected):
    assert declared(Threshold, "5-3 3-1 4-1 5-1 2-0", turn_up, heard) == expected


@pytest.mark.parametrize(("turned", "expected"), [(0, P), (3, D)])
def test_threshold_asks_for_more_tricks_where_a_double_is_turned_up(turned, expected):
    # In both cases the highest trump that others may hold is held, and no other.
    more = {"stay_1": 0.5, "turned": turned}
    assert declared(Threshold, "6-6 3-1 4-1 5-5 2-2", "6-3", **more) == P
    assert declared(Threshold, "6-5 3-1 4-1 5-5 2-2", "6-6", **more) == expected


@pytest.mark.parametrize(("turn_up", "heard", "fewer"), [
    ("6-3", (), 0), ("6-6", (), 1), ("6-6", (D, M), 1), ("6-6", (P, M, D), 0)])
def test_a_double_turned_up_makes_less_of_hand_and_miss_for_all_but_the_dealer(
    turn_up, heard, fewer
):
    view = seen("6-5 6-1 4-1 5-1 2-0", turn_up, heard)
    tricks, looed = prospects.prospects_of_play(view)
    before, less = prospects.prospects_whatever_is_turned_up(view)
    assert (before - tricks, looed - less) == pytest.approx((0.3 * fewer, 0.06 * fewer))
    tricks, looed = prospects.prospects_of_miss(view)
    before, less = prospects.miss_outlook(view.hand, view.trump, 4, view.position,
                                view.stayed.bit_count() + view.missed.bit_count(), view.missed)
    if view.legal >> M & 1:
        assert (before - tricks, looed - less) == pytest.approx((0.5 * fewer, 0.1 * fewer))


@pytest.mark.parametrize("strategy", [Banker, Cautious, Bold, NeverMiss])
def test_who_reckons_with_tricks_stays_out_more_where_a_double_is_turned_up(strategy):
    """With the ranks of the trumps among those out as they are, whatever is turned up."""
    values = strategy().values_at(None)
    chance = random.Random(4)
    stays = {"6-5": 0, "6-6": 0}
    for _ in range(400):
        plain = chance.sample([tile for tile in map(tile_name, range(TILES)) if "6" not in tile], 3)
        low = chance.sample(["6-0", "6-1", "6-2", "6-3", "6-4"], 2)
        for turn_up in stays:
            said = strategy.declare(seen(" ".join([*plain, *low]), turn_up, (M,)),
                                    SimpleNamespace(**values))
            stays[turn_up] += said in (P, M)
    assert stays["6-6"] < stays["6-5"]


def test_the_pocket_rule_has_at_most_60_words():
    assert len(PocketRule.rule.split()) <= 60


@in_pieces("players", 4, 2, 3)
def test_the_pocket_rule_loses_little_to_its_best_response(players):
    """At most 0.5% of the pool with four players, with a million deals to learn from."""
    run = Run("loo", LooRules(), seat_players("loo", ["pocket-rule"], players), 1, 1, 3)
    (found,) = exploit(run, 40_000)
    assert found.of_pool().low < 0.005
