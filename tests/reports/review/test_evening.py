"""What decisions cost together, and how surely."""

import numpy as np
import pytest

from reports.request import set_up
from reports.review.evening import Decision, Evening, Reviewed, cost_together, habits_of, report_of
from simulate.books.tally import standard_error
from simulate.branch.pricing import Cost


def decided(cost, own, replicas):
    """Return a decision whose deals have an error of their own."""
    error = float(np.hypot(own, standard_error(replicas)))
    return Decision(0, 0, "declare", "play", "drop", "play", "drop", Cost(cost, error, replicas))


def test_the_error_of_later_pools_goes_the_same_way_in_all_decisions():
    later = np.append(0.0, np.linspace(-0.1, 0.1, 20))
    shared = float(standard_error(later))
    cost, error = cost_together([decided(1.0, 0.3, 1 + later)] * 4)
    assert cost == 4.0
    # Four times the shared error, and twice that of the deals.
    assert error == pytest.approx(np.hypot(4 * shared, 2 * 0.3))
    _, error = cost_together([decided(1.0, 0.3, 1 + later), decided(1.0, 0.4, 1 - later)])
    assert error == pytest.approx(0.5)


def an_evening(results, luck, left=None):
    """Return an evening in which one habit is sure and another is not."""
    exact = np.zeros(1)
    hands = [Reviewed(k, 0, [decided(0.5, 0.1, exact), other(0.5, 2.0)], result, chance,
                      0.0 if left is None else left[k], "chips", "chips", dealer=0)
             for k, (result, chance) in enumerate(zip(results, luck, strict=True))]
    return Evening(hands, 0, set_up("loo", "random", 3), ["random"], who="Anna")


def other(cost, error):
    """Return a decision of another kind, of which it is not sure that it costs anything."""
    return Decision(0, 0, "declare", "drop", "miss", "drop", "take the miss",
                    Cost(cost, error, np.zeros(1)))


LUCK = np.random.default_rng(1).normal(0, 40, 60)
SKILL = np.random.default_rng(2).normal(-3, 1, 60)


def test_luck_is_taken_from_the_result_and_not_added_to_it():
    evening = an_evening(SKILL + LUCK, LUCK)
    calm, error = evening.without_luck
    assert calm == pytest.approx(SKILL.sum())
    assert evening.result == pytest.approx((SKILL + LUCK).sum())
    # What is left of the spread is that of skill alone, so so many more hands tell as much.
    assert error == pytest.approx(np.sqrt(60) * SKILL.std(ddof=1))
    assert evening.variance_factor == pytest.approx(
        ((SKILL + LUCK).std(ddof=1) / SKILL.std(ddof=1)) ** 2)
    assert evening.last()["result_without_luck"] == calm
    assert f"With the luck of the tiles taken out: {calm:.0f} (" in evening.result_line()
    pictures = dict(report_of(evening).pictures())
    drawn = {line.get_label(): line.get_ydata()
             for line in pictures["course"].figure.axes[0].lines}
    assert np.allclose(drawn["as it was"], (SKILL + LUCK).cumsum())
    assert np.allclose(drawn["without the luck of the tiles"], SKILL.cumsum())


def test_what_a_hand_leaves_in_the_pool_is_found_by_the_next_one():
    left = np.random.default_rng(3).normal(0, 40, 60)
    passes_on = np.diff(left, prepend=0.0)
    calm, error = an_evening(SKILL + LUCK - passes_on, LUCK, left).without_luck
    assert calm == pytest.approx((SKILL - passes_on).sum())
    assert error == pytest.approx(np.sqrt(60) * SKILL.std(ddof=1))


def test_a_habit_is_told_only_if_it_surely_costs_something():
    evening = an_evening(SKILL + LUCK, LUCK)
    habit, = evening.habits
    assert (habit.does, habit.better, habit.times) == ("play", "drop", 60)
    assert "chips, most in the first hand" in str(evening)
    assert "take the miss" not in str(evening).partition("habits")[2]
    assert "take the miss" not in evening._repr_html_()
    assert list(evening.habits_table().frame["better"]) == ["drop"]
    # The same three are sure alone, and none of them is where all are judged together.
    alone = [Decision(0, 0, "declare", said, "miss", said, "take the miss",
                      Cost(2.2, 1.0, np.zeros(1))) for said in ("play", "drop", "for_pool")]
    assert [len(habits_of([one])) for one in alone] == [1, 1, 1]
    assert habits_of(alone) == []
    gained = [Decision(0, 0, "declare", "play", "drop", "play", "drop",
                       Cost(-5.0, 1.0, np.zeros(1)))]
    assert habits_of(gained) == []
