"""Hands of any game that are played out after everything that could be declared.

The seats answer from scripts what they are to declare, and go on as their strategies do
(``simulate.games.scripts``); deals and luck are those of the run, as for any other play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.branch.kernel import BRANCH, Branching, Steps
from simulate.branch.rolling import write_script
from simulate.domino.trick_kit import TRICKS
from simulate.games.scripts import SCRIPT
from simulate.games.spot import asking
from simulate.machine.layouts import lay_out
from simulate.machine.pointers import whole_numbers
from simulate.machine.table import BASE, MAX_DECISIONS, SEAT_ENTRY, Table, ask, step_address
from simulate.runs.in_order import in_order
from simulate.theory.declared import SILENT, Declared, Rolled, declared_at, shares_of
from simulate.theory.table import with_dealer_last

#: Deals that a worker plays out at a time.
_DEALS = 2048
#: Deals at pools are the second hands of sessions: forks are made of the first ones.
_NUMBER = 1
#: The numbers that a seat has in place of its parameters, behind what all scripts hold.
_SAYS = lay_out(SCRIPT.size, decision=1, answer=1)
#: What the steps share.
_FORCED = lay_out(
    BRANCH.size,
    scripts=1,  # address of the seats' scripts
    said=1,  # address of what positions declare, fork by fork; nothing where they are asked
    many=1,  # forks
    players=1,
)


def say_step(table: Table, script: Any) -> int:
    """Declare what the script has, or answer as the strategy does."""
    decision = table[BASE.decision]
    if decision == script[_SAYS.decision] and script[_SAYS.answer] > 0:
        return int(script[_SAYS.answer])
    return ask(script[SCRIPT.goes_on + decision], table, script[SCRIPT.parameters])


def _set_deal(table: Table, memory: Any) -> int:
    table[BASE.session] = memory[BRANCH.deal]
    return 0


def _force(table: Table, memory: Any) -> int:
    """Write what everybody is to declare in a fork; the last seat deals, so positions are seats."""
    said, at = whole_numbers(memory[_FORCED.said]), memory[BRANCH.fork] * memory[_FORCED.players]
    for p in range(memory[_FORCED.players]):
        script = whole_numbers(memory[_FORCED.scripts] + 8 * _SAYS.size * p)
        script[_SAYS.answer] = said[at + p]
    return 0


def _which(table: Table, memory: Any) -> int:
    return memory[_FORCED.many]


class ForcedTable(Branching):
    """A table whose last seat deals, at one pool, and whose positions declare what they are told.

    ``said`` (``int64[forks, positions]``): what they declare; ``SILENT`` where they are asked.
    ``number``: of the hand in its session.
    """

    def __init__(self, at: Declared, pool: int, said: Ints, number: int = 0) -> None:
        run, row, about = at.run, at.game.row, asking(at.run.game)
        hand = {"game": run.game, "players": at.players, "dealer": at.players - 1, "pool": pool,
                "hand": number}
        kept = [row.tricks, row.trump, row.turn_up,
                *(entry + p for entry in (row.said, row.dealt) for p in range(at.players))]
        super().__init__(
            run, Steps(_set_deal, _force, about.opens(), _which, None), _FORCED.size, kept,
            about.state(hand, run.rules), scratch=max(1, about.scratch))
        self.at, self.forks = at, len(said)
        self.memory[_FORCED.many], self.memory[_FORCED.players] = said.shape
        scripts = self.share(_FORCED.scripts, np.zeros((at.players, _SAYS.size), np.int64))
        for seat, script in enumerate(scripts):
            entries = self.start[BASE.asks + seat * SEAT_ENTRY :][:SEAT_ENTRY]
            write_script(script, entries, at.game, about)
            script[_SAYS.decision] = list(at.game.decisions).index(at.decision)
            entries[: len(at.game.decisions)] = step_address(say_step)
            entries[MAX_DECISIONS] = script.ctypes.data
        self.share(_FORCED.said, said)

    def hands(self, first: int, deals: int) -> tuple[Ints, ...]:
        """Play some deals: tricks as the row packs them, the trump, the turn-up, what was said and
        the tiles dealt: ``int64[deals, forks]``, the last two ``int64[deals, forks, positions]``.
        """
        _, came = self.play(first, deals, self.forks)
        came = came.reshape(deals, self.forks, -1)
        said, dealt = came[..., 3 : 3 + self.at.players], came[..., 3 + self.at.players :]
        return came[..., 0], came[..., 1], came[..., 2], said, dealt


def number_of_shares(players: int) -> Ints:
    """Return the number of each way to share the tricks (``shares_of``) by their packed form."""
    shares = shares_of(TRICKS, players)
    numbers = np.zeros(1 << 4 * players, np.int64)
    numbers[(shares << 4 * np.arange(players)).sum(axis=1)] = np.arange(len(shares))
    return numbers


def kinds_of(at: Declared, trump: Ints, turn_up: Ints, dealt: Ints) -> Ints:
    """Return the kinds of the hands of some deals: int32[deals, positions]."""
    last = at.players - 1
    return np.array([
        [at.kind(hand, trumps, up, int(p == last)) for p, hand in enumerate(hands)]
        for trumps, up, hands in zip(
            trump.tolist(), turn_up.tolist(), dealt.tolist(), strict=True)], np.int32)


def roll(
    at: Declared, deals: int, jobs: int, progress: Callable[[int], None] | None = None
) -> Rolled:
    """Do as ``Declared.roll`` says."""
    ends, numbers = np.array(at.declared.ends), number_of_shares(at.players)
    kinds: Any = np.zeros((deals, at.players), np.int32)
    rolled = Rolled(kinds, kinds, np.zeros((deals, len(ends)), np.uint8))

    def some(first: int, stop: int) -> int:
        table = ForcedTable(at, at.pools(None)[0], ends)
        tricks, trump, turn_up, _, dealt = table.hands(first, stop - first)
        kinds[first:stop] = kinds_of(at, trump[:, 0], turn_up[:, 0], dealt[:, 0])
        rolled.outcomes[first:stop] = numbers[tricks]
        return stop

    tasks = [(first, min(first + _DEALS, deals)) for first in range(0, deals, _DEALS)]
    for done in in_order(some, tasks, jobs):
        if progress:
            progress(done)
    return rolled


def what_is_said(
    at: Declared, locked: Collection[int], pool: int, deals: int, jobs: int
) -> Ints:
    """Do as ``Declared.said_by`` says."""
    nodes = at.declared.nodes_of(locked)
    heard = np.full((len(nodes), at.players), SILENT)
    moves = np.zeros((len(nodes), max(at.says) + 1), np.int8)
    for k, node in enumerate(nodes):
        before, actions = at.declared.heard[node], at.declared.actions[node]
        heard[k, : len(before)], moves[k, list(actions)] = before, range(len(actions))
    asked: Ints = at.declared.tree.player[nodes]
    said: Any = np.zeros((deals, len(nodes)), np.int8)  # small: there are many deals

    def some(first: int, stop: int) -> None:
        answers = ForcedTable(at, pool, heard).hands(first, stop - first)[3]
        rows = np.arange(len(nodes))
        said[first:stop] = moves[rows, answers[:, rows, asked]]

    for _ in in_order(some, [(first, min(first + _DEALS, deals))
                             for first in range(0, deals, _DEALS)], jobs):
        pass
    found: Ints = said
    return found


def end_numbers(at: Declared, tricks: Ints, said: Ints) -> tuple[Ints, Ints]:
    """Return how some hands ended: own ends, ``int64[hands, positions]``, and the pool's."""
    leaf_of = {end: leaf for leaf, end in enumerate(at.declared.ends)}
    leaves = np.array([leaf_of[tuple(one)] for one in said.tolist()], np.int64)
    shares = number_of_shares(at.players)[tricks]
    return at.endings.own[leaves, shares], at.endings.pool[leaves, shares]


def count_ends(at: Declared, pools: Ints, first: int, deals: int) -> tuple[Floats, Floats]:
    """Do as ``Declared.count_ends`` says; each seat deals a part of the deals."""
    seats, (ways, fates) = at.players, at.endings.counts
    own, ends = np.zeros((len(pools), seats, seats, ways)), np.zeros((len(pools), seats, fates))
    for dealer, (g, pool) in ((d, one) for d in range(seats) for one in enumerate(pools.tolist())):
        turned = declared_at(with_dealer_last(at.run, dealer))
        table = ForcedTable(turned, pool, np.full((1, seats), SILENT), _NUMBER)
        tricks, _, _, said, _ = table.hands(first, deals // seats)
        took, fate = end_numbers(turned, tricks[:, 0], said[:, 0])
        ends[g, dealer] = np.bincount(fate, minlength=fates)
        own[g, dealer] = [np.bincount(each, minlength=ways) for each in took.T]
    return own, ends
