"""The rules of Domino Loo and Rounce, each under its own name, on hands laid by hand."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.errors import BoneyardError, listed
from simulate.games.game import find_game
from simulate.games.loo.game import GAME as LOO
from simulate.games.loo.game import ends
from simulate.games.loo.hand import collect_antes, game_winner, settle_chips, settle_points
from simulate.games.loo.rules import LooRules, RounceRules, may_follow
from simulate.games.loo.views import ACTIONS, AT, DROP, FOR_POOL, MISS, PLAY
from simulate.games.rounce.game import GAME as ROUNCE
from simulate.games.spot import asking
from simulate.runs.follow import histories
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import library, seat_players
from tests.oracle.cases import ANTES, LOO_SETTLED, PENALTIES_BY_SEATS, WON_ON_POINTS, part_of


def table(rules, players=4, dealer=None):
    """Return a row with everybody in, seat = position unless a dealer is named."""
    game = ROUNCE if isinstance(rules, RounceRules) else LOO
    row = np.zeros(AT.size, np.int64)
    game.lay_table(row, rules, players)
    row[AT.players] = players
    dealer = players - 1 if dealer is None else dealer
    for p in range(players):
        row[AT.chair + p] = (dealer + 1 + p) % players
    return row


def result(row, actions, tricks):
    """Set declarations and tricks by position."""
    row[AT.seats_in] = sum(1 << p for p, a in enumerate(actions) if a not in (DROP, 0))
    if not row[AT.seats_in]:
        row[AT.seats_in] = 1 << len(actions) - 1
    row[AT.tricks] = sum(n << 4 * p for p, n in enumerate(tricks))
    for p, action in enumerate(actions):
        row[AT.action + p] = action


def by_seat(row, entry, players=4):
    return [int(n) for n in row[entry : entry + players]]


def told(row):
    entries = {"pool": AT.pool, "pool_next": AT.pool_next}
    lists = {"paid": AT.paid, "penalties": AT.penalties}
    return {**{name: int(row[at]) for name, at in entries.items()},
            **{name: by_seat(row, at) for name, at in lists.items()}}


@pytest.mark.parametrize(("rules", "left", "actions", "tricks", "expected"), LOO_SETTLED)
def test_a_hand_is_settled(rules, left, actions, tricks, expected):
    row = table(LooRules(**rules))
    row[AT.pool_next] = left
    collect_antes(row)
    codes = {name: code for code, name in ACTIONS.items()}
    result(row, [*map(codes.__getitem__, actions), 0][:4], tricks)
    settle_chips(row)
    assert part_of(told(row), expected) == expected


@pytest.mark.parametrize(("rules", "chips", "left", "antes"), ANTES)
def test_the_seats_pay_for_a_pool_that_counts_as_empty_and_else_the_dealer(
    rules, chips, left, antes
):
    rules = LooRules(**rules)
    row = table(rules)
    row[AT.chips : AT.chips + 4], row[AT.pool_next] = chips or 0, left
    collect_antes(row)
    assert by_seat(row, AT.ante_paid) == antes
    assert row[AT.pool] == left + sum(antes)
    assert chips or rules.next_pool(left, 4) == row[AT.pool]
    assert not chips or by_seat(row, AT.chips) == [
        own - ante for own, ante in zip(chips, antes, strict=True)]


@pytest.mark.parametrize(("penalty", "players", "owed"), PENALTIES_BY_SEATS)
def test_penalty_in_n_follows_the_seats_in_the_session(penalty, players, owed):
    # Four seats sat down, so many are left.
    rules = LooRules(penalty=penalty)
    row = table(rules)
    row[AT.players], row[AT.pool_next] = players, 50
    collect_antes(row)
    assert row[AT.pool] == 55
    assert row[AT.penalty] == owed == rules.penalty_at(55, players)
    kind, _, chips = penalty.partition(":")
    assert LOO.record(row, 4)["rules"] == {"penalty": f"{kind}:{int(chips[:-1]) * players}"}


def test_bankroll_pays_what_it_has_and_is_not_owed_later():
    row = table(LooRules(bankroll=8))
    row[AT.chips : AT.chips + 4] = [8, 3, 8, 8]
    collect_antes(row)
    assert by_seat(row, AT.ante_paid) == [5, 3, 5, 8]
    assert by_seat(row, AT.chips) == [3, 0, 3, 0]
    result(row, [PLAY, PLAY, PLAY, PLAY], [0, 3, 2, 0])
    settle_chips(row)
    assert by_seat(row, AT.penalties) == [3, 0, 0, 0]
    assert by_seat(row, AT.chips) == [0, 12, 11, 0]


def test_points_a_trick_each_and_minus_five_when_looed():
    row = table(LooRules(scoring="points"), players=3)
    result(row, [PLAY, MISS, DROP], [5, 0, 0])
    settle_points(row)
    assert by_seat(row, AT.value, 3) == [5, -5, 0]


@pytest.mark.parametrize(("scores", "tricks", "winners"), WON_ON_POINTS)
def test_a_seat_ahead_at_the_goal_wins_and_a_tie_at_the_top_plays_on(scores, tricks, winners):
    row = table(LooRules(scoring="points"))
    row[AT.score : AT.score + 4] = scores
    result(row, [PLAY if taken else DROP for taken in tricks], tricks)
    settle_points(row)
    assert row[AT.game_over] == bool(winners)
    assert not winners or [game_winner(row)] == winners


@pytest.mark.parametrize(("game", "players"), itertools.product(("loo", "rounce"), (2, 3, 4)))
def test_what_may_not_follow_is_refused_with_what_may(game, players):
    rules, histories, refused = find_game(game).rules_class(), [()], 0
    hand = {"game": game, "players": players, "dealer": players - 1, "turn_up": "3-1"}
    for before in histories:
        legal = may_follow(players, before, game == "rounce")
        for action in ACTIONS:
            done = [{"seat": p, "action": ACTIONS[one]} for p, one in enumerate((*before, action))]
            if legal >> action & 1:
                assert asking(game).events(hand | {"declarations": done}, rules)
                histories += [(*before, action)] * (len(done) < players)
                continue
            refused += 1
            words = [word.replace("miss", "dummy" if game == "rounce" else "miss")
                     for one, word in ACTIONS.items() if legal >> one & 1]
            reason = f"allowed are {listed(words)}" if legal else "the dealer takes the pool"
            with pytest.raises(BoneyardError, match=rf" (plays|takes|drops).*: .*{reason}"):
                asking(game).events(hand | {"declarations": done}, rules)
    assert refused >= players


#: What holds does not depend on how many deals the master imagines.
NAMES = [name if name != "master" else "master(worlds=2)" for name in sorted(library("loo"))]
penalties = st.one_of(
    st.just("unlimited"),
    st.integers(0, 40).map(lambda c: f"fixed:{5 * c}"),
    st.integers(0, 40).map(lambda c: f"cap:{5 * c}"),
)
loo_rules = st.builds(
    LooRules, penalty=penalties, lead_trump_min=st.integers(1, 4), must_trump=st.booleans())
line_ups = st.lists(st.sampled_from(NAMES), min_size=2, max_size=4)
seeds = st.integers(0, 2**63 - 1)


def added_up(run, hands):
    """Return what a summary must say, from the histories alone."""
    seats = []
    for seat in range(len(run.players)):
        said = [s["action"] for hand in hands for s in hand["declarations"] if s["seat"] == seat]
        stayed = [
            hand for hand in hands
            if hand["dealt"][seat]
            and not any(s["seat"] == seat and s["action"] == "drop" for s in hand["declarations"])
        ]
        tricks = [hand["tricks_won"][seat] for hand in stayed
                  if hand["tricks"] or hand["tricks_won"][seat]]
        seats.append({
            "played": said.count("play"), "missed": said.count("miss"),
            "dropped": said.count("drop"), "for_pool": said.count("for_pool"),
            "looed": sum(hand["looed"][seat] for hand in hands),
            "tricks": [tricks.count(t) for t in range(6)],
        })
    return seats


@settings(max_examples=25, deadline=None, derandomize=True)
@given(rules=st.one_of(loo_rules, st.builds(LooRules, scoring=st.just("points")),
                       st.builds(RounceRules), st.builds(LooRules, bankroll=st.integers(5, 90))),
       lineup=line_ups, seed=seeds, sessions=st.integers(1, 6))
def test_histories_add_up_to_summaries_exactly(rules, lineup, seed, sessions):
    game = "rounce" if isinstance(rules, RounceRules) else "loo"
    run = Run(game, rules, seat_players(game, lineup), sessions, 30, seed)
    hands = [hand for hand, _ in histories(run, range(sessions))]
    tally = play(run, jobs=1).tally
    table, seats = find_game(game).summary(tally, rules)
    for seat, expected in enumerate(added_up(run, hands)):
        assert {key: seats[seat][key] for key in expected} == expected
        money = "net" if "net" in seats[seat] else "points"
        assert seats[seat][money] == sum(hand[money][seat] for hand in hands)
    assert table["walkovers"] == sum(not hand["tricks"] for hand in hands)
    assert tally.session_total("hands") == len(hands)
    if "pool" in table:
        assert table["pool"]["max"] == max(hand["pool"] for hand in hands)
        assert table["pool"]["mean"] == sum(hand["pool"] for hand in hands) / len(hands)
        last = {hand["session"]: hand["pool_next"] for hand in hands}
        assert table["pool"]["left"] == sum(last.values())
    else:
        over = [hand for hand in hands if hand["game_over"]]
        assert table["unfinished"] == sessions - len(over)
        for seat in range(len(run.players)):
            won = sum(seat in hand["winners"] for hand in over)
            assert seats[seat]["games_won"] == won


def test_parts_and_looed_of_hands_are_those_counted_seat_by_seat():
    chance, many = np.random.default_rng(1), 2000
    tricks = np.array([np.bincount(row, minlength=4) for row in chance.integers(0, 4, (many, 5))])
    tricks[: many // 2] = 5, 0, 0, 0  # others all dropped, or took none
    seats = chance.integers(0, 16, many) | (tricks > 0) @ (1 << np.arange(4))
    action = chance.choice([0, *ACTIONS], (many, 4))
    hands = {"tricks": (tricks << 4 * np.arange(4)).sum(axis=1), "seats_in": seats,
             "action": action}
    growth = ends(LooRules())
    looed, unpaid = np.zeros(many, int), np.zeros(many, int)
    for k, p in itertools.product(range(many), range(4)):
        if seats[k] >> p & 1:
            is_for_pool = action[k, p] == FOR_POOL
            looed[k] += tricks[k, p] == 0 and not is_for_pool
            unpaid[k] += tricks[k, p] * is_for_pool
    assert growth.looed(hands).tolist() == looed.tolist()
    assert growth.factors(hands).tolist() == (5 * looed + unpaid).tolist()


def test_a_session_ends_past_its_limit_and_not_at_it():
    limit, hands = 40, 50
    run = Run("loo", LooRules(penalty="fixed:20", escalation_limit=limit),
              seat_players("loo", "random", 4), 40, hands, 5)
    left = [[hand["pool_next"] for hand, _ in histories(run, range(k, k + 1))]
            for k in range(run.sessions)]
    assert any(limit in pools[:-1] for pools in left)
    assert all(pool <= limit for pools in left for pool in pools[:-1])
    assert all(len(pools) == hands or pools[-1] > limit for pools in left)
    assert play(run, jobs=1).tally.session_total("escalated") == sum(
        pools[-1] > limit for pools in left)
