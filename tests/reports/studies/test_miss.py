"""The chart: worth, margins and their standard errors, switches, habits."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from reports.habits import HANDS
from reports.request import set_up
from reports.stats.estimates import Estimate
from reports.stats.move_values import MoveValues
from reports.studies.answered import run_within
from reports.studies.kind import find_study
from reports.studies.miss.chart import Chart, totals, worth
from reports.studies.miss.habits import Habits, habits_of
from reports.studies.miss.shown import (
    _how_often,
    cells_table,
    mistakes,
    value_of_the_miss,
    what_is_best,
    with_a_double,
)
from reports.studies.miss.study import find_habits, study_miss
from reports.studies.miss.wall import parts_of_cell, wall_chart
from reports.studies.miss.words import MISS as MISSES
from reports.studies.miss.words import PLAY as PLAYS
from reports.studies.miss.words import against
from simulate.books.tally import Rows, standard_error
from simulate.domino.tile_sets import count, nth
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import AT, DROP, MISS, PLAY
from simulate.machine.randomness import pick
from simulate.runs.chunk import play_rows, set_table
from simulate.runs.run import Run
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import Payoff, payoffs_at, worth_of_pools
from simulate.theory.loo.declarations import left_by_end
from simulate.theory.loo.hands import TURNED_UP, turned_kind_of
from simulate.theory.loo.what_if import MOVES, Question, fork_more, fork_some, situations
from strategies.lineup import seat_players
from strategies.loo.base import LooStrategy, Random
from tests.simulate.theory.test_what_if import Forced
from tests.tools.charts import draw_charts

SEED = 5


def table(rules=None, lineup="random", players=4, game="loo"):
    return Run(game, rules or LooRules(), seat_players(game, [lineup], players), 1, 1, SEED)


def shared(payoff):
    """Return what hands bring if later pools belong to all seats equally."""
    left = left_by_end(payoff.stakes.pool, payoff.stakes.penalty)
    positions = payoff.later.shape[2]
    return replace(payoff, later=np.broadcast_to(left / positions, payoff.later.shape))


def charted(run, deals, change=lambda payoff: payoff):
    stakes = [declared_at(run).stakes_of()]
    payoffs = tuple(change(payoff) for payoff in payoffs_at(run, None, stakes))
    question = Question(run, payoffs)
    forks = question.blank()
    fork_more(question, forks, deals)
    return Chart(run, run.labels[0], None, payoffs, forks)


def played_on(run, left, first, sessions, hands):
    """Return what seats make of sessions from such a pool, what remains shared equally."""
    game, seats = find_game("loo"), len(run.players)
    row, _parameters = set_table(run)
    row[AT.opening_pool] = left
    rows = Rows.blank(game.books, sessions, seats, 1)
    play_rows(run, row, first, sessions, hands, rows)
    return rows.seat[:, :, game.books.seat.index("credited")] / seats


@pytest.fixture(scope="module")
def chart():
    return charted(table(), 120_000)


@pytest.mark.parametrize("pool", [25, 100, 505])
@pytest.mark.parametrize(("position", "move"), [(1, 0), (0, 2), (2, 3)])
def test_worth_from_tricks_is_worth_by_direct_simulation_at_any_pool(pool, position, move):
    """Forks at the first pool, priced at another, against ordinary hands from that pool."""
    rules, deals, top_up = LooRules(penalty="cap:40"), 3000, 5
    run = Run("loo", rules, (Forced().player(),) * 4, 1, 1, SEED)
    priced_at = charted(run, deals)
    here = [i for i, p in enumerate(priced_at.positions) if p == position]
    payoff = shared(payoffs_at(run, None, [declared_at(run).stakes_of(pool)])[0])
    total = totals(priced_at.forks, payoff, priced_at.positions)[:, here, :, :, move].sum()
    forced = Forced(position=position, action=int(MOVES[move, 0])).player()
    told = Run("loo", rules, (forced,) * 4, 1, 1, SEED)
    made = played_on(told, pool - top_up, 0, deals, 1)
    session = np.arange(deals)
    direct = made[session, (session % 4 + 1 + position) % 4].sum()
    # The dealer pays for the hand before it is forked.
    paid = top_up * deals if position == 3 else 0
    assert total == pytest.approx(direct + paid, abs=1e-6)


@pytest.mark.slow
def test_standard_errors_are_those_of_the_deals_differences():
    """The books' margins and errors for the eldest hand, against the differences deal by deal."""
    run, deals = table(), 400
    payoffs = [shared(Payoff.of(declared_at(run), declared_at(run).stakes_of(), None, [0]))]
    question = Question(run, payoffs)
    positions = [s.position for s in situations(4)]

    def cell(forks):
        sums = worth(forks, payoffs, 0, positions)
        return sums.each(lambda each: each[:, :1]).over(0, 1, 2, 3)

    each = np.array([cell(fork_some(question, i, 1)).totals for i in range(deals)])
    together = cell(fork_some(question, 0, deals))
    for a, b in ((0, 2), (0, 3), (2, 3)):
        differences = each[:, a] - each[:, b]
        assert together.margins[a, b] == pytest.approx(differences.mean())
        expected = differences.std(ddof=1) / np.sqrt(deals)
        assert together.errors[a, b] == pytest.approx(expected)


