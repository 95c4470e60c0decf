"""Luck has mean zero, and what is left of a result without it spreads less."""

from __future__ import annotations

import json

import numpy as np
import pytest

from reports.request import set_up
from reports.studies.advise.stakes import Table
from simulate.branch.luck import luck_of
from simulate.games.spot import asking
from simulate.runs.replay import histories
from tests.sizes import in_pieces


def _alone(outcomes):
    return outcomes[:, :, 0].astype(float)


def _result(hand):
    if "net" in hand:
        return hand["net"][0] + hand.get("ante", [0])[0]
    return hand["points"][0] if "points" in hand else (0 in hand["winners"]) / len(hand["winners"])


def _results(game, lineup, valued_by, hands, known=frozenset()):
    """The result and the luck of seat 0 in every hand of a run, in what the hand brings."""
    run = set_up(game, lineup, None, None, hands if game == "casino" else hands // 10, 10, 5)
    table = set_up(game, valued_by, None, None, 1, 1, 1)
    stakes = Table(table).stakes(0, 0, 1) if game in ("euchre", "casino") else None
    worth = (stakes.of_result or stakes.worth) if stakes else _alone
    found = []
    for number, (hand, _) in enumerate(histories(run, range(run.sessions))):
        hand = json.loads(json.dumps(hand))
        events = asking(game).events(hand, run.rules)
        luck = luck_of(table, hand, events, 0, worth, number, known)
        found.append((_result(hand), luck))
    return np.array(found).T


@pytest.mark.parametrize(("game", "lineup", "valued_by", "hands"), [
    ("loo", "book,book,book", "book,book,book", 400),
    pytest.param("loo", "random,book,stay", "book,book,book", 400, marks=pytest.mark.slow),
    pytest.param("euchre", "random,hoyle,bold,hoyle", "hoyle,hoyle,hoyle,hoyle", 300,
                 marks=pytest.mark.slow),
    ("pool", "random,counter,counter", "counter,counter,counter", 400),
    pytest.param("casino", "random,best-odds,best-odds", "best-odds,best-odds,best-odds", 60,
                 marks=pytest.mark.slow),
])
def test_luck_has_mean_zero_whoever_plays(game, lineup, valued_by, hands):
    _, luck = _results(game, lineup, valued_by, hands)
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))
    assert luck.std() > 0


@pytest.mark.parametrize(("game", "lineup", "hands", "factor"), [
    pytest.param("loo", "book,book,book", 300, 3, marks=pytest.mark.slow),
    ("euchre", "hoyle,hoyle,hoyle,hoyle", 200, 3),
    pytest.param("pool", "counter,counter,counter", 200, 3, marks=pytest.mark.slow),
    pytest.param("casino", "best-odds,best-odds,best-odds", 60, 3, marks=pytest.mark.slow),
])
def test_results_without_luck_spread_less(game, lineup, hands, factor):
    result, luck = _results(game, lineup, lineup, hands)
    assert np.var(result - luck) < np.var(result) / factor


@in_pieces("hands", 150, 300)
def test_what_rivals_leave_to_lot_is_luck_where_they_are_known(hands):
    lineup = "book,random,random"
    calm = {}
    for known in (frozenset(), frozenset({1, 2})):
        result, luck = _results("loo", lineup, lineup, hands, known)
        assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))
        calm[known] = np.var(result - luck)
    assert calm[frozenset({1, 2})] < 0.8 * calm[frozenset()]


def test_decisions_without_lot_bring_no_luck():
    """Tiles are told, and ``book`` never leaves what it declares to lot."""
    some, others = (_results("loo", "book,book,book", "book,book,book", 30, known)[1]
                    for known in (frozenset(), frozenset({1, 2})))
    assert (some == others).all()
