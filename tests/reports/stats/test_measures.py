"""Figures of real runs against the same figures worked out session by session."""

import math
from dataclasses import replace

import numpy as np
import pytest

from boneyard import simulate
from reports.stats.estimates import around, jackknife, skewness, spread
from reports.stats.move_values import Halves, MoveValues, is_clear
from reports.stats.tails import hill_of_counts
from simulate.books.rows import magnitude_floors
from simulate.books.tally import CLEAR
from simulate.runs.chunk import play_sessions
from tests.reports.stats.test_estimates import counted

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
    assert "Of 100 such intervals 81 to 93 hold" in replace(measures, tail=2.1).withheld
    assert replace(measures, tail=2.6).narrow == ""


@pytest.mark.parametrize("exponent", [0.5, 1.5, 4.0])
def test_the_exponent_of_sizes_counted_by_class(exponent):
    """A Pareto law has its exponent above any threshold."""
    sizes = 10 * np.random.default_rng(4).random(200_000) ** (-1 / exponent)
    sizes = np.minimum(sizes, 1e17).astype(np.int64)
    above = int((sizes >= 64).sum())
    found = hill_of_counts(magnitude_floors(), counted(sizes), 64)
    assert found.se == pytest.approx(found.value / math.sqrt(above))
    assert abs(found.value - exponent) < 4 * found.se + 0.02 * exponent


def totals(groups):
    """Hands and sums of powers 1 to 4 of each group of hands."""
    return np.array([[len(g), *(float((g**k).sum()) for k in range(1, 5))] for g in groups])


def test_mean_of_equal_groups_has_the_standard_error_of_a_mean():
    means = np.array([1.0, 4.0, 2.0, 7.0])
    groups = np.column_stack([np.full(4, 10), 10 * means])
    estimate = jackknife(groups, lambda t: t[..., 1] / t[..., 0])
    assert estimate == pytest.approx(around(3.5, means.std(ddof=1) / 2, 4), rel=1e-12)


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


LEAST = 30


def test_a_move_is_clearly_better_by_the_error_of_the_difference():
    rng, deals = np.random.default_rng(3), LEAST
    gaps = rng.normal(np.linspace(1, 3, 40) / deals**0.5, 1, (deals, 40))
    worth = rng.normal(0, 5, (deals, 1)) - np.column_stack([np.zeros(deals), gaps])
    values = MoveValues.of(np.full(deals, 3), worth, 5)
    found = values.worse(np.zeros(5, int), LEAST)[3, 1:]
    errors = gaps.std(axis=0, ddof=1) / deals**0.5
    assert found.tolist() == (gaps.mean(axis=0) > CLEAR * errors).tolist()
    assert set(found.tolist()) == {False, True}
    assert not values.worse(np.zeros(5, int), deals + 1).any()


def test_a_half_measures_what_the_other_chose_against_its_strongest_rival():
    learned, judged = (MoveValues.of(np.zeros(3, int), np.array(worth), 2) for worth in (
        [[3.0, 2.0, 0.0]] * 3, [[1.0, 0.0, 2.0], [2.0, 0.0, 4.0], [1.0, 1.0, 2.0]]))
    best, rival, margin = Halves(learned, judged).margin(0)
    assert (best, rival) == (0, 2) and margin.value == pytest.approx(-4 / 3)
    assert margin.se == pytest.approx(np.std([1, 2, 1], ddof=1) / 3**0.5)
    assert Halves(learned, judged).covered(3).tolist() == [0]
    assert Halves(learned, judged).covered(4).tolist() == []


def test_means_are_ratios_clustered_by_session():
    numbers = np.random.default_rng(2)
    session = np.sort(numbers.integers(0, 200, 1000))
    value = numbers.normal(size=200)[session] + numbers.normal(size=1000)
    cell = numbers.integers(-1, 3, 1000)
    found = MoveValues.of_sessions(session, cell, value, 3, 200)
    for k in range(3):
        a, b = (np.bincount(session[cell == k], weights=w[cell == k], minlength=200)
                for w in (value, np.ones(1000)))
        ratio = a.sum() / b.sum()
        error = np.sqrt(200 / 199 * ((a - ratio * b) ** 2).sum()) / b.sum()
        assert found.mean(k).value == pytest.approx(ratio)
        assert found.mean(k).se == pytest.approx(error)
        assert found.count[k] == (cell == k).sum()


def test_parts_add_up_and_a_cell_of_few_sessions_has_no_mean():
    session, value = np.arange(60), np.arange(60.0)
    cell = (session >= 50).astype(np.int64)
    whole = MoveValues.of_sessions(session, cell, value, 2, 60)
    first, second = session < 31, session >= 31
    both = (MoveValues.of_sessions(session[first], cell[first], value[first], 2, 31)
            + MoveValues.of_sessions(session[second], cell[second], value[second], 2, 29))
    assert whole.mean(0) == both.mean(0) and whole.mean(0).value == 24.5
    assert np.isnan(whole.mean(1).value)  # ten sessions
    often = MoveValues.of_sessions(session.repeat(5), cell.repeat(5), value.repeat(5), 2, 60)
    assert often.count[1] == 50 and np.isnan(often.mean(1).value)  # the same ten


@pytest.mark.parametrize(("worth", "clear"), [
    ([[1, 1]] * 3, True), ([[2, 1]] * 3, True), ([[1, 2]] * 3, False),
    ([[2, 0], [0, 1], [2, 1]], False), ([[9, 1], [8, 1], [9, 2]], True)])
def test_a_move_is_clear_that_is_two_errors_ahead_or_equal_in_every_deal(worth, clear):
    values = MoveValues.of(np.zeros(3, int), np.array(worth, float), 1)
    assert is_clear(values.margin(0, 0, 1)) == clear


@pytest.mark.parametrize(("game", "hands", "counts"), [
    ("euchre", None, ["scored"]), ("pool", 1, ["pips", "share", "turns"]),
    ("casino", None, ["odds", "tiles", "prize"])])
def test_no_mean_of_counts_reaches_below_zero_however_few_were_counted(game, hands, counts):
    tables = simulate(game, "random", sessions=3, hands=hands, seed=4).tables.values()
    lows = [table[f"{name}_low"] for table in tables for name in counts if f"{name}_low" in table]
    assert min(low.min() for low in lows) == 0
    assert all(table.odds_high.max() <= 1 for table in tables if "odds" in table)
