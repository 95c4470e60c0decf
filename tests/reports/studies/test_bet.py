"""``study bet``: what it says of a small table, and where it takes it from."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest

from boneyard import study
from reports.draw.heatmaps import written
from reports.request import set_up
from reports.stats.estimates import Estimate
from reports.studies.bet.study import _best_and_worst, _how_much
from reports.studies.bet.tiles import CLASSES, study_tiles
from simulate.branch.forks import fork
from simulate.domino.tiles import TILES
from simulate.theory.casino.best_response import (
    KIND,
    KINDS,
    NOTED,
    NUMBERS,
    STASHES,
    WEIGHTS,
    add_equations,
    win_shares,
    write_numbers,
)


@pytest.mark.parametrize(("gap", "said"), [
    ((0.6, 0.5, -1.4, 2.6), "too few games"), ((0.6, 0.1, 0.4, 0.8), "found, there is little"),
    ((7.5, 1, 5.5, 9.5), "too few games"), ((7.9, 0.1, 7.7, 8.1), "found, there is some"),
    ((13, 1, 11, 15), "found, there is much"), ((2,), "too few games")])
def test_little_skill_is_not_told_from_few_games(gap, said):
    assert said in _how_much(Estimate(*gap))


@pytest.fixture(scope="module")
def held():
    return study("bet", "casino", "spoiler,random", sessions=2200, jobs=1, seed=3)


def test_the_study_says_how_much_skill_there_is_and_when_tiles_are_bet(held):
    assert held.answer[0].startswith("The best bets win at least ")
    assert "gives 50.0% with 2 seats: there are too few games to tell how much skill" in (
        held.answer[0])
    assert "Every tile is bet once" in held.answer[1] and len(held.answer) == 4
    assert {"bet_ceiling", "bet_when", "bet_rounds", "bet_holdings"} == set(held.figures)
    # Each order that the sentence tells is that of its table.
    tiles = held.tables["bet_rounds"].set_index("round", append=True)["tiles"]
    said = re.findall(r"(\S+) takes most tiles, ([\d.]+) .*?\. (\S+) takes fewest, ([\d.]+) ",
                      held.answer[2])
    assert len(said) == 2
    for name, (most, more, fewest, less) in zip(("1", "last two"), said, strict=True):
        of_round = tiles.xs(name, level="round")
        assert (of_round.idxmax(), of_round.idxmin()) == (most, fewest)
        assert of_round.tolist() == pytest.approx(
            [float(more if who == most else less) for who in of_round.index], abs=0.006)
    assert "Endings are solved exactly" in held.study.sections[-1].answer[0]
    costs = held.tables["bet_endings"]
    assert (costs["cost"] >= 0).all() and (costs["cost"] < 5).all()
    assert held.columns.loc["bet_endings", "cost"]["unit"] == "of 100 games"
    for one in held.study.found["ceilings"]:
        assert one.wins.low <= one.wins.value <= one.wins.high


def test_the_chart_for_the_wall_has_the_numbers_of_the_study(held):
    picture = held.figures["bet_when"]
    assert picture.wide and "2 players" in picture.figure.texts[0].get_text()
    *classes, tiles, best = picture.figure.axes
    bets = held.study.found["bets"]
    for axes, (what, columns) in zip(classes, CLASSES.items(), strict=True):
        assert [label.get_text() for label in axes.get_xticklabels()] == list(columns)
        known = [bets["games", what].mean(cell) for cell in range(len(KINDS) * len(columns))]
        assert [text.get_text() for text in axes.texts] == [
            written(one, 100, signed=True) for one in known if np.isfinite(one.value)]
    double_six = bets["games", "tile"].mean(TILES - 1)
    assert tiles.texts[-1].get_text() == written(double_six, 100, signed=True)
    assert [label.get_text() for label in best.get_yticklabels()] == [
        f"against {one.rival}" for one in held.study.found["ceilings"]]


@pytest.mark.slow
def test_workers_change_nothing():
    one, two = (study("bet", "casino", "spoiler,random", sessions=60, jobs=jobs, seed=3)
                for jobs in (1, 2))
    assert one.answer == two.answer
    assert one.tables["bet_endings"].equals(two.tables["bet_endings"])


def test_bets_are_above_the_others_of_their_hand_and_sum_to_nothing():
    some, others = study_tiles(set_up("casino", "random", 4, None, 300, None, 2), 1)
    assert others["games", "strategy"].sessions == 0
    by_tile = some["games", "tile"]
    # Over all tiles of a hand, what each brings more than the others adds up to nothing.
    assert by_tile.totals.sum() == pytest.approx(0, abs=1e-9)
    for what in ("pot", "round", "lead"):
        assert some["games", what].count.sum() == by_tile.count.sum()
    stash = (rounds := some["tiles", "each round"].totals).sum() + rounds[5, 0]
    assert stash == pytest.approx(some["tiles", "0-0"].totals.sum())


def test_normal_equations_are_those_of_the_numbers_less_their_mean():
    run = set_up("casino", "random", 3, None, 20, None, 2)
    (forks,) = fork(run, "bet", NOTED, STASHES, lambda forks: forks, jobs=1)
    worth = win_shares(forks.outcomes[:, :3, :3], forks.seat)
    left, right = np.zeros((WEIGHTS, WEIGHTS)), np.zeros(WEIGHTS)
    noted = forks.noted
    add_equations(forks.answers[:, :3], forks.count, noted["hand"], noted["seen"], noted["pot"],
                  noted["stashes"], forks.number, forks.seat, 3, worth, left, right)
    rows, explained = [], []
    for d in range(len(forks.count)):
        bets = np.zeros((forks.count[d], WEIGHTS))
        own = [noted["stashes"][d] >> 8 * seat & 255 for seat in range(3)]
        lead = own.pop(forks.seat[d]) - max(own)
        for a, tile in enumerate(forks.answers[d, : forks.count[d]]):
            at = KIND[tile] * NUMBERS
            write_numbers(bets[a, at : at + NUMBERS], tile, noted["hand"][d], noted["seen"][d],
                          noted["pot"][d], max(-8, min(8, lead)), 1 - forks.number[d] / 9)
        gained = worth[d, : forks.count[d]]
        rows.append(bets - bets.mean(0))
        explained.append(gained - gained.mean())
    matrix = np.concatenate(rows)
    assert left == pytest.approx(matrix.T @ matrix)
    assert right == pytest.approx(matrix.T @ np.concatenate(explained))


def bets(best, worst):
    """Return what classes bring: one of them the best, one the worst, the others nothing sure."""
    level = Estimate(0.0, 0.01, -0.02, 0.02)
    cells = SimpleNamespace(mean=lambda cell: {0: best, 1: worst}.get(cell, level))
    return {**dict.fromkeys([("games", what) for what in CLASSES], cells),
            ("games", "strategy"): SimpleNamespace(sessions=100)}


@pytest.mark.parametrize(("best", "worst", "said"), [
    ((0.01, 0.03), (-0.03, -0.01), {"The best bet is", "The worst bet is"}),
    ((-0.03, -0.01), (-0.03, -0.01), {"The worst bet is"}),
    ((-0.03, -0.01), (0.01, 0.03), {"No class of bets is surely better"}),
    ((-0.01, 0.03), (-0.03, 0.01), {"No class of bets is surely better"})])
def test_best_and_worst_bets_are_named_where_other_deals_agree(best, worst, said):
    some = bets(Estimate(0.1, 0.01, 0.08, 0.12), Estimate(-0.1, 0.01, -0.12, -0.08))
    others = bets(*(Estimate(sum(ends) / 2, 0.01, *ends) for ends in (best, worst)))
    text = _best_and_worst(some, others)
    for part in ("The best bet is", "The worst bet is", "No class of bets is surely better"):
        assert (part in text) == (part in said)
