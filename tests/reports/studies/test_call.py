"""``study call``: the chart of calls, the score, habits and changes."""

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import boneyard
from boneyard import BoneyardError
from reports.request import set_up
from reports.stats.move_values import MoveValues
from reports.studies.call import chart as say
from reports.studies.call.chart import ALONE, CALLS, PASSES, Chart
from reports.studies.call.habits import BY_CHART, AskedDeals, changes, games_gained, points_gained
from reports.studies.call.shown import calling, fewest, rounds_shown, what_changes_bring
from simulate.games.euchre.kernel import SEAT_FIELDS
from simulate.runs.chunk import play_sessions
from simulate.theory.euchre.auctions import Auctions, nodes
from simulate.theory.euchre.forked_deals import (
    CELLS,
    KINDS,
    calls_at,
    fork_deals,
    kind_number,
    parts_of,
    sides,
)
from simulate.theory.euchre.win_chances import ends_of, point_worth, win_chances
from strategies.lineup import seat_players
from tests.sizes import in_pieces


def table(lineup, players):
    return set_up("euchre", lineup, players, None, sessions=10, hands=1000)


@pytest.fixture(scope="module")
def study():
    return boneyard.study("call", "euchre", "hoyle", players=4, sessions=6_000, seed=3, jobs=1)


