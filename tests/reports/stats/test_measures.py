"""Figures of real runs against the same figures worked out session by session."""

import math
from dataclasses import replace

import numpy as np
import pytest

from boneyard import simulate
from reports.stats.estimates import around, jackknife, skewness, spread
from reports.stats.tails import hill_of_counts
from simulate.books.rows import MAGNITUDES, magnitude_floors
from simulate.runs.chunk import play_sessions

SEED_RUNS = 40


@pytest.fixture(scope="module")
def by_session(chips):
    """Session rows and seat forms of the run, as the kernel wrote them."""
    run, books = chips.run, chips.game.books
    rows = play_sessions(run, 0, run.sessions, run.hands)
    seat = {
        name: rows.seat[:, :, [books.seat.index(f) for f in fields]].sum(axis=2)
        for name, fields in books.forms.items()}
    session = dict(zip(books.session, rows.session.T, strict=True))
    return session, seat


def plain_ratio(above, below):
    """Ratio and clustered standard error, written out."""
    ratio = above.sum() / below.sum()
    residuals = above - ratio * below
    sessions = len(above)
    return ratio, math.sqrt(sessions / (sessions - 1) * (residuals**2).sum()) / below.sum()


@pytest.mark.parametrize(
    ("name", "above", "below"),
    [("dropped", "dropped", "declared"), ("looed", "looed", "hands"),
     ("looed_miss", "looed_miss", "missed"), ("some_trick", "some_trick", "hands")])
def test_rates_of_a_strategy(chips, by_session, name, above, below):
    _, seat = by_session
    unit = chips.measures.strategies[1]
    own = list(chips.played.tally.units[unit])
    expected = plain_ratio(seat[above][:, own].sum(axis=1), seat[below][:, own].sum(axis=1))
    assert chips.measures.rate(name, unit)[:2] == pytest.approx(expected, rel=1e-9)


def test_net_of_a_seat_and_the_mean_pool(chips, by_session):
    session, seat = by_session
    expected = plain_ratio(seat["value"][:, 2], seat["hands"][:, 2])
    assert chips.measures.amount("net", 2)[:2] == pytest.approx(expected, rel=1e-9)
    expected = plain_ratio(session["pool_sum"], session["hands"])
    assert chips.measures.session_mean("pool")[:2] == pytest.approx(expected, rel=1e-9)


def test_chips_credit_an_equal_share_of_the_pool_left(chips, by_session):
    session, seat = by_session
    own = seat["value"][:, 0] + session["left"] / 4
    expected = own.sum() / session["hands"].sum()
    assert chips.measures.value(0).value == pytest.approx(expected, rel=1e-12)


def test_credited_chips_of_all_seats_add_up_to_zero(chips):
    total = sum(chips.measures.value(seat).value for seat in range(4))
    assert total == pytest.approx(0, abs=1e-9)
    assert sum(chips.measures.amount("net", seat).value for seat in range(4)) < -0.1


def test_spread_and_skew_are_those_of_the_hands(chips):
    hands, *sums = chips.measures.powers(1).sum(axis=0)
    mean, second, third = (s / hands for s in sums[:3])
    sd = math.sqrt(second - mean**2)
    assert chips.measures.spread(1).value == pytest.approx(sd, rel=1e-9)
    skew = (third - 3 * mean * second + 2 * mean**3) / sd**3
    assert chips.measures.skewness(1).value == pytest.approx(skew, rel=1e-9)


def test_declarations_and_tricks_add_up_to_one(chips):
    measures = chips.measures
    for unit in range(len(chips.played.tally.units)):
        declared = [
            measures.rate(name, unit).value for name in ("played", "missed", "dropped", "for_pool")]
        tricks = [measures.rate(f"tricks_{t}", unit).value for t in range(6)]
        assert sum(declared) == pytest.approx(1)
        assert sum(tricks) == pytest.approx(1)


def test_a_lead_in_games_is_that_of_sessions_one_by_one():
    # Three seats of one strategy against one of another: a session brings 1/3, -1 or nothing.
    measures = simulate("rounce", "stay,random,random,random", sessions=300, seed=4,
                        jobs=1).measures
    first, second = sorted(measures.strategies, key=lambda unit: -measures.games_won(unit).value)
    won = {unit: measures.tally.form("games_won", measures.tally.units[unit])
           for unit in (first, second)}
    seats = {unit: len(measures.tally.units[unit]) for unit in (first, second)}
    leads = np.zeros(300)
    leads[: won[first]] = 1 / seats[first]
    leads[won[first] : won[first] + won[second]] = -1 / seats[second]
    found = measures.lead_in_games(first, second)
    assert sorted(seats.values()) == [1, 3] and min(won.values()) > 0
    assert found.value == pytest.approx(leads.mean())
    assert found.se == pytest.approx(leads.std(ddof=1) / 300**0.5)


def test_games_won(points):
    won = [points.measures.games_won(seat) for seat in range(2)]
    unfinished = points.measures.session_rate("unfinished").value
    assert sum(e.value for e in won) + unfinished == pytest.approx(1)
    # Games are independent: the clustered error is that of a coin.
    p, sessions = won[0].value, points.run.sessions
    assert won[0].se == pytest.approx(math.sqrt(p * (1 - p) / (sessions - 1)), rel=1e-9)


