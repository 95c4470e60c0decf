"""Charts of information sets: what is chosen, what is measured, and what departing costs."""

import numpy as np
import pytest

from reports.charts import LEAST, Chart
from reports.habits import HANDS
from reports.moves import InformationSets
from reports.page.document import Column
from reports.request import set_up
from reports.stats.estimates import Estimate
from reports.stats.move_values import Halves, MoveValues, is_clear

SETS = InformationSets(
    (Column("place", "place", "text"), Column("hand", "hand", "text")), [("first",), ("dealer",)],
    [("weak",), ("strong",)], ("drop", "play"), ("drops", "plays"), ("drop", "play"), ("D", "P"),
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