def test_errors_of_later_pools_are_in_the_margins():
    """With replicas that differ, no number of deals makes a margin sure."""
    run = table()
    values = worth_of_pools(run, 4_000)
    (exact,) = payoffs_at(run, values, [declared_at(run).stakes_of()])
    question = Question(run, (exact,))
    forks = question.blank()
    fork_more(question, forks, 20_000)
    sums = worth(forks, (exact,), 0, [s.position for s in situations(4)]).over(0, 2, 3)
    alone = replace(sums, replicas=sums.replicas[..., :1])
    later = sums.errors[0, 0, 3] ** 2 - alone.errors[0, 0, 3] ** 2
    margins = sums.replicas / sums.count[..., None, None]
    assert later == pytest.approx(standard_error(margins[0, 0] - margins[0, 3]) ** 2)
    assert later > 0


def test_paired_margins_are_sharper_than_separate_deals(chart):
    parts, dealing = chart.parts, np.array(chart.positions) == 3
    cells = parts.each(lambda sums: sums[dealing]).over(0, 1, 2)
    alone = cells.errors_of_means
    assert cells.errors[0, 1] < np.hypot(alone[0], alone[1])


def test_best_moves_change_at_the_switches():
    """Before the interval of a switch the old move is clearly best, and after it the new one."""
    (chart,) = draw_charts(table(LooRules(penalty="cap:40")), deals=100_000)
    checked = 0
    for s, kind in zip(*np.nonzero(chart.clear), strict=True):
        for side, switch in enumerate(chart.switches(s, kind)):
            if switch is None or checked > 40:
                continue
            below, above = ((np.flatnonzero(chart._pools <= switch.low)[-1]),
                            (np.flatnonzero(chart._pools >= switch.high)[0]))
            before, after = (below, above) if side else (above, below)
            ahead, error = (of[[before, after], s, kind, switch.move]
                            for of in (chart._ahead_at, chart._ahead_se))
            assert ahead[0] >= 2 * error[0] and ahead[1] <= -2 * error[1]
            assert switch.low <= switch.pool <= switch.high <= switch.low + 2 * switch.pool / 3
            checked += 1
    assert checked > 20


class Poorer(LooStrategy):
    """Misses or drops while the pool is small, and else plays; so rivals see the pool."""

    name = "poorer"
    summary = looks_at = "the pool"

    @staticmethod
    def declare(view, parameters):
        if view.pool >= 60:
            return PLAY
        return DROP if view.legal >> DROP & 1 else PLAY


def shown_at(pool, deals, rules):
    """Charts at a pool of a table whose rivals look at it, and the switches of the first one."""
    run = Run("loo", rules, seat_players("loo", ["book", Poorer, Poorer, Poorer], 4), 1, 1, SEED)
    return find_habits(run, pool=pool, deals=deals, resolved=1.0, jobs=1)[0].chart


