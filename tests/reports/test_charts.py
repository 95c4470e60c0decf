"""Charts of information sets, and the habits that depart from them."""

import numpy as np
import pytest

from reports import habits
from reports.charts import LEAST, Chart
from reports.draw.actions import Action
from reports.habits import HANDS
from reports.moves import InformationSets
from reports.page.document import Column
from reports.request import set_up
from reports.stats.estimates import Estimate, around
from reports.stats.move_values import Halves, MoveValues, is_clear
from simulate.books.tally import standard_error

SETS = InformationSets(
    (Column("place", "place", "text"), Column("hand", "hand", "text")), [("first",), ("dealer",)],
    [("weak",), ("strong",)], (Action("D", "drop"), Action("P", "play")),
    lambda run, forks: forks, "chips", ("hand",))


def half(chance, deals, gain, plays):
    """Return deals of four sets in which to play brings ``gain`` more, and is done so often."""
    cell = chance.integers(0, 4, deals)
    made = (chance.random(deals) < np.array(plays)[cell]).astype(int)
    luck = chance.normal(0, 1, deals)
    worth = np.stack([luck, luck + np.array(gain)[cell] + chance.normal(0, 1, deals)], axis=1)
    values = MoveValues.of(cell * 3 + made, worth, 12)
    return values.each(lambda sums: sums.reshape(4, 3, *sums.shape[1:])), cell, made, worth


def chart_of(gain, plays, deals=20_000):
    chance, run = np.random.default_rng(5), set_up("euchre", "hoyle", 2)
    halves = [half(chance, deals, gain, plays) for _ in range(2)]
    both = Halves(*(MoveValues(**{**vars(values), "sessions": deals}) for values, *_ in halves))
    return Chart(run, "hoyle", SETS, both), halves[1]


@pytest.fixture(scope="module")
def charted():
    return chart_of((-1.0, 1.0, 0.0, 2.0), (0.5, 0.0, 0.5, 1.0))


def test_rows_name_the_better_action_and_say_where_it_is_clear(charted):
    chart, _ = charted
    rows = {(row["place"], row["hand"]): row for row in chart.rows()}
    assert [rows[key]["best"] for key in (("first", "weak"), ("first", "strong"),
                                          ("dealer", "strong"))] == ["drop", "play", "play"]
    for row in rows.values():
        assert row["clear"] == is_clear(row["margin"])
        assert row["move"] == row["best"] + ("" if row["clear"] else "?")
    often = [row["often"] for row in chart.rows()]
    assert often == sorted(often, reverse=True)


def test_margins_are_measured_on_the_half_that_did_not_choose(charted):
    chart, (_, cell, _, worth) = charted
    best, second, margin = chart.margins[3]
    gap = (worth[:, best] - worth[:, second])[cell == 3]
    assert margin.value == pytest.approx(gap.mean())
    assert margin.se == pytest.approx(gap.std(ddof=1) / len(gap)**0.5)


def test_what_is_lost_is_what_the_better_action_brings_where_it_was_not_taken(charted):
    chart, (_, cell, made, worth) = charted
    lost = np.zeros(len(cell))
    for one, better in ((0, 0), (1, 1)):  # 0 drops best, 1 plays best, 3 is played always
        off = (cell == one) & (made != better)
        lost[off] = (worth[:, better] - worth[:, 1 - better])[off]
    assert chart.lost.value == pytest.approx(HANDS * lost.mean())
    assert chart.lost.se == pytest.approx(HANDS * lost.std() / len(lost)**0.5, rel=1e-3)
    assert sum(habit.cost.value for habit in chart.habits) == pytest.approx(chart.lost.value)


def test_who_plays_by_the_chart_loses_nothing():
    chart, _ = chart_of((-1.0, 1.0, 1.0, 2.0), (0.0, 1.0, 1.0, 1.0))
    assert chart.lost == Estimate(0.0, 0.0, 0.0, 0.0) and not chart.habits
    assert chart.loses == "Nowhere does hoyle clearly depart from its chart."


