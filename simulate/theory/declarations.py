"""All that can be declared at a table, and hands that are played out after it.

The seats answer from scripts what they are to declare, and go on as their strategies do
(``simulate.games.scripts``); deals and luck are those of the run, as for any other play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.branch.kernel import BRANCH, Branching, Steps
from simulate.branch.rolling import write_script
from simulate.domino.trick_kit import SEATS
from simulate.games import spot
from simulate.games.scripts import SCRIPT
from simulate.machine.compiling import helper
from simulate.machine.layouts import lay_out, whole_numbers
from simulate.machine.table import BASE, MAX_DECISIONS, SEAT_ENTRY, Table, ask, step_address
from simulate.runs.run import Run
from simulate.theory.tree import MOVE, MOVE_BITS, NO_MOVE, Tree

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
            follows.append(row + [NO_MOVE] * (most - len(row)))
        tree = Tree(np.array([len(said) for said in heard]), np.array(follows), len(ends))
        return cls(tree, tuple(heard), tuple(actions), tuple(ends))

    def nodes_of(self, positions: Collection[int]) -> Ints:
        """Return the nodes at which some positions declare, ascending."""
        return np.flatnonzero(np.isin(self.tree.player, list(positions)))

    def told(self, locked: Collection[int]) -> Declarations:
        """Return the declarations with a column of its own for every node of a locked position.

        The columns after the classes of all positions say, for each of those nodes in order, what
        is declared there: the number of the move, as a forced class (``Minimiser.forced``).
        """
        if not locked:
            return self
        nodes, told = self.nodes_of(locked), self.tree.player.copy()
        told[nodes] = self.tree.players + np.arange(len(nodes))
        return replace(self, tree=replace(self.tree, told=told))


@dataclass(frozen=True)
class Endings:
    """How hands end after what was declared, by how the tricks are shared, for pool and penalty."""

    own: Ints  #: int64[leaves, shares, positions]: the number of the own end of a position
    pool: Ints  #: int64[leaves, shares]: the number of what became of the pool
    taken_by_end: Callable[[Any, Any], Floats]
    left_by_end: Callable[[Any, Any], Ints]

    def taken(self, pool: int, penalty: int) -> Floats:
        """Return the chips that a hand brings: float64[leaves, shares, positions]."""
        return self.taken_by_end(pool, penalty)[self.own]

    def left(self, pool: int, penalty: int) -> Ints:
        """Return the chips that a hand leaves in the pool: int64[leaves, shares]."""
        return self.left_by_end(pool, penalty)[self.pool]

    @property
    def counts(self) -> tuple[int, int]:
        """How many own ends there are, and how many ends of the pool."""
        return self.taken_by_end(1, 1).shape[-1], self.left_by_end(1, 1).shape[-1]


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


#: The numbers that a seat has in place of its parameters, behind what all scripts hold: what it
#: declares if it is told to, and what it could have declared, and did, when it was asked.
_SAYS = lay_out(SCRIPT.size, decision=1, answer=1, legal=1, told=1)
#: What the steps share.
_FORCED = lay_out(
    BRANCH.size,
    scripts=1,  # address of the seats' scripts
    said=1,  # address of what positions declare, fork by fork; nothing where they are asked
    many=1,  # forks
    players=1,
    begins=1,  # entry of the row that positions count from, and how far on the first one is
    steps=1,
    turns=1,  # 1 where the seats take turns to deal
    forks=SEATS << MOVE_BITS,  # labels, where declarations are tried
)


def say_step(table: Table, script: Any) -> int:
    """Declare what the script has, or answer as the strategy does."""
    decision = table[BASE.decision]
    asked = decision == script[_SAYS.decision]
    if asked and script[_SAYS.answer] > 0:
        return int(script[_SAYS.answer])
    answer = ask(script[SCRIPT.goes_on + decision], table, script[SCRIPT.parameters])
    if asked:
        script[_SAYS.legal], script[_SAYS.told] = table[script[SCRIPT.legal + decision]], answer
    return answer


def _set_deal(table: Table, memory: Any) -> int:
    table[BASE.session] = memory[BRANCH.deal]
    if memory[_FORCED.turns]:
        table[memory[_FORCED.begins]] = memory[BRANCH.deal] % memory[_FORCED.players]
    return 0


@helper
def _script_of(table: Table, memory: Any, position: int) -> Any:
    """Return the script of the seat in a position."""
    first = table[memory[_FORCED.begins]] + memory[_FORCED.steps]
    seat = (first + position) % memory[_FORCED.players]
    return whole_numbers(memory[_FORCED.scripts] + 8 * _SAYS.size * seat)


def _force_all(table: Table, memory: Any) -> int:
    """Write what everybody is to declare in a fork."""
    said, at = whole_numbers(memory[_FORCED.said]), memory[BRANCH.fork] * memory[_FORCED.players]
    for p in range(memory[_FORCED.players]):
        _script_of(table, memory, p)[_SAYS.answer] = said[at + p]
    return 0


def _force_one(table: Table, memory: Any) -> int:
    """Write what a position is to declare in a fork; all are asked in the first one."""
    for p in range(memory[_FORCED.players]):
        script = _script_of(table, memory, p)
        script[_SAYS.answer] = 0
        if memory[BRANCH.fork] == 0:
            script[_SAYS.legal] = 0
    if memory[BRANCH.fork]:
        label = memory[BRANCH.label] = memory[_FORCED.forks + memory[BRANCH.fork]]
        _script_of(table, memory, label >> MOVE_BITS)[_SAYS.answer] = label & MOVE
    return 0


def _every_end(table: Table, memory: Any) -> int:
    return memory[_FORCED.many]


def _every_other(table: Table, memory: Any) -> int:
    """Fork whatever a position could have declared instead."""
    forks = 1
    for p in range(memory[_FORCED.players]):
        script = _script_of(table, memory, p)
        for action in range(1, 1 << MOVE_BITS):
            if script[_SAYS.legal] >> action & 1 and action != script[_SAYS.told]:
                memory[_FORCED.forks + forks] = p << MOVE_BITS | action
                forks += 1
    return forks


class ForcedTable(Branching):
    """A table at one pool, whose positions declare what they are told.

    ``at``: what they may declare (``simulate.theory.declared.Declared``). ``said`` (``int64[forks,
    positions]``): what they declare; ``SILENT`` where they are asked. If it is not given, each is
    asked, and then declares everything else that it may. ``turns``: whether the seats take turns to
    deal; else the last one does. ``number``: of the hand in its session.
    """

    def __init__(
        self, at: Any, pool: int, said: Ints | None, turns: bool = False, number: int = 0
    ) -> None:
        run, row, about, seats = at.run, at.game.row, spot.asking(at.run.game), at.players
        hand = {"game": run.game, "players": seats, "dealer": seats - 1, "pool": pool,
                "hand": number}
        begins, steps = at.game.begins
        kept = [row.tricks, row.trump, row.turn_up, begins,
                *(entry + p for entry in (row.said, row.dealt) for p in range(seats))]
        force, which = (_force_one, _every_other) if said is None else (_force_all, _every_end)
        super().__init__(
            run, Steps(_set_deal, force, about.opens(), which, None), _FORCED.size, kept,
            about.state(hand, run.rules), scratch=max(1, about.scratch))
        self.at, memory = at, self.memory
        memory[_FORCED.players], memory[_FORCED.turns] = seats, turns
        memory[_FORCED.begins], memory[_FORCED.steps] = begins, steps
        scripts = self.share(_FORCED.scripts, np.zeros((seats, _SAYS.size), np.int64))
        for seat, script in enumerate(scripts):
            entries = self.start[BASE.asks + seat * SEAT_ENTRY :][:SEAT_ENTRY]
            write_script(script, entries, at.game, about)
            script[_SAYS.decision] = list(at.game.decisions).index(at.decision)
            entries[: len(at.game.decisions)] = step_address(say_step)
            entries[MAX_DECISIONS] = script.ctypes.data
        if said is not None:
            memory[_FORCED.many] = len(said)
            self.share(_FORCED.said, said)

    def hands(self, first: int, deals: int) -> tuple[Ints, Hands]:
        """Play deals; return place and fork of each hand, ``int64[hands, 2]``, and the hands."""
        many, seats = int(self.memory[_FORCED.many]), self.at.players
        hands, came = self.play(first, deals, many or 1 + seats * len(self.at.says))
        tricks, trump, turn_up, dealer = came.T[:4]
        return hands, Hands(tricks, trump, turn_up, dealer, came[:, 4 : 4 + seats],
                            came[:, 4 + seats :])


class Hands(NamedTuple):
    """Hands that were played."""

    tricks: Ints  #: int64[hands]: as the row packs them
    trump: Ints  #: int64[hands]
    turn_up: Ints  #: int64[hands]
    dealer: Ints  #: int64[hands]
    said: Ints  #: int64[hands, positions]
    dealt: Ints  #: int64[hands, positions]: sets of tiles

    def kinds(self, at: Any, some: Any) -> Ints:
        """Return the kinds of the hands of all positions in some of them: int32."""
        last = at.players - 1
        return np.array([
            [at.kind(tiles, trump, up, int(p == last)) for p, tiles in enumerate(dealt)]
            for trump, up, dealt in zip(*(
                each[some].tolist() for each in (self.trump, self.turn_up, self.dealt)),
                strict=True)], np.int32)

    def ends(self, at: Any) -> tuple[Ints, Ints]:
        """Return how they ended: own ends, ``int64[hands, positions]``, and the pool's."""
        leaf_of = {end: leaf for leaf, end in enumerate(at.declared.ends)}
        leaves = np.array([leaf_of[tuple(one)] for one in self.said.tolist()], np.int64)
        shares = at.shares_won(self.tricks)
        return at.endings.own[leaves, shares], at.endings.pool[leaves, shares]


