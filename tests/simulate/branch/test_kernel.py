"""The kernel plays what its steps say, in order, and knows no game."""

from __future__ import annotations

import pytest

from reports.request import set_up
from simulate.branch.kernel import AS_IT_IS, BRANCH, Branching, Steps
from simulate.errors import StrategyError
from simulate.games.pool.views import AT
from simulate.machine.table import BASE

OWN, LAST, TURNS = BRANCH.size, AT.size, AT.size + 1
MEMORY = BRANCH.size + 1


def deal(table, memory):
    table[BASE.session] = memory[BRANCH.deal]
    memory[OWN] = 0
    return 0


def force(table, memory):
    if memory[BRANCH.fork]:
        memory[BRANCH.label] = 7 * memory[BRANCH.fork]
    return 0


def play(table, memory):
    table[BASE.number] += 1  # begins anew with every hand
    memory[OWN] += 1
    table[LAST] = 100 * table[BASE.session] + 10 * memory[BRANCH.place] + memory[BRANCH.fork]
    return 0


def which(table, memory):
    return memory[BRANCH.deal] % 3  # no hand of every third deal is kept


def go_on(table, memory):
    table[TURNS] = memory[OWN]
    return 0


def fail(table, memory):
    table[BASE.seat] = 1
    raise ValueError("steps may fail")


def branching(*steps):
    run = set_up("pool", "random,counter,random", 3, None, 1, 1, 8)
    return Branching(run, Steps(*steps), MEMORY, (BASE.number, LAST, TURNS), {BASE.number: 4}, 2)


def test_every_deal_is_played_as_it_is_and_once_for_every_fork():
    hands, came = branching(deal, force, play, which, go_on).play(4, 5, 2)
    assert hands.tolist() == [[0, AS_IT_IS], [1, AS_IT_IS], [1, 7], [3, AS_IT_IS], [4, AS_IT_IS],
                              [4, 7]]
    assert came.tolist() == [[5, 400, 1], [5, 510, 1], [5, 511, 2], [5, 730, 1], [5, 840, 1],
                             [5, 841, 2]]


def test_only_a_step_that_plays_is_needed():
    hands, came = branching(None, None, play, None, None).play(2, 2, 1)
    assert hands.tolist() == [[0, AS_IT_IS], [1, AS_IT_IS]]
    assert came[:, 1].tolist() == [0, 10]


def test_an_error_says_whose_decision_it_was():
    with pytest.raises(StrategyError, match="seat 1 raised ValueError: steps may fail"):
        branching(deal, force, fail, which, go_on).play(0, 1, 2)