@pytest.mark.slow
def test_switches_are_those_of_rivals_who_see_the_pool_that_is_meant():
    """Told from a pool of 25, at which the rivals drop, the chart at 150 is the one drawn there."""
    rules = LooRules(penalty="cap:20")
    near, far = (shown_at(pool, 40_000, rules) for pool in (25, 150))
    assert near.elsewhere
    best, often = near.best_at(150)
    known = (often > 0) & far.clear
    assert known.sum() > 15
    assert (best == far.best)[known].mean() > 0.95
    kept_as_they_are, often = replace(near, elsewhere=()).best_at(150)
    known = (often > 0) & far.clear
    assert (kept_as_they_are == far.best)[known].mean() < 0.8


def test_a_table_that_does_not_look_at_the_pool_is_forked_once():
    run = table(LooRules(penalty="cap:40"), lineup="stay")
    assert not find_habits(run, deals=5_000, jobs=1)[0].chart.elsewhere


@pytest.fixture(scope="module")
def good_chart():
    return draw_charts(table(lineup="solved"), deals=60_000, resolved=1.0, jobs=1)[0]


def test_the_chart_tells_a_double_turned_up(good_chart):
    """The eldest hand without a trump drops if a double is turned up, and else takes the miss."""
    frame = cells_table(good_chart).frame.xs("no trump, 2+ doubles", level="hand").sort_index()
    frame = frame.loc["eldest hand", "nothing"]
    assert frame.loc["another tile", "best"] == "miss" and frame.loc["another tile", "clear"]
    assert frame.loc["a double", "best"] == "drop" and frame.loc["a double", "clear"]
    # A trump is turned up in each deal, and the seven doubles are a quarter of the tiles.
    assert frame.loc["a double", "deals"] / frame["deals"].sum() == pytest.approx(1 / 4, abs=0.05)


def test_a_double_turned_up_stands_in_the_lower_part_of_a_cell(good_chart):
    (axes,) = wall_chart(good_chart, "", "").axes
    row = 2  # no trump, 2+ doubles
    cell = sorted((text.get_position()[1], text.get_text(), text.get_fontsize())
                  for text in axes.texts if text.get_position()[0] == 0.5
                  and row < text.get_position()[1] < row + 1)
    assert [(text, size) for _y, text, size in cell] == [("M", 8.5), ("D", 6.5)]
    whole = good_chart.whatever_turned_up
    assert whole.cells.count.sum() == good_chart.cells.count.sum()
    assert whole.share.shape[1] * 2 == good_chart.share.shape[1]
    for together, apart in ((whole.forks.noted, good_chart.forks.noted),
                            (whole.forks.squares, good_chart.forks.squares)):
        assert np.allclose(together, apart[:, :, ::TURNED_UP] + apart[:, :, 1::TURNED_UP])


def test_a_sentence_says_what_a_double_turned_up_changes(good_chart):
    said = with_a_double(good_chart)
    drops, misses = (int(re.search(word, part).group(1)) for word, part in zip(
        (r"drops (\d+)", r"takes the miss with (\d+)"), said.split(". ")[:2], strict=True))
    assert drops > 60 and misses > 60
    double, other = slice(1, None, TURNED_UP), slice(0, None, TURNED_UP)
    best, clear = good_chart.best, good_chart.clear
    moved = ((best[:, double] != best[:, other]) & clear[:, double] & clear[:, other])
    seen = good_chart.seen[:, double]
    share = 100 * seen[moved].sum() / seen.sum()
    assert said.endswith(" A double turned up clearly changes the best move in "
                         f"{share:.0f}% of all seats' decisions.")


@pytest.mark.parametrize(("known", "dealt", "alike", "parts"), [
    ((True, True), (True, True), True, [None]), ((True, True), (True, True), False, [0, 1]),
    ((True, False), (True, True), True, [0]), ((True, False), (True, False), False, [None])])
def test_a_cell_has_two_parts_if_a_double_turned_up_changes_it(known, dealt, alike, parts):
    found = parts_of_cell(np.array(known), np.array(dealt), alike)
    assert [part.turned_up for part in found] == parts