def halves(run, deals=16_000):
    forked = fork_deals(run, deals, jobs=1)
    worth, start = point_worth(sides(len(run.players))), (0,) * sides(len(run.players))
    learned, judged = (
        Auctions(half, calls_at(half, start, jobs=1), worth)
        for half in (forked.some(0, deals // 2), forked.some(deals // 2, None)))
    return learned, judged


@pytest.fixture(scope="module")
def four():
    both = halves(table("hoyle", 4))
    return both[1], Chart.of(*both)


def cell(trumps, bowers, doubles, double_up=0):
    return 2 * kind_number(trumps, bowers, doubles) + double_up


def test_kinds_and_cells_are_named():
    assert kind_number(5, 3, 2) == KINDS - 1
    node = nodes(4)[0]
    assert say.hand(node, cell(3, 2, 1, 1)) == (
        "3 trumps, right bower, a double; a double is turned up")
    assert say.hand(node, cell(1, 0, 2)) == "1 trump, no bower, 2 or more doubles"


def test_the_chart_calls_with_what_everybody_calls_with(four):
    _, chart = four
    first, _, _, dealer = chart.nodes[:4]
    assert chart.best[first.index][cell(1, 0, 1)] == PASSES
    assert chart.best[dealer.index][cell(3, 0, 0)] == CALLS
    assert chart.best[dealer.index][cell(4, 2, 0)] == ALONE


def test_what_a_seat_is_asked_with_is_worth_what_the_deal_brings(four):
    judged, chart = four
    node = chart.nodes[5]
    asked = judged.asked(node, chart.order)
    value = np.array([judged.tails[0].value[at] for at in asked.at])
    maker = np.array([judged.tails[0].maker[at] for at in asked.at])
    called = np.where(asked.made > 0, asked.made, 0)
    own = (called > 0) & (called // 2 - 1 == asked.suits)
    worth = asked.worth[np.arange(len(called)), np.where(own, 1 + called % 2, 0)]
    sign = np.where((maker < 0) | (maker % 2 == 1), 1, -1)
    plain = own | (called == 0)
    assert np.array_equal(worth[plain], (sign * value)[plain])


@pytest.mark.slow
def test_never_to_go_alone_costs_what_whole_games_say():
    run = table("hoyle", 4)
    forked = fork_deals(run, 20_000, jobs=1)
    asked = AskedDeals(forked, 1)
    chances = win_chances(2, lambda score: ends_of(forked, asked.calls(score)))
    never = changes(Chart.of(*halves(run, 4000)))["never goes alone"]
    found = games_gained(asked, chances, run, "hoyle", never)
    games = 40_000
    other = set_up("euchre", "hoyle,hoyle,hoyle,hoyle", 4, None, sessions=games, hands=1000)
    (silent,) = seat_players("euchre", "hoyle(alone=30)", 1)
    won = []
    for players in (other.players, (silent, *other.players[1:])):
        rows = play_sessions(type(other)("euchre", other.rules, players, games, 1000, 9),
                             0, games, 1000)
        won.append(rows.seat.reshape(games, 4, -1)[:, 0, SEAT_FIELDS.index("games_won")])
    change = won[1] - won[0]
    error = np.hypot(found.se, change.std() / np.sqrt(games))
    assert abs(found.value - change.mean()) < 3.5 * error
    assert found.high < 0


def test_from_how_many_trumps_on_holds_with_more_of_them(four):
    _, chart = four
    cells = chart.halves[1].judged
    of_trumps = np.array([parts_of(number // 2)[0] for number in range(CELLS)])

    def from_how_many(*gaining, count):
        sign = np.where(np.isin(of_trumps, gaining), 1.0, -1.0)
        totals, squares = np.zeros_like(cells.totals), np.zeros_like(cells.squares)
        totals[:, CALLS], squares[:, CALLS, PASSES] = sign * count, 1.1 * count
        return fewest(MoveValues(count, totals, squares), (CALLS,), (PASSES,))

    many = np.full(CELLS, 100.0)
    assert from_how_many(2, 3, 4, 5, count=many) == 2
    assert from_how_many(1, 3, 4, 5, count=many) == 3  # with two a pass is better
    assert from_how_many(1, count=many) is None
    assert from_how_many(1, 2, count=np.where(of_trumps > 2, 0.0, many)) == 1  # more never came


def test_hands_with_so_many_trumps_are_added_up(four):
    judged, chart = four
    node, groups = chart.nodes[3], np.array([parts_of(number // 2)[0] for number in range(CELLS)])
    asked = judged.asked(node, chart.order)
    worth = asked.worth[groups[asked.cells] == 2]
    found = chart.halves[node.index].judged.grouped(groups).margin(2, CALLS, PASSES)
    change = worth[:, CALLS] - worth[:, PASSES]
    assert found.value == pytest.approx(change.mean())
    assert found.se == pytest.approx(change.std(ddof=1) / np.sqrt(len(change)))


def test_a_change_to_what_a_seat_does_already_brings_nothing(four):
    judged, _ = four
    run = table("hoyle", 4)
    same = points_gained(judged, run, "hoyle", lambda deals, position, calls: calls)
    assert same.value == 0


def test_the_chart_brings_more_than_a_dealer_who_passes_too_much():
    run = table("hoyle(take_of_two=7)", 2)  # which four players play best
    learned, judged = halves(run)
    chart = Chart.of(learned, judged)
    gain = points_gained(judged, run, run.labels[0], changes(chart)["calls by the chart"])
    assert gain.low > 0.15


def test_the_study_answers_with_numbers_and_intervals(study):
    assert study.question == "When should a seat make trump, and when alone?"
    assert re.match(
        r"Counting trumps only, order up with \d trumps? or more as [a-z ]+(, \d as [a-z ]+)* "
        r"and \d as dealer\. Bowers are trumps\. The dealer counts the turn-up\.",
        study.answer[0])
    often, low, high = map(float, re.match(
        r"Of the hands that should call, ([\d.]+)% \(([\d.]+) to ([\d.]+)\) should go alone\.",
        study.answer[1]).groups())
    assert low < often < high and high - low > 2, "it is not sure of every hand whether alone"
    assert "of 100 games" in study.answer[2]
    assert set(study.tables) == {"call_chart", "call_scores", "call_changes", "call_habits"}
    assert {"call_first", "call_second", "call_alone_1", "call_scores"} <= set(study.figures)
    found = study.study.found["call"]
    assert found.changes.frame.loc[("hoyle", "never goes alone"), "games_high"] < 0
    assert found.by_score[0].own == 0 and len(found.by_score) == 25


def test_a_chart_says_how_it_is_read_and_is_not_drawn_without_cells(four):
    _, chart = four
    assert rounds_shown(chart, False) == [0, 1]
    words = [text.get_text() for text in calling(chart, 0).texts]
    assert any("Domino Euchre, 4 players" in text for text in words)
    assert any("A alone" in text and "too close to call" in text for text in words)
    none = [replace(half, judged=half.judged.each(np.zeros_like)) for half in chart.halves]
    assert rounds_shown(replace(chart, halves=none), False) == []


@in_pieces("players", 2, 3)
def test_fewer_players_have_no_one_to_leave_alone(players):
    held = boneyard.study("call", "euchre", "threshold", players=players, sessions=6_000, jobs=1)
    assert "call_alone_1" not in held.figures
    assert "points_alone" not in held.tables["call_chart"].columns


@pytest.mark.parametrize(("points", "games", "few"), [
    (0.1, 3.0, False), (-0.07, -4.0, True), (0.02, -1.0, True)])
def test_a_chart_that_loses_is_said_to_be_of_too_few_deals(points, games, few):
    numbers = {f"{name}{end}": value for name, value in (("points", points), ("games", games))
               for end in ("", "_low", "_high")}
    changes = pd.DataFrame([{"strategy": "hoyle", "change": BY_CHART, **numbers}])
    found = SimpleNamespace(
        run=SimpleNamespace(labels=["hoyle"]),
        changes=SimpleNamespace(frame=changes.set_index(["strategy", "change"])))
    (sentence,) = what_changes_bring(found)
    assert ("The deals may be too few" in sentence) == few


def test_the_first_deals_have_the_calls_that_would_be_asked_there():
    forked = fork_deals(table("hoyle", 4), 300, jobs=1)
    asked = AskedDeals(forked, 1)
    asked.calls((1, 4))  # known before, the other score is not
    first, alone = asked.beginning(100), AskedDeals(forked.some(0, 100), 1)
    for score in ((1, 4), (0, 2)):
        assert np.array_equal(first.calls(score), alone.calls(score))
    assert not np.array_equal(first.calls((1, 4)), first.calls((0, 2)))


def test_too_few_deals_name_the_option_that_asks_for_more(monkeypatch):
    monkeypatch.setattr(Chart, "covers", lambda chart, node: ())
    with pytest.raises(BoneyardError, match=r"1,000 deals are too few .* with --sessions$"):
        boneyard.study("call", "euchre", "hoyle", players=2, sessions=1_000, jobs=1)
