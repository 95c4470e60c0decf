"""The tiles and the dice of a game of Casino.

Which tile comes when, and what the dice show, are functions of (seed, session) alone.
"""

from __future__ import annotations

import numpy as np

from simulate.domino.deck import draw_all, shuffle, shuffle_on
from simulate.games.casino.row import AT, HOLDS, ROLLS_A_WORD
from simulate.games.casino.settling import ROLLS
from simulate.machine.compiling import helper, inlined
from simulate.machine.randomness import Word, draw
from simulate.machine.table import Table


@inlined
def roll_dice(table: Table, first: int, word: Word) -> None:
    """Roll both dice for the rounds that share a word, from round ``first`` on."""
    for number in range(first, first + ROLLS_A_WORD):
        roll, word = draw(word, ROLLS)
        table[AT.rolls + number] = np.int64(roll)


@helper
def deal(table: Table) -> None:
    """Shuffle, remove tiles, draw the first roller and all rolls; deal two tiles a seat.

    Every round begins with a tile for each seat: the third one comes with the first round.
    """
    shuffle(table)
    a, b, c = shuffle_on(table)
    draw_all(table, AT.order)
    seats = table[AT.seats]
    first_roller, a = draw(a, seats)
    table[AT.first_roller] = np.int64(first_roller)
    roll_dice(table, 0, a)
    roll_dice(table, ROLLS_A_WORD, b)
    roll_dice(table, 2 * ROLLS_A_WORD, c)
    at = AT.order + table[AT.tiles_removed]
    for seat in range(seats):
        table[AT.held + seat] = table[at] | table[at + 1]
        table[AT.score + seat] = 0
        at += HOLDS - 1
    table[AT.pot] = table[AT.seen] = 0
