"""What a seat may lose: closed forms fed through the same code, and banks played directly."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reports.request import set_up
from reports.studies.risk.ruin import Risks, walk
from reports.studies.risk.study import study_risk
from simulate.games.loo.views import AT
from simulate.runs.chunk import record_sessions
from tests.sizes import stats

MARKS = (1, 10, 50, 200)
BANKS = (1, 5, 12, 25)
SESSIONS = 20_000


def table(lineup=("random", "stay", "random"), sessions=300, hands=40, seed=5, **rules):
    return set_up("loo", lineup, None, rules, sessions, hands, seed)


def coins(p, sessions=SESSIONS, hands=200, seed=1):
    """Return risks of a seat that wins or loses a chip a hand, with the probability p."""
    steps = np.where(np.random.default_rng(seed).random((sessions * hands, 1)) < p, 1, -1)
    starts = np.arange(sessions + 1) * hands
    return Risks(((0,),), walk(steps, starts, (*MARKS, hands), BANKS), (*MARKS, hands), BANKS)


@pytest.fixture(scope="module")
def fair():
    return coins(0.5)


@pytest.mark.parametrize("bank", [1, 2, 7, 20])
@pytest.mark.parametrize("hands", [10, 50, 200])
def test_ruin_at_a_fair_game_follows_the_reflection_principle(fair, bank, hands):
    """P(min S <= -B) = P(S <= -B) + P(S < -B) (Feller, An Introduction, 1968, III.7)."""
    ends = stats.binom(hands, 0.5)

    def below(total):
        return ends.cdf(math.floor((total + hands) / 2))

    exact = below(-bank) + below(-bank - 1)
    found = fair.ruin(0, bank, hands)
    assert abs(found.value - exact) < 4.5 * math.sqrt(exact * (1 - exact) / SESSIONS) + 1e-12
    assert found.low <= found.value <= found.high


@pytest.mark.parametrize("bank", BANKS[:3])
def test_ruin_against_the_odds_is_certain_and_takes_its_time(bank):
    """A gambler who loses a fifth of a chip a hand lasts 5 B hands (Feller, XIV.3)."""
    risks = coins(0.4, sessions=4000, hands=400)
    assert risks.ruin(0, bank, 400).value > 0.999
    for time in (risks.time_to_ruin(0, bank), risks.hands_survived(0, bank)):
        assert abs(time.value - 5 * bank) < 4.5 * time.se


def drawdowns_of_a_fair_game(hands, depth):
    """Return P(drawdown >= depth): a walk that is reflected at its best, step by step."""
    states = np.zeros(depth + 1)
    states[0] = 1
    for _ in range(hands):
        moved = np.zeros_like(states)
        moved[0] = states[0] / 2
        moved[:-2] += states[1:-1] / 2
        moved[1:] += states[:-1] / 2
        moved[-1] += states[-1]
        states = moved
    return states[-1]


@pytest.mark.parametrize("depth", [8, 15, 25, 40])
def test_drawdowns_are_those_of_a_reflected_walk(fair, depth):
    exact = drawdowns_of_a_fair_game(200, depth)
    found = float((fair.walks.drawdown >= depth).mean())
    assert abs(found - exact) < 4.5 * math.sqrt(exact * (1 - exact) / SESSIONS)


def test_the_bank_needed_is_the_smallest_that_will_do(fair):
    for chance in (0.05, 0.01):
        needed = fair.bank_needed(0, chance, 200)
        assert fair.ruin(0, int(needed.value), 200).value <= chance
        assert fair.ruin(0, int(needed.value) - 1, 200).value > chance
        assert needed.low <= needed.value <= needed.high


def test_value_at_risk_and_shortfall_of_a_normal_session():
    """CVaR is phi(z) / chance standard deviations beyond the mean."""
    random = np.random.default_rng(2)
    brought = np.round(random.normal(50, 1000, (SESSIONS, 1))).astype(np.int64)
    risks = Risks(((0,),), walk(brought, np.arange(SESSIONS + 1), (1,), ()), (1,), ())
    for chance in (0.05, 0.01):
        z = stats.norm.isf(chance)
        at_risk, shortfall = risks.value_at_risk(0, chance), risks.expected_shortfall(0, chance)
        assert at_risk.low < 1000 * z - 50 < at_risk.high
        exact = 1000 * stats.norm.pdf(z) / chance - 50
        assert abs(shortfall.value - exact) < 4 * shortfall.se
        assert shortfall.se < 40
    assert risks.worst(0)[0] == brought.min()
    assert brought[risks.worst(0)[1], 0] == brought.min()


def banks_hand_by_hand(run, bank):
    """Yield what the seats have before each hand and after the last, session by session."""
    for session in range(run.sessions):
        made = [row[AT.value : AT.value + 3].copy()
                for row in record_sessions(run, (session,), 0, run.hands)]
        yield np.cumsum([np.full(3, bank), *made], axis=0)


def test_running_minima_are_ruin_played_directly_for_every_bank_and_length():
    run = table(sessions=60, hands=30)
    risks = study_risk(run, banks=[15, 40, 100], jobs=2).found["risks"]
    for which, bank in enumerate(risks.banks):
        gone = np.array([own <= 0 for own in banks_hand_by_hand(run, bank)])
        direct = gone.argmax(axis=1)  # the hand in which a bank is gone, 0 if it lasts
        assert np.array_equal(risks.walks.gone[:, :, which], direct)
        for mark, hands in enumerate(risks.marks):
            by_then = (direct > 0) & (direct <= hands)
            assert np.array_equal(risks.walks.lowest[:, :, mark] <= -bank, by_then)


@pytest.mark.parametrize("bank", [20, 50, 100])
def test_the_first_to_be_ruined_is_the_first_to_be_broke_at_a_table_of_finite_banks(bank):
    """Until somebody cannot pay, both tables are one, hand for hand.

    With antes of five a seat can be unable to pay for a hand only while it has less; sessions
    in which one has, before anybody is ruined, may go their own ways.
    """
    rules = {"dealer_ante": 5, "penalty": "cap:40"}
    equal = ruined = 0
    for one, other in zip(banks_hand_by_hand(table(**rules), bank),
                          banks_hand_by_hand(table(**rules, bankroll=bank), bank), strict=True):
        gone = np.flatnonzero((one <= 0).any(axis=1))
        first = int(gone[0]) if len(gone) else len(one) - 1
        if (one[:first] < 5).any():
            continue
        equal += 1
        ruined += bool(len(gone))
        assert np.array_equal(one[:first], other[:first])
        assert np.array_equal(one[first] <= 0, other[first] == 0)
    assert equal > 100
    assert ruined > 30


def test_nobody_loses_more_than_the_chips_that_were_brought():
    study = study_risk(table(sessions=200, penalty="cap:40"), bankroll=60)
    assert study.found["finite"] is not None and study.found["risks"].walks.total.min() < -60
    assert study.found["finite"].walks.total.min() == -60
    broke = study.found["finite"].walks.gone[:, :, study.found["finite"].banks.index(60)] > 0
    assert np.array_equal(broke, study.found["finite"].walks.total == -60)
    assert "was broke most often, in" in study.answer[0]


def test_the_shortfall_of_fewer_than_twenty_sessions_has_no_interval():
    few, many = coins(0.5, sessions=380), coins(0.5, sessions=400)
    assert math.isnan(few.expected_shortfall(0, 0.05).low)
    assert few.expected_shortfall(0, 0.05).value > 0
    assert many.expected_shortfall(0, 0.05).low > 0


def test_the_ruin_of_few_sessions_is_a_rare_event():
    """One of 400: Poisson's interval of one event is 0.0253 to 5.572."""
    risks = coins(0.5, sessions=400)
    deepest = np.sort(-risks.walks.lowest[:, 0, -1])
    bank = int(deepest[-1])
    assert deepest[-2] < bank
    found = risks.ruin(0, bank, 200)
    assert found.value == 1 / 400
    assert (found.low * 400, found.high * 400) == pytest.approx((0.0253, 5.572), abs=1e-3)