@pytest.mark.slow
def test_habits_add_up_to_what_following_the_chart_gains():
    """A seat that corrects just the departures that are counted makes what they cost."""
    run, deals = table(), 150_000
    chart = charted(run, deals, shared)
    habits = Habits(chart, chart)
    made, decisions = habits.counted
    assert 0.2 < made / decisions < 0.8
    worse = chart.covered[..., None] & chart.legal[:, None] & (chart.ahead >= 2 * chart.ahead_se)
    better = np.where(worse, chart.best[..., None], np.arange(5))
    number = np.full((4, 4, 4), -1)
    for i, s in enumerate(situations(4)):
        number[s.position, s.stayed, s.missed] = i

    class Corrected(Random):
        name = "corrected"

        @staticmethod
        def declare(view, p):
            action = nth(view.legal, pick(view.word, count(view.legal)))
            if view.position == view.players - 1:
                return action  # the turn-up is a decision of its own: left out here
            s = number[view.position, count(view.stayed), count(view.missed)]
            kind = turned_kind_of(view.hand, view.trump, view.turn_up, 0)
            move = better[s, kind, 0 if action == PLAY else action]
            return PLAY if move < 2 else MISS if move == 2 else DROP

    seats = (Corrected().player(), *run.players[1:])
    told = Run("loo", run.rules, seats, 1, 1, SEED)
    first, sessions = 10**6, 100_000
    gain = (played_on(told, 0, first, sessions, 1) - played_on(run, 0, first, sessions, 1))[:, 0]
    frame = habits_of([habits]).frame
    expected = frame[frame["place"] != "dealer"]["cost"].sum() / HANDS
    error = gain.std() / np.sqrt(sessions) + habits.cost.se / HANDS
    assert gain.mean() == pytest.approx(expected, abs=4 * error)


@pytest.mark.parametrize(("cost", "said"), [
    (Estimate(4.0, 0.5, 3.0, 5.0), "That costs it 4 (3 to 5) chips over 100 hands. It has"),
    (Estimate(1.0, 1.0, -1.0, 3.0), "That may cost it nothing: 1 (-1 to 3) chips over 100 hands."),
    (Estimate(-4.0, 0.5, -5.0, -3.0), "That brings it 4 (3 to 5) chips over 100 hands: it")])
def test_departures_that_surely_bring_something_are_not_said_to_cost(cost, said):
    chart = SimpleNamespace(strategy="solved", unit="chips", in_chips=False)
    assert said in mistakes(SimpleNamespace(chart=chart, cost=cost, counted=(3, 100), habits=list))


def test_a_study_has_sections_tables_and_figures():
    study = study_miss(table(LooRules(penalty="cap:40")), deals=20_000)
    names = [section.name for section in study.sections]
    assert names == ["miss", "miss_habits", "miss_pool"]
    assert "random departs from its chart in" in " ".join(study.answer)
    for section in study.sections:
        for picture in section.pictures:
            assert picture.figure.axes
            if picture.name == "miss_chart":  # no name is cut off
                assert min(one.get_window_extent().x0 for one in picture.figure.axes[0].texts) > 0
        for shown in section.tables:
            assert 0 < len(list(shown.rows())) <= len(shown.frame)


@pytest.mark.parametrize(("game", "rules", "players"), [
    ("loo", LooRules(scoring="points"), 2), ("loo", LooRules(), 3),
    pytest.param("rounce", RounceRules(), 4, marks=pytest.mark.slow)])
def test_every_game_with_a_miss_has_a_chart(game, rules, players):
    study = study_miss(table(rules, "random", players, game), deals=20_000)
    frame = cells_table(study.found["charts"][0]).frame
    assert frame["share"].groupby(level=["place", "before"]).sum().max() <= 1 + 1e-9
    tricks = [column for column in frame if column.startswith("P_")]
    assert frame[tricks].dropna().sum(axis=1).to_numpy() == pytest.approx(1)
    said = " ".join(one for section in study.sections for one in section.answer)
    if players == 2:
        often, low, high = map(float, re.search(
            r"is best in ([\d.]+)% \(([\d.]+) to ([\d.]+)\) of a seat's dec", said).groups())
        assert low < often < high