@pytest.fixture(scope="module")
def many_seeds():
    return [
        simulate("loo", "stay,random,random", rules={"penalty": "cap:30"}, sessions=1024,
                 hands=12, seed=seed, jobs=1).measures
        for seed in range(SEED_RUNS)]


@pytest.mark.parametrize(
    "figure",
    [lambda m: m.value(0), lambda m: m.amount("net", 0), lambda m: m.rate("looed", 0),
     lambda m: m.spread(0), lambda m: m.session_mean("pool"), lambda m: m.lead(0, 1)],
    ids=["chips", "net", "looed", "sd", "pool", "lead"])
def test_standard_errors_are_what_seeds_scatter_by(many_seeds, figure):
    estimates = [figure(measures) for measures in many_seeds]
    scatter = np.std([e.value for e in estimates], ddof=1)
    claimed = math.sqrt(np.mean([e.se**2 for e in estimates]))
    # A standard deviation of 40 values has a relative standard error of 0.11.
    assert 0.7 < claimed / scatter < 1.4


@pytest.mark.parametrize(("penalty", "bounded"), [("unlimited", False), ("cap:40", True)])
def test_spread_and_skew_have_intervals_only_where_they_hold(penalty, bounded):
    result = simulate("loo", ["random"] * 4, rules={"penalty": penalty}, sessions=400, hands=40,
                      jobs=1)
    measures = result.measures
    for figure in (measures.spread(0), measures.skewness(0)):
        assert not math.isnan(figure.value)
        assert math.isnan(figure.low) is math.isnan(figure.high) is not bounded
    assert math.isinf(measures.tail) is bounded
    assert ("No interval is given for the standard deviation" in measures.withheld) is not bounded
    assert measures.value(0).low <= 0 <= measures.value(0).high
    assert result.strategies["sd_low"].isna().all() is not np.bool_(bounded)


def test_means_that_large_pools_carry_are_said_to_have_narrow_intervals():
    measures = simulate("loo", ["random"] * 4, sessions=40, hands=20, jobs=1).measures
    assert "Of 100 some 81 to 93 hold" in replace(measures, tail=2.1).withheld
    assert replace(measures, tail=2.6).narrow == ""


def test_chips_that_are_hardly_ever_left_have_a_bound():
    measures = simulate("pool", ["random"] * 6, sessions=100, hands=5, jobs=1).measures
    left = measures.session_mean("left")
    assert left.value == left.low == 0 and left.high == pytest.approx(3.689 / 100, abs=1e-5)


def counted(sizes):
    classes = np.searchsorted(magnitude_floors(), sizes, side="right") - 1
    return np.bincount(classes, minlength=MAGNITUDES)


@pytest.mark.parametrize("exponent", [0.5, 1.5, 4.0])
def test_the_exponent_of_sizes_counted_by_class(exponent):
    """A Pareto law has its exponent above any threshold."""
    sizes = 10 * np.random.default_rng(4).random(200_000) ** (-1 / exponent)
    sizes = np.minimum(sizes, 1e17).astype(np.int64)
    above = int((sizes >= 64).sum())
    found = hill_of_counts(magnitude_floors(), counted(sizes), 64)
    assert found.se == pytest.approx(found.value / math.sqrt(above))
    assert abs(found.value - exponent) < 4 * found.se + 0.02 * exponent


def test_sizes_that_are_known_exactly_have_the_exponent_of_hill():
    found = hill_of_counts(magnitude_floors(), counted([20, 20, 20, 40, 5]), 10)
    assert found.value == pytest.approx(4 / (3 * math.log(2) + math.log(4)))


def totals(groups):
    """Hands and sums of powers 1 to 4 of each group of hands."""
    return np.array([[len(g), *(float((g**k).sum()) for k in range(1, 5))] for g in groups])


def test_mean_of_equal_groups_has_the_standard_error_of_a_mean():
    means = np.array([1.0, 4.0, 2.0, 7.0])
    groups = np.column_stack([np.full(4, 10), 10 * means])
    estimate = jackknife(groups, lambda t: t[..., 1] / t[..., 0])
    assert estimate == pytest.approx(around(3.5, means.std(ddof=1) / 2, 4), rel=1e-12)


def test_hands_that_are_all_equal_have_no_spread_and_no_skew():
    groups = totals([np.zeros(4)] * 3)
    assert spread(groups).value == 0
    assert math.isnan(spread(groups).low)
    assert math.isnan(skewness(groups).value)


@pytest.mark.parametrize(("figure", "truth"), [(spread, 1.0), (skewness, 2.0)])
def test_spread_and_skew_of_exponential_hands_are_covered(figure, truth):
    # The exponential distribution has standard deviation 1 and skew 2.
    rng = np.random.default_rng(7)
    runs = 150
    estimates = [figure(totals(rng.exponential(size=(64, 400)))) for _ in range(runs)]
    covered = sum(e.low <= truth <= e.high for e in estimates) / runs
    assert 0.87 <= covered <= 1
    # The intervals are no wider than the estimates scatter.
    scatter = np.std([e.value for e in estimates])
    assert np.mean([e.se for e in estimates]) == pytest.approx(scatter, rel=0.25)
