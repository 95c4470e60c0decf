"""Habits: which are sure when all are judged together, and how they are told."""

import numpy as np
import pytest

from reports import habits
from reports.page.document import Column
from reports.stats.estimates import around
from reports.stats.move_values import MoveValues
from simulate.books.tally import standard_error

_WHERE = {"strategy": "bold", "place": "dealer", "before": "1 missed", "hand": "1 trump: no double"}


def habit(value, se, does="plays", better="drop", **others):
    return habits.Habit(
        does, better, 3, around(value, se, 10**6), _WHERE, 0.1, around(value, se, 9), **others)


def test_the_dearest_is_not_sure_for_being_one_of_many():
    """2.5 standard errors are clear by themselves, but the best of a hundred reaches them."""
    alone, noise = habit(2.5, 1), [habit(0, 1) for _ in range(99)]
    assert habits.which_are_sure([alone]) == [True]
    assert not any(habits.which_are_sure([alone, *noise]))


def test_the_sure_ones_come_first_and_then_the_dearest():
    costs = [(5.0, 9.0), (1.0, 0.01), (2.0, 0.01), (7.0, 9.0)]
    found = [one.cost.value for one, _ in habits.in_order(habit(*cost) for cost in costs)]
    assert found == [2.0, 1.0, 7.0, 5.0]


def test_a_table_has_the_first_habit_of_each_strategy_first():
    one, other = [habit(1, 0.1), habit(3, 0.1)], [habit(2, 9)]

    def table(*strategies):
        where = [Column(name) for name in list(_WHERE)[1:]]
        return habits.habits_table(
            "habits", "Habits", strategies, where, "chips", "what is better", "", 10).frame

    frame = table(one, other)
    assert frame["cost"].tolist() == [3, 2, 1]
    assert frame["sure"].tolist() == ["yes", "no", "yes"]
    assert frame["cost_in_pools"].tolist() == [0.3, 0.2, 0.1]
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
