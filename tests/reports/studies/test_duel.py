"""Duels: nothing against itself, the same from both sides, and as sure as the books say."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from reports.draw import style
from reports.results.figure_tables import columns_of_strategies
from reports.stats.comparisons import always_valid_p, carried, p_value
from reports.studies.contests import (
    Scores,
    Stopping,
    combined,
    hold,
    hold_until,
    pair,
    seat_of,
)
from reports.studies.duel.study import best_value, caution, how_sure, study_duel, who
from reports.studies.duel.sweep import Sweep, read_sweep, said_of_range, tuned
from reports.studies.duel.tables import (
    Curve,
    Measure,
    Pairs,
    follow_positions,
    positions,
    precision,
)
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import AT, MISS, PLAY, Declaring
from simulate.runs.chunk import play_sessions, record_sessions
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.base import Parameter
from strategies.lineup import seat_players
from strategies.loo.base import Stay


class Wary(Stay):
    """Takes the miss in some of the hands where it may."""

    name = "wary"
    parameters: ClassVar = {
        "misses": Parameter(30, 0, 100, "hands of 100 in which it takes the miss")}

    @staticmethod
    def declare(view: Declaring, p):
        if view.misses_left > 0 and view.word % 100 < p.misses:
            return MISS
        return PLAY


def table(lineup=("random", "stay"), sessions=200, hands=20, seed=2, **rules):
    rules = {"penalty": "cap:40"} | rules
    return Run("loo", LooRules(**rules), seat_players("loo", list(lineup)), sessions, hands, seed)


def rounce(lineup, sessions=200):
    return Run("rounce", RounceRules(), seat_players("rounce", lineup), sessions, 500, 4)


def held(contest, sessions=200, wins=False):
    return hold([contest], 0, sessions, wins, jobs=1)[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_duel_of_a_strategy_with_itself_is_zero(seats):
    run = table(["random"] * seats)
    random = run.players[0]
    scores = held(pair(run, random, random))
    assert np.array_equal(scores.above.sum(axis=0), np.zeros(200))
    assert scores.value[:2] == (0, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_sides_sit_in_every_seat_alike(seats):
    run = table(["random", "stay"] + ["stay"] * (seats - 2))
    contest = pair(run, *run.players[:2])
    assert contest.weights.sum(axis=0) == pytest.approx(np.zeros(seats))
    assert contest.weights.sum(axis=1) == pytest.approx(np.zeros(len(contest.tables)))
    lineups = [tuple(t.labels) for t in contest.tables]
    assert len(set(lineups)) == len(lineups) == (2 if seats % 2 == 0 else 2 * seats)
    assert {t.seed for t in contest.tables} == {run.seed}


def nets(run):
    books = find_game("loo").books
    rows = play_sessions(run, 0, run.sessions, run.hands)
    return rows.seat[:, :, books.seat.index("value")]


def test_the_standard_error_is_that_of_the_sessions_added_up():
    run = table(sessions=400)
    there, back = (nets(replace(run, players=p)) for p in (run.players, run.players[::-1]))
    both = (there[:, 0] - there[:, 1]) + (back[:, 1] - back[:, 0])
    scores = held(pair(run, *run.players), 400)
    assert scores.value.value == pytest.approx(both.mean() / 40)
    assert scores.value.se == pytest.approx(both.std(ddof=1) / 20 / 40)
    apart = (there[:, 0] - there[:, 1]).var() + (back[:, 1] - back[:, 0]).var()
    assert scores.variance_reduction == pytest.approx(apart / both.var())
    assert scores.variance_reduction > 1.05


def test_a_sum_of_contests_knows_what_they_have_in_common():
    run = table(["random", "stay"])
    scores = held(pair(run, *run.players))
    nothing = combined([scores, scores], (1, -1))
    assert nothing[:2] == (0, 0)
    once = combined([scores], (2,))
    assert once.value == pytest.approx(2 * scores.value.value)
    assert once.se == pytest.approx(2 * scores.value.se)


@pytest.mark.parametrize("jobs", [1, 2])
def test_until_stops_between_batches_whoever_the_workers_are(jobs):
    run = table()
    contest = pair(run, *run.players)

    def reach(scores):
        return scores[0].value.high - scores[0].value.value

    until = reach([held(contest, 80)]) / 2

    def more(scores):
        return (reach(scores) / until) ** 2

    found = hold_until([contest], False, Stopping(10, 100_000, more), jobs)[0]
    assert found.sessions % 10 == 0 and 200 < found.sessions < 700
    assert reach([found]) <= until
    last = 10 * (found.sessions // 90)
    assert reach([held(contest, found.sessions - last)]) > until
    assert np.array_equal(found.above, held(contest, found.sessions).above)


def test_nobody_looks_before_there_are_batches_and_sessions_enough():
    run = table()
    contest = pair(run, *run.players)
    at_once = hold_until([contest], False, Stopping(20, 1000, lambda scores: 0.0), 1)[0]
    assert at_once.sessions == 8 * 20
    few = hold_until([contest], False, Stopping(2, 1000, lambda scores: 0.0), 1)[0]
    assert few.sessions >= 64
    none = hold_until([contest], False, Stopping(20, 100, lambda scores: 9.0), 1)[0]
    assert none.sessions == 100


def test_skewed_differences_put_the_first_look_off():
    rare = np.zeros((1, 400))
    rare[0, :4] = 50.0
    skewed = Scores(rare, np.ones((1, 400)))
    even = Scores(np.tile([1.0, -1.0], 200)[None], np.ones((1, 400)))
    stopping = Stopping(10, 100_000, lambda scores: 0.0)
    assert stopping.needed([even], 400) <= 400
    assert stopping.needed([skewed], 400) > 2000


@pytest.fixture(scope="module")
def study():
    return study_duel(table(("random", "stay", Wary)), jobs=2)


def test_every_pair_is_ranked(study):
    pairs = study.found["pairs"]
    assert len(pairs.scores) == 3
    means = [pairs.mean(i) for i in range(3)]
    assert sum(m.value for m in means) == pytest.approx(0, abs=1e-9)
    by_hand = (pairs.value(0, 1).value + pairs.value(0, 2).value) / 2
    assert means[0].value == pytest.approx(by_hand)
    order = pairs.ranked()
    lead = pairs.lead(order[0], order[1])
    between = means[order[0]].value - means[order[1]].value
    assert lead.value == pytest.approx(between * 2 / 3)  # each met itself as well
    value, se, low, high = pairs.value(1, 0)
    assert (-value, se, -high, -low) == pytest.approx(pairs.value(0, 1))


def test_positions_share_out_what_there_is(study):
    found = study.found["positions"]
    assert found.above.sum(axis=(1, 2)) == pytest.approx(np.zeros(200), abs=1e-6)
    # Every strategy has every position equally often.
    assert len(np.unique(found.below.sum(axis=0))) == 1
    assert sum(found.edge(p).value for p in range(3)) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("label", ["edge", "position", "edge_low"])
def test_a_strategy_called_like_a_column_of_ours_has_a_column_of_its_own(study, label):
    found = replace(study.found["positions"], labels=(label, "edge (strategy)", "wary"))
    named = columns_of_strategies(found.labels, "position", "edge")
    table = positions(found, ["first", "second", "third"], "chips")
    frame = table.frame
    assert frame.index.tolist() == ["first", "second", "third"]
    assert frame["edge"].tolist() == [found.edge(p).value for p in range(3)]
    assert len({*named.values(), "position", "edge"}) == 5
    for i, own in enumerate(named.values()):
        assert frame[own].tolist() == [found.value(i, p).value for p in range(3)]
        assert table.meanings[f"duel_positions.{own}"][1] == "made by it at the place"


def test_positions_are_those_of_the_hands_themselves():
    run = table(("stay",) * 3, sessions=12, hands=8)
    made = np.zeros((12, 3))
    for session in range(12):
        for row in record_sessions(run, (session,), 0, 8):
            chairs = row[AT.chair : AT.chair + 3]
            own = row[AT.value + chairs]
            made[session] += own - own.mean()
    assert follow_positions(run, 12).above[:, 0] == pytest.approx(made)


def beaten_by(*values):
    """Return the duels of strategies a, b and c: what the first of each pair makes, +- 1."""
    luck = np.tile([1.0, -1.0], 200)
    numbers = ((0, 1), (0, 2), (1, 2))
    scores = {
        pair: Scores(np.array([value + 10 * luck]), np.ones((1, 400)))
        for pair, value in zip(numbers, values, strict=True)}
    return Pairs(("a", "b", "c"), scores, Measure("makes", "chips a hand", 1.0))


@pytest.mark.parametrize(("values", "says"), [
    ((-3, 20, 4), "Yet head to head a loses to b by 3."),
    ((-3, 20.0, -4), "Yet head to head a loses to b by 3."),
    ((5, 9, 4), "Head to head a beats every other."),
    ((0.1, 9, 4), "Head to head a beats the others. Against b it is too close to call."),
    ((0.1, 0.2, 0.0), "Head to head a is too close to call against every one of them.")])
def test_whom_the_best_loses_to_is_said(values, says):
    pairs = beaten_by(*values)
    assert pairs.ranked()[0] == 0
    assert says[:-1].split(" by ")[0] in who(pairs)


def test_pairs_are_decided_together_and_the_sentence_says_so():
    """A pair whose own interval leaves out zero is open among so many, and is said to be."""
    # 1.1 is 2.2 standard errors: decided by itself, not among two that are open.
    pairs = beaten_by(1.1, 9, 0.2)
    assert pairs.value(0, 1).low > 0
    assert pairs.decided == {(0, 1): 0, (0, 2): 1, (1, 2): 0} and pairs.doubtful == []
    said = how_sure(pairs, None)
    assert "Of 3 pairs 1 is decided. The chance that it is called wrongly" in said
    assert "Of the others 1 has an interval without zero" in said
    assert "Against b it is too close to call" in who(pairs)
    alone = beaten_by(2, 9, 8)
    assert alone.decided[0, 1] == 1 and "Of the others" not in how_sure(alone, None)


@pytest.mark.parametrize("decides", [False, True])
def test_no_chance_to_be_wrong_is_named_beside_intervals_that_may_be_too_narrow(decides):
    """A few large pools carry the intervals of one table, and those of another do not."""
    free = table(penalty="unlimited")
    tail = np.where(np.arange(400) < 4, 200.0, 0.0) * np.tile([1.0, -1.0], 200)
    calm = beaten_by(5, 9, 4)
    wild = Pairs(calm.labels, {pair: Scores(scores.above + tail, scores.below)
                               for pair, scores in calm.scores.items()}, calm.measure)
    if decides:
        calm, wild = (replace(pairs, sharpest=400.0) for pairs in (calm, wild))
    sure, doubtful = (how_sure(pairs, None) for pairs in (calm, wild))
    assert "do not carry the intervals" in caution(free, calm)[0] and "5% at most" in sure
    assert "may well be too narrow" in caution(free, wild)[0] and "5%" not in doubtful
    # Tails are what was measured, whatever the rules: a cap of thousands is none.
    assert caution(table(), wild)[0].startswith("A few sessions carry the intervals.")
    assert not caution(table(), calm)


def test_the_best_of_a_sweep_is_measured_on_sessions_it_was_not_chosen_on():
    """Of twenty values that are all alike the best seems better than it is, unless so measured."""
    rng = np.random.default_rng(3)
    measure = Measure("makes", "chips a hand", 1.0)
    chosen, measured = [], []
    for _ in range(100):
        scores = tuple(Scores(rng.normal(size=(1, 60)), np.ones((1, 60))) for _ in range(20))
        found = Curve("a.b", tuple(range(20)), scores, 0, measure)
        chosen.append(scores[found.best].part(slice(30)).value.value)
        measured.append(found.made_by_best.value)
    assert np.mean(chosen) > 0.25
    assert abs(np.mean(measured)) < 4 / np.sqrt(100 * 30)


def test_decide_stops_when_the_best_is_known_whoever_the_workers_are():
    run = table(sessions=64)
    study = study_duel(run, jobs=2, decide=True)
    pairs = study.found["pairs"]
    assert pairs.doubtful == [] and pairs.sessions < 50 * 64
    value = pairs.value(0, 1)
    assert value.low > 0 or value.high < 0
    assert value.high - value.value > 1.2 * 1.96 * value.se  # wider, as it holds at every look
    assert f"Stopped after {pairs.sessions:,} sessions, when the best was known" in study.answer[1]
    assert study_duel(run, jobs=1, decide=True).answer == study.answer


@pytest.mark.parametrize("others", [("stay",), ("stay", "random")])
def test_decide_stops_where_those_that_may_be_best_play_alike(others):
    study = study_duel(table((Wary(misses=0), *others), sessions=64), jobs=1, decide=True)
    pairs = study.found["pairs"]
    assert pairs.doubtful and 64 <= pairs.sessions < 50 * 64
    assert (f"Stopped after {pairs.sessions:,} sessions, in which those that may be best played "
            "alike.") in study.answer[1]


@pytest.mark.slow
def test_the_best_is_named_wrongly_by_chance_of_five_per_cent_however_often_one_looks():
    """Differences of Loo with unlimited penalties, as skewed as they come, about a mean of zero."""
    run = table(("stay", "random") * 2, sessions=60_000, hands=10, penalty="unlimited")
    differences = held(pair(run, *run.players[:2]), 60_000).above.sum(axis=0)
    differences = differences - differences.mean()
    rng = np.random.default_rng(8)
    wrong = once = 0
    runs = 200
    for _ in range(runs):
        drawn = rng.choice(differences, 4000)
        stopping = Stopping(25, 4000, lambda scores: 0.0)
        looked, plain, size = False, False, 0
        while size < 4000:
            size += stopping.next_batch(size)
            scores = Scores(drawn[None, :size], np.ones((1, size)))
            if stopping.needed([scores], size) > size:
                continue
            value = scores.value
            looked |= always_valid_p(value, size, 1000) <= 0.05
            plain |= p_value(value, size) <= 0.05
        wrong += looked
        once += plain
    assert wrong <= 0.05 * runs + 2 * np.sqrt(0.05 * 0.95 * runs)
    assert once > 2 * wrong


def test_large_pools_are_warned_of_where_penalties_are_unlimited(study):
    assert not any("unlimited" in sentence for sentence in study.answer)
    run = table(("stay", "random") * 2, sessions=300, hands=60, penalty="unlimited")
    wild = study_duel(run, jobs=1)
    (warning,) = (s for s in wild.answer if s.startswith("Penalties are unlimited"))
    (scores,) = wild.found["pairs"].scores.values()
    share = carried(scores.influence).part
    assert f"makes {share:.0%} of the squared errors" in warning and share > 0.5
    assert "too narrow" in warning


def test_games_are_compared_by_who_wins_them():
    study = study_duel(rounce(["random", "stay"]))
    value = study.found["pairs"].value(0, 1)
    run = rounce(["random", "stay"])
    won = [play(replace(run, players=p), jobs=1).tally for p in (run.players, run.players[::-1])]
    ours = won[0].form("games_won", [0]) + won[1].form("games_won", [1])
    theirs = won[0].form("games_won", [1]) + won[1].form("games_won", [0])
    assert value.value == pytest.approx(100 * (ours - theirs) / 400)
    assert "wins" in study.answer[0] and "games of 100" in study.answer[0]


def test_a_sweep_has_both_its_ends():
    sweep = read_sweep("wary.misses=0:0.3:0.1")
    assert (sweep.strategy, sweep.parameter) == ("wary", "misses")
    assert sweep.values == (0, 0.1, 0.2, 0.3)
    assert read_sweep("a.b=5:5:1").values == (5,)
    assert read_sweep("a.b=0:10:4").values == (0, 4, 8)


@pytest.mark.parametrize(("text", "words"), [
    ("wary", "not NAME.param=a:b:step"),
    ("wary.misses", "not NAME.param=a:b:step"),
    ("misses=0:1:1", "not NAME.param=a:b:step"),
    ("wary.misses=0:1", "not NAME.param=a:b:step"),
    ("wary.misses=0:x:1", "'x' is not a number"),
    ("wary.misses=0:1:0", "has no values"),
    ("wary.misses=2:1:1", "has no values"),
    ("wary.misses=0:1:1e-9", "values: give 200 at most"),
    ("timid.misses=0:1:1", "no seat of the line-up plays 'timid': it has wary, random"),
    ("wary.miss=0:1:1", "unknown parameter of 'wary': 'miss'"),
    ("random.miss=0:1:1", "'random' has no parameters")])
def test_wrong_sweeps_are_named(text, words):
    with pytest.raises(BoneyardError, match=words):
        study_duel(table((Wary, "random")), sweep=text)


def test_a_sweep_finds_the_best_value_and_tells_which_are_as_good():
    run = table((Wary(misses=50), "stay"), sessions=400)
    study = study_duel(run, sweep="wary.misses=0:100:100")
    curve = study.found["curve"]
    assert curve.values == (0, 50, 100) and curve.current == 50
    assert curve.scores[1].above.shape == (2, 400)
    # A wary player that never takes the miss stays, and two who stay make nothing.
    assert curve.estimate(0)[:2] == (0, 0)
    best = curve.best
    first = [scores.part(slice(200)).value.value for scores in curve.scores]
    assert first[best] == max(first)
    assert curve.values[best] in curve.as_good
    assert curve.difference(best, best)[:2] == (0, 0)
    assert str(int(curve.values[best])) in study.answer[0]
    for picture in study.sections[0].pictures:
        assert "<svg" in style.svg(picture.figure)


def test_a_swept_value_plays_as_that_strategy_does():
    sweep = read_sweep("wary.misses=0:100:50")
    run, label = tuned(table((Wary, "stay")), sweep, 100)
    given = table((Wary(misses=100), "stay"))
    assert label == "wary(misses=100)" == given.players[0].label
    ours, theirs = (held(seat_of(one, label)) for one in (run, given))
    assert np.array_equal(ours.above, theirs.above)


@pytest.mark.parametrize(("values", "best", "as_good", "said"), [
    ((1.0, 2.0, 3.0), 2.0, (2.0,), ""),
    ((1.0, 2.0, 3.0), 3.0, (3.0,), "The best value, 3, is the highest that was tried, so a "
                                   "higher one may be better still"),
    ((0.0, 2.0, 3.0), 0.0, (0.0,), "The best value, 0, is the lowest that the parameter may have"),
    ((1.0, 2.0, 3.0), 1.0, (1.0, 2.0, 3.0), "No value tried is surely worse than the best"),
    ((2.0,), 2.0, (2.0,), "")])
def test_a_sweep_says_where_to_look_further(values, best, as_good, said):
    asked = Sweep("threshold", "stay_1", values)  # which may be from 0 to 5
    assert said_of_range("loo", asked, best, as_good).startswith(said)
    assert bool(said_of_range("loo", asked, best, as_good)) is bool(said)


def test_pairs_that_play_alike_are_left_out_and_named():
    """Nothing is divided by a difference that never varies."""
    calm = beaten_by(5, 9, 4)
    nothing = Scores(np.zeros((1, 400)), np.ones((1, 400)))
    some = Pairs(calm.labels, {**calm.scores, (1, 2): nothing}, calm.measure)
    said = how_sure(some, None)
    assert "All 2 pairs are decided" in said and "b and c played alike." in said
    assert "nan" not in said and math.isnan(nothing.variance_reduction)
    (row,) = (row for row in precision(some).frame.itertuples() if row.Index == "b - c")
    assert row.se_text == "0"
    alike = Pairs(("a", "b"), {(0, 1): nothing}, calm.measure)
    assert who(alike) == "a and b played alike at this table."
    assert how_sure(alike, None) == "" and caution(table(penalty="unlimited"), alike) == ()


def test_two_strategies_that_play_alike_are_dueled():
    run = table(("stay", Wary(misses=0)), sessions=40)
    study = study_duel(run, jobs=1)
    assert "played alike at this table" in study.answer[0]
    assert not any("nan" in sentence or "best" in sentence for sentence in study.answer)


@pytest.mark.parametrize(("values", "begins"), [
    ((9, 9, 9), "a is best. A seat of it makes +"),
    ((0.1, 9, 9), "a came out ahead, but it is too close to b to call. A seat of it makes +")])
def test_best_is_said_where_it_is_proved(values, begins):
    assert who(beaten_by(*values)).startswith(begins)


def test_of_exact_ties_none_is_last():
    up = Scores(np.tile([1.0, 2.0], (1, 200)), np.ones((1, 400)))
    nothing = Scores(np.zeros((1, 400)), np.ones((1, 400)))
    tied = Pairs(("a", "b", "c"), {(0, 1): up, (0, 2): up, (1, 2): nothing},
                 Measure("makes", "chips a hand", 1.0))
    assert "Last came b and c with -" in who(tied) and who(tied).startswith("a is best.")
    turned = Pairs(("a", "b", "c"), {(0, 1): nothing, (0, 2): up, (1, 2): up}, tied.measure)
    assert who(turned).startswith("a and b came out ahead, level with each other. A seat of each")


def test_a_best_value_that_is_not_proved_only_came_out_ahead():
    rng = np.random.default_rng(3)
    scores = tuple(Scores(rng.normal(size=(1, 60)), np.ones((1, 60))) for _ in range(3))
    found = Curve("a.b", (0.0, 1.0, 2.0), scores, 0, Measure("makes", "chips a hand", 1.0))
    text, own = best_value(found)
    assert f"a.b = {found.values[found.best]:g} came out ahead, but it is too close to " in text
    level = Curve("a.b", (0.0, 1.0), (Scores(np.zeros((1, 60)), np.ones((1, 60))),) * 2, 0,
                  found.measure)
    assert "nan" not in " ".join(best_value(level)) and "is best" not in best_value(level)[0]
    assert "times as many deals" in own
