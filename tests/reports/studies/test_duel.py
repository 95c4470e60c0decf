"""Duels: the same from both sides, and as sure as the books say."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from reports.contests import Scores, Stopping, hold, hold_until, pair
from reports.request import set_up
from reports.studies.duel import Pairs, study_duel
from simulate.games.game import find_game
from simulate.games.loo.views import MISS, PLAY, Declaring
from simulate.runs.chunk import play_sessions
from simulate.runs.play import play
from strategies.base import Parameter
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
    return set_up("loo", lineup, None, {"penalty": "cap:40"} | rules, sessions, hands, seed)


def held(contest, sessions=200):
    return hold([contest], 0, sessions, jobs=1)[0]


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
    # Pairing pays: on deals of their own the tables would vary more.
    assert (there[:, 0] - there[:, 1]).var() + (back[:, 1] - back[:, 0]).var() > 1.05 * both.var()


@pytest.mark.parametrize("jobs", [1, 2])
def test_until_stops_between_batches_whoever_the_workers_are(jobs):
    run = table()
    contest = pair(run, *run.players)

    def reach(scores):
        return scores[0].value.high - scores[0].value.value

    until = reach([held(contest, 80)]) / 2

    def more(scores):
        return (reach(scores) / until) ** 2

    found = hold_until([contest], Stopping(10, 100_000, more), jobs)[0]
    assert found.sessions % 10 == 0 and 200 < found.sessions < 700
    assert reach([found]) <= until
    last = 10 * (found.sessions // 90)
    assert reach([held(contest, found.sessions - last)]) > until
    assert np.array_equal(found.above, held(contest, found.sessions).above)


@pytest.fixture(scope="module")
def study():
    return study_duel(table(("random", "stay", Wary)), jobs=2)


def test_every_pair_is_ranked(study):
    pairs = study.found["pairs"]
    assert len(pairs.scores) == 3
    means = {one: pairs.mean(one) for one in pairs.labels}
    assert sum(m.value for m in means.values()) == pytest.approx(0, abs=1e-9)
    by_hand = (pairs.value("random", "stay").value + pairs.value("random", "wary").value) / 2
    assert means["random"].value == pytest.approx(by_hand)
    first, second, _ = pairs.ranked
    between = means[first].value - means[second].value
    # Each met itself as well.
    assert pairs.lead(first, second).value == pytest.approx(between * 2 / 3)
    value, se, low, high = pairs.value("stay", "random")
    assert (-value, se, -high, -low) == pytest.approx(pairs.value("random", "stay"))


def beaten_by(*values):
    """Return the duels of strategies a, b and c: what the first of each pair makes, +- 1."""
    luck = np.tile([1.0, -1.0], 200)
    scores = {
        (one, other): Scores(value + 10 * luck, np.ones(400))
        for (one, other), value in zip(("ab", "ac", "bc"), values, strict=True)}
    return Pairs(scores, "chips a hand")


def test_pairs_are_decided_together():
    """A pair whose own interval leaves out zero is open among so many."""
    # 1.1 is 2.2 standard errors: decided by itself, not among two that are open.
    pairs = beaten_by(1.1, 9, 0.2)
    assert pairs.value("a", "b").low > 0
    assert [*pairs.decided.values()] == ["", "a", ""] and pairs.doubtful == []
    assert beaten_by(2, 9, 8).decided["a", "b"] == "a"


def test_decide_stops_when_the_best_is_known_whoever_the_workers_are():
    run = table(sessions=64)
    study = study_duel(run, jobs=2, decide=True)
    pairs = study.found["pairs"]
    assert pairs.doubtful == [] and pairs.sessions < 50 * 64
    value = pairs.value(*run.labels)
    assert value.low > 0 or value.high < 0
    assert value.high - value.value > 1.2 * 1.96 * value.se  # wider, as it holds at every look
    assert f"Stopped after {pairs.sessions:,} sessions, when the best was known." in study.answer
    assert study_duel(run, jobs=1, decide=True).answer == study.answer


@pytest.mark.parametrize("others", [("stay",), ("stay", "random")])
def test_decide_stops_where_those_that_may_be_best_play_alike(others):
    study = study_duel(table((Wary(misses=0), *others), sessions=64), jobs=1, decide=True)
    pairs = study.found["pairs"]
    assert pairs.doubtful and 64 <= pairs.sessions < 50 * 64
    assert (f"Stopped after {pairs.sessions:,} sessions, in which those that may be best played "
            "alike.") in study.answer


def test_games_are_compared_by_who_wins_them():
    run = set_up("rounce", "random,stay", None, None, 200, 500, 4)
    study = study_duel(run)
    value = study.found["pairs"].value("random", "stay")
    won = [play(replace(run, players=p), jobs=1).tally for p in (run.players, run.players[::-1])]
    ours = won[0].form("games_won", [0]) + won[1].form("games_won", [1])
    theirs = won[0].form("games_won", [1]) + won[1].form("games_won", [0])
    assert value.value == pytest.approx(100 * (ours - theirs) / 400)
    assert "games of 100 more than stay" in study.answer[0]


def test_a_pair_that_plays_alike_is_no_number():
    """Nothing is divided by a difference that never varies."""
    run = table(("stay", Wary(misses=0)), sessions=40)
    study = study_duel(run, jobs=1)
    (scores,) = study.found["pairs"].scores.values()
    assert not scores.above.any()
    assert study.answer[0] == "stay and wary(misses=0) came out level."
    assert not any("nan" in sentence for sentence in study.answer)
    assert study.sections[0].tables[0].frame.index.tolist() == [1, 1]
