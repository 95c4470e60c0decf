"""Loo and Rounce under the branching kernel: deals, forced declarations, and how hands end.

A fork changes what one position declares, or what all of them do. Everything else stays as it is:
the deal, what was declared before, the other seats' strategies and their luck, the seat's own play
of the tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.branch.kernel import BRANCH, Branching, Steps
from simulate.domino.tile_sets import count
from simulate.games.loo.hand import (
    deal,
    declare_at,
    declare_up_to,
    legal_after,
    play_tricks,
    settle_who_plays,
)
from simulate.games.loo.kernel import sit_down, take_chairs
from simulate.games.loo.views import AT, DROP, FOR_POOL, LEAVE, MISS, PLAY, SEATS
from simulate.machine.compiling import inlined
from simulate.machine.layouts import lay_out, whole_numbers
from simulate.machine.randomness import decision_word, pick
from simulate.machine.table import BASE, Table
from simulate.runs.run import Run
from simulate.theory.loo.declarations import end_of, node_of, own_ends, score_end
from simulate.theory.loo.hands import FINE, classes_of, spared, turned_kind_of
from simulate.theory.tree import MOVE, MOVE_BITS

#: A move is a declaration and what a dealer does about the turn-up: ``LEAVE``, or one of these. A
#: dealer who is to take it throws what the strategy in his seat would throw, or, where that would
#: leave the turn-up, the tile that he can best spare.
AS_ASKED, TAKE = -2, 28

#: The moves of a chart.
MOVES = np.array([
    (PLAY, LEAVE), (PLAY, TAKE), (MISS, AS_ASKED), (DROP, AS_ASKED), (FOR_POOL, AS_ASKED),
])
#: All declarations; what a dealer does about the turn-up is left to him.
DECLARATIONS = np.array([(action, AS_ASKED) for action in range(FOR_POOL + 1)])

#: Decisions of so many deals in so many are played out: all of them.
CERTAIN = 1 << 30
#: What is written down of a deal by position, before the moves of a chart: the number of the
#: decision (-1 for none), and bits of the moves that are played out.
CHART = lay_out(0, decided=SEATS, wanted=SEATS)
#: The same where declarations are tried: the node and fine class (-1 where there is nothing to
#: say), the coarse class, and what is declared.
TRIED = lay_out(0, known=SEATS, coarse=SEATS, said=SEATS)
#: The same before all that can be declared: the classes of the hands.
CLASSES = lay_out(0, coarse=SEATS, fine=SEATS)

#: What the steps share.
WHAT_IF = lay_out(
    BRANCH.size,
    number=1,  # of the hand in its session
    dealer=1,  # the seat that deals, or -1 where the seats take turns
    scores=SEATS,  # points before the hand, by position
    moves=1,  # address of the moves, two numbers each, and how many they are
    many=1,
    units=1,  # address of the units of the seats
    wanted=1,  # address of bits of moves that are played out, by cell
    chances=1,  # and of the deals of ``CERTAIN`` in which they are
    situations=1,  # address of situations by position, and how many positions stayed and missed
    rows=1,  # how many situations or nodes a unit has
    classes=1,  # and how many classes of hands each of those
    finer=1,  # whether ``wanted`` has fine classes
    notes=1,  # address of what is written down of deals
    ends=1,  # address of all that can be declared, by position
    said=SEATS,  # in the deal at hand
    forks=SEATS << MOVE_BITS,  # their labels
)
#: Behind the row: the turn-up as it is forced, and how the hand ended (``endings``): for all
#: positions, 3 bits each, and for the pool, or for the score (``endings``).
NOTED = lay_out(AT.size, turn_up=1, own=1, end=1)
ENDED = NOTED.own, NOTED.end, AT.tricks


def deal_session(table: Table, memory: Any) -> int:
    """Deal a hand of a session at some score."""
    sit_down(table, memory[BRANCH.deal])
    table[BASE.number] = memory[WHAT_IF.number]
    if memory[WHAT_IF.dealer] >= 0:
        table[AT.dealer] = memory[WHAT_IF.dealer]
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
    if table[NOTED.turn_up] != AS_ASKED:
        dealer = table[AT.players] - 1
        hand, thrown = table[AT.dealt + dealer], table[AT.thrown + dealer]
        if table[NOTED.turn_up] == LEAVE:
            thrown = 0
        elif thrown == 0:
            thrown = 1 << spared(hand, table[AT.trump])
        table[AT.thrown + dealer] = thrown
        table[AT.held + dealer] = hand & ~thrown | int(thrown != 0) << table[AT.turn_up]
    return 0


def play_out(table: Table, memory: Any) -> int:
    """Play the tricks; note how the hand ends for the pool."""
    play_tricks(table)
    table[NOTED.own], table[NOTED.end] = own_ends(table), end_of(table)
    return 0


def play_out_at_score(table: Table, memory: Any) -> int:
    """Play the tricks; note how the hand changes the score."""
    play_tricks(table)
    ends = table[NOTED.own] = own_ends(table)
    table[NOTED.end] = score_end(table[AT.players], ends)
    return 0


@inlined
def own_move(table: Table, position: int, moves: Any, many: int) -> int:
    """Return which of some moves a position made, -1 for none of them. Without branches, which
    nobody could foretell."""
    own, turned = -1, TAKE if table[AT.thrown + position] else LEAVE
    for k in range(many):
        said, turn_up = table[AT.action + position] == moves[2 * k], moves[2 * k + 1]
        own = k if said & ((turn_up == AS_ASKED) | (turn_up == turned)) else own
    return own


@inlined
def and_said(said: int, p: int, stayed: int, missed: int, dropped: int) -> tuple[int, int, int]:
    """Return the sets of positions that stayed, missed and dropped with one more of them."""
    return (stayed | int(said == PLAY) << p, missed | int(said == MISS) << p,
            dropped | int(said == DROP) << p)


@inlined
def list_forks(table: Table, memory: Any, forks: int, p: int, legal: int, moves: int) -> int:
    """List those of some moves (bits) that a position may make, after ``forks`` others."""
    of = whole_numbers(memory[WHAT_IF.moves])
    for k in range(memory[WHAT_IF.many]):
        takes = of[2 * k + 1] == TAKE
        is_dealer = p == table[AT.players] - 1
        if moves >> k & 1 and legal >> of[2 * k] & 1 and (is_dealer or not takes):
            memory[WHAT_IF.forks + forks] = p << MOVE_BITS | k
            forks += 1
    return forks


def which_moves(table: Table, memory: Any) -> int:
    """Fork the moves of all positions that are wanted where they made the move that they made."""
    moves, many = whole_numbers(memory[WHAT_IF.moves]), memory[WHAT_IF.many]
    units, numbers = whole_numbers(memory[WHAT_IF.units]), whole_numbers(memory[WHAT_IF.situations])
    wanted_at = whole_numbers(memory[WHAT_IF.wanted])
    chances = whole_numbers(memory[WHAT_IF.chances])
    notes, at = whole_numbers(memory[WHAT_IF.notes]), CHART.size * memory[BRANCH.place]
    lot = pick(decision_word(0, memory[BRANCH.deal]), CERTAIN)
    some, forks, stayed, missed, dropped = 0, 1, 0, 0, 0
    for p in range(table[AT.players]):
        own, decided, wanted = own_move(table, p, moves, many), -1, 0
        if own >= 0:
            cell = units[table[AT.chair + p]] * memory[WHAT_IF.rows] + numbers[
                (p * SEATS + count(stayed)) * SEATS + count(missed)]
            cell = cell * memory[WHAT_IF.classes] + turned_kind_of(
                table[AT.dealt + p], table[AT.trump], table[AT.turn_up],
                p == table[AT.players] - 1)
            decided = cell * many + own
            # No branch: nobody could foretell it.
            wanted = wanted_at[decided] & -int(lot < chances[cell])
            others = wanted & ~(1 << own)
            if others:
                legal = legal_after(table, p, stayed, missed)
                forks = list_forks(table, memory, forks, p, legal, others)
        notes[at + CHART.decided + p] = decided
        notes[at + CHART.wanted + p] = wanted
        some |= wanted
        memory[WHAT_IF.said + p] = table[AT.action + p]
        stayed, missed, dropped = and_said(table[AT.action + p], p, stayed, missed, dropped)
    return forks if some else 0


def which_declarations(table: Table, memory: Any) -> int:
    """Fork the declarations of all positions that are wanted at their nodes with their hands."""
    units, wanted = whole_numbers(memory[WHAT_IF.units]), whole_numbers(memory[WHAT_IF.wanted])
    notes, at = whole_numbers(memory[WHAT_IF.notes]), TRIED.size * memory[BRANCH.place]
    players, forks, stayed, missed, dropped = table[AT.players], 1, 0, 0, 0
    for p in range(players):
        said, known, coarse = table[AT.action + p], -1, 0
        legal = legal_after(table, p, stayed, missed)
        if legal:
            coarse, fine = classes_of(
                table[AT.dealt + p], table[AT.trump], table[AT.turn_up], p == players - 1, players)
            known = units[table[AT.chair + p]] * memory[WHAT_IF.rows] + node_of(
                players, p, missed, dropped)
            cell = known * memory[WHAT_IF.classes] + (fine if memory[WHAT_IF.finer] else coarse)
            known = known * FINE + fine
            forks = list_forks(table, memory, forks, p, legal, wanted[cell] & ~(1 << said))
        notes[at + TRIED.known + p], notes[at + TRIED.coarse + p] = known, coarse
        notes[at + TRIED.said + p] = memory[WHAT_IF.said + p] = said
        stayed, missed, dropped = and_said(said, p, stayed, missed, dropped)
    return forks if forks > 1 else 0


def force_move(table: Table, memory: Any) -> int:
    """Let the position of a fork make its move after what was declared before."""
    table[NOTED.turn_up] = AS_ASKED
    if memory[BRANCH.fork] == 0:
        return 0
    label = memory[BRANCH.label] = memory[WHAT_IF.forks + memory[BRANCH.fork]]
    position, moves = label >> MOVE_BITS, whole_numbers(memory[WHAT_IF.moves])
    for p in range(position):
        table[AT.action + p] = memory[WHAT_IF.said + p]
    table[AT.action + position] = moves[2 * (label & MOVE)]
    if position == table[AT.players] - 1:
        table[NOTED.turn_up] = moves[2 * (label & MOVE) + 1]
    return 0


def which_ends(table: Table, memory: Any) -> int:
    """Write the classes of all hands down; every way to declare is a fork."""
    notes, at = whole_numbers(memory[WHAT_IF.notes]), CLASSES.size * memory[BRANCH.place]
    for p in range(table[AT.players]):
        notes[at + CLASSES.coarse + p], notes[at + CLASSES.fine + p] = classes_of(
            table[AT.dealt + p], table[AT.trump], table[AT.turn_up], p == table[AT.players] - 1,
            table[AT.players])
    return memory[WHAT_IF.many]


def force_end(table: Table, memory: Any) -> int:
    """Let all positions declare as an end of the declarations has it."""
    table[NOTED.turn_up] = AS_ASKED
    ends, at = whole_numbers(memory[WHAT_IF.ends]), memory[BRANCH.fork] * table[AT.players]
    for p in range(table[AT.players]):
        table[AT.action + p] = ends[at + p]
    return 0


def which_nodes(table: Table, memory: Any) -> int:
    """Every node at which somebody is asked is a fork."""
    return memory[WHAT_IF.many]


def declare_once(table: Table, memory: Any) -> int:
    """Ask the first position that is not told what to declare."""
    position = 0
    while table[AT.action + position]:
        position += 1
    declare_up_to(table, position, position + 1)
    table[NOTED.own] = table[AT.action + position]
    return 0


def play_tricks_alone(table: Table, memory: Any) -> int:
    """Play the tricks, and note nothing."""
    play_tricks(table)
    return 0


#: How deals are forked: by the moves of a chart, not at all, at a score, by declarations, by all of
#: them together.
BY_MOVES = Steps(deal_session, force_move, declare_as_forced, which_moves, play_out)
AS_IT_IS = BY_MOVES._replace(which=None)
AT_SCORE = BY_MOVES._replace(go_on=play_out_at_score)
BY_DECLARATIONS = BY_MOVES._replace(which=which_declarations)
BY_ENDS = Steps(deal_session, force_end, declare_as_forced, which_ends, play_tricks_alone)
#: No fork is played: what is declared at every node is asked.
AT_NODES = Steps(deal_session, force_end, declare_once, which_nodes, None)


class Declaring(Branching):
    """A table of Loo or Rounce whose declarations are forked by one thread. ``stakes`` are the pool
    at the start of play, and what a looed seat pays."""

    def __init__(
        self, run: Run, stakes: tuple[int, int], steps: Steps, kept: Sequence[int] = ENDED,
        moves: Ints = DECLARATIONS,
    ) -> None:
        pool, penalty = stakes
        super().__init__(run, steps, WHAT_IF.size, kept, {AT.pool: pool, AT.penalty: penalty},
                         NOTED.size - AT.size)
        self.memory[WHAT_IF.dealer] = -1
        self.share(WHAT_IF.moves, moves)
        self.memory[WHAT_IF.many] = len(moves)

    def notes(self, deals: int, size: int) -> Ints:
        """Return what will be written down of deals: int64[deals, size]."""
        return self.share(WHAT_IF.notes, np.zeros((deals, size), np.int64))
