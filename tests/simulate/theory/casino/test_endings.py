"""Endings of two players against enumeration by the oracle's settlements."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from simulate.domino.tiles import mask, name, parse
from simulate.theory.casino.last_rounds import (
    MOST_CHOICES,
    ending_worth,
    price_endings,
    solve_matrix,
)
from tests.oracle.casino import settle_round

DICE = list(product(range(1, 7), repeat=2))


@cache
def by_enumeration(mine, theirs, pot, lead):
    """Return the share of the game that the first player wins; hands and pot as tuples of words."""
    if not mine:
        return (lead > 0) + (lead == 0) / 2
    game = np.zeros((len(mine), len(theirs)))
    for i, j in product(range(len(mine)), range(len(theirs))):
        for dice in DICE:
            settled = settle_round([mine[i], theirs[j]], dice, list(pot))
            gained = len(settled.won[0]) - len(settled.won[1])
            game[i, j] += by_enumeration(
                mine[:i] + mine[i + 1:], theirs[:j] + theirs[j + 1:],
                tuple(sorted(settled.pot)), lead + gained) / len(DICE)
    return by_linear_program(game)


def as_set(words):
    return mask(parse(word) for word in words)


def worth_of(mine, theirs, pot, lead):
    room = np.zeros((3, 3)), np.zeros(3), np.zeros(3)
    return ending_worth(as_set(mine), as_set(theirs), as_set(pot), lead, *room), room


ENDINGS = [
    (("6-5",), ("6-0",), ("3-3", "2-1"), 0),
    (("0-0",), ("4-4",), ("3-3", "2-1", "5-1"), 1),
    (("4-4",), ("4-0",), ("3-3",), -1),
    (("6-5", "3-0"), ("6-0", "5-0"), ("4-2", "1-1"), 0),
    (("0-0", "6-5"), ("3-3", "4-1"), ("5-5", "2-2", "3-1"), -2),
    (("2-0", "1-0"), ("2-1", "2-2"), (), 1)]


@pytest.mark.parametrize(("mine", "theirs", "pot", "lead"), ENDINGS)
def test_one_and_two_tiles_are_worth_what_enumeration_says(mine, theirs, pot, lead):
    assert worth_of(mine, theirs, pot, lead)[0] == pytest.approx(
        by_enumeration(mine, theirs, tuple(sorted(pot)), lead), abs=1e-9)


def test_three_tiles_are_worth_what_their_rounds_are_and_both_shares_are_one():
    mine, theirs, pot = ("6-5", "3-3", "4-0"), ("6-0", "2-1", "0-0"), ("5-5", "1-0", "2-0")
    value, (game, one, other) = worth_of(mine, theirs, pot, 0)
    assert value == pytest.approx(by_linear_program(game), abs=1e-9)
    assert value == pytest.approx(one @ game @ other)
    assert value + worth_of(theirs, mine, pot, 0)[0] == pytest.approx(1)
    # One entry of the first round, from what the dice can do and the rounds after it.
    first, second = sorted(mine, key=parse)[0], sorted(theirs, key=parse)[1]
    expected = 0.0
    for dice in DICE:
        settled = settle_round([first, second], dice, list(pot))
        left, right = [t for t in mine if t != first], [t for t in theirs if t != second]
        gained = len(settled.won[0]) - len(settled.won[1])
        expected += worth_of(left, right, settled.pot, gained)[0] / len(DICE)
    assert game[0, 1] == pytest.approx(expected)


def test_bets_of_a_solution_give_nothing_away():
    mine, theirs, pot = ("6-5", "3-3", "4-0"), ("6-0", "2-1", "0-0"), ("5-5", "1-0", "2-0")
    _, (_, one, _) = worth_of(mine, theirs, pot, 0)
    tiles = sorted(map(parse, mine))
    hand, seen = as_set(mine), ((1 << 28) - 1) & ~as_set(mine) & ~as_set(theirs)
    worth, cost, most = np.zeros(3), np.zeros(3), np.zeros(3)
    price_endings(np.full(3, hand), np.full(3, seen), np.full(3, as_set(pot)), np.zeros(3, int),
                  np.array(tiles), worth, cost, most)
    assert (cost[one > 0] == pytest.approx(0, abs=1e-9)) and (cost > -1e-9).all(), name(tiles[0])
    assert most == pytest.approx([one.max()] * 3)


def by_linear_program(game):
    """Return the value of a game to the row player."""
    rows, columns = game.shape
    found = linprog(
        [*np.zeros(rows), -1.0], A_ub=np.column_stack([-game.T, np.ones(columns)]),
        b_ub=np.zeros(columns), A_eq=[[*np.ones(rows), 0.0]], b_eq=[1.0],
        bounds=[*[(0, 1)] * rows, (None, None)])
    return -found.fun


def solved(game):
    """Return value and chances by the engine."""
    many = len(game)
    room = np.zeros((MOST_CHOICES, MOST_CHOICES))
    room[:many, :many] = game
    mine, theirs = np.zeros(MOST_CHOICES), np.zeros(MOST_CHOICES)
    return solve_matrix(room, many, mine, theirs), mine[:many], theirs[:many]


def games():
    """Yield games at random, with and without ties."""
    numbers = np.random.default_rng(4)
    for k in range(240):
        many = 1 + k % 3
        yield (numbers.integers(-2, 3, (many, many)) if k % 2 else
               0.5 + 1e-5 * numbers.normal(size=(many, many))).astype(float)


def test_values_are_those_of_linear_programs_and_no_answer_is_better():
    for game in games():
        value, mine, theirs = solved(game)
        assert value == pytest.approx(by_linear_program(game), abs=1e-7)
        assert mine.sum() == pytest.approx(1) and theirs.sum() == pytest.approx(1)
        span = game.max() - game.min()
        assert (mine @ game).min() >= value - 1e-6 * span
        assert (game @ theirs).max() <= value + 1e-6 * span
