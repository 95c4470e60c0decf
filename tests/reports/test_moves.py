"""What actions are worth: halves, ranks and tables, and the studies of bets and lines."""

from __future__ import annotations

import re

import numpy as np
import pytest

from reports.games.casino.decisions import bets
from reports.games.pool.decisions import STAKE, draws, plays, single_hands
from reports.moves import Buckets, headline, measure, table_of
from reports.page.document import Column
from reports.request import set_up
from reports.stats.move_values import MoveValues
from simulate.branch.forced import fork
from simulate.domino.tiles import parse
from simulate.games.pool.playing import pips_of
from simulate.games.pool.views import AT
from simulate.theory.casino.best_response import (
    KIND,
    NOTED,
    NUMBERS,
    STASHES,
    WEIGHTS,
    equations,
    win_shares,
    write_numbers,
)
from strategies.pool.base import FACT, describe_options, find_lightest

_GAIN = Column("gain", "of 100 games", "signed")


@pytest.fixture(scope="module", params=["casino", "pool"])
def options(request):
    """Return the buckets of options of a game, and what they bring."""
    run = set_up(request.param, "random", 4, None, 200, None, 5)
    run, of = (run, bets) if request.param == "casino" else (single_hands(run), plays)
    return of(run), measure(run, of(run), 1), measure(run, of(run), 2)


def test_what_options_bring_beyond_the_others_of_their_turn_adds_up_to_nothing(options):
    decision, found, _ = options
    whole = [name for name in decision.buckets if name in ("tiles", "openings")]
    assert whole
    for name in whole:
        assert found[name].both.totals.sum() == pytest.approx(0, abs=1e-6)
        assert found[name].both.count.sum() > 100


def test_both_halves_are_measured_and_workers_change_nothing(options):
    _, found, again = options
    for name, one in found.items():
        assert one.train.sessions == one.test.sessions == 100
        assert one.both.totals.tobytes() == again[name].both.totals.tobytes()


def test_a_table_has_the_buckets_that_came_often_enough(options):
    decision, found, _ = options
    for name, buckets in decision.buckets.items():
        frame = table_of(name, buckets, found[name].both).frame
        often = found[name].both.clustered[:, 2] >= 30
        assert len(frame) == often.sum()
        assert frame["times"].tolist() == found[name].both.count[often].tolist()


BUCKETS = Buckets(((Column("k", "k", "text"), "abc"),), lambda *forks: forks, _GAIN,
                  title="When is it led?")


@pytest.mark.parametrize(("apart", "said"), [
    (6.0, r"B comes first, with \+.* of 100 games\."),
    (4.0, r"B came out ahead, with \+.* too close to call against a\.")])
def test_the_headline_names_the_first_row_and_the_rows_that_errors_together_reach(apart, said):
    bucket, luck = np.repeat([0, 1, 2], 60), np.resize([9, -9], 180)
    value = np.array([1, 1 + apart, -9])[bucket] + luck
    found = MoveValues.of_sessions(np.resize(np.arange(60), 180), bucket, value, 3, 60)
    assert re.fullmatch(rf"{said} C came out last, with -.* of 100 games\.",
                        headline(BUCKETS, found))
    first = table_of("k", BUCKETS, found).frame["gain"].idxmax()
    assert headline(BUCKETS, found).lower().startswith(first)


def test_a_question_that_few_deals_leave_open_is_named():
    few = MoveValues.of_sessions(np.arange(2), np.arange(2), np.ones(2), 3, 2)
    assert headline(BUCKETS, few) == "When is it led? There were too few deals to tell."


def test_the_tiles_won_in_all_rounds_are_the_stash():
    run = set_up("casino", "random", 4, None, 100, None, 2)
    found = measure(run, bets(run), 1)["rounds"].both
    (forks,) = fork(run, "bet", NOTED, STASHES, lambda forks: forks, jobs=1)
    last = forks.number == forks.number.max()
    stash = forks.outcomes[last, forks.taken[last], forks.seat[last]]
    assert found.totals.sum() + found.totals[-1, 0] == pytest.approx(stash.sum())


def test_normal_equations_are_those_of_the_numbers_less_their_mean():
    run = set_up("casino", "random", 3, None, 20, None, 2)
    (forks,) = fork(run, "bet", NOTED, STASHES, lambda forks: forks, jobs=1)
    worth, noted = win_shares(forks.outcomes[:, :3, :3], forks.seat), forks.noted
    left, right = equations(forks, 3)
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


def test_what_a_draw_brings_is_the_difference_of_the_hand_played_on_both_ways():
    run = single_hands(set_up("pool", "heaviest", 3, None, 600, None, 5), draw="may")
    found = measure(run, draws(run), 1)["draws"].both
    (forks,) = fork(run, "draw", {"hand": AT.hand}, range(AT.value, AT.value + 3),
                    lambda forks: forks, {AT.seats_in: 7, AT.pool: 3 * STAKE}, jobs=1)
    held = np.bitwise_count(forks.noted["hand"]).clip(max=6) - 1
    made = np.take_along_axis(
        forks.outcomes[:, :2], forks.seat[:, None, None], 2)[..., 0] / (3 * STAKE)
    assert found.count.tolist() == np.bincount(held, minlength=6).tolist()
    assert found.totals[:, 0] == pytest.approx(np.bincount(held, made[:, 1] - made[:, 0], 6))
    assert found.totals.sum() < 0  # a tile more is a tile more to be rid of


def test_facts_of_options_are_those_counted_by_hand():
    hand = sum(1 << parse(word) for word in ("6-4", "4-4", "3-0"))
    played = sum(1 << parse(word) for word in ("6-6", "6-1", "4-1"))
    options = np.array([[parse("6-4"), parse("6-4") + 32, parse("4-4") + 32]])
    facts = np.zeros((1, 3, FACT.size), np.int64)
    describe_options(options, *(np.array([number]) for number in (3, hand, 6, 4, played)), facts)
    # 6-4 to the 6 leaves 4 and 4: 4-5 4-3 4-2 4-0 are out, 4-4 is kept.
    assert facts[0, 0].tolist() == [0, 10, 3, 4, 1, 11]
    # 6-4 to the 4 leaves 6 and 6: 6-5 6-3 6-2 6-0 are out.
    assert facts[0, 1].tolist() == [0, 10, 3, 4, 0, 11]
    # 4-4 leaves 6 and 4: both sets of four.
    assert facts[0, 2].tolist() == [1, 8, 4, 8, 1, 13]
    sizes, pips = np.array([3 | 2 << 8 | 5 << 16]), np.zeros(1)
    find_lightest(np.array([hand]), np.array([played]), sizes, np.array([3]), np.array([0]), pips)
    unseen = ((1 << 28) - 1) & ~(hand | played)
    assert pips[0] == pytest.approx(2 * pips_of(unseen) / 22)
