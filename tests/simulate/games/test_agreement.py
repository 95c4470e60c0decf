"""The kernels and the oracle play the same hands: deals, decisions, chips and points."""

from __future__ import annotations

import random

import pytest

from boneyard.proof.history import assert_same_hand
from reports.request import set_up
from simulate.games.game import find_game, own_games
from simulate.runs.follow import histories
from strategies.lineup import library
from tests.oracle import casino, euchre
from tests.oracle.euchre import BowerSuits
from tests.simulate.games.casino.at_the_oracle import Seated as SeatedAtCasino
from tests.simulate.games.oracles import by_oracle, oracle_of
from tests.sizes import in_pieces
from tests.tools.soak import check, random_table

SEED = 20240229
#: Rules of a game to play beside its own, by name.
RULES = {
    "loo": {
        "cap": {"penalty": "cap:40"},
        "fixed": {"penalty": "fixed:13", "ante": 2, "dealer_ante": 7, "dealer_top_up": 0},
        "gamerules": {"preset": "gamerules", "penalty": "cap:20"},
        "remainder stays": {"preset": "gamerules", "penalty": "cap:12", "remainder": "stays"},
        "remainder, bankroll": {"penalty": "cap:13", "bankroll": 70},
        "free to trump": {"must_trump": False, "lead_trump_min": 4, "penalty": "cap:40"},
        "escalation": {"escalation_limit": 300},
        "points": {"scoring": "points"},
        "bankroll": {"bankroll": 70},
        "cap in n, bankroll": {"penalty": "cap:10n", "bankroll": 70},
        "fixed in n": {"penalty": "fixed:5n"},
    },
    "rounce": {"strict": {"must_trump": True, "lead_trump_min": 3}},
    "euchre": {"high": {"lead_suit": "high"}},
    "pool": {
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
    },
}
TABLES = [(game, table, players) for game in own_games()
          for table in ("its own", *RULES.get(game, ()))
          for players in range(max(2, find_game(game).seats[0]), find_game(game).seats[1] + 1)]
#: They agree with themselves or not, however few deals they imagine.
QUICK = {("loo", "master"): "master(worlds=2)", ("rounce", "master"): "master(worlds=2)",
         ("pool", "expert"): "expert(deals=4)"}


def table_of(game, rules, players, shift, hands=25):
    """Return a table: the witness in all seats, or strategies that come to sit in all of them."""
    witness = oracle_of(game).Witness
    names = [*(QUICK.get((game, name), name) for name in sorted(library(game))), witness]
    lineup = [names[(shift + seat * (1 + shift // len(names))) % len(names)]
              for seat in range(players)] if shift else [witness] * players
    return set_up(game, lineup, None, rules, 1, hands, SEED)


def some(game):
    """Return four, or as many seats as there can be."""
    return min(4, find_game(game).seats[1])


def by_kernel(run, session):
    return [hand for hand, _ in histories(run, range(session, session + 1))]


def assert_same_session(kernel, oracle):
    for number, hands in enumerate(zip(kernel, oracle, strict=False)):
        assert_same_hand(number, *hands)
    assert len(kernel) == len(oracle), "hands: one session is longer"


def agree(kernel, oracle):
    """Tell whether two tell the same session; what differs is named with its hand."""
    try:
        assert_same_session(kernel, oracle)
    except AssertionError as error:
        return "hand" not in str(error)
    return True


@pytest.mark.parametrize(("game", "table", "players", "begin"), [
    *((game, table, players, 0) for game, table, players in TABLES
      if table == "its own" or players == some(game)),
    *(pytest.param(*one, 20, marks=pytest.mark.slow) for one in TABLES)])
def test_kernel_agrees_with_oracle(game, table, players, begin):
    """Every rule among four at once; the slow ones play 10,000 hands of every game and more."""
    tables = sum(one == game for one, _, _ in TABLES)
    agreed, session, wanted = 0, begin, 10_000 // tables + 1 if begin else 25
    while agreed < wanted:
        run = table_of(game, RULES.get(game, {}).get(table, {}), players, session)
        kernel = by_kernel(run, session)
        assert_same_session(kernel, by_oracle(run, session))
        agreed += len(kernel)
        session += 1


@in_pieces("numbers", range(10), range(10, 250))
@pytest.mark.parametrize("game", own_games())
def test_they_agree_at_tables_drawn_at_random(game, numbers):
    for number in numbers:
        run, first = random_table(random.Random(f"{SEED} {number}"), game)
        # Who looks ahead takes its time.
        if not any(label.startswith(("expert", "master")) for label in run.labels):
            check(run, first)


@pytest.mark.parametrize("game", own_games())
def test_they_agree_when_nobody_looks_on_and_where_a_session_ends_early(game):
    run = set_up(game, "random", some(game), None, 1, 2, SEED)
    for session in range(10**12, 10**12 + 30):
        assert_same_session(by_kernel(run, session), by_oracle(run, session))


@pytest.mark.parametrize(("game", "rules", "wrong"), [
    ("loo", {"penalty": "cap:40"}, {"penalty": "cap:39"}),
    ("loo", {"penalty": "cap:40"}, {"must_trump": False}),
    ("rounce", {}, {"lead_trump_min": 3}),
    ("euchre", {}, {"lead_suit": "high"}),
    ("pool", {}, {"draw": "must"}),
    ("pool", {"draw": "must"}, {"draw": "no"}),
    ("pool", {"draw": "must"}, {"draw": "may"}),
    ("pool", {"draw": "must"}, {"leader": "rotate"}),
    ("pool", RULES["pool"]["may star"], {"star": "must"}),
    ("pool", RULES["pool"]["bankroll"], {"bankroll": 24}),
    ("pool", RULES["pool"]["hundred up"], {"target": 80}),
    ("pool", RULES["pool"]["hundred up"], {"star": "no"}),
])
def test_a_wrong_rule_is_found_out(game, rules, wrong):
    def agreed(session):
        run = table_of(game, rules, 4, session)
        oracle = by_oracle(table_of(game, {**rules, **wrong}, 4, session), session)
        return agree(by_kernel(run, session), [
            hand | {"rules": run.rules.as_dict()} for hand in oracle])

    assert not all(map(agreed, range(1, 9)))


@pytest.mark.parametrize(("game", "where", "name", "wrong"), [
    ("casino", casino, "DOUBLE_BLANK", "1-0"),
    ("casino", casino, "is_double", lambda tile: tile in ("6-6", "6-5")),
    ("casino", SeatedAtCasino, "view", lambda self, state, hand, right=SeatedAtCasino.view: right(
        self, state, hand)._replace(undrawn=0)),
    ("euchre", BowerSuits, "left_bower", property(lambda suits: f"{(suits.trump + 1) % 7}-"
                                                                f"{(suits.trump + 1) % 7}")),
    ("euchre", euchre, "hand_points", lambda state: [1] * state.players),
])
def test_a_wrong_oracle_is_found_out(game, where, name, wrong, monkeypatch):
    monkeypatch.setattr(where, name, wrong)
    run = table_of(game, {}, 4, 0)
    assert not all(agree(by_kernel(run, n), by_oracle(run, n)) for n in range(40))


@pytest.mark.parametrize("game", own_games())
def test_a_session_is_found_again_by_its_address(game):
    run = table_of(game, {}, some(game), 1, hands=50)
    whole = [hand for hand, _ in histories(run, range(3, 5))]
    last = [hand for hand in whole if hand["session"] == 4]
    assert [hand for hand, _ in histories(run, range(4, 5), 1, 9)] == last[1:9]
    assert [hand for hand, _ in histories(run, range(4, 5))] == last
