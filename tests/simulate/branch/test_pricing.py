"""Sums over rollouts: what the answers bring, and how surely one is better than another."""

from __future__ import annotations

import json

import numpy as np
import pytest

from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.studies.advise.decision_input import read_decision
from reports.typed.query import Query
from simulate.branch.limits import Limits
from simulate.branch.pricing import ActionSums, Choice, Prices, price
from simulate.branch.rolling import Rolling, first_deal
from simulate.branch.whole import luck_of
from simulate.games.spot import asking
from simulate.runs.follow import histories


def test_errors_are_those_of_means_with_weights():
    """Of a ratio of sums: the root of the sum of (w (x - mean))**2, over the sum of w."""
    rng = np.random.default_rng(2)
    weights, worth = rng.uniform(0.5, 1.5, 50), rng.normal(3, 1, size=(50, 2))
    sums = ActionSums(2)
    sums.add(weights, worth)

    def error(x):
        apart = weights * (x - np.average(x, weights=weights))
        return np.sqrt((apart**2).sum()) / weights.sum()

    assert sums.error_of_mean(0) == pytest.approx(error(worth[:, 0]))
    unseen = error(worth[:, 0]) * error(worth[:, 1]) / sums.effective
    assert sums.error_of_deals(0, 1) == pytest.approx(
        np.sqrt(error(worth[:, 0] - worth[:, 1]) ** 2 + unseen))
    assert sums.effective == pytest.approx(weights.sum() ** 2 / (weights**2).sum())


def test_answers_that_differ_in_a_deal_that_was_not_met_have_an_error_all_the_same():
    """In one deal of two hundred they differ by as much as deals do; a hundred have it or not."""
    rng, held = np.random.default_rng(4), 0
    for _ in range(400):
        worth = np.repeat(rng.normal(size=(100, 1)), 2, axis=1)
        worth[:, 0] += rng.uniform(size=100) < 1 / 200
        sums = ActionSums(2)
        sums.add(np.ones(100), worth)
        held += abs(sums.mean[0] - sums.mean[1] - 1 / 200) <= 2 * sums.error(0, 1)
    assert held / 400 > 0.93  # with none in 60 of 100 samples, 0.4 without it


def test_the_best_is_told_against_the_next_that_may_be_as_good():
    noise = np.random.default_rng(3).normal(size=(100, 3))
    for worth, rival in (([0, -9, 0], 2), ([0, 0, -9], 1), ([0, -9, -9], 1)):
        sums = ActionSums(3)
        sums.add(np.ones(100), noise - noise.mean(axis=0) + worth)
        prices = Prices([0, 1, 2], [0, 1, 2], sums, sums, 100, 100, (),
                        (np.zeros((100, 4), np.int64), np.ones(100)), (), False)
        assert prices.rival == rival


def _added_one_by_one(weights, worth):
    sums = ActionSums(2)
    for weight, row in zip(weights, worth, strict=True):
        sums.add(np.array([weight]), np.array([row]))
    return Choice(None, [5, 6], sums, len(weights), 0, ())


def test_rounding_neither_orders_equal_answers_nor_counts_deals():
    """The page adds in another order than we do, and must choose and stop as we do."""
    weights = [0.1, 0.2, 0.3, 0.3, 0.2, 0.1]
    choice = _added_one_by_one(weights, [(0.0, 1.0)] * 3 + [(1.0, 0.0)] * 3)
    assert choice.sums.mean[1] > choice.sums.mean[0] and choice.best == 5
    hundred = _added_one_by_one([0.1] * 100, [(1.0, 0.0)] * 100)
    assert hundred.sums.effective < 100 and hundred.is_clear(0.001)


