"""The rules of Domino Euchre, each under its own name, on hands laid by hand."""

import numpy as np
import pytest

from simulate.domino import tricks
from simulate.domino.tiles import members, name, parse
from simulate.games.euchre.game import GAME
from simulate.games.euchre.kernel import settle, share_points, unpack
from simulate.games.euchre.rules import EuchreRules
from simulate.games.euchre.views import AT, PASS, goes_alone, legal_calls, make, suit_made
from simulate.runs.follow import histories
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players
from tests.oracle.cases import EUCHRE_POINTS
from tests.simulate.games.euchre.forced import forced


def by_rank(order, suit):
    """Return the tiles of a suit, the strongest first."""
    held = members(tricks.suit_of(order, suit))
    ranked = sorted(held, key=lambda tile: -tricks.strength(order, suit, tile))
    return " ".join(name(tile) for tile in ranked)


@pytest.mark.parametrize(("high", "suits"), [(0, {6, 3}), (1, {6})])
def test_lead_suit(high, suits):
    order = tricks.bowers(4, high)
    assert {k for k in range(7) if tricks.led_as(order, parse("6-3")) >> k & 1} == suits
    assert tricks.is_legal_lead(order, 1 << parse("6-3"), tricks.announce(parse("6-3"), 6))
    assert tricks.is_legal_lead(
        order, 1 << parse("6-3"), tricks.announce(parse("6-3"), 3)) == (not high)
    assert tricks.led_as(order, parse("6-4")) == 1 << 4
    assert by_rank(order, 4) == by_rank(tricks.bowers(4), 4)


def test_a_call_says_which_suit_and_whether_alone():
    assert suit_made(PASS) == -1
    assert goes_alone(PASS) == 0
    for suit in range(7):
        for alone in (0, 1):
            call = make(suit, alone)
            assert (suit_made(call), goes_alone(call)) == (suit, alone)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("number", "suits"), [(1, [3]), (2, [0, 1, 2, 4, 5, 6])])
def test_calls_stand_in_the_order_of_the_rules(players, number, suits):
    kinds = (0, 1) if players == 4 else (0,)
    calls = [PASS, *(make(suit, alone) for suit in suits for alone in kinds)]
    legal = legal_calls(players, 3, number)
    assert [call for call in range(64) if legal >> call & 1] == calls == sorted(calls)


def settled(players, maker, alone, won, dealer=None):
    """Return the points of a hand by seat; ``won`` are the tricks by position."""
    row = np.zeros(GAME.row_size, np.int64)
    GAME.lay_table(row, EuchreRules(), players)
    dealer = players - 1 if dealer is None else dealer
    row[AT.chair : AT.chair + players] = [(dealer + 1 + p) % players for p in range(players)]
    row[AT.maker], row[AT.alone] = maker, alone
    row[AT.tricks] = sum(n << 4 * p for p, n in enumerate(won))
    settle(row)
    share_points(row)
    return [max(int(row[AT.value + seat]), 0) for seat in range(players)]


@pytest.mark.parametrize(("maker", "alone", "won", "points"), EUCHRE_POINTS)
def test_points(maker, alone, won, points):
    assert settled(len(won), maker, alone, won) == points


def test_points_go_to_seats_wherever_the_dealer_sits():
    # Dealer 0: positions 0, 1, 2 are seats 1, 2, 0.
    assert settled(3, 2, 0, [1, 1, 3], dealer=0) == [1, 0, 0]
    assert settled(3, 2, 0, [2, 1, 2], dealer=0) == [0, 2, 2]


def play_scripted(maker, number, alone, players=4):
    """Return the first hands of some games in which one position makes trump."""
    run = forced(maker, number, number - 1, alone, players, EuchreRules())
    return [hand for hand, _ in histories(run, range(20))]


def position_of(hand, seat):
    return (seat - hand["dealer"] - 1) % hand["players"]


