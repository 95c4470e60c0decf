"""The kernel and the oracle play the same hands: same deals, leaders, turns and chips."""

from __future__ import annotations

import pytest

from simulate.games.pool.rules import PoolRules
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.lineup import library, seat_players
from tests.oracle.history import assert_same_hand
from tests.oracle.pool import play_session, referee
from tests.simulate.games.pool.at_the_oracle import Seated, Witness, key_of
from tests.simulate.machine.randomness import deck, pick, word
from tests.sizes import in_pieces

SEED = 20240301
#: Nobody sits in this seat: its first decision is the lot for the lead.
LOTS = 6
TABLES = {
    "by hand": {},
    "drawing": {"draw": "must"},
    "may draw": {"draw": "may"},
    "may draw, bankroll": {"draw": "may", "bankroll": 25, "contribution": 4},
    "rotating": {"draw": "must", "leader": "rotate", "contribution": 7},
    "bankroll": {"bankroll": 25, "contribution": 4},
    "hundred up": {"score": "hundred_up", "contribution": 10},
    "no star": {"score": "hundred_up", "star": "no", "leader": "rotate"},
    "short game": {"score": "hundred_up", "target": 35, "draw": "must"},
    "may star": {"score": "hundred_up", "target": 60, "star": "may", "draw": "may"},
    "far target": {"score": "hundred_up", "target": 1023, "star": "may"},
}
#: The expert agrees with itself or not, however few hands it imagines.
STRATEGIES = [*(one if name != "expert" else one(deals=4, listed=20)
                for name, one in library("pool").items()), Witness]


def line_up(players, shift):
    """Return strategies such that all of them sit in all seats over the sessions."""
    chosen = [STRATEGIES[(shift + seat) % len(STRATEGIES)] for seat in range(players)]
    return seat_players("pool", chosen)


def drawn_leader(session):
    def leader(hand, seats):
        lot = word(key_of(SEED, session, hand), LOTS, 0)
        return sorted(seats)[pick(lot, len(seats))]

    return leader


def by_kernel(rules, players, session, hands):
    run = Run("pool", rules, players, 1, hands, SEED)
    return [hand for hand, _ in histories(run, range(session, session + 1))]


def by_oracle(rules, players, session, hands):
    return play_session(
        len(players), rules.as_dict(), drawn_leader(session),
        lambda hand: deck(SEED, session, hand), Seated(players, SEED, session, hands), hands,
        first_leader=session % len(players),
    )


def assert_same_session(kernel, oracle):
    for index, hands in enumerate(zip(kernel, oracle, strict=False)):
        assert_same_hand(index, *hands)
    assert len(kernel) == len(oracle), "hands: one session is longer"


@in_pieces("begin", 0, 100)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("table", TABLES)
def test_kernel_agrees_with_oracle(table, players, begin):
    rules, agreed, session = PoolRules(**TABLES[table]), 0, begin
    while agreed < (300 if begin else 40):  # of 44 tables, so more than 10,000 hands
        seated = line_up(players, session)
        kernel = by_kernel(rules, seated, session, 40)
        oracle = by_oracle(rules, seated, session, 40)
        assert_same_session(kernel, oracle)
        agreed += len(kernel)
        session += 1


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ("by hand", {"draw": "must"}),
        ("drawing", {"draw": "no"}),
        ("drawing", {"draw": "may"}),
        ("may star", {"star": "must"}),
        ("drawing", {"leader": "rotate"}),
        ("bankroll", {"bankroll": 24}),
        ("hundred up", {"target": 80}),
        ("hundred up", {"star": "no"}),
    ],
)
def test_a_wrong_rule_is_found_out(table, wrong):
    right = PoolRules(**TABLES[table])
    seated = line_up(4, 0)
    kernel = by_kernel(right, seated, 0, 40)
    oracle = by_oracle(right.changed(**wrong), seated, 0, 40)
    for hand in oracle:
        hand["rules"] = right.as_dict()
    with pytest.raises(AssertionError, match="hand"):
        assert_same_session(kernel, oracle)


def test_the_referee_accepts_what_the_kernel_writes():
    seated = line_up(5, 2)
    referee(by_kernel(PoolRules(draw="may"), seated, 3, 20))


def test_histories_have_the_keys_of_the_exchange_format():
    head = ["game", "seed", "session", "hand", "players", "rules", "lineup", "leader"]
    hand_keys = ["contribution", "pool", "dealt", "stock", "plays", "line", "ended", "pips",
                 "winners", "paid", "pool_next", "net"]
    game_keys = ["score_before", "score_after", "out", "starred", "game_over", "game_winners"]
    seated = seat_players("pool", ["random"] * 3)
    assert list(by_kernel(PoolRules(), seated, 0, 1)[0]) == head + hand_keys
    hundred_up = by_kernel(PoolRules(score="hundred_up"), seated, 0, 1)[0]
    assert list(hundred_up) == head + hand_keys + game_keys


def test_a_session_is_found_again_by_its_address():
    run = Run("pool", PoolRules(), line_up(4, 1), 1, 50, SEED)
    whole = [hand for hand, _ in histories(run, range(3, 5))]
    part = [hand for hand, _ in histories(run, range(4, 5), 7, 9)]
    assert part == [hand for hand in whole if hand["session"] == 4][7:9]
