"""The oracle against the rules' texts: chips and tiles are conserved, illegal answers refused."""

from itertools import pairwise

import pytest

from boneyard.proof.table import IllegalChoice
from boneyard.proof.tiles import ALL_TILES, pips

from . import loo, pool
from .casino import settle_round
from .loo import PAGAT
from .playing import ANNOUNCED, HUNDRED, MAY_STAR, POOLS, SHORT, RandomDecider, session


@pytest.mark.parametrize(("game", "players", "rules"), [
    *(("loo", players, {**loo.PAGAT, "penalty": penalty, "escalation_limit": 10**30, **bank})
      for players in (2, 3, 4) for bank in ({}, {"bankroll": 100})
      for penalty in ("unlimited", "fixed:20", "cap:45", "cap:7", "cap:10n")),
    *(("pool", players, rules) for players in (3, 4, 5, 6) for rules in POOLS)])
def test_chips_are_conserved(game, players, rules):
    bankroll = rules.get("bankroll")
    left, net = 0, [0] * players
    for hand in session(game, players, rules, players, 8 if game == "pool" else 20):
        assert hand["pool"] == left + sum(hand["ante" if game == "loo" else "contribution"])
        left = hand["pool_next"]
        net = [sum(pair) for pair in zip(net, hand["net"], strict=True)]
        assert left >= 0 and sum(net) + left == 0
        assert bankroll is None or min(net) >= -bankroll


@pytest.mark.parametrize(("game", "rules", "method", "answer"), [
    ("loo", loo.PAGAT, "declare", "fold"),
    ("loo", loo.PAGAT, "discard_after_miss", ["6-6", "6-6"]),
    ("loo", loo.PAGAT, "discard_after_miss", []),
    ("loo", loo.PAGAT, "discard_for_turn_up", "0-7"),
    ("loo", loo.PAGAT, "take_turn_up", "maybe"),
    ("loo", loo.PAGAT, "lead", ("6-6", 9)),
    ("loo", loo.PAGAT, "follow", "7-7"),
    ("euchre", ANNOUNCED, "call", ("name", 3, False)),
    ("euchre", ANNOUNCED, "dealer_discard", "7-7"),
    ("euchre", ANNOUNCED, "lead", ("6-6", 5)),
    ("euchre", ANNOUNCED, "follow", "7-7"),
    ("pool", pool.DEFAULTS, "play", ("6-6", "top")),
    ("pool", pool.DEFAULTS, "play", ("7-7", None)),
    ("pool", pool.DEFAULTS, "play", None),
    ("casino", {}, "bet", "7-7"),
])
def test_illegal_answers_are_refused(game, rules, method, answer):
    decider = RandomDecider(4)
    setattr(decider, method, lambda state, legal=None: answer)
    with pytest.raises(IllegalChoice):
        session(game, 4, rules, 4, 50, decider, first=0)


@pytest.mark.parametrize(("bets", "dice", "before", "rule", "won", "pot"), [
    # The source's example, round by round.
    ("3-2 6-3 5-0", (4, 6), "", "matches", [[], ["6-3"], []], ["3-2", "5-0"]),
    ("6-0 6-5 5-1", (1, 6), "3-2 5-0", "matches", [["6-0", "6-5"], [], ["5-1"]], ["3-2", "5-0"]),
    ("4-4 0-0 4-2", (4, 4), "3-2 5-0", "double_double",
     [["0-0", "3-2", "4-2", "4-4", "5-0"], [], []], []),
    ("6-5 0-0 5-5", (5, 6), "1-1", "double_blank", [[], [], []], ["0-0", "1-1", "5-5", "6-5"]),
    ("6-5 6-0 5-5", (5, 6), "1-1", "double", [["1-1", "5-5", "6-0", "6-5"], [], []], []),
    ("6-0 5-0 6-1", (5, 6), "1-1", "matches", [["6-0", "6-1"], ["5-0"], []], ["1-1"]),
    ("6-0 6-6 6-1", (6, 1), "1-1", "double", [[], [], ["1-1", "6-0", "6-1", "6-6"]], []),
    ("6-0 6-6 6-1", (6, 3), "1-1", "matches", [["6-0", "6-1", "6-6"], [], []], ["1-1"]),
    ("6-0 5-5 6-1", (5, 5), "1-1", "double_double", [[], ["1-1", "5-5", "6-0", "6-1"], []], []),
    ("2-0 5-5 6-1", (5, 3), "1-1", "matches", [[], ["5-5"], []], ["1-1", "2-0", "6-1"]),
])
def test_order_of_settlement(bets, dice, before, rule, won, pot):
    result = settle_round(bets.split(), dice, before.split())
    assert (result.rule, [sorted(tiles) for tiles in result.won], sorted(result.pot)) == (
        rule, won, pot)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("players", "rounds", "removed"), [(2, 14, 0), (3, 9, 1), (4, 7, 0), (5, 5, 3)]
)
def test_rounds_and_tiles(players, rounds, removed, seed):
    (game,) = session("casino", players, {}, seed)
    assert len(game["rounds"]) == rounds and len(game["removed"]) == removed
    assert [entry["roller"] for entry in game["rounds"]] == [
        (game["first_roller"] + index) % players for index in range(rounds)
    ]
    pot = game["rounds"][-1]["pot"]
    stashed = [tile for stash in game["stash"] for tile in stash]
    assert sorted([*game["removed"], *stashed, *pot]) == sorted(ALL_TILES)
    assert game["rounds"][-1]["drawn"] == game["rounds"][-2]["drawn"] == [[]] * players


@pytest.mark.parametrize("seed", range(3))
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


NO_STAR = {**HUNDRED, "star": "no"}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rules", POOLS)
def test_tiles_are_conserved_lines_match_and_hands_end_as_they_should(rules, players):
    for hand in session("pool", players, rules, players, 8):
        dealt = [tile for tiles in hand["dealt"] for tile in tiles or []]
        assert sorted(dealt + hand["stock"]) == sorted(ALL_TILES)
        drawn = sum(pips(play["draw"]) for play in hand["plays"] if "draw" in play)
        assert sum(map(pips, dealt)) + drawn == sum(hand["pips"]) + sum(map(pips, hand["line"]))
        halves = [tile.split("-") for tile in hand["line"]]
        assert all(a[1] == b[0] for a, b in pairwise(halves))
        seats = [seat for seat in range(players) if hand["dealt"][seat]]
        tail = hand["plays"][-len(seats) :]
        passes = [play for play in tail if play.get("pass")]
        assert (len(passes) == len(seats)) == (hand["ended"] == "blocked")
        if hand["ended"] == "domino":
            assert hand["winners"] == [tail[-1]["seat"]]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rules", [HUNDRED, SHORT, NO_STAR, MAY_STAR])
def test_hundred_up_ends_with_one_pool_paid(rules, players):
    history = session("pool", players, rules, seed=players, hands=200)
    assert history[-1]["game_over"] and sum(history[-1]["paid"]) > 0
    assert not any(sum(hand["paid"]) for hand in history[:-1])
    stars = sum(len(hand["starred"]) for hand in history)
    assert stars <= (2 if players == 4 else 1) * (rules["star"] != "no")
