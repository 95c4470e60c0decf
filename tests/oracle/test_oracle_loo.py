"""The Loo and Rounce oracle against the rules text, worked example included."""

from functools import partial

import pytest

from .loo import (
    GAMERULES,
    PAGAT,
    ROUNCE,
    ChipAccount,
    LooPoints,
    RouncePoints,
    legal_follows,
    legal_leads,
    penalty_at_stake,
)
from .playing import POINTS, RandomDecider, session, shuffled_decks
from .tricks import Suits


class Scripted(RandomDecider):
    """Declares from a list, otherwise as a random seat that never takes the turn-up."""

    def __init__(self, *actions):
        super().__init__(0)
        self.actions = list(actions)
        self.legal = []

    def declare(self, state, legal):
        self.legal.append(legal)
        return self.actions.pop(0)

    def take_turn_up(self, state):
        return False


@pytest.mark.parametrize("seed", range(10))
def test_unlimited_pools_stay_divisible_by_five_until_one_plays_for_the_pool(seed):
    rules = {**PAGAT, "escalation_limit": 10**9}
    for hand in session("loo", 4, rules, seed):
        if any(entry["action"] == "for_pool" for entry in hand["declarations"]):
            break
        assert hand["pool"] % 5 == 0 and hand["pool_next"] % 5 == 0


def test_session_ends_with_the_hand_that_escalates():
    rules = {**PAGAT, "escalation_limit": 300}
    history = session("loo", 4, rules, hands=5000)
    assert history[-1]["pool_next"] > 300
    assert all(hand["pool_next"] <= 300 for hand in history[:-1])


def test_seats_without_chips_have_no_part():
    rules = {**PAGAT, "bankroll": 40}
    history = session("loo", 4, rules, 2, 5000)
    chips = [40] * 4
    for hand in history:
        seats_in = [seat for seat in range(4) if chips[seat] > 0]
        assert [seat for seat in range(4) if hand["dealt"][seat] is not None] == seats_in
        assert hand["dealer"] in seats_in
        for seat in set(range(4)) - set(seats_in):
            assert hand["ante"][seat] == hand["net"][seat] == hand["tricks_won"][seat] == 0
        chips = [have + net for have, net in zip(chips, hand["net"], strict=True)]
    assert sum(have > 0 for have in chips) < 2


class StubHand:
    """A finished hand, as far as the account looks at it."""

    def __init__(self, account, dealer, tricks_won, playing):
        self.players, self.dealer, self.for_pool = 4, dealer, False
        self.ante = account.collect_ante(dealer, [0, 1, 2, 3])
        self.pool, self.penalty = account.pool, account.penalty(4)
        self.tricks_won, self.playing = tricks_won, playing


def test_worked_example_25_55_115():
    account = ChipAccount(4, PAGAT)
    first = account.settle(StubHand(account, 3, [3, 0, 0, 2], [0, 1, 2, 3]))
    assert (first["pool"], first["paid"]) == (25, [15, 0, 0, 10])
    assert first["penalties"] == [0, 25, 25, 0]
    second = account.settle(StubHand(account, 0, [0, 0, 5, 0], [0, 2, 3]))
    assert (second["pool"], second["paid"]) == (55, [0, 0, 55, 0])
    assert second["penalties"] == [55, 0, 0, 55]
    account.collect_ante(1, [0, 1, 2, 3])
    assert account.pool == 115 and account.pool // 5 == 23


def test_walkover_of_the_dealer_takes_the_remainder_too():
    decider = Scripted("drop", "drop", "drop")
    (hand,) = session("loo", 4, GAMERULES, 1, 1, decider, first=3)
    assert hand["pool"] == 8 and hand["paid"] == [0, 0, 0, 8] and hand["pool_next"] == 0
    assert hand["tricks_won"] == [0, 0, 0, 5] and hand["tricks"] == []
    assert len(hand["declarations"]) == 3 and not any(hand["looed"])


def test_walkover_of_another_seat_takes_five_fifths():
    decider = Scripted("drop", "play", "drop", "drop", "drop", "drop", "drop")
    stays = {**GAMERULES, "remainder": "stays"}
    first, second = session("loo", 4, stays, 1, 2, decider, first=3)
    assert first["pool"] == 8 and first["paid"] == [0, 5, 0, 0] and first["pool_next"] == 3
    assert second["ante"] == [5, 0, 0, 0] and second["pool"] == 8


def test_remainder_ante_makes_every_seat_pay_for_fewer_than_five_chips():
    decider = Scripted("drop", "play", "drop", "drop", "drop", "drop", "drop")
    first, second = session("loo", 4, GAMERULES, 1, 2, decider, first=3)
    assert first["pool_next"] == 3
    assert second["ante"] == [5, 1, 1, 1] and second["pool"] == 11
    # The dealer left alone takes the three chips as well.
    assert second["paid"] == [11, 0, 0, 0]


def test_remainder_ante_with_a_bankroll_takes_what_each_seat_has():
    account = ChipAccount(3, {**PAGAT, "bankroll": 9})
    account.pool, account.purses.chips = 4, [9, 3, 6]
    assert account.collect_ante(2, [0, 1, 2]) == [5, 3, 6]
    assert account.pool == 18


@pytest.mark.parametrize(("penalty", "seats", "owed"), [
    ("cap:10n", 4, 40), ("cap:10n", 3, 30), ("cap:20n", 4, 55), ("fixed:5n", 2, 10),
])
def test_penalty_in_n_follows_the_seats_in_the_session(penalty, seats, owed):
    assert penalty_at_stake({**PAGAT, "penalty": penalty}, 55, seats) == owed


