"""Loo and Rounce under the branching kernel: deals, and every move that a position could make.

A fork changes what one position declares. Everything else stays as it is: the deal, what was
declared before, the other seats' strategies and their luck, the seat's own play of the tiles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.branch.kernel import BRANCH, Steps
from simulate.domino.tile_sets import count
from simulate.games.loo.hand import deal, declare_at, legal_after, play_tricks, settle_who_plays
from simulate.games.loo.kernel import sit_down, take_chairs
from simulate.games.loo.views import AT, DROP, FOR_POOL, LEAVE, MISS, PLAY, SEATS
from simulate.machine.layouts import lay_out, pointer, whole_numbers
from simulate.machine.randomness import decision_word, pick
from simulate.machine.table import Table
from simulate.theory.loo.hands import TURNED_KINDS, spared, turned_kind_of
from simulate.theory.tree import MOVE, MOVE_BITS

#: A move is a declaration and what a dealer does about the turn-up: ``LEAVE``, or one of these. A
#: dealer who is to take it throws what the strategy in his seat would throw, or, where that would
#: leave the turn-up, the tile that he can best spare.
AS_ASKED, TAKE = -2, 28

#: The moves of a chart.
MOVES = np.array([
    (PLAY, LEAVE), (PLAY, TAKE), (MISS, AS_ASKED), (DROP, AS_ASKED), (FOR_POOL, AS_ASKED),
])
#: Decisions of so many deals in so many are played out: all of them.
CERTAIN = 1 << 30
#: What is written down of a deal by position, before the moves of a chart: the number of the
#: decision (-1 for none), and bits of the moves that are played out.
CHART = lay_out(0, decided=SEATS, wanted=SEATS)
#: What the steps share.
WHAT_IF = lay_out(
    BRANCH.size,
    scores=SEATS,  # points before the hand, by position
    units=1,  # address of the units of the seats
    wanted=1,  # address of bits of moves that are played out, by cell
    chances=1,  # and of the deals of ``CERTAIN`` in which they are
    situations=1,  # address of situations by position, and how many positions stayed and missed
    rows=1,  # how many situations a unit has
    notes=1,  # address of what is written down of deals
    said=SEATS,  # in the deal at hand
    forks=SEATS << MOVE_BITS,  # their labels
)
#: Behind the row: the turn-up as it is forced.
TURN_UP = AT.size


def deal_session(table: Table, memory: Any) -> int:
    """Deal a hand of a session at some score."""
    sit_down(table, memory[BRANCH.deal])
    take_chairs(table)
    for p in range(table[AT.players]):
        table[AT.score + table[AT.chair + p]] = memory[WHAT_IF.scores + p]
    deal(table)
    return 0


def declare_as_forced(table: Table, memory: Any) -> int:
    """Let the positions declare; the entries ``action`` of those that are told what are set."""
    stayed, missed, dropped = 0, 0, 0
    for p in range(table[AT.players]):
        _, stayed, missed, dropped = declare_at(
            table, p, table[AT.action + p], stayed, missed, dropped)
    settle_who_plays(table, stayed, missed)
    if table[TURN_UP] != AS_ASKED:
        dealer = table[AT.players] - 1
        hand, thrown = table[AT.dealt + dealer], table[AT.thrown + dealer]
        if table[TURN_UP] == LEAVE:
            thrown = 0
        elif thrown == 0:
            thrown = 1 << spared(hand, table[AT.trump])
        table[AT.thrown + dealer] = thrown
        table[AT.held + dealer] = hand & ~thrown | int(thrown != 0) << table[AT.turn_up]
    return 0


def play_out(table: Table, memory: Any) -> int:
    """Play the tricks."""
    play_tricks(table)
    return 0


def which_moves(table: Table, memory: Any) -> int:
    """Fork the moves of all positions that are wanted where they made the move that they made."""
    units, numbers = whole_numbers(memory[WHAT_IF.units]), whole_numbers(memory[WHAT_IF.situations])
    wanted_at = whole_numbers(memory[WHAT_IF.wanted])
    chances = whole_numbers(memory[WHAT_IF.chances])
    notes, at = whole_numbers(memory[WHAT_IF.notes]), CHART.size * memory[BRANCH.place]
    lot, moves = pick(decision_word(0, memory[BRANCH.deal]), CERTAIN), pointer(MOVES)
    some, forks, stayed, missed = 0, 1, 0, 0
    for p in range(table[AT.players]):
        said, is_dealer = table[AT.action + p], p == table[AT.players] - 1
        # Without branches, which nobody could foretell.
        own, turned = -1, TAKE if table[AT.thrown + p] else LEAVE
        for k in range(len(MOVES)):
            turn_up = moves[2 * k + 1]
            own = k if (said == moves[2 * k]) & (
                (turn_up == AS_ASKED) | (turn_up == turned)) else own
        decided, wanted = -1, 0
        if own >= 0:
            cell = units[table[AT.chair + p]] * memory[WHAT_IF.rows] + numbers[
                (p * SEATS + count(stayed)) * SEATS + count(missed)]
            cell = cell * TURNED_KINDS + turned_kind_of(
                table[AT.dealt + p], table[AT.trump], table[AT.turn_up], is_dealer)
            decided = cell * len(MOVES) + own
            wanted = wanted_at[decided] & -int(lot < chances[cell])
            others = wanted & ~(1 << own)
            legal = legal_after(table, p, stayed, missed) if others else 0
            for k in range(len(MOVES)):
                takes = moves[2 * k + 1] == TAKE
                if others >> k & 1 and legal >> moves[2 * k] & 1 and (is_dealer or not takes):
                    memory[WHAT_IF.forks + forks] = p << MOVE_BITS | k
                    forks += 1
        notes[at + CHART.decided + p], notes[at + CHART.wanted + p] = decided, wanted
        some |= wanted
        memory[WHAT_IF.said + p] = said
        stayed |= int(said == PLAY) << p
        missed |= int(said == MISS) << p
    return forks if some else 0


def force_move(table: Table, memory: Any) -> int:
    """Let the position of a fork make its move after what was declared before."""
    table[TURN_UP] = AS_ASKED
    if memory[BRANCH.fork] == 0:
        return 0
    label = memory[BRANCH.label] = memory[WHAT_IF.forks + memory[BRANCH.fork]]
    position, moves = label >> MOVE_BITS, pointer(MOVES)
    for p in range(position):
        table[AT.action + p] = memory[WHAT_IF.said + p]
    table[AT.action + position] = moves[2 * (label & MOVE)]
    if position == table[AT.players] - 1:
        table[TURN_UP] = moves[2 * (label & MOVE) + 1]
    return 0


BY_MOVES = Steps(deal_session, force_move, declare_as_forced, which_moves, play_out)
