"""The last rounds at Casino of two players, solved exactly.

When the boneyard is empty, each of two players knows the other's tiles.  What is left is a game of
simultaneous moves and known chances: each round is a matrix of chances to win, and its worth is the
value of the matrix game, from the last round backwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, nth_bit
from simulate.domino.tiles import ALL_TILES
from simulate.games.casino.kernel import MATCHES, ROLLS, gain, prize, settle, tiles_won
from simulate.machine.compiling import helper, kernel

#: Choices of each player of a matrix game at most.
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
    """Try the one pair of chances that makes both indifferent; return whether it is a solution."""
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
    """Solve a matrix game of two players exactly, of so many choices each; return its value.

    There is a solution in which both use equally many of their choices, with chances that make the
    other indifferent between those (Shapley and Snow, "Basic solutions of discrete games", 1950):
    all such pairs of sets are tried, the smallest first. Chances go to ``mine`` and ``theirs``,
    ``float64[MOST_CHOICES]``; ``game`` is what the row player wins.
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


#: Players for whom endings are solved.
PLAYERS = 2
#: What may come of two bets: tiles for each, the pot as a set, and for how many rolls.
_MINE, _THEIRS, _POT, _ROLLS = range(4)


@helper
def outcomes_of(mine: int, theirs: int, pot: int, found: Any) -> int:
    """Write what may come of two bets to ``int64[ROLLS, 4]``; return how many outcomes."""
    many = 0
    for roll in range(ROLLS):
        rule, winner_1, take_1, winner_2, take_2, own, after = settle(mine | theirs, pot, roll)
        prize_1, prize_2 = prize(rule, take_1), prize(MATCHES, take_2)
        for_me = tiles_won(gain(mine, winner_1, prize_1, winner_2, prize_2, own))
        for_them = tiles_won(gain(theirs, winner_1, prize_1, winner_2, prize_2, own))
        k = 0
        while k < many and (found[k, _MINE] != for_me or found[k, _THEIRS] != for_them
                            or found[k, _POT] != after):
            k += 1
        if k == many:
            found[k, _MINE], found[k, _THEIRS], found[k, _POT] = for_me, for_them, after
            found[k, _ROLLS] = 0
            many += 1
        found[k, _ROLLS] += 1
    return many


@helper
def ending_worth(
    mine: int, theirs: int, pot: int, lead: int, game: Any, one: Any, other: Any
) -> float:
    """Return the share of the game that the first player wins if both play on as well as possible,
    with hands of as many tiles and a ``lead`` in stashes.

    Written here: ``game`` (``float64[MOST_CHOICES, MOST_CHOICES]``), what each pair of bets is
    worth, by the places of the tiles in the hands, and with what chances ``one`` and ``other`` bet.
    """
    if mine == 0:
        return 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)
    later, found = np.zeros((MOST_CHOICES, MOST_CHOICES)), np.zeros((ROLLS, 4), np.int64)
    chances_1, chances_2, many = np.zeros(MOST_CHOICES), np.zeros(MOST_CHOICES), count(mine)
    for i in range(many):
        my_bet = nth_bit(mine, i)
        for j in range(many):
            their_bet = nth_bit(theirs, j)
            game[i, j] = 0.0
            for k in range(outcomes_of(my_bet, their_bet, pot, found)):
                game[i, j] += found[k, _ROLLS] / ROLLS * ending_worth(
                    mine ^ my_bet, theirs ^ their_bet, found[k, _POT],
                    lead + found[k, _MINE] - found[k, _THEIRS], later, chances_1, chances_2)
    return float(solve_matrix(game, many, one, other))


@kernel
def price_endings(
    hands: Any, seen: Any, pots: Any, leads: Any, tiles: Any, worth: Any, cost: Any, most: Any
) -> None:
    """Write down what bets in endings cost against a rival who plays as the solution: ``worth`` of
    best play, ``cost`` of the bet, parts of the game, and the ``most`` likely tile's chance."""
    game, one, other = (np.zeros((MOST_CHOICES, MOST_CHOICES)), np.zeros(MOST_CHOICES),
                        np.zeros(MOST_CHOICES))
    for d in range(len(hands)):
        hand = hands[d]
        theirs = ALL_TILES & ~(hand | seen[d])
        worth[d] = ending_worth(hand, theirs, pots[d], leads[d], game, one, other)
        place, gets = count(hand & ((1 << tiles[d]) - 1)), 0.0
        for j in range(count(hand)):
            gets += other[j] * game[place, j]
        cost[d], most[d] = worth[d] - gets, one.max()
