"""The Loo and Rounce oracle against the rules text, worked example included."""

import random
from functools import partial

import pytest

from .checking import damaged, shuffled_decks
from .choices import IllegalChoice
from .loo import GAMERULES, PAGAT, ROUNCE, play_session, referee
from .loo.playing import legal_follows, legal_leads
from .loo.rules import penalty_at_stake
from .loo.scoring import ChipAccount, LooPoints, RouncePoints
from .tricks import Suits

POINTS = {**PAGAT, "scoring": "points"}
TABLES = [
    *(("loo", players, PAGAT) for players in (2, 3, 4)),
    *(("loo", players, {**PAGAT, "penalty": "cap:40", "bankroll": 60}) for players in (2, 3, 4)),
    ("loo", 4, {**PAGAT, "penalty": "cap:10n", "bankroll": 60}),
    ("loo", 4, {**PAGAT, "penalty": "fixed:20"}),
    ("loo", 4, {**GAMERULES, "must_trump": False}),
    *(("loo", players, POINTS) for players in (2, 3, 4)),
    *(("rounce", players, ROUNCE) for players in (2, 3, 4)),
]


class RandomDecider:
    """Takes each decision uniformly and watches that the state is in order."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def declare(self, state, legal):
        assert len(state.hands[state.seat]) == 5
        return self.random.choice(legal)

    def take_turn_up(self, state):
        assert state.seat == state.dealer
        return self.random.random() < 0.5

    def discard_for_turn_up(self, state, hand):
        return self.random.choice(hand)

    def discard_after_miss(self, state, drawn):
        return self.random.sample(drawn, len(drawn) - 5)

    def lead(self, state, options):
        assert state.trick is None and state.seat in state.playing
        return self.random.choice(options)

    def follow(self, state, legal):
        assert len(state.trick.plays) < len(state.playing)
        return self.random.choice(legal)


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


def random_session(game, players, rules, seed=1, hands=20):
    """Play a session with random decisions."""
    return play_session(
        game, players, rules, seed % players, shuffled_decks(seed), RandomDecider(seed), hands
    )


@pytest.mark.parametrize(("game", "players", "rules"), TABLES)
def test_referee_accepts_what_the_engine_played(game, players, rules):
    for seed in range(2):
        history = random_session(game, players, rules, seed)
        referee(history)
        referee(
            [{"game": game, "seed": seed, "session": 0, "lineup": [], **hand} for hand in history]
        )


@pytest.mark.parametrize(("game", "players", "rules"), [TABLES[6], TABLES[10], TABLES[-3]])
def test_referee_rejects_any_damage_to_a_record(game, players, rules):
    history = random_session(game, players, rules, seed=3, hands=2)
    for path, broken in damaged(history):
        if path[:2] == (0, "rules") or (path[1] == "tricks" and path[-1] == "suit"):
            continue  # the damage may be another session in order
        with pytest.raises(AssertionError, match="hand"):
            referee(broken)


def test_referee_names_the_hand_and_the_key():
    history = random_session("loo", 4, PAGAT, hands=4)
    history[2]["pool_next"] += 1
    with pytest.raises(AssertionError, match="hand 2: pool_next"):
        referee(history)


def test_referee_takes_lists_of_tiles_in_any_order():
    history = random_session("loo", 3, PAGAT, hands=4)
    for hand in history:
        for tiles in hand["dealt"]:
            tiles.reverse()
        for declaration in hand["declarations"]:
            declaration.get("discarded", []).reverse()
    referee(history)


def test_referee_rejects_hands_after_the_end():
    history = random_session("rounce", 2, ROUNCE, seed=5, hands=5000)
    assert history[-1]["game_over"]
    with pytest.raises(AssertionError, match="end of the session"):
        referee([*history, {**history[-1], "hand": len(history)}])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bankroll", [None, 100])
@pytest.mark.parametrize("penalty", ["unlimited", "fixed:20", "cap:45", "cap:7", "cap:10n"])
def test_chips_are_conserved(players, bankroll, penalty):
    rules = {**PAGAT, "penalty": penalty, "escalation_limit": 10**30}
    if bankroll:
        rules["bankroll"] = bankroll
    history = random_session("loo", players, rules, seed=players)
    pool, net = 0, [0] * players
    for hand in history:
        assert hand["pool"] == pool + sum(hand["ante"])
        pool = hand["pool_next"]
        net = [sum(pair) for pair in zip(net, hand["net"], strict=True)]
        assert pool >= 0 and sum(net) + pool == 0
        assert bankroll is None or min(net) >= -bankroll


@pytest.mark.parametrize("seed", range(10))
def test_unlimited_pools_stay_divisible_by_five_until_one_plays_for_the_pool(seed):
    rules = {**PAGAT, "escalation_limit": 10**9}
    for hand in random_session("loo", 4, rules, seed):
        if any(entry["action"] == "for_pool" for entry in hand["declarations"]):
            break
        assert hand["pool"] % 5 == 0 and hand["pool_next"] % 5 == 0


def test_session_ends_with_the_hand_that_escalates():
    rules = {**PAGAT, "escalation_limit": 300}
    history = random_session("loo", 4, rules, hands=5000)
    assert history[-1]["pool_next"] > 300
    assert all(hand["pool_next"] <= 300 for hand in history[:-1])


def test_seats_without_chips_have_no_part():
    rules = {**PAGAT, "bankroll": 40}
    history = random_session("loo", 4, rules, seed=2, hands=5000)
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
    (hand,) = play_session("loo", 4, GAMERULES, 3, shuffled_decks(1), decider, 1)
    assert hand["pool"] == 8 and hand["paid"] == [0, 0, 0, 8] and hand["pool_next"] == 0
    assert hand["tricks_won"] == [0, 0, 0, 5] and hand["tricks"] == []
    assert len(hand["declarations"]) == 3 and not any(hand["looed"])


def test_walkover_of_another_seat_takes_five_fifths():
    decider = Scripted("drop", "play", "drop", "drop", "drop", "drop", "drop")
    stays = {**GAMERULES, "remainder": "stays"}
    first, second = play_session("loo", 4, stays, 3, shuffled_decks(1), decider, 2)
    assert first["pool"] == 8 and first["paid"] == [0, 5, 0, 0] and first["pool_next"] == 3
    assert second["ante"] == [5, 0, 0, 0] and second["pool"] == 8


def test_remainder_ante_makes_every_seat_pay_for_fewer_than_five_chips():
    decider = Scripted("drop", "play", "drop", "drop", "drop", "drop", "drop")
    first, second = play_session("loo", 4, GAMERULES, 3, shuffled_decks(1), decider, 2)
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
    play_session("loo", 4, PAGAT, 3, shuffled_decks(1), decider, 1)
    assert decider.legal[0] == ["play", "miss", "drop"]
    assert decider.legal[-1] == legal


def test_for_pool_dealer_wins_nothing_and_is_not_looed():
    seen = set()
    for seed in range(30):
        decider = Scripted("drop", "miss", "drop", "for_pool")
        (hand,) = play_session("loo", 4, PAGAT, 3, shuffled_decks(seed), decider, 1)
        assert hand["paid"] == [0, 5 * hand["tricks_won"][1], 0, 0] and not hand["looed"][3]
        seen.add(hand["tricks_won"][3])
    assert {0, 1} <= seen
    (hand,) = play_session(
        "loo", 4, POINTS, 3, shuffled_decks(3), Scripted("drop", "miss", "drop", "for_pool"), 1
    )
    assert hand["points"][3] == 0


def test_rounce_has_no_for_pool_and_seats_drop_from_three_players():
    decider = Scripted("drop", "miss", "drop", "drop")
    play_session("rounce", 4, ROUNCE, 3, shuffled_decks(1), decider, 1)
    assert decider.legal[-1] == ["play", "drop"]
    decider = Scripted("miss", "miss")
    play_session("loo", 2, PAGAT, 1, shuffled_decks(1), decider, 1)
    assert decider.legal == [["play", "miss"], ["play", "miss"]]
    decider = Scripted("miss", "miss", "play")
    play_session("loo", 3, PAGAT, 2, shuffled_decks(1), decider, 1)
    assert decider.legal[-1] == ["play", "drop"]


def test_misses_draw_in_order_from_the_boneyard():
    deck = shuffled_decks(8)
    tiles = deck(0)
    (hand,) = play_session("loo", 3, PAGAT, 2, deck, Scripted("miss", "miss", "play"), 1)
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

    (hand,) = play_session("loo", 2, PAGAT, 1, shuffled_decks(2), Taker("play", "play"), 1)
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
    last = random_session(game, players, rules, seed, hands=3000)[-1]
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


@pytest.mark.parametrize(
    ("method", "answer"),
    [
        ("declare", "fold"),
        ("discard_after_miss", ["6-6", "6-6"]),
        ("discard_after_miss", []),
        ("discard_for_turn_up", "0-7"),
        ("take_turn_up", "maybe"),
        ("lead", ("6-6", 9)),
        ("follow", "7-7"),
    ],
)
def test_illegal_answers_are_refused(method, answer):
    decider = RandomDecider(4)
    setattr(decider, method, lambda state, legal=None: answer)
    with pytest.raises(IllegalChoice):
        play_session("loo", 4, PAGAT, 0, shuffled_decks(4), decider, 50)


@pytest.mark.parametrize(("game", "players", "rules", "dealer", "words"), [
    ("whist", 4, PAGAT, 0, "game"),
    ("loo", 5, PAGAT, 0, "players"),
    ("loo", 4, ROUNCE, 0, "rules"),
    ("loo", 4, {**PAGAT, "penalty": "none"}, 0, "rules"),
    ("loo", 4, {**POINTS, "bankroll": 10}, 0, "rules"),
    ("loo", 4, PAGAT, 4, "dealer"),
])
def test_unknown_tables_are_refused(game, players, rules, dealer, words):
    with pytest.raises(ValueError, match=words):
        play_session(game, players, rules, dealer, shuffled_decks(0), RandomDecider(0), 1)


def test_a_deck_that_is_not_the_whole_set_is_refused():
    with pytest.raises(ValueError, match="deck"):
        play_session("loo", 4, PAGAT, 0, lambda _: ["6-6"] * 28, RandomDecider(0), 1)