def test_the_error_of_a_measured_worth_is_in_every_difference():
    rng = np.random.default_rng(1)
    weights, worth = rng.uniform(0.5, 1.5, 400), rng.normal(size=(400, 2))
    plain, measured = ActionSums(2), ActionSums(2)
    plain.add(weights, worth)
    # By twenty replicas the first answer is worth up to a chip more, and the second never.
    more = np.append(0.0, np.linspace(0, 1, 20))
    by_replica = (weights @ worth)[:, None] + weights.sum() * np.array([more, 0 * more])
    for half in (slice(0, 200), slice(200, 400)):
        measured.add(weights[half], worth[half], by_replica / 2)
    assert plain.error_of_worth(0, 1) == 0
    assert measured.error_of_worth(0, 1) == pytest.approx(np.sqrt(19 * more[1:].var()))
    assert measured.error_of_worth(0, 0) == 0
    assert measured.error_of_deals(0, 1) == pytest.approx(plain.error(0, 1))
    assert measured.error(0, 1) == pytest.approx(
        np.hypot(plain.error(0, 1), measured.error_of_worth(0, 1)))


def _price(first=0):
    run = set_up("pool", "random", 3, None, 1, None, 3)
    hand, events, index = read_decision(run, Query("6-6 6-4 5-3 4-2 2-1 1-0", "0"))
    return price(run, asking("pool").spot(hand, run.rules, events, index),
                 lambda outcomes: outcomes[:, :, 0].astype(float), 0.0, Limits(512), first=first)


def test_deals_that_agree_may_come_late(monkeypatch):
    """Few deals had given a hand up where none of them agrees, but later ones do."""
    roll, late = Rolling.roll, 1000

    def rarely(self, first, deals, answers, needed):
        rolled = roll(self, first, deals, answers, needed)
        none = np.arange(first, first + deals) < late
        rolled.weights[none], rolled.otherwise[none] = 0.0, -1
        return rolled

    monkeypatch.setattr(Rolling, "roll", rarely)
    prices = _price()
    chose = 8 * (512 // 3)  # 170, and doubled until a deal of them agrees
    assert prices.drawn == 3 * chose
    assert prices.counted == 2 * chose


def test_decisions_have_deals_of_their_own():
    means = [_price(first_deal(hand, decision)).sums.mean for hand in (0, 1)
             for decision in (-1, 0, 1)]
    assert all((a != b).any() for k, a in enumerate(means) for b in means[:k])
    assert (_price().sums.mean == _price().sums.mean).all()


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
    stakes = ValuedTable(table).stakes(0, 0, 1) if game in ("euchre", "casino") else None
    worth = (stakes.of_result or stakes.worth) if stakes else _alone
    found = []
    for number, (hand, _) in enumerate(histories(run, range(run.sessions))):
        hand = json.loads(json.dumps(hand))
        events = asking(game).events(hand, run.rules)
        luck = luck_of(table, hand, events, 0, worth, number, known)
        found.append((_result(hand), luck))
    return np.array(found).T


@pytest.mark.parametrize(("game", "lineup", "valued_by", "hands"), [
    ("loo", "book,book,book", "book,book,book", 200),
    pytest.param("loo", "random,book,stay", "book,book,book", 400, marks=pytest.mark.slow),
    pytest.param("euchre", "random,hoyle,bold,hoyle", "hoyle,hoyle,hoyle,hoyle", 300,
                 marks=pytest.mark.slow),
    pytest.param("pool", "random,counter,counter", "counter,counter,counter", 400,
                 marks=pytest.mark.slow),
    pytest.param("casino", "random,best-odds,best-odds", "best-odds,best-odds,best-odds", 60,
                 marks=pytest.mark.slow)])
def test_luck_has_mean_zero_whoever_plays(game, lineup, valued_by, hands):
    _, luck = _results(game, lineup, valued_by, hands)
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))
    assert luck.std() > 0


@pytest.mark.parametrize(("game", "lineup", "hands", "factor"), [
    pytest.param("loo", "book,book,book", 300, 3, marks=pytest.mark.slow),
    ("euchre", "hoyle,hoyle,hoyle,hoyle", 200, 3),
    pytest.param("pool", "counter,counter,counter", 200, 3, marks=pytest.mark.slow),
    pytest.param("casino", "best-odds,best-odds,best-odds", 60, 3, marks=pytest.mark.slow)])
def test_results_without_luck_spread_less(game, lineup, hands, factor):
    result, luck = _results(game, lineup, lineup, hands)
    assert np.var(result - luck) < np.var(result) / factor
