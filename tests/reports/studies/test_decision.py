"""Advice on any decision: read from words or histories, priced, and refused when it cannot be."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from boneyard import advise
from reports.games.loo.typed import read_class
from reports.request import set_up
from reports.results import shared_sections
from reports.results.game_report import ValuedTable
from reports.studies.advise.decision import answers_to
from reports.studies.advise.decision_input import read_decision, read_question
from reports.studies.advise.history_input import run_of
from reports.studies.miss import charts_at
from reports.typed.query import Query
from simulate.branch.limits import Limits
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.games.spot import asking
from simulate.runs.follow import histories
from simulate.runs.run import silent
from simulate.theory.loo.hands import HAND_KINDS, TURNED_UP, name_of_kind, situations

SPOTS = {
    "declare": (
        "loo", "book", 4, Query("6-6 6-2 4-4 3-1 2-0", "third", "6-3", "drop,miss"), "play"),
    "take the turn-up": (
        "loo", "book", 3,
        Query("6-6 4-4 5-5 2-0 0-0", "dealer", "6-3", "miss,play,play", decision="take_turn_up"),
        "2-0"),
    "keep": (
        "loo", "book", 4,
        Query("6-6 4-4 3-1 5-5 2-0 2-1 0-0", "second", "6-3", "drop,miss",
             drawn="6-6 4-4 3-1 5-5 2-0 2-1 0-0"), None),
    "lead": ("rounce", "book", 3,
             Query("6-6 6-4 5-5 2-0 0-0", "eldest hand", "6-3", "play,play,drop"),
             None),
    "follow": ("loo", "book", 3,
               Query("6-6 6-4 5-5 2-0 0-0", "dealer", "6-3", "play,play,play", seen="6: 6-1 6-2"),
               None),
    "call": ("euchre", "hoyle", 4, Query("6-6 4-4 5-5 2-0 0-0", "dealer", "6-3", "pass,pass,pass"),
             {"call": "accept", "alone": True}),
    "discard": ("euchre", "hoyle", 4,
                Query("6-6 4-4 5-5 2-1 0-0 6-3", "dealer", "6-3", "pass,pass,accept"), None),
    "play": ("pool", "counter", 4,
             Query("6-6 4-4 5-3 5-0", "third", seen="5-4, 5-1 left, 4-2 right, pass, pass, 2-5 r"),
             None),
    "draw": ("pool", "counter", 3,
             Query("6-6 4-4 6-3 6-0 4-0 0-0", "second", seen="5-1", decision="draw"), None),
    "bet": ("casino", "best-odds", 4,
            Query("6-6 4-4 5-0", "second", seen="6-4 2-1 5-5 3-0 / 3 4"), None)}


def _ask(game, lineup, players, told):
    rules = {"draw": "may"} if told.decision == "draw" else None
    run = set_up(game, lineup, players, rules, 1, None, 0)
    return answers_to(run, *read_decision(run, told), limits=Limits(4096))


@pytest.mark.parametrize("name", SPOTS)
def test_every_decision_of_every_game_is_priced(name):
    *spot, best = SPOTS[name]
    found = _ask(*spot).as_dict()
    assert set(found) == {"game", "players", "rules", "decision", "position", "against", "unit",
                          "deals", "answers"}
    answers = found["answers"]
    assert len(answers) > 1
    assert answers[0]["behind"] == 0 and answers[-1]["worth"] == 0
    behind = [a["behind"] for a in answers[1:]]
    assert behind == sorted(behind)
    if best is not None:
        assert answers[0]["answer"] == best
    json.dumps(found)


def test_what_others_hold_does_not_change_advice():
    run = set_up("loo", "book", 4, None, 1, 5, 3)
    hand = next(h for h, _ in histories(run, range(1)))
    blind = {**hand, "dealt": [None] * 4, "lineup": None}
    told = []
    for version in (hand, blind):
        table = run_of(version, "book")
        events = asking("loo").events(version, table.rules)
        version["dealt"][events[1].seat] = hand["dealt"][events[1].seat]
        told.append(answers_to(table, version, events, 1).as_dict())
    assert told[0] == told[1]


H = "6-6 6-2 4-4 3-1 2-0"


def test_what_later_pools_are_worth_makes_advice_less_sure():
    """The weighted sums by replica begin with the worth itself, and their spread is counted."""
    run = set_up("loo", "random,banker,cautious,bold", 4, None, 1, 5, 3)
    stakes = ValuedTable(run).stakes(1, 3, 25)
    rng = np.random.default_rng(3)
    outcomes = np.stack([rng.integers(-25, 26, (50, 3)), 5 * rng.integers(0, 16, (50, 3))], axis=-1)
    weights = rng.uniform(size=50)
    by_replica = stakes.replicas(weights, outcomes)
    assert by_replica[:, 0] == pytest.approx(weights @ stakes.worth(outcomes))
    assert by_replica.shape == (3, 21) and (by_replica[:, 1:].std(1) > 0).all()
    sums = _ask("loo", "book", 4, SPOTS["declare"][3]).prices.sums
    assert 0 < sums.error_of_worth(0, 1) < sums.error(0, 1)


def _starring(target="60"):
    """A hand of a run in which a seat might star, and the table."""
    rules = {"score": "hundred_up", "star": "may", "target": target, "contribution": 5}
    run = set_up("pool", "counter,random,counter,random", None, rules, 40, None, 3)
    for hand, _ in histories(run, range(40)):
        events = asking("pool").events(hand, run.rules)
        for index, event in enumerate(events):
            if event.decision == "star":
                yield run, hand, events, index


def test_starring_is_priced_in_chips_to_the_end_of_the_game():
    worths = []
    for _, (run, hand, events, index) in zip(range(6), _starring(), strict=False):
        found = answers_to(run, hand, events, index, limits=Limits(4096)).as_dict()
        assert (found["decision"], found["unit"]) == ("star", "chips")
        assert {answer["answer"] for answer in found["answers"]} == {"star", "out"}
        star = next(a for a in found["answers"] if a["answer"] == "star")
        worths.append((hand["pool"], star["behind"] == 0))
    assert len(worths) == 6


@pytest.mark.parametrize(("game", "worth"), [("casino", [7.0]), ("loo", [7 + 20 / 2])])
def test_a_game_that_does_not_say_it_counts_the_hand_and_an_equal_share_of_the_pool(
        monkeypatch, game, worth):
    plain = shared_sections.GAME
    monkeypatch.setattr("reports.results.game_report.report_of", lambda game: plain)
    stakes = ValuedTable(set_up(game, "random", players=2)).stakes(0, 0, 0)
    assert stakes.worth(np.array([[[7, 20, 0]]])).tolist() == [worth]
    assert (stakes.left is None) == (game == "casino")


def test_pool_is_asked_about_at_a_score():
    rules = {"score": "hundred_up"}

    def prices(score):
        return advise("pool", "6-6 5-4 3-1 2-1 0-0", "", "leader", rules=rules, players=4,
                      deals=2048, score=score)

    level, told = prices(""), prices("95 20 30 40")
    assert "score    95 20 30 40" in str(told)
    assert told.prices.behind(1) != level.prices.behind(1)
    three = advise("pool", "6-6 5-4 3-1 2-1 0-0 4-4", "", "1", rules=rules, players=4, deals=512,
                score="95 20 out 40", seen="6-5")
    assert three.hand["score_before"] == [95, 20, None, 40] and "second of 3" in str(three)


@pytest.mark.parametrize(("name", "given"), [
    ("score", [1, 2, 3, 4]), ("before", ["drop", "miss"]), ("hand", H.split())])
def test_what_is_a_text_may_be_a_list_of_any_kind(name, given):
    about = {"hand": H, "before": "drop,miss", "score": "1,2,3,4"}
    texts, *lists = (advise("loo", turn_up="6-3", position="third", lineup="book", deals=512,
                            rules={"scoring": "points"}, **about | {name: way})
                     for way in (about[name], given, *(
                         kind(given) for kind in (tuple, np.array, pd.Series, iter))))
    for one in lists:
        assert texts.hand == one.hand and str(texts) == str(one)


@pytest.mark.parametrize(("pool", "rules"), [(10, {}), (300, {"escalation_limit": 300})])
def test_the_least_and_the_largest_pool_can_be_played_for(pool, rules):
    told = Query(H, "eldest", "6-3", pool=pool)
    assert read_decision(set_up("loo", "book", 4, rules), told)[0]["pool"] == pool


def ask(run, text, told, most=1 << 13, table=None):
    asked, among = read_question(run, told, text)
    return answers_to(run, *asked, table, Limits(most, most), among)


@pytest.fixture(scope="module")
def run():
    return set_up("loo", "book", 3, {"penalty": "cap:20"}, 1, 1, 5)


@pytest.fixture(scope="module")
def table(run):
    return ValuedTable(run)


@pytest.fixture(scope="module")
def cells(run, table):
    """What declarations are worth, whatever is turned up: [situations, kinds of hands]."""
    (chart,) = charts_at(replace(run, sessions=180_000), None, silent, table=table)
    return chart.cells.both.each(
        lambda sums: sums.reshape(-1, HAND_KINDS, TURNED_UP, *sums.shape[1:]).sum(2))


#: Cells of the chart that are compared, and the hands that one needs to have an error of its own.
CELLS, LEAST = 40, 150


def known_in(cells):
    """Return situations before the dealer and kinds of hands that the chart knows well."""
    words = {0: "drop", 1: "play", 2: "miss"}
    found = []
    for s, heard in enumerate(situations(3)):
        if heard.position > 1:
            continue
        before = words[heard.stayed + 2 * heard.missed] if heard.position else ""
        found += [(s, kind, Query("", str(heard.position), before=before))
                  for kind in range(HAND_KINDS) if cells.count[s, kind] >= LEAST]
    return found


@pytest.mark.slow
def test_the_chart_and_advice_on_a_class_agree(run, table, cells):
    """They share the rules and the worth of pools; the deals and how they are dealt differ."""
    known = known_in(cells)
    known = known[:: len(known) // CELLS][:CELLS]
    assert len(known) == CELLS
    off, actions = [], (PLAY, MISS, DROP, FOR_POOL)
    for s, kind, told in known:
        prices = ask(run, name_of_kind(kind), told, 1 << 11, table).prices
        moves = [actions.index(answer) for answer in prices.answers]
        for a, b in combinations(range(len(moves)), 2):
            margin = cells.margins[s, kind][moves[a], moves[b]]
            error = cells.errors[s, kind][moves[a], moves[b]]
            gap = prices.sums.mean[a] - prices.sums.mean[b] - margin
            off.append(gap / math.hypot(prices.sums.error(a, b), error))
    assert np.abs(off).max() < 4
    # Standardised differences of 40 cells, three in each that hang together.
    assert 0.7 < np.sqrt(np.mean(np.square(off))) < 1.3


def test_every_class_of_the_chart_has_a_name_that_is_read_back():
    for kind in range(HAND_KINDS):
        assert read_class(name_of_kind(kind))[kind]
    assert read_class("2 trumps with the BEST,1 double").sum() == 1
    assert read_class("2 trumps with the best").sum() == 3
