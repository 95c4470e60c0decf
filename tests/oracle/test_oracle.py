"""What holds of the oracle whatever is played: its referees, and what it refuses."""

import pytest

from boneyard.proof.table import IllegalChoice

from . import loo, pool
from .playing import (
    ANNOUNCED,
    BANKROLL,
    CAPPED,
    CAPPED_BY_SEATS,
    HIGH,
    MAY_STAR,
    POINTS,
    POOLS,
    REFEREES,
    ROTATE,
    SHORT,
    RandomDecider,
    damaged,
    session,
)

TABLES = [
    *(("loo", players, rules)
      for players in (2, 3, 4) for rules in (loo.PAGAT, CAPPED, POINTS)),
    ("loo", 4, CAPPED_BY_SEATS),
    ("loo", 4, {**loo.PAGAT, "penalty": "fixed:20"}),
    ("loo", 4, {**loo.GAMERULES, "must_trump": False}),
    *(("rounce", players, loo.ROUNCE) for players in (2, 3, 4)),
    *(("euchre", players, rules) for players in (2, 3, 4) for rules in (ANNOUNCED, HIGH)),
    *(("pool", players, rules) for players in (3, 4, 5, 6) for rules in POOLS),
    *(("casino", players, {}) for players in (2, 3, 4, 5)),
]
FEW_HANDS = {"pool": 8, "euchre": 1000}


@pytest.mark.parametrize(("game", "players", "rules"), TABLES)
def test_referee_accepts_what_the_engine_played(game, players, rules):
    referee = REFEREES[game]
    for seed in range(10 if game in ("euchre", "casino") else 2):
        history = session(game, players, rules, seed, FEW_HANDS.get(game, 20))
        referee(history)
        head = {"game": game, "seed": seed, "session": 0, "lineup": []}
        referee([head | hand for hand in history])


@pytest.mark.parametrize(("game", "players", "rules"), [
    ("loo", 4, CAPPED_BY_SEATS), ("loo", 3, POINTS), ("rounce", 2, loo.ROUNCE),
    *(("euchre", players, ANNOUNCED) for players in (2, 3, 4)),
    ("pool", 3, ROTATE), ("pool", 4, SHORT), ("pool", 5, BANKROLL), ("pool", 4, MAY_STAR),
    ("casino", 2, {}), ("casino", 5, {}),
])
def test_referee_rejects_any_damage_to_a_record(game, players, rules):
    for path, broken in damaged(session(game, players, rules, 6 if game == "euchre" else 3, 2)):
        if path[:2] == (0, "rules") or "dice" in path:
            continue  # the damage may be another session in order, another roll may settle alike
        if path[1] == "tricks" and path[-1] == "suit":
            continue
        with pytest.raises(AssertionError, match="hand"):
            REFEREES[game](broken)


@pytest.mark.parametrize(("game", "rules"), [("loo", loo.PAGAT), ("pool", ROTATE), ("casino", {})])
def test_referee_takes_tiles_that_have_no_order_in_any_order(game, rules):
    history = session(game, 3, rules, 2, 8)
    assert game != "pool" or any("draw" in play for hand in history for play in hand["plays"])
    for hand in history:
        loose = [hand.get("stock", []), hand.get("removed", []), *hand.get("stash", []),
                 *hand.get("dealt", []),
                 *(one.get("discarded", []) for one in hand.get("declarations", []))]
        for tiles in loose:
            tiles.sort()
    REFEREES[game](history)


def test_referee_rejects_hands_after_the_end():
    history = session("rounce", 2, loo.ROUNCE, 5, 5000)
    assert history[-1]["game_over"]
    with pytest.raises(AssertionError, match="end of the session"):
        loo.referee([*history, {**history[-1], "hand": len(history)}])


def test_referee_names_the_hand_and_the_key():
    history = session("loo", 4, loo.PAGAT, hands=4)
    history[2]["pool_next"] += 1
    with pytest.raises(AssertionError, match="hand 2: pool_next"):
        loo.referee(history)


@pytest.mark.parametrize(("game", "players", "rules"), [
    *(("loo", players, {**loo.PAGAT, "penalty": penalty, "escalation_limit": 10**30, **bank})
      for players in (2, 3, 4) for bank in ({}, {"bankroll": 100})
      for penalty in ("unlimited", "fixed:20", "cap:45", "cap:7", "cap:10n")),
    *(("pool", players, rules) for players in (3, 4, 5, 6) for rules in POOLS)])
def test_chips_are_conserved(game, players, rules):
    bankroll = rules.get("bankroll")
    left, net = 0, [0] * players
    for hand in session(game, players, rules, players, FEW_HANDS.get(game, 20)):
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
