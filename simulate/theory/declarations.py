"""All that can be declared at a table, and hands that are played out after it.

The seats declare what they are told, and go on as their strategies do; deals and luck are those of
the run, as for any other play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.branch.kernel import BRANCH, Branching, Step, Steps
from simulate.domino.trick_kit import HAND, SEATS
from simulate.games import spot
from simulate.machine.compiling import helper
from simulate.machine.layouts import lay_out, whole_numbers
from simulate.machine.table import (
    BASE,
    MAX_DECISIONS,
    SEAT_ENTRY,
    Table,
    ask,
    decision_address,
    step_address,
)
from simulate.runs.run import Run
from simulate.theory.cfr import NO_ACTION, Tree

#: The label of an action that is tried is its player and the action: bits of it, and those of one.
MOVE_BITS, MOVE = 3, 7
#: What was declared, position by position from the eldest hand.
Said = tuple[int, ...]
#: A position that is not asked says nothing.
SILENT = 0


class Stakes(NamedTuple):
    """What a hand is played for."""

    pool: int  #: at the start of play
    penalty: int  #: what a looed seat pays


@dataclass(frozen=True)
class Declarations:
    """All that can be declared at a table."""

    tree: Tree  #: its players are the positions
    heard: tuple[Said, ...]  #: what a node's position has heard
    actions: tuple[tuple[int, ...], ...]  #: what it may declare, in the order of the tree's moves
    ends: tuple[Said, ...]  #: the declarations of every leaf, one a position

    @classmethod
    def of(
        cls, players: int, legal: Callable[[Said], tuple[int, ...]], most: int
    ) -> Declarations:
        """Return the tree of what is ``legal`` after what was said, ``most`` moves a node."""
        heard, ends = list[Said]([()]), list[Said]()
        actions, follows = [], []
        for said in heard:
            allowed, row = legal(said), []
            for action in allowed:
                after = (*said, action)
                while len(after) < players and not legal(after):
                    after = (*after, SILENT)
                row.append(~len(ends) if len(after) == players else len(heard))
                (ends if len(after) == players else heard).append(after)
            actions.append(allowed)
            follows.append(row + [NO_ACTION] * (most - len(row)))
        tree = Tree(np.array([len(said) for said in heard]), np.array(follows), len(ends))
        return cls(tree, tuple(heard), tuple(actions), tuple(ends))

    @cached_property
    def numbers(self) -> Ints:
        """The numbers of nodes and of ends by what was said (``coded``); -1 for what is none."""
        numbers = np.full(1 << MOVE_BITS * self.tree.players + 1, -1)
        for some in (self.heard, self.ends):
            numbers[[int(coded(np.array(said, np.int64))) for said in some]] = range(len(some))
        return numbers

    @cached_property
    def moves(self) -> Any:
        """The numbers of the actions at each node: int8[nodes, 1 << MOVE_BITS]."""
        moves = np.zeros((len(self.actions), 1 << MOVE_BITS), np.int8)
        for own, actions in zip(moves, self.actions, strict=True):
            own[list(actions)] = range(len(actions))
        return moves

    def nodes_of(self, positions: Collection[int]) -> Ints:
        """Return the nodes at which some positions declare, ascending."""
        return np.flatnonzero(np.isin(self.tree.player, list(positions)))

    def columns(self, fixed: Collection[int]) -> Ints:
        """Return the column of buckets (``cfr.Buckets``) that counts at each node: int64[nodes].

        Behind those of the hands of all positions each node of a fixed one has a column of its own,
        of what is declared there: the number of the action, as a fixed bucket (``CFR.fixed``).
        """
        nodes, columns = self.nodes_of(fixed), self.tree.player.copy()
        columns[nodes] = self.tree.players + np.arange(len(nodes))
        return columns


def coded(said: Ints) -> Ints:
    """Return what was said as one number, ``MOVE_BITS`` a position behind a 1: int64[...]."""
    codes = np.ones(said.shape[:-1], np.int64)
    for own in np.moveaxis(said, -1, 0):
        codes = codes << MOVE_BITS | own
    return codes


class Endings(NamedTuple):
    """How hands end after what was declared, by how the tricks are shared."""

    own: Ints  #: int64[leaves, shares, positions]: the number of the own end of a position
    pool: Ints  #: int64[leaves, shares]: the number of what became of the pool


@dataclass(frozen=True)
class Rolled:
    """Deals played out after everything that could be declared."""

    coarse: Ints  #: int32[deals, positions]: classes of the hands dealt
    fine: Ints  #: int32[deals, positions]: finer ones; the same where there are none
    outcomes: Ints  #: uint8[deals, leaves]: how the tricks are shared: numbers of ``shares``


def shares_of(tricks: int, positions: int) -> Ints:
    """Return all ways in which so many tricks are shared: int64[shares, positions]."""
    if positions == 1:
        return np.array([[tricks]])
    return np.concatenate([
        np.column_stack([np.full(len(rest), own), rest]) for own in range(tricks + 1)
        for rest in [shares_of(tricks - own, positions - 1)]])


def units_of(run: Run) -> list[int]:
    """Return where each seat's forks are counted: together if all seats play alike, else apart.

    At a mixed table seats of one strategy have different neighbours, so later pools are worth
    different amounts to them.
    """
    seats = len(run.players)
    return [0] * seats if len(set(run.labels)) == 1 else list(range(seats))


#: What a seat has that may be told what to declare: the addresses of its strategy and of that one's
#: parameters, the entry of the row with what is allowed; then what it is told, 0 for nothing, and
#: what it could have declared when it was asked.
_SAYS = lay_out(0, goes_on=1, parameters=1, legal_at=1, answer=1, legal=1)
#: What the steps share.
_FORCED = lay_out(
    BRANCH.size,
    scripts=1,  # address of what the seats are told
    said=1,  # address of what positions declare, fork by fork; nothing where they are asked
    many=1,  # forks; 0 where everything is tried
    players=1,
    begins=1,  # entry of the row that positions count from, and how far on the first one is
    steps=1,
    turns=1,  # 1 where the seats take turns to deal
    said_at=1,  # entry of the row where what was declared begins
    notes=1,  # address of what is written down of deals
    forks=SEATS << MOVE_BITS,  # labels, where declarations are tried
)
#: What is written down of a deal, by position: the buckets of the hands.
_NOTE = lay_out(0, coarse=SEATS, fine=SEATS)


def say_step(table: Table, parameters: Any) -> int:
    """Declare what the seat is told, or answer as its strategy does."""
    script = whole_numbers(table[BASE.scripts] + 8 * _SAYS.size * table[BASE.seat])
    if script[_SAYS.answer] > 0:
        return int(script[_SAYS.answer])
    script[_SAYS.legal] = table[script[_SAYS.legal_at]]
    return ask(script[_SAYS.goes_on], table, script[_SAYS.parameters])


def _set_deal(table: Table, memory: Any) -> int:
    table[BASE.session] = memory[BRANCH.deal]
    if memory[_FORCED.turns]:
        table[memory[_FORCED.begins]] = memory[BRANCH.deal] % memory[_FORCED.players]
    return 0


@helper
def _script_of(table: Table, memory: Any, position: int) -> Any:
    """Return what the seat in a position is told."""
    seat = table[memory[_FORCED.begins]] + memory[_FORCED.steps] + position
    while seat >= memory[_FORCED.players]:
        seat -= memory[_FORCED.players]
    return whole_numbers(memory[_FORCED.scripts] + 8 * _SAYS.size * seat)


def _force(table: Table, memory: Any) -> int:
    """Write what everybody is to declare in a fork; where declarations are tried, one position."""
    said, at = whole_numbers(memory[_FORCED.said]), memory[BRANCH.fork] * memory[_FORCED.players]
    for p in range(memory[_FORCED.players]):
        script = _script_of(table, memory, p)
        script[_SAYS.answer] = said[at + p] if memory[_FORCED.many] else 0
        if memory[BRANCH.fork] == 0:
            script[_SAYS.legal] = 0
    if memory[BRANCH.fork] and not memory[_FORCED.many]:
        label = memory[BRANCH.label] = memory[_FORCED.forks + memory[BRANCH.fork]]
        _script_of(table, memory, label >> MOVE_BITS)[_SAYS.answer] = label & MOVE
    return 0


@cache
def _looking(classes: Any) -> Step:
    """Return the step that writes down what a deal is, and lists its forks: ``classes`` are those
    of a game (``Declared.classes``)."""

    def which(table: Table, memory: Any) -> int:
        """Write a deal down; fork whatever else could be declared, if not all is forced."""
        notes, at = whole_numbers(memory[_FORCED.notes]), _NOTE.size * memory[BRANCH.place]
        players, forks = memory[_FORCED.players], 1
        for p in range(players):
            declared = table[memory[_FORCED.said_at] + p]
            coarse, fine = classes(table[HAND.dealt + p], table[HAND.trump], table[HAND.turn_up],
                                   int(p == players - 1), players)
            if memory[_FORCED.many] == 0 and declared:
                others = _script_of(table, memory, p)[_SAYS.legal] & ~(1 << declared)
                for action in range(1 << MOVE_BITS):
                    if others >> action & 1:
                        memory[_FORCED.forks + forks] = p << MOVE_BITS | action
                        forks += 1
            notes[at + _NOTE.coarse + p], notes[at + _NOTE.fine + p] = coarse, fine
        return memory[_FORCED.many] if memory[_FORCED.many] else forks * int(forks > 1)

    return which


def ended(
    declared: Declarations, own: Ints, pool: Ints, said: Ints, shares: Ints
) -> tuple[Ints, Ints]:
    """Look up how hands ended, as ``Endings`` has ``own`` and ``pool``, by what was said in each
    and how the tricks were shared: int64[hands, positions], int64[hands]."""
    place = declared.numbers[coded(said)] * pool.shape[1] + shares
    return own.reshape(-1, own.shape[-1]).take(place, axis=0), pool.take(place)


class ForcedTable(Branching):
    """A table at one pool, whose positions declare what they are told.

    ``at``: what they may declare (``simulate.theory.declared.Declared``). ``said`` (``int64[forks,
    positions]``): what they declare; ``SILENT`` where they are asked. If it is not given, each is
    asked, and then declares everything else that it may. ``turns``: whether the seats take turns to
    deal; else the last one does. ``number``: of the hand in its session. ``scores``:
    by position before it. ``alone``: whether only what is declared matters.
    """

    def __init__(
        self, at: Any, pool: int, said: Ints | None, turns: bool = False, number: int = 0,
        scores: Sequence[int] = (), alone: bool = False, noted: bool = True,
    ) -> None:
        run, about, seats = at.run, spot.asking(at.run.game), at.players
        self.at, self._hand = at, {"game": run.game, "players": seats, "dealer": seats - 1,
                                   "hand": number}
        play = at.declares if alone and at.declares else about.opens()
        steps = Steps(_set_deal, _force, play, _looking(at.classes) if noted else None, None)
        super().__init__(
            run, steps, _FORCED.size, [HAND.tricks, *(at.said_at + p for p in range(seats))],
            at.laid(scores), scratch=max(1, about.scratch))
        self.play_for(pool)
        memory = self.memory
        memory[_FORCED.players], memory[_FORCED.turns] = seats, turns
        memory[_FORCED.begins], memory[_FORCED.steps] = at.game.begins
        memory[_FORCED.said_at] = at.said_at
        scripts = self.share(_FORCED.scripts, np.zeros((seats, _SAYS.size), np.int64))
        self.start[BASE.scripts] = memory[_FORCED.scripts]
        which = list(at.game.decisions).index(at.decision)
        for seat, script in enumerate(scripts):
            entries = self.start[BASE.asks + seat * SEAT_ENTRY :][:SEAT_ENTRY]
            script[_SAYS.goes_on] = entries[which] or decision_address(
                about.by_lot[at.decision], tuple(at.game.decisions[at.decision].items()), ())
            script[_SAYS.parameters] = entries[MAX_DECISIONS]
            script[_SAYS.legal_at], _ = about.legal[at.decision]
            entries[which] = step_address(say_step)
        if said is not None:
            memory[_FORCED.many] = len(said)
            self.share(_FORCED.said, said)

    def play_for(self, pool: int) -> None:
        """Let hands be played for a pool."""
        state = spot.asking(self.run.game).state({**self._hand, "pool": pool}, self.run.rules)
        for entry, value in state.items():
            self.start[entry] = value

    def hands(self, first: int, deals: int) -> Hands:
        """Play deals ``first`` and following."""
        many, seats = int(self.memory[_FORCED.many]), self.at.players
        notes = self.share(_FORCED.notes, np.zeros((deals, _NOTE.size // SEATS, SEATS), np.int64))
        forks, came = self.play(first, deals, many or 1 + seats * len(self.at.says))
        return Hands(forks, came[:, 0], came[:, 1:], *notes[:, :, :seats].swapaxes(0, 1))


class Hands(NamedTuple):
    """Hands that were played."""

    forks: Ints  #: int64[hands, 2]: the place of the deal, and the label of the fork
    tricks: Ints  #: int64[hands]: as the row packs them
    said: Ints  #: int64[hands, positions]
    # By deal and position, as ``_NOTE`` has it.
    coarse: Ints
    fine: Ints

    def ends(self, at: Any) -> tuple[Ints, Ints]:
        """Return how they ended: own ends, ``int64[hands, positions]``, and the pool's."""
        return ended(at.declared, at.endings.own, at.endings.pool, self.said,
                     at.shares_won(self.tricks))



class Decisions(NamedTuple):
    """What fixed players declare, and what comes of it if one of them declares otherwise."""

    coarse: Ints  #: int64[deals, positions]: buckets of the hands
    fine: Ints  #: int64[deals, positions]
    node: Ints  #: int64[deals, positions]: where each declares; -1 for who is not asked
    does: Ints  #: int8[deals, positions]: the number of the action that it takes
    #: uint8[deals, positions, actions] (or wider): the own end with the pool's
    #: (``own end * pool's ends + pool's``), as they are where an action is not allowed.
    outcomes: Ints
