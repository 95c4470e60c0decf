"""What one seat could gain over its strategy by declaring otherwise, hand for hand.

A seat declares once a hand.  So the best response to the other seats is found by trying
every declaration on the same deals, and taking, for whatever the seat may have heard and
hold, the one that was best; what it gains is then measured on other deals.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.loo.hand import deal, legal_after, play_for_one, play_tricks
from simulate.games.loo.kernel import sit_down, take_chairs
from simulate.games.loo.row import AT, SEATS
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.pointers import keep, pointer
from simulate.machine.table import BASE, Table
from simulate.solving.loo.declaration_tree import node_of
from simulate.solving.loo.hand_classes import COARSE, FINE, classes_of, turned_kind_of
from simulate.solving.loo.hand_ends import ENDS, end_of, own_end
from simulate.solving.loo.what_if import declarations as declare_from
from simulate.solving.loo.what_if import start_again

#: Places for declarations: PLAY to FOR_POOL, from 1.
ACTIONS = FOR_POOL + 1


@inlined
def gained(own: int, end: int, own_before: int, end_before: int, taken: Any, later: Any) -> float:
    """Return what one end of a hand brings a seat more than another.

    Parameters
    ----------
    own, end : int
        What the seat took, and what became of the pool (``simulate.solving.loo.hand_ends``).
    own_before, end_before : int
        The same of the other end.
    taken, later : float64[OWN], float64[ENDS]
        What these bring the seat.
    """
    return taken[own] + later[end] - taken[own_before] - later[end_before]


@inlined
def add(sums: Any, gain: float) -> None:
    """Count a hand, its gain and the square of it."""
    sums[0] += 1
    sums[1] += gain
    sums[2] += gain * gain


@helper
def what_was_said(table: Table, position: int) -> tuple[int, int, int]:
    """Return the positions before one that stayed, missed and dropped."""
    stayed, missed, dropped = 0, 0, 0
    for p in range(position):
        action = table[AT.action + p]
        stayed |= int(action == PLAY) << p
        missed |= int(action == MISS) << p
        dropped |= int(action == DROP) << p
    return stayed, missed, dropped


@helper
def play_after(
    table: Table, said: Any, position: int, action: int, boneyard: int, left_over: int
) -> None:
    """Play a deal again in which a position declares this, after what was said before it.

    It is played until it is known what the position takes and what becomes of the pool.
    """
    start_again(table, boneyard, left_over)
    for p in range(position):
        table[AT.action + p] = said[p]
    table[AT.action + position] = action
    declare_from(table, position + 1, table[AT.players])
    play_for_one(table, position)


@helper
def play_deal(table: Table, number: int, said: Any, owns: Any) -> tuple[int, int, int]:
    """Deal and play a hand as the line-up does; write down what each position said and took.

    Returns
    -------
    int, int, int
        The boneyard and what is left over, to go back to the deal, and what became of the pool.
    """
    sit_down(table, number)
    take_chairs(table)
    deal(table)
    boneyard, left_over = table[BASE.boneyard], table[BASE.left_over]
    declare_from(table, 0, table[AT.players])
    play_tricks(table)
    for p in range(table[AT.players]):
        said[p] = table[AT.action + p]
        owns[p] = own_end(table, p)
    return boneyard, left_over, end_of(table)


@inlined
def say_again(table: Table, said: Any) -> None:
    """Let the positions have said what they said, for who is asked what they have heard."""
    for p in range(table[AT.players]):
        table[AT.action + p] = said[p]


@kernel
def try_all(
    row: Any, units: Any, taken: Any, later: Any, first: int, deals: int, tried: Any,
    margins: Any, squares: Any, counts: Any, coarse_of: Any,
) -> None:
    """Try the declarations of every position in deals ``first`` and following.

    Parameters
    ----------
    row : int64[AT.size]
        The table: rules, seed, the seats' decisions, pool and penalty are set.
    units : int64[seats]
        Where each seat's tries are counted.
    taken : float64[OWN]
        What own ends bring (``simulate.solving.loo.hand_ends``).
    later : float64[units, positions, ENDS]
        What the ends leave to a unit in a position.
    first, deals : int
    tried : int64[units, nodes, COARSE]
        The declarations that are tried, bit k for declaration k.
    margins, squares : float64[units, nodes, FINE, ACTIONS]
        Added to: what the declarations bring more than that of the strategy, chips or
        points, and its square.
    counts : float64[units, nodes, FINE]
        Added to.
    coarse_of : int64[2, FINE]
        Filled with the coarse class of each fine one: of others, and of the dealer.
    """
    table, nodes = pointer(row), counts.shape[1]
    said, owns = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    said_before, owns_before = pointer(said), pointer(owns)
    brings, leaves, wanted = pointer(taken), pointer(later), pointer(tried)
    gains, their_squares, often = pointer(margins), pointer(squares), pointer(counts)
    for number in range(first, first + deals):
        boneyard, left_over, end_before = play_deal(table, number, said_before, owns_before)
        players = table[AT.players]
        for p in range(players):
            say_again(table, said_before)
            stayed, missed, dropped = what_was_said(table, p)
            legal = legal_after(table, p, stayed, missed)
            is_dealer = p == players - 1
            coarse, fine = classes_of(
                table[AT.dealt + p], table[AT.trump], table[AT.turn_up], is_dealer)
            coarse_of[int(is_dealer), fine] = coarse
            if legal == 0:
                continue
            unit = units[table[AT.chair + p]]
            heard = unit * nodes + node_of(players, p, missed, dropped)
            known = heard * FINE + fine
            left = (unit * later.shape[1] + p) * ENDS
            often[known] += 1
            others = legal & wanted[heard * COARSE + coarse] & ~(1 << said_before[p])
            for action in range(PLAY, ACTIONS):
                if others >> action & 1:
                    play_after(table, said_before, p, action, boneyard, left_over)
                    margin = gained(own_end(table, p), left + end_of(table), owns_before[p],
                                    left + end_before, brings, leaves)
                    at = known * ACTIONS + action
                    gains[at] += margin
                    their_squares[at] += margin * margin
    keep(said, owns)


@kernel
def respond(
    row: Any, units: Any, taken: Any, later: Any, first: int, deals: int, response: Any,
    gains: Any, habits: Any, moved: Any, habits_moved: Any,
) -> None:
    """Measure what a response gains over the line-up's own declarations.

    Parameters
    ----------
    row, units, taken, later, first, deals
        See ``try_all``.
    response : int64[units, nodes, FINE]
        The declaration, 0 for none.
    gains : float64[units, SEATS + 1, 3]
        Added to, by position and last for all positions of a deal together: hands, gains
        and their squares.
    habits : float64[units, nodes, TURNED_KINDS, ACTIONS, ACTIONS, 3]
        Added to, by what the strategy declares and what the response does: hands, gains
        and their squares.
    moved : float64[units, SEATS, ENDS]
        Added to, by position: how many more hands end in which way for the pool.
    habits_moved : float64[units, nodes, TURNED_KINDS, ACTIONS, ACTIONS, ENDS]
        The same by habit.
    """
    table = pointer(row)
    said, owns = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    said_before, owns_before = pointer(said), pointer(owns)
    together = np.zeros(gains.shape[0])
    for number in range(first, first + deals):
        boneyard, left_over, end_before = play_deal(table, number, said_before, owns_before)
        players = table[AT.players]
        together[:] = 0.0
        for p in range(players):
            say_again(table, said_before)
            stayed, missed, dropped = what_was_said(table, p)
            is_dealer = p == players - 1
            hand, trump, turn_up = table[AT.dealt + p], table[AT.trump], table[AT.turn_up]
            _, fine = classes_of(hand, trump, turn_up, is_dealer)
            unit = units[table[AT.chair + p]]
            node, gain = node_of(players, p, missed, dropped), 0.0
            action = response[unit, node, fine]
            if not legal_after(table, p, stayed, missed):
                action = 0
            if action not in (0, said_before[p]):
                play_after(table, said_before, p, action, boneyard, left_over)
                end = end_of(table)
                gain = gained(own_end(table, p), end, owns_before[p], end_before, taken,
                              later[unit, p])
                kind = turned_kind_of(hand, trump, turn_up, is_dealer)
                at = (unit, node, kind, said_before[p], action)
                add(habits[at], gain)
                for ends in (moved[unit, p], habits_moved[at]):
                    ends[end] += 1
                    ends[end_before] -= 1
            add(gains[unit, p], gain)
            together[unit] += gain
        for unit in range(len(together)):
            add(gains[unit, SEATS], together[unit])
    keep(said, owns)
