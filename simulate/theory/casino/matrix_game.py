"""Small matrix games, solved exactly: two players, zero sum, up to three choices each."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.machine.compiling import helper

#: Choices of each player at most.
MOST_CHOICES = 3
#: How far a solution may be from the conditions of one: rounding.
_ROUNDING = 1e-9


@helper
def _cofactor(game: Any, rows: Any, columns: Any, size: int, i: int, j: int) -> float:
    """Return a cofactor of the part of a game that some rows and columns make."""
    if size == 1:
        return 1.0
    sign = 1.0 if (i + j) % 2 == 0 else -1.0
    if size == 2:
        return float(sign * game[rows[1 - i], columns[1 - j]])
    a, b = rows[int(i == 0)], rows[2 - int(i == 2)]
    c, d = columns[int(j == 0)], columns[2 - int(j == 2)]
    return float(sign * (game[a, c] * game[b, d] - game[a, d] * game[b, c]))


@helper
def _members(chosen: int, into: Any) -> int:
    """Write down the members of a set of choices; return how many there are."""
    size = 0
    for k in range(MOST_CHOICES):
        if chosen >> k & 1:
            into[size] = k
            size += 1
    return size


@helper
def _value(game: Any, many: int, mine: Any, theirs: Any) -> float:
    """Return what the row player wins if both choose by these chances."""
    value = 0.0
    for i in range(many):
        for j in range(many):
            value += mine[i] * theirs[j] * game[i, j]
    return value


@helper
def _try(game: Any, many: int, rows: Any, columns: Any, size: int, mine: Any, theirs: Any) -> bool:
    """Try the one pair of chances that makes both indifferent; tell whether it is a solution."""
    total = 0.0
    mine[:] = 0.0
    theirs[:] = 0.0
    for i in range(size):
        for j in range(size):
            cofactor = _cofactor(game, rows, columns, size, i, j)
            total += cofactor
            mine[rows[i]] += cofactor
            theirs[columns[j]] += cofactor
    if abs(total) < _ROUNDING:
        return False
    for k in range(many):
        mine[k] /= total
        theirs[k] /= total
        if mine[k] < -_ROUNDING or theirs[k] < -_ROUNDING:
            return False
    value = _value(game, many, mine, theirs)
    for k in range(many):
        gets, gives = 0.0, 0.0
        for j in range(many):
            gets += theirs[j] * game[k, j]
            gives += mine[j] * game[j, k]
        if gets > value + _ROUNDING or gives < value - _ROUNDING:
            return False
    return True


@helper
def solve_matrix(game: Any, many: int, mine: Any, theirs: Any) -> float:
    """Solve a matrix game and return its value.

    There is a solution in which both use equally many of their choices, with chances that make
    the other indifferent between those (Shapley and Snow, "Basic solutions of discrete games",
    1950): all such pairs of sets are tried, the smallest first.

    ``game`` (``float64[choices, choices]``): what the row player wins of the column player.
    ``many``: choices of each, 1 to ``MOST_CHOICES``. ``mine``, ``theirs``
    (``float64[MOST_CHOICES]``): the chances of a solution for row and column player: written here.
    """
    least = game[:many, :many].min()
    span = game[:many, :many].max() - least
    if span < _ROUNDING:
        mine[:] = 0.0
        theirs[:] = 0.0
        mine[0] = theirs[0] = 1.0
        return float(game[0, 0])
    # Scaled to lie from 0 to 1, so that small differences are not mere rounding.
    scaled = (game - least) / span
    rows, columns = np.zeros(MOST_CHOICES, np.int64), np.zeros(MOST_CHOICES, np.int64)
    for size in range(1, many + 1):
        for some in range(1 << many):
            if _members(some, rows) != size:
                continue
            for others in range(1 << many):
                if _members(others, columns) == size and _try(
                        scaled, many, rows, columns, size, mine, theirs):
                    return float(least + span * _value(scaled, many, mine, theirs))
    raise ArithmeticError("no solution of a matrix game was found")