def simulated_chart(chance, gaps, often, deals):
    """A chart of two places and so many deals, in which a miss brings ``gaps`` more than to play,
    in standard deviations of a deal; kinds of hands come as ``often``."""
    count = np.stack([chance.multinomial(deals, often) for _ in gaps]).astype(float)
    margin = gaps + chance.normal(size=gaps.shape) / count.clip(min=1) ** 0.5
    pair = np.array([PLAYS, MISSES])
    totals, squares = np.zeros((*gaps.shape, 4)), np.zeros((*gaps.shape, 4, 4))
    totals[..., MISSES] = count * margin
    squares[..., pair, pair[::-1]] = (count * (1 + margin**2))[..., None]
    chart = Chart(SimpleNamespace(players=(0, 0)), "book", None, (), None)
    chart.__dict__.update(
        cells=MoveValues(count, totals, squares),
        situations=[SimpleNamespace(position=place) for place in (0, 1)],
        legal=np.tile(np.isin(np.arange(4), pair), (2, 1)))
    return chart


@pytest.mark.parametrize(("shift", "scale", "deals"), [
    (0, 0.02, 10_000), (0, 0.1, 100_000), (0.04, 0.02, 10_000), (-0.01, 0, 10_000)])
def test_how_often_a_miss_is_best_lies_in_its_interval_though_hands_are_close(shift, scale, deals):
    chance, held = np.random.default_rng(5), 0
    for _ in range(100):
        gaps, often = chance.normal(shift, scale, (2, 60)), chance.dirichlet(np.full(60, 5.0))
        found = _how_often(simulated_chart(chance, gaps, often, deals), MISSES)
        held += found.low <= ((gaps > 0) * often).sum(1).mean() <= found.high
        assert found.high - found.low < 1 or deals < 100_000
    assert held >= 95


@pytest.mark.parametrize(("change", "message"), [
    ({"deals": 10}, "deals 10 is not a whole number from 1000"),
    ({"resolved": 1.5}, "resolved 1.5 is not a share from 0 to 1"),
    ({"pool": 0}, "pool 0 is not a whole number from 1")])
def test_wrong_arguments_are_named(change, message):
    with pytest.raises(BoneyardError, match=message):
        draw_charts(table(), **{"deals": 1000} | change)


def test_seats_of_one_strategy_at_a_mixed_table_share_its_chart():
    charts = draw_charts(
        Run("loo", LooRules(), seat_players("loo", "random,banker,random,bold", 4), 1, 1, SEED),
        deals=8_000)
    assert [chart.strategy for chart in charts] == ["random", "banker", "bold"]
    assert charts[0].hands == 2 * charts[1].hands == 4_000


def test_the_answer_says_against_whom():
    few, many = (draw_charts(table(RounceRules(), "solved", 4, "rounce"), deals=deals)[0]
                 for deals in (2_000, 12_000))
    assert "three who play solved. All hands of a kind count with the one" in what_is_best(many)
    # Common hands alone were dealt often enough: shares of those would not be shares of all.
    assert what_is_best(many).endswith(
        "There were too few deals to tell of the second, the third and the dealer.")
    assert what_is_best(few) == "There were too few deals to tell what is best."
    assert with_a_double(few) == (
        "There were too few deals to tell what a double turned up changes.")
    assert against(["book"]) == "against one who plays book"
    assert against(["book", "bold"]) == "against book and bold"


def test_charts_and_advice_reckon_with_good_players_where_none_are_named():

    assert find_study("miss").good_players
    assert set_up("loo", players=3, good=True).labels == ["solved"] * 3
    assert set_up("loo", "bold", 3, good=True).labels == ["bold"] * 3
    assert set_up("loo", rules={"scoring": "points"}, good=True).labels == ["racer"] * 4
    assert set_up("rounce", players=2, good=True).labels == ["racer"] * 2
    run = set_up("loo", players=2)
    assert run_within(run, "miss", 10_000, chosen=False).labels == ["solved"] * 2
    assert run_within(run, "miss", 10_000).labels == run.labels