def played_by(hand, seat):
    return {tile for trick in hand["tricks"] for who, tile in trick["plays"] if who == seat}


@pytest.mark.parametrize("maker", range(4))
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("alone", [0, 1])
def test_the_maker_leads_and_the_dealer_exchanges(maker, number, alone):
    for hand in play_scripted(maker, number, alone):
        dealer = hand["dealer"]
        assert position_of(hand, hand["maker"]) == maker
        assert hand["tricks"][0]["leader"] == hand["maker"]
        assert hand["alone"] == bool(alone)
        assert len(hand["auction"]) == 4 * (number - 1) + maker + 1
        skipped = (hand["maker"] + 2) % 4 if alone else None
        seats = set(range(4)) - {skipped}
        assert all({seat for seat, _ in trick["plays"]} == seats for trick in hand["tricks"])
        exchanges = number == 1 and skipped != dealer
        assert (hand["dealer_discard"] is not None) == exchanges
        if exchanges:
            six = {*hand["dealt"][dealer], hand["turn_up"]}
            assert played_by(hand, dealer) == six - {hand["dealer_discard"]}
        for seat in seats - {dealer}:
            assert played_by(hand, seat) == set(hand["dealt"][seat])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hand_is_void_when_all_pass_twice(players):
    for hand in play_scripted(9, 1, 0, players):
        assert (hand["trump"], hand["maker"], hand["alone"]) == (None, None, False)
        assert (hand["tricks"], hand["dealer_discard"]) == ([], None)
        assert hand["points"] == hand["tricks_won"] == [0] * players
        assert [said["call"] for said in hand["auction"]] == ["pass"] * 2 * players


def test_the_deal_passes_to_the_left_and_session_s_begins_with_dealer_s():
    run = Run("euchre", EuchreRules(), seat_players("euchre", "random", 3), 1, 1000, 8)
    for hand, _ in histories(run, range(12)):
        assert hand["dealer"] == (hand["session"] + hand["hand"]) % 3


def test_histories_add_up_to_the_counts_of_makers():
    run = Run("euchre", EuchreRules(), seat_players("euchre", "hoyle,loner,random,bold"), 40, 50, 3)
    makers = np.zeros((4, 7, 2, 2), int)
    for hand, _ in histories(run, range(40)):
        if hand["maker"] is not None:
            named = hand["auction"][-1]["round"] - 1
            makers[hand["maker"], hand["trump"], named, int(hand["alone"])] += 1
    counts = unpack(play(run, jobs=1).tally.counts, 4)
    assert np.array_equal(counts["makers"].sum(4), makers) and makers.sum((0, 1)).all()


GAMES = 60_000


def tally_of(players, lead_suit="announced"):
    rules, seats = EuchreRules(lead_suit=lead_suit), seat_players("euchre", "random", players)
    return play(Run("euchre", rules, seats, GAMES, 1000, 1), jobs=1).tally


@pytest.fixture(scope="module")
def tallies():
    return {players: tally_of(players) for players in (2, 3, 4)}


def deviation(share, hands, expected, error=0.0):
    """Return how many standard errors a share of hands is off."""
    return (share - expected) / np.sqrt(expected * (1 - expected) / hands + error**2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_trump_is_made_with_the_exact_odds(tallies, players):
    tally = tallies[players]
    hands = tally.session_total("hands")
    made = unpack(tally.counts, players)["makers"].sum((0, 1, 3, 4)) / hands
    kinds = 2 if players == 4 else 1
    accepts, names = kinds / (1 + kinds), 6 * kinds / (1 + 6 * kinds)
    turned_down = (1 - accepts) ** players
    void = turned_down * (1 - names) ** players
    assert abs(deviation(made[0], hands, 1 - turned_down)) < 4
    assert abs(deviation(made[1], hands, turned_down - void)) < 4
    assert abs(deviation(tally.session_total("voids") / hands, hands, void)) < 4