def test_shares_are_told_where_the_chart_covers_most_decisions(charted):
    chart, _ = charted
    assert chart.covers_most and chart.headline.startswith("Of all decisions the best is ")
    assert sum(map(chart.best_in, range(2))) == pytest.approx(1)
    few = Chart(chart.run, "hoyle", SETS, Halves(*(
        one.each(lambda sums: sums * (LEAST - 1) / 20_000)
        for one in (chart.made.train, chart.made.test))))
    assert "too few deals" in few.headline and np.isnan(few.best_in(0))


_WHERE = {"strategy": "bold", "place": "dealer", "before": "1 missed", "hand": "1 trump: no double"}


def habit(value, se, does="plays", better="drop", **others):
    return habits.Habit(
        does, better, 3, around(value, se, 10**6), _WHERE, 0.1, around(value, se, 9), **others)


def test_the_dearest_is_not_sure_for_being_one_of_many():
    """2.5 standard errors are clear by themselves, but the best of a hundred reaches them."""
    alone, noise = habit(2.5, 1), [habit(0, 1) for _ in range(99)]
    assert habits.which_are_sure([alone]) == [True]
    assert not any(habits.which_are_sure([alone, *noise]))


def test_a_table_has_the_first_habit_of_each_strategy_first():
    one, other = [habit(1, 0.1), habit(3, 0.1)], [habit(2, 9)]

    def table(*strategies):
        where = [Column(name) for name in list(_WHERE)[1:]]
        return habits.habits_table(
            "habits", "Habits", strategies, where, "chips", "what is better", "").frame

    frame = table(one, other)
    assert frame["cost"].tolist() == [3, 2, 1]
    assert frame["sure"].tolist() == ["yes", "no", "yes"]
    assert list(table([]).columns) == list(frame.columns)


def test_a_cost_is_a_mean_over_the_deals():
    """Of eight deals two lost 3 and 5: the mean is 1 and the sample variance 26 / 7."""
    cost = habits.Cost(1, 3, 9, np.zeros(1)) + habits.Cost(1, 5, 25, np.zeros(1))
    found = cost.among(8)
    assert (found.value, found.se**2) == pytest.approx((1, (34 - 8) / 7 / 8))


def test_a_cost_knows_the_error_of_what_later_pools_are_worth():
    """Replicas of 12, each without one part of four: the error of 12 is theirs, over the deals."""
    replicas = np.array([12.0, 11, 12, 12, 13])
    plain, later = habits.Cost(1, 3, 9, np.zeros(1)), habits.Cost(1, 3, 9, replicas)
    of_later = float(standard_error(replicas)) / 8
    assert of_later > 0
    assert later.among(8).se == pytest.approx(np.hypot(plain.among(8).se, of_later))


def test_departures_cost_what_the_best_move_brings_more_in_the_deals_in_which_they_happen():
    """By cell and the move made: in cell 0 the second move is made, which is worse; nowhere else.

    The costs are those of the deals that measure, in which the seat knew better once.
    """
    made, cells = np.array([1, 1, 1, 0]), np.array([0, 0, 0, 1])
    worth = np.array([[3.0, 1.0], [2.0, 1.0], [0.0, 1.0], [0.0, 5.0]])
    measured = MoveValues.of(2 * cells + made, worth, 4).each(
        lambda sums: sums.reshape(2, 2, *sums.shape[1:]))
    worse = np.array([[False, True], [True, False]])
    first, other = habits.departures(measured, worse, np.array([0, 1]))
    assert (first.cell, first.made, first.better) == (0, 1, 0)
    assert (first.cost.times, first.cost.lost, first.cost.squares) == (3, 2, 4 + 1 + 1)
    assert (other.cell, other.made, other.cost.lost) == (1, 0, 5)
    added = first.cost + other.cost
    assert added.times == 4 and added.lost == 7
    assert habits.departures(measured, np.zeros((2, 2), bool), np.array([0, 1])) == []