class Tried(NamedTuple):
    """Declarations that were tried, a hand each, beside those that were made."""

    #: int64[deals, positions]: the unit, node and fine class as one number; -1 where there was
    #: nothing to say.
    known: Ints
    coarse: Ints  #: int64[deals, positions]: the coarse class
    said: Ints  #: int64[deals, positions]: what was declared
    units: Ints  #: int64[deals, positions]
    deal: Ints  #: int64[hands]
    position: Ints  #: int64[hands]
    action: Ints  #: int64[hands]
    #: float64[hands]: what the declaration brings more than the one that was made, chips or points.
    gain: Floats
    #: int64[hands]: what became of the pool, and without it (``simulate.theory.loo.declarations``).
    end: Ints
    end_before: Ints

    @classmethod
    def of(
        cls, known: Ints, coarse: Ints, said: Ints, units: Ints, hands: Ints,
        ended: Callable[[Ints, Ints], tuple[Ints, Ints]], payoff: Any,
    ) -> Tried:
        """Return what was tried, from what is known by deal and position.

        ``hands`` (``int64[hands, 2]``): the place of the deal and the label of the fork, its
        position and declaration; a deal as it is comes before its forks. ``ended(hand, position)``
        returns the own ends of positions in some hands, and the ends of the pool.
        """
        as_it_is = np.flatnonzero(hands[:, 1] < 0)
        before = as_it_is[np.cumsum(hands[:, 1] < 0) - 1][hands[:, 1] >= 0]
        tried = np.flatnonzero(hands[:, 1] >= 0)
        deal, position = hands[tried, 0], hands[tried, 1] >> MOVE_BITS
        (own, end), (own_before, end_before) = ended(tried, position), ended(before, position)
        taken, later = payoff.taken, payoff.later[0, units[deal, position], position]
        row = np.arange(len(tried))
        gain = taken[own] + later[row, end] - taken[own_before] - later[row, end_before]
        return cls(known, coarse, said, units, deal, position, hands[tried, 1] & MOVE, gain, end,
                   end_before)

    def of_hands(self, by_position: Ints) -> Ints:
        """Return what is known by deal and position for every hand: int64[hands]."""
        return by_position[self.deal, self.position]