def test_habits_are_measured_on_deals_that_the_chart_was_not_drawn_from(monkeypatch):
    """Were they the same deals, their luck would be taken for what the chart is worth."""
    seen = []

    def noted(*charts):
        seen.append(Habits(*charts))
        return seen[-1]

    monkeypatch.setattr("reports.studies.miss.study.Habits", noted)
    study = study_miss(table(LooRules(penalty="cap:40")), deals=20_000)
    (habits,) = seen
    assert habits.chart is study.found["charts"][0]
    assert (habits.chart.forks.deals, habits.judged.forks.deals) == (20_000, 10_000)
    others = fork_some(Question(habits.chart.run, habits.judged.payoffs), 20_000, 10_000)
    assert np.array_equal(habits.judged.forks.made, others.made)
    assert habits.judged.forks.outcomes.sum() < others.outcomes.sum() / 2
    everything = Habits(habits.chart, replace(habits.judged, forks=others))
    for one, other in zip(habits.departures, everything.departures, strict=True):
        assert replace(one, cost=other.cost) == other
        assert (one.cost.times, one.cost.lost) == (other.cost.times, other.cost.lost)
        assert one.cost.squares == pytest.approx(other.cost.squares)
    judged = (value_of_the_miss(habits.chart, each.judged) for each in (habits, everything))
    assert len(set(judged)) == 1


def test_what_the_miss_brings_where_it_may_be_best_by_luck_is_told_by_other_deals():
    run, deals = table(LooRules(penalty="cap:40")), 30_000
    question = Question(run, payoffs_at(run, None, [declared_at(run).stakes_of()]), apart=False)
    chart, others = (Chart(run, run.labels[0], None, tuple(question.payoffs),
                           fork_some(question, first, deals)) for first in (0, deals))
    assert chart.misses.any() and (chart.sure <= chart.covered).all()
    doubtful = chart.misses & ~chart.sure
    assert 0 < doubtful.sum() < chart.misses.sum()
    assert np.array_equal(chart.doubtful_misses > 0, doubtful)
    said = value_of_the_miss(chart, others)
    # Nothing but the doubtful cells is asked of the other deals.
    for cells, same in ((doubtful, True), (np.zeros_like(doubtful), False)):
        forks = replace(others.forks, **{
            name: counts * cells.reshape(1, *cells.shape, *[1] * (counts.ndim - 3))
            for name, counts in vars(others.forks).items() if name != "deals"})
        assert (value_of_the_miss(chart, replace(others, forks=forks)) == said) == same


def test_a_move_that_is_not_played_out_everywhere_has_no_worth():
    """What the moves of some deals bring is not taken for what they bring in all of them."""
    run = table()
    question = Question(run, payoffs_at(run, None, [declared_at(run).stakes_of()]), apart=True)
    some = question.wanted()
    some[:, 0] = 0b0101
    few = fork_some(replace(question, plays_out=some), 0, 500)
    everything = fork_some(question, 0, 500)
    means, expected = (
        worth(each, question.payoffs, 0, [s.position for s in situations(4)]).over(0, 2, 3)
        .means for each in (few, everything))
    assert np.array_equal(means[1:], expected[1:], equal_nan=True)
    assert means[0, [0, 2]] == pytest.approx(expected[0, [0, 2]])
    assert np.isnan(means[0, 3]) and not np.isnan(expected[0, 3])


def test_nothing_is_said_to_be_done_right_from_too_few_deals():
    decisions = SimpleNamespace(count=np.full((1, 4), 10))
    chart = SimpleNamespace(strategy="book", unit="chips", in_chips=False, positions=[0],
                            seen=np.array([[10, 0, 0, 0]]), cells=decisions)
    habits = SimpleNamespace(chart=chart, cost=Estimate(0.0, 0, 0, 0), counted=(0, 40), habits=list)
    assert mistakes(habits) == (
        "There were too few deals to tell where book departs from its chart, and what that costs "
        "it.")
    chart.seen = decisions.count
    assert "departs from its chart in 0 of 40 decisions" in mistakes(habits)


def test_too_few_deals_name_the_option_that_asks_for_more():
    with pytest.raises(BoneyardError, match=r"1,000 hands are too few .* with --sessions$"):
        study_miss(set_up("loo", "book", 2), deals=1_000, jobs=1)
