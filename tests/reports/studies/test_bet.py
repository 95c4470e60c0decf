"""``study bet``: where it takes its numbers from."""

from __future__ import annotations

import numpy as np
import pytest

from reports.games.casino.decisions import bets
from reports.moves import measure
from reports.request import set_up
from simulate.branch.forced import fork
from simulate.theory.casino.best_response import (
    KIND,
    NOTED,
    NUMBERS,
    STASHES,
    WEIGHTS,
    add_equations,
    win_shares,
    write_numbers,
)


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