def test_five_chips_left_pay_a_trick_and_are_no_empty_pool():
    account = ChipAccount(4, PAGAT)
    account.pool = 5
    assert account.collect_ante(0, [0, 1, 2, 3]) == [5, 0, 0, 0]


@pytest.mark.parametrize(("said", "legal"), [
    (("miss", "drop", "drop"), ["play", "drop", "for_pool"]),
    (("play", "drop", "drop"), ["play", "miss", "drop"]),
    (("miss", "play", "drop"), ["play", "drop"]),
])
def test_for_pool_is_legal_only_against_one_seat_that_took_the_miss(said, legal):
    decider = Scripted(*said, "drop")
    session("loo", 4, PAGAT, 1, 1, decider, first=3)
    assert decider.legal[0] == ["play", "miss", "drop"]
    assert decider.legal[-1] == legal


def test_for_pool_dealer_wins_nothing_and_is_not_looed():
    seen = set()
    for seed in range(30):
        decider = Scripted("drop", "miss", "drop", "for_pool")
        (hand,) = session("loo", 4, PAGAT, seed, 1, decider, first=3)
        assert hand["paid"] == [0, 5 * hand["tricks_won"][1], 0, 0] and not hand["looed"][3]
        seen.add(hand["tricks_won"][3])
    assert {0, 1} <= seen
    (hand,) = session("loo", 4, POINTS, 3, 1, Scripted("drop", "miss", "drop", "for_pool"), first=3)
    assert hand["points"][3] == 0


def test_rounce_has_no_for_pool_and_seats_drop_from_three_players():
    decider = Scripted("drop", "miss", "drop", "drop")
    session("rounce", 4, ROUNCE, 1, 1, decider, first=3)
    assert decider.legal[-1] == ["play", "drop"]
    decider = Scripted("miss", "miss")
    session("loo", 2, PAGAT, 1, 1, decider, first=1)
    assert decider.legal == [["play", "miss"], ["play", "miss"]]
    decider = Scripted("miss", "miss", "play")
    session("loo", 3, PAGAT, 1, 1, decider, first=2)
    assert decider.legal[-1] == ["play", "drop"]


def test_misses_draw_in_order_from_the_boneyard():
    tiles = shuffled_decks(8)(0)
    (hand,) = session("loo", 3, PAGAT, 8, 1, Scripted("miss", "miss", "play"), first=2)
    assert hand["dealt"] == [tiles[0:5], tiles[5:10], tiles[10:15]]
    assert hand["turn_up"] == tiles[15] and hand["turned_by"] == 2
    assert [entry.get("drawn") for entry in hand["declarations"]] == [
        tiles[16:22],
        tiles[22:28],
        None,
    ]


def test_dealer_exchanges_the_turn_up():
    class Taker(Scripted):
        def take_turn_up(self, state):
            return True

    (hand,) = session("loo", 2, PAGAT, 2, 1, Taker("play", "play"), first=1)
    entry = hand["declarations"][1]
    assert entry["takes_turn_up"] and entry["discarded"][0] in hand["dealt"][1]
    played = {tile for trick in hand["tricks"] for seat, tile in trick["plays"] if seat == 1}
    assert played == set(hand["dealt"][1]) - set(entry["discarded"]) | {hand["turn_up"]}


def test_leads():
    suits = Suits(4)
    lead = partial(legal_leads, suits)
    one, two = ["4-3", "6-5", "2-2"], ["4-3", "6-4", "2-2"]
    assert lead(PAGAT, one, opening=True) == [("4-3", 4), ("6-5", 6), ("6-5", 5), ("2-2", 2)]
    assert lead(PAGAT, two, opening=True) == [("4-3", 4), ("6-4", 4)]
    assert ("2-2", 2) in lead(GAMERULES, two, opening=True)
    assert lead(PAGAT, one, opening=False) == [("4-3", 4)]
    assert lead(PAGAT, ["2-2"], opening=False) == [("2-2", 2)]


def test_follows():
    suits = Suits(4)
    follow = partial(legal_follows, suits)
    hand = ["4-3", "6-3", "2-2"]
    assert follow(PAGAT, hand, 3) == ["6-3"]
    assert follow(PAGAT, hand, 4) == ["4-3"]
    assert follow(PAGAT, hand, 5) == ["4-3"]
    assert follow(ROUNCE, hand, 5) == hand
    assert follow(PAGAT, ["6-3", "2-2"], 4) == ["6-3", "2-2"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("game", "rules"), [("loo", POINTS), ("rounce", ROUNCE)])
def test_points_game_ends_with_one_seat_ahead(game, rules, players, seed):
    last = session(game, players, rules, seed, 3000)[-1]
    if last["game_over"]:
        after = last["points_after"]
        best = max(after) if game == "loo" else min(after)
        assert best >= 15 if game == "loo" else best <= 0
        assert last["winners"] == [after.index(best)] and after.count(best) == 1


class StubPoints:
    """A finished three-player hand, as far as points look at it."""

    players, dealer, for_pool, playing = 3, 0, False, (0, 1, 2)

    def __init__(self, tricks_won):
        self.tricks_won = tricks_won


@pytest.mark.parametrize(
    ("account", "scores"), [(LooPoints(3), [14, 14, 0]), (RouncePoints(3), [1, 1, 15])]
)
def test_tie_past_the_goal_plays_another_hand(account, scores):
    account.scores = scores
    assert account.settle(StubPoints([2, 2, 1]))["winners"] == [] and not account.over
    assert account.settle(StubPoints([1, 3, 1]))["winners"] == [1] and account.over
