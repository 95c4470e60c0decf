"""The last rounds of two players at Casino, solved exactly.

When the boneyard is empty, each of two players knows what the other holds: all tiles that are
neither in the own hand nor face up.  What is left is a game of simultaneous moves and known
chances.  The bets of both and the dice give tiles to each; after the last bets a player has won the
whole game, half of it (a tie) or nothing.  So each round is a matrix of chances to win, and its
worth is the value of the matrix game, from the last round backwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, nth_bit
from simulate.domino.tiles import ALL_TILES
from simulate.games.casino.kernel import MATCHES, ROLLS, gain, prize, settle, tiles_won
from simulate.machine.compiling import helper, kernel
from simulate.theory.casino.matrix_game import MOST_CHOICES, solve_matrix

#: Players for whom endings are solved.
PLAYERS = 2
#: What may come of two bets: tiles for each, the pot as a set, and for how many rolls.
_MINE, _THEIRS, _POT, _ROLLS = range(4)


@helper
def outcomes_of(mine: int, theirs: int, pot: int, found: Any) -> int:
    """Write down what may come of two bets, each outcome once; return how many there are.

    ``mine``, ``theirs``, ``pot``: sets of tiles; each bet is a set of one. ``found`` is
    ``int64[ROLLS, 4]``.
    """
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
    """Return the share of the game that the first player wins if both play on as well as possible.

    ``mine``, ``theirs``, ``pot``: sets of tiles; both hands have as many, up to ``MOST_CHOICES``.
    ``lead``: by how many tiles the first player's stash is ahead. ``game`` (``float64[MOST_CHOICES,
    MOST_CHOICES]``): what each pair of bets is worth to the first player, by the places of the
    tiles in the hands, lowest first: written here. ``one``, ``other`` (``float64[MOST_CHOICES]``):
    with what chances the players bet their tiles: written here.
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
    """Write down what bets in endings cost against a rival who plays as the solution.

    ``hands``, ``seen``, ``pots``, ``leads``, ``tiles`` (``int64[bets]``): what the seat sees, and
    the tile that it bets. ``worth``, ``cost`` (``float64[bets]``): the share of the game that best
    play wins, and how much of it the bet gives away. ``most`` (``float64[bets]``): the largest
    chance of any tile in the solution: 1 where it always bets the same tile.
    """
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
