"""Advice on a class of hands: the words of the chart, and the numbers of the chart."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reports.games.loo.stakes import pools_of
from reports.request import set_up
from reports.studies.advise.class_input import read_class, read_spot
from reports.studies.advise.decision import answers_to
from reports.studies.miss.chart import Chart
from reports.typed.told import Told
from simulate.errors import BoneyardError
from simulate.games.loo.views import DROP, MISS, PLAY
from simulate.solving.loo.hand_kinds import HAND_KINDS, name_of_kind
from simulate.solving.loo.payoffs import payoffs_at
from simulate.solving.loo.what_if_counts import Question, fork_more, stakes_of

MOVES = {"play": PLAY, "miss": MISS, "drop": DROP}


def ask(run, text, told, most=1 << 13):
    asked, among = read_spot(run, text, told)
    return answers_to(run, *asked, most=most, among=among)


@pytest.fixture(scope="module")
def run():
    return set_up("loo", "book", 3, {"penalty": "cap:20"}, 1, 1, 5)


@pytest.fixture(scope="module")
def chart(run):
    payoffs = tuple(payoffs_at(run, pools_of(run), [stakes_of(run)]))
    question = Question(run, payoffs)
    forks = question.blank()
    fork_more(question, forks, 60_000)
    return Chart(run, run.labels[0], None, payoffs, forks)


@pytest.mark.parametrize("kind", [0, 3, 9, 13, 16, 21])
def test_the_chart_and_advice_on_a_class_agree(run, chart, kind):
    eldest = next(s for s, heard in enumerate(chart.situations) if heard.position == 0)
    found = ask(run, name_of_kind(kind), Told("", "eldest")).as_dict()["answers"]
    margins, errors = chart.cells.margin()[eldest, kind], chart.cells.margin_se()[eldest, kind]
    best = MOVES[found[0]["answer"]]
    for answer in found[1:]:
        move = next(k for k, (action, _) in enumerate(chart.forks.moves)
                    if action == MOVES[answer["answer"]])
        first = next(k for k, (action, _) in enumerate(chart.forks.moves) if action == best)
        off = answer["behind"] - margins[first, move]
        assert abs(off) < 4 * math.hypot(answer["se"], errors[first, move])


def test_every_class_of_the_chart_has_a_name_that_is_read_back():
    for kind in range(HAND_KINDS):
        assert read_class(name_of_kind(kind))[kind]
    assert read_class("2 trumps with the BEST,1 double").sum() == 1
    assert read_class("2 trumps with the best").sum() == 3


def test_a_class_gives_the_object_that_a_hand_gives(run):
    found = ask(run, "1 trump: the best, no double", Told("", "second", before="drop")).as_dict()
    assert found["decision"] == "declare" and found["position"] == 1
    assert {answer["answer"] for answer in found["answers"]} == {"play", "miss", "drop"}


def test_a_turn_up_may_be_named_and_changes_the_answer(run):
    worths = [ask(run, "1 trump: the best", Told("", "eldest", turn_up=tile)).as_dict()["answers"]
              for tile in ("6-5", "1-0", "")]
    assert len({answer[0]["behind"] + answer[-1]["worth"] + answer[0]["worth"]
                for answer in worths}) == 3


@pytest.mark.parametrize(("game", "text", "told", "words"), [
    ("loo", "3 aces", Told("", "eldest"), "unknown class of hands '3 aces'"),
    ("loo", "no trump", Told("", "third"), "names 0 declarations, not 2"),
    ("loo", "no trump", Told("", "dealer", before="miss,play"), "too few to tell"),
    ("euchre", "no trump", Told("", "eldest"), "euchre has none"),
])
def test_what_is_no_class_is_refused(game, text, told, words):
    with pytest.raises(BoneyardError, match=words):
        ask(set_up(game, None, 3, None, 1, 1, 5), text, told)


def test_rivals_hold_each_unseen_tile_as_often_as_chance_has_it():
    run = set_up("loo", "random", 4, {"scoring": "points"}, 1, 1, 5)
    found = ask(run, "no trump", Told("", "eldest", turn_up="6-3"), 4096)
    rivals = found.rivals
    assert len(rivals) == 3
    assert np.allclose(rivals["tiles"], 5)
    # The best trump lies with one of three rivals, or among the seven that nobody holds.
    assert rivals["6-6"].mean() == pytest.approx(5 / 22, abs=0.02)
