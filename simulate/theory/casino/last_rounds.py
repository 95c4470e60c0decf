"""The last rounds at Casino of two players, solved exactly.

When the boneyard is empty, each of two players knows the other's tiles.  What is left is a game of
simultaneous moves and known chances: each round is a matrix of chances to win, and its worth is the
value of the matrix game, from the last round backwards.
"""

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
def _pivot(table: Any, many: int, row: int, column: int) -> None:
    """Let a column of a table take the place of a row."""
    by = table[row, column]
    for j in range(2 * many + 1):
        table[row, j] /= by
    for i in range(many + 1):
        by = table[i, column]
        for j in range((2 * many + 1) * int(i != row)):
            table[i, j] -= by * table[row, j]


@helper
def solve_matrix(game: Any, many: int, mine: Any, theirs: Any) -> float:
    """Solve a matrix game of two players exactly, of so many choices each; return its value.

    The linear program of the column player is solved by the simplex method; the row player's
    chances are its dual (Dantzig, "A proof of the equivalence of the programming problem and the
    game problem", 1951). Of equal pivots the first is taken (Bland 1977), so there is an end.
    Chances go to ``mine`` and ``theirs``, ``float64[MOST_CHOICES]``; ``game`` is what the row
    player wins.
    """
    least, last = game[:many, :many].min(), 2 * many
    span = max(game[:many, :many].max() - least, _ROUNDING)
    table = np.zeros((MOST_CHOICES + 1, 2 * MOST_CHOICES + 1))
    basis = np.arange(many, last)
    for i in range(many):
        for j in range(many):
            table[i, j] = (game[i, j] - least) / span + 1.0
        table[i, many + i] = table[i, last] = 1.0
        table[many, i] = -1.0
    while True:
        column, row = 0, -1
        while column < last and table[many, column] > -_ROUNDING:
            column += 1
        if column == last:
            break
        for i in range(many):
            if table[i, column] > _ROUNDING and (row < 0 or (
                    table[i, last] * table[row, column], basis[i])
                    < (table[row, last] * table[i, column], basis[row])):
                row = i
        _pivot(table, many, row, column)
        basis[row] = column
    mine[:] = theirs[:] = 0.0
    for k in range(many):
        mine[k] = table[many, many + k] / table[many, last]
        if basis[k] < many:
            theirs[basis[k]] = table[k, last] / table[many, last]
    return float(least + span * (1.0 / table[many, last] - 1.0))


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
    """Write down the worth of best play in endings, and what the bet costs there."""
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
