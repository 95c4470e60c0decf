"""What holds of the oracle whatever is played: chips are conserved, and illegal answers refused."""

import pytest

from boneyard.proof.table import IllegalChoice

from . import loo, pool
from .playing import ANNOUNCED, POOLS, RandomDecider, session


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
