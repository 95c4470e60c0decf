"""Matrix games against linear programming."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from simulate.theory.casino.last_rounds import MOST_CHOICES, solve_matrix


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
