"""The Euchre oracle against the rules text."""

from types import SimpleNamespace

import pytest

from boneyard.proof.tiles import ALL_TILES
from boneyard.proof.tricks import Trick

from .cases import EUCHRE_POINTS
from .euchre import BowerSuits, game_winners, hand_points, legal_calls, legal_follows, legal_leads
from .playing import ANNOUNCED, RandomDecider, session


class Caller(RandomDecider):
    """Calls from a list, otherwise as a random seat."""

    def __init__(self, *calls):
        super().__init__(0)
        self.calls = list(calls)

    def call(self, state, legal):
        return self.calls.pop(0)


def called_hand(*calls, players=4, seed=1):
    """Play one hand, dealer 3 of four players, with the calls given."""
    return session("euchre", players, ANNOUNCED, seed, 1, Caller(*calls), first=players - 1)[0]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_follow_from_the_tricks_until_a_side_has_five(players, seed):
    history = session("euchre", players, ANNOUNCED, seed, 1000)
    assert history[-1]["game_over"] and max(history[-1]["points_after"]) >= 5
    assert not any(hand["game_over"] for hand in history[:-1])
    for hand in history:
        assert sum(hand["tricks_won"]) == (0 if hand["maker"] is None else 5)
        if players == 4:
            for key in ("points", "points_before", "points_after"):
                assert hand[key][0] == hand[key][2] and hand[key][1] == hand[key][3]


def test_trumps_with_fours():
    suits = BowerSuits(4)
    trumps = suits.trumps(list(ALL_TILES))
    assert sorted(trumps, key=lambda tile: suits.rank(tile, 4), reverse=True) == [
        "4-4", "3-3", "6-4", "5-4", "4-3", "4-2", "4-1", "4-0"]
    threes = suits.of_suit(list(ALL_TILES), 3)
    assert sorted(threes, key=lambda tile: suits.rank(tile, 3), reverse=True) == [
        "6-3", "5-3", "3-2", "3-1", "3-0"]
    assert suits.winner(Trick(0, 4, [(0, "6-4"), (1, "3-3"), (2, "4-4"), (3, "6-6")])) == 2
    assert suits.winner(Trick(0, 3, [(0, "6-3"), (1, "3-3"), (2, "4-0"), (3, "6-6")])) == 1


def test_blanks_have_the_double_six_for_a_left_bower():
    suits = BowerSuits(0)
    assert suits.left_bower == "6-6" and suits.suits_of("6-6") == (0,)
    assert len(suits.trumps(list(ALL_TILES))) == 8
    assert sorted(suits.of_suit(list(ALL_TILES), 6)) == ["6-1", "6-2", "6-3", "6-4", "6-5"]


def test_leads_and_follows():
    suits = BowerSuits(4)
    hand = ["6-5", "3-3", "2-2", "4-1"]
    assert legal_leads(suits, "announced", hand) == [
        ("6-5", 6), ("6-5", 5), ("3-3", 4), ("2-2", 2), ("4-1", 4)]
    assert legal_leads(suits, "high", hand) == [("6-5", 6), ("3-3", 4), ("2-2", 2), ("4-1", 4)]
    assert legal_follows(suits, hand, 4) == ["3-3", "4-1"]
    assert legal_follows(suits, hand, 3) == hand
    assert legal_follows(BowerSuits(5), ["6-3", "5-3"], 3) == ["6-3"]


def test_calls():
    state = SimpleNamespace(players=4, round=1, proposed=6)
    assert legal_calls(state) == [("pass",), ("accept", False), ("accept", True)]
    state.round = 2
    assert len(legal_calls(state)) == 13 and ("name", 6, False) not in legal_calls(state)
    state.players = 3
    assert len(legal_calls(state)) == 7


def test_dealer_takes_the_turn_up_when_it_is_accepted():
    hand = called_hand(("pass",), ("accept", False))
    assert hand["maker"] == 1 and hand["trump"] == int(hand["turn_up"][0])
    assert hand["tricks"][0]["leader"] == 1
    played = {tile for trick in hand["tricks"] for seat, tile in trick["plays"] if seat == 3}
    assert played == {*hand["dealt"][3], hand["turn_up"]} - {hand["dealer_discard"]}
    assert hand["auction"] == [
        {"seat": 0, "round": 1, "call": "pass"},
        {"seat": 1, "round": 1, "call": "accept"},
    ]


@pytest.mark.parametrize("maker", [0, 1, 2, 3])
def test_partner_of_a_maker_alone_is_skipped_and_a_skipped_dealer_does_not_exchange(maker):
    hand = called_hand(*[("pass",)] * maker, ("accept", True))
    assert hand["auction"][-1]["alone"] is True and hand["alone"] is True
    partner = (maker + 2) % 4
    for trick in hand["tricks"]:
        assert sorted(seat for seat, _ in trick["plays"]) == sorted({0, 1, 2, 3} - {partner})
    assert (hand["dealer_discard"] is None) == (partner == 3)


def test_naming_a_suit_exchanges_nothing():
    calls = [("pass",)] * 5
    other = (int(called_hand(("accept", False))["turn_up"][0]) + 1) % 7
    hand = called_hand(*calls, ("name", other, False))
    assert hand["trump"] == other and hand["maker"] == 1 and hand["dealer_discard"] is None
    assert hand["auction"][-1] == {"seat": 1, "round": 2, "call": "name", "suit": other}


def test_void_hand():
    hand = called_hand(*[("pass",)] * 6, players=3)
    assert hand["trump"] is hand["maker"] is hand["dealer_discard"] is None
    assert hand["tricks"] == [] and hand["alone"] is False and hand["points"] == [0, 0, 0]


@pytest.mark.parametrize(("maker", "alone", "tricks", "points"), EUCHRE_POINTS)
def test_points(maker, alone, tricks, points):
    state = SimpleNamespace(players=len(tricks), maker=maker, alone=alone, tricks_won=tricks)
    assert hand_points(state) == points


def test_seats_that_reach_five_together_share_the_win():
    assert game_winners([3, 6, 5]) == [1, 2]
    assert game_winners([4, 4, 4]) == []
