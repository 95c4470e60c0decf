"""The Loo and Rounce oracle against the rules text, worked example included."""

from functools import partial
from types import SimpleNamespace

import pytest

from boneyard.proof.tricks import Suits

from .cases import ANTES, LOO_SETTLED, PENALTIES_BY_SEATS, WON_ON_POINTS, part_of
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


def account_of(rules, left, chips=None):
    """Return an account of four seats with chips in the pool, and in front of the seats."""
    account = ChipAccount(4, {**PAGAT, **rules})
    account.pool, account.purses.chips = left, chips and list(chips)
    return account


@pytest.mark.parametrize(("rules", "chips", "left", "antes"), ANTES)
def test_the_seats_pay_for_a_pool_that_counts_as_empty_and_else_the_dealer(
    rules, chips, left, antes
):
    account = account_of(rules, left, chips)
    assert account.collect_ante(3, [0, 1, 2, 3]) == antes
    assert account.pool == left + sum(antes)


@pytest.mark.parametrize(("rules", "left", "actions", "tricks", "told"), LOO_SETTLED)
def test_a_hand_is_settled(rules, left, actions, tricks, told):
    account = account_of(rules, left)
    dropped = [seat for seat, action in enumerate(actions) if action == "drop"]
    hand = SimpleNamespace(
        players=4, dealer=3, for_pool=actions[-1] == "for_pool", tricks_won=tricks,
        playing=[seat for seat in range(4) if seat not in dropped],
        ante=account.collect_ante(3, [0, 1, 2, 3]), pool=account.pool, penalty=account.penalty(4))
    assert part_of(account.settle(hand), told) == told


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


@pytest.mark.parametrize(("penalty", "seats", "owed"), PENALTIES_BY_SEATS)
def test_penalty_in_n_follows_the_seats_in_the_session(penalty, seats, owed):
    assert penalty_at_stake({**PAGAT, "penalty": penalty}, 55, seats) == owed


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


@pytest.mark.parametrize(("scores", "tricks", "winners"), WON_ON_POINTS)
@pytest.mark.parametrize("account", [LooPoints, RouncePoints])
def test_a_seat_ahead_at_the_goal_wins_and_a_tie_at_the_top_plays_on(
    account, scores, tricks, winners
):
    account = account(4)
    account.scores = [account.start + account.direction * score for score in scores]
    hand = SimpleNamespace(players=4, dealer=3, for_pool=False, tricks_won=tricks,
                           playing=[seat for seat in range(4) if tricks[seat]])
    assert account.settle(hand)["winners"] == winners and account.over == bool(winners)
