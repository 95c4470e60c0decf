"""Hands of any game that are played out after everything that could be declared.

The seats answer from scripts what they are to declare, and go on as their strategies do
(``simulate.games.scripts``); deals and luck are those of the run, as for any other play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.branch.kernel import BRANCH, Branching, Steps
from simulate.branch.rolling import write_script
from simulate.domino.trick_kit import SEATS
from simulate.games import spot
from simulate.games.scripts import SCRIPT
from simulate.machine.compiling import helper
from simulate.machine.layouts import lay_out
from simulate.machine.pointers import whole_numbers
from simulate.machine.table import BASE, MAX_DECISIONS, SEAT_ENTRY, Table, ask, step_address
from simulate.theory.declared import SILENT, Declared
from simulate.theory.declared_response import Tried
from simulate.theory.later_pools import Payoff, units_of
from simulate.theory.tree import MOVE, MOVE_BITS

#: Deals at pools are the second hands of sessions: forks are made of the first ones.
_NUMBER = 1
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

    ``said`` (``int64[forks, positions]``): what they declare; ``SILENT`` where they are asked. If
    it is not given, each is asked, and then declares everything else that it may. ``turns``:
    whether the seats take turns to deal; else the last one does. ``number``: of the hand in its
    session.
    """

    def __init__(
        self, at: Declared, pool: int, said: Ints | None, turns: bool = False, number: int = 0
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
        """Play some deals; return the place of the deal and the label of each hand's fork, ``int64
        [hands, 2]``, and how the hands were.
        """
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

    def kinds(self, at: Declared, some: Any) -> Ints:
        """Return the kinds of the hands of all positions in some of them: int32."""
        last = at.players - 1
        return np.array([
            [at.kind(tiles, trump, up, int(p == last)) for p, tiles in enumerate(dealt)]
            for trump, up, dealt in zip(*(
                each[some].tolist() for each in (self.trump, self.turn_up, self.dealt)),
                strict=True)], np.int32)

    def ends(self, at: Declared) -> tuple[Ints, Ints]:
        """Return how they ended: own ends, ``int64[hands, positions]``, and the pool's."""
        leaf_of = {end: leaf for leaf, end in enumerate(at.declared.ends)}
        leaves = np.array([leaf_of[tuple(one)] for one in self.said.tolist()], np.int64)
        shares = at.numbers[self.tricks]
        return at.endings.own[leaves, shares], at.endings.pool[leaves, shares]


class PlayedDeclared(Declared):
    """The declarations of a game whose hands are played as for any other question: see
    ``Declared`` for what a game says of them.
    """

    def play_ends(
        self, ends: Ints, pool: int, first: int, deals: int
    ) -> tuple[Ints, Ints, Ints]:
        """Play deals after all ends of the declarations."""
        _, hands = ForcedTable(self, pool, ends).hands(first, deals)
        kinds = hands.kinds(self, slice(None, None, len(ends)))
        return kinds, kinds, hands.tricks.reshape(deals, len(ends))

    def asking(
        self, heard: Ints, pool: int, scores: Sequence[int]
    ) -> Callable[[int, int], Ints]:
        """Ask what is declared at nodes."""
        table = ForcedTable(self, pool, heard)
        nodes, position = np.arange(len(heard)), (heard != SILENT).sum(axis=1)

        def answers(first: int, deals: int) -> Ints:
            _, hands = table.hands(first, deals)
            said: Ints = hands.said.reshape(deals, *heard.shape)[:, nodes, position]
            return said

        return answers

    def count_ends(self, pools: Ints, first: int, deals: int) -> tuple[Floats, Floats]:
        """Count how deals end at every pool, each seat the dealer in turn."""
        seats, (ways, fates) = self.players, self.endings.counts
        own, ends = np.zeros((len(pools), seats, seats, ways)), np.zeros((len(pools), seats, fates))
        nothing = np.full((1, seats), SILENT)
        for g, pool in enumerate(pools.tolist()):
            _, hands = ForcedTable(self, pool, nothing, True, _NUMBER).hands(first, deals)
            took, fate = hands.ends(self)
            np.add.at(ends[g], (hands.dealer, fate), 1)
            np.add.at(own[g], (hands.dealer[:, None], np.arange(seats), took), 1)
        return own, ends

    def tried(self, payoff: Payoff, first: int, deals: int, wanted: Ints) -> Tried:
        """Try declarations: everything is played, and what is not wanted left out."""
        seats, nodes = self.players, wanted.shape[1]
        forks, hands = ForcedTable(self, payoff.stakes.pool, None, True).hands(first, deals)
        as_it_is = forks[:, 1] < 0
        said, kinds = hands.said[as_it_is], hands.kinds(self, as_it_is).astype(np.int64)
        chairs = (hands.dealer[as_it_is, None] + 1 + np.arange(seats)) % seats
        units = np.array(units_of(self.run))[chairs]
        node_of = {heard: node for node, heard in enumerate(self.declared.heard)}
        node = np.array([[node_of.get(tuple(one[:p]), -1) if one[p] != SILENT else -1
                          for p in range(seats)] for one in said.tolist()])
        place, position = forks[:, 0], forks[:, 1].clip(min=0) >> MOVE_BITS
        meant = wanted[units, node, kinds][place, position] >> (forks[:, 1] & MOVE) & 1
        some = np.flatnonzero(as_it_is | (meant > 0))
        own, end = hands.ends(self)
        known = np.where(node < 0, -1, (units * nodes + node) * wanted.shape[2] + kinds)
        return Tried.of(known, kinds, said, units, forks[some], lambda hand, position: (
            own[some[hand], position], end[some[hand]]), payoff)
