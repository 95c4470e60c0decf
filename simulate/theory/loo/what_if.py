"""Deals of Loo and Rounce forked: counts from which the worth of every move at any pool follows.

A fork changes what one position declares. Everything else stays as it is: the deal, what was
declared before, the other seats' strategies and their luck, the seat's own play of the tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.branch.kernel import BRANCH, Branching, Steps
from simulate.domino.tile_sets import count
from simulate.games.loo.hand import deal, declare_at, legal_after, play_tricks, settle_who_plays
from simulate.games.loo.kernel import sit_down, take_chairs
from simulate.games.loo.rules import misses_in
from simulate.games.loo.views import AT, DROP, FOR_POOL, LEAVE, MISS, PLAY, SEATS, TRICKS
from simulate.machine.compiling import inlined, kernel
from simulate.machine.layouts import lay_out, pointer, whole_numbers
from simulate.machine.table import Table
from simulate.runs.in_order import in_pieces
from simulate.runs.run import Run
from simulate.theory.declarations import MOVE, MOVE_BITS, ended, units_of
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import Payoff
from simulate.theory.loo.declarations import OWN, RaceGains, declarations, ends_of
from simulate.theory.loo.hands import TURNED_KINDS, spared, turned_kind_of

#: A move is a declaration and what a dealer does about the turn-up: ``LEAVE``, or one of these. A
#: dealer who is to take it throws what the strategy in his seat would throw, or, where that would
#: leave the turn-up, the tile that he can best spare.
AS_ASKED, TAKE = -2, 28

#: The moves of a chart.
MOVES = np.array([
    (PLAY, LEAVE), (PLAY, TAKE), (MISS, AS_ASKED), (DROP, AS_ASKED), (FOR_POOL, AS_ASKED),
])
#: What is written down of a deal by position, before the moves of a chart: the number of the
#: decision (-1 for none), and bits of the moves that are played out.
CHART = lay_out(0, decided=SEATS, wanted=SEATS)
#: What the steps share.
WHAT_IF = lay_out(
    BRANCH.size,
    scores=SEATS,  # points before the hand, by position
    units=1,  # address of the units of the seats
    wanted=1,  # address of bits of moves that are played out, by cell
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
    notes, at = whole_numbers(memory[WHAT_IF.notes]), CHART.size * memory[BRANCH.place]
    moves, some, forks, stayed, missed = pointer(MOVES), 0, 1, 0, 0
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
            wanted = wanted_at[decided]
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

#: Deals that a worker forks at a time.
_DEALS = 32_768


@dataclass(frozen=True, order=True)
class Situation:
    """What a position hears before it declares."""

    position: int  #: 0 is the eldest hand
    rivals: int  #: seats before it that are in
    missed: int  #: those of them that took the miss

    @property
    def stayed(self) -> int:
        """How many seats before it play their dealt hands."""
        return self.rivals - self.missed

    @property
    def dropped(self) -> int:
        """How many seats before it dropped."""
        return self.position - self.rivals


def situations(players: int) -> list[Situation]:
    """Return every situation that the rules allow, by position and rivals."""
    return [
        Situation(position, rivals, missed)
        for position in range(players)
        for rivals in range(position if players == 2 else 0, position + 1)
        for missed in range(min(rivals, misses_in(players)) + 1)
        if rivals > 0 or position < players - 1
    ]


def situation_numbers(players: int) -> Ints:
    """Return the number of every situation by position, seats in and that missed; -1 for none."""
    numbers = np.full((SEATS, SEATS, SEATS), -1)
    for i, s in enumerate(situations(players)):
        numbers[s.position, s.stayed, s.missed] = i
    return numbers


@dataclass
class Forks:
    """Forked deals: how each move ended, by situation and kind of hand."""

    moves: ClassVar[Ints] = MOVES
    #: int64[units, situations, kinds, K]: how often each move was made, played out or not.
    made: Ints
    #: int64[units, situations, kinds, M, K, OWN + ends]: hands by the move made (where M
    #: is 1 all together), the move forked, and how it ended: for the seat, for the pool (or for the
    #: score, see ``Payoff``).
    noted: Ints
    #: int64[units, situations, kinds, M, K, 6]: the same by the tricks taken.
    outcomes: Ints
    #: float64[units, situations, kinds, M, K, K, S]: by the move made and the payoff of the
    #: question, sums of squares: of what each move is worth on the diagonal, and of the difference
    #: between two moves above it. A pair of moves has its numbers side by side, so that few of them
    #: are fetched.
    squares: Floats
    deals: int = 0

    def of_units(self, units: Sequence[int]) -> Forks:
        """Return the forks of some units."""
        return self._each(lambda counts: counts[list(units)])

    def merged(self, into: Ints) -> Forks:
        """Return the forks with kinds of hands put together: each gets a number, from 0."""
        both = np.zeros((int(into.max()) + 1, len(into)), np.int64)
        both[into, np.arange(len(into))] = 1
        return self._each(lambda counts: np.moveaxis(np.tensordot(both, counts, (1, 2)), 0, 2))

    def _each(self, change: Callable[[Any], Any]) -> Forks:
        """Return the forks with all their counts changed in the same way."""
        names = "made", "noted", "outcomes", "squares"
        return replace(self, **{name: change(getattr(self, name)) for name in names})

    def add(self, other: Forks) -> None:
        """Add the deals that follow. Squares are floating-point numbers, so the order matters."""
        for name in ("made", "noted", "outcomes", "squares", "deals"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True)
class Question:
    """Every declaration of every deal, forked."""

    run: Run  #: game, rules, players and seed; deal i is the first hand of its session i
    payoffs: Sequence[Payoff]  #: what hands bring; the first is that of the pool that is played for
    apart: bool = True  #: whether hands are counted apart by the move that was made
    #: int64[units, situations, kinds, K], optional: bits of the moves that are played out where a
    #: move is made; all of them when not given.
    plays_out: Ints | None = None

    @property
    def _cells(self) -> tuple[int, int, int]:
        """Units, situations, and kinds of hands."""
        return (max(units_of(self.run)) + 1, len(situations(len(self.run.players))), TURNED_KINDS)

    def blank(self) -> Forks:
        """Return empty books for the answer."""
        k, ends = len(MOVES), self.payoffs[0].later.shape[-1]
        apart = (*self._cells, k if self.apart else 1, k)
        pairs = (*apart, k, len(self.payoffs))
        return Forks(
            np.zeros((*self._cells, k), np.int64), np.zeros((*apart, OWN + ends), np.int64),
            np.zeros((*apart, TRICKS + 1), np.int64), np.zeros(pairs))

    def wanted(self) -> Ints:
        """Return the moves that are played out, as ``plays_out`` has them."""
        if self.plays_out is not None:
            return self.plays_out
        return np.full((*self._cells, len(MOVES)), (1 << len(MOVES)) - 1)

    def table(self) -> Branching:
        """Return the table where deals are forked."""
        payoff, seats = self.payoffs[0], len(self.run.players)
        table = Branching(
            self.run, BY_MOVES, WHAT_IF.size, [AT.tricks, *(AT.action + p for p in range(seats))],
            {AT.pool: payoff.stakes.pool, AT.penalty: payoff.stakes.penalty}, beyond=1)
        table.memory[WHAT_IF.scores : WHAT_IF.scores + len(payoff.scores)] = payoff.scores
        table.memory[WHAT_IF.rows] = self._cells[1]
        for entry, array in (
                (WHAT_IF.units, np.array(units_of(self.run))),
                (WHAT_IF.situations, situation_numbers(seats)), (WHAT_IF.wanted, self.wanted())):
            table.share(entry, array)
        return table

    def ends(self, said: Ints, tricks: Ints) -> tuple[Ints, Ints]:
        """Return how hands ended: own ends, int64[hands, positions], and for the pool or the score.
        """
        at = declared_at(self.run)
        declared = declarations(at.players, False)  # Loo's stand for Rounce's
        own, pool = ends_of(declared)
        return ended(declared, own, RaceGains.of(declared).number if self.payoffs[0].scores else
                     pool, said, at.shares_won(tricks))


@inlined
def _add_up(
    cell: int, unit: int, p: int, ended: Any, owns: Any, ends: Any, won: Any, taken: Any,
    later: Any, worth: Any, noted: Any, tricks: Any, squares: Any,
) -> None:
    """Add the moves of a position that were played out to a cell of the books."""
    for k in range(len(ended)):
        at = ended[k]
        if at < 0:
            continue
        own, end = owns[at, p], ends[at]
        noted[cell, k, own] += 1
        noted[cell, k, OWN + end] += 1
        tricks[cell, k, won[at] >> 4 * p & 7] += 1
        for s in range(worth.shape[1]):
            value = taken[own, s] + later[unit, p, end, s]
            worth[k, s] = value
            squares[cell, k, k, s] += value * value
        for j in range(k):
            if ended[j] >= 0:
                for s in range(worth.shape[1]):
                    apart = worth[k, s] - worth[j, s]
                    squares[cell, j, k, s] += apart * apart


@kernel
def count_moves(
    notes: Any, hands: Any, owns: Any, ends: Any, won: Any, taken: Any, later: Any, made: Any,
    noted: Any, tricks: Any, squares: Any,
) -> None:
    """Add forked deals to the books of ``Forks``, in their order; cells are one axis. Notes, hands
    and the tricks won are as ``what_if.BY_MOVES`` wrote them, own ends and ends those of
    ``Question.ends``. At each of some pools own ends bring what is taken, float64[OWN, S], and ends
    leave to a unit in a position what comes later, float64[units, positions, ends, S]."""
    units, positions, _, pools = later.shape
    many, at = noted.shape[1], 0
    ended, worth = np.zeros(many, np.int64), np.zeros((many, pools))
    for place in range(len(notes)):
        for p in range(positions):
            if notes[place, CHART.decided + p] >= 0:
                made[notes[place, CHART.decided + p]] += 1
        if at == len(hands) or hands[at, 0] != place:
            continue
        as_it_is = at
        at += 1
        for p in range(positions):
            decided, wanted = notes[place, CHART.decided + p], notes[place, CHART.wanted + p]
            if wanted == 0:
                continue
            ended[:] = -1
            if wanted >> decided % many & 1:
                ended[decided % many] = as_it_is
            while (at < len(hands) and hands[at, 0] == place
                   and hands[at, 1] >> MOVE_BITS == p):
                ended[hands[at, 1] & MOVE] = at
                at += 1
            # A cell is told apart by the move made where the books are.
            cell = decided if len(noted) == len(made) else decided // many
            _add_up(cell, decided // (len(made) // units), p, ended, owns, ends, won, taken, later,
                    worth, noted, tricks, squares)


def fork_some(question: Question, first: int, deals: int) -> Forks:
    """Fork deals ``first`` and following: what one worker does. Raises ``StrategyError`` if a
    strategy fails or chooses what the rules do not allow."""
    table, forks = question.table(), question.blank()
    notes = table.share(WHAT_IF.notes, np.zeros((deals, CHART.size), np.int64))
    hands, came = table.play(first, deals, len(question.run.players) * len(MOVES) + 1)
    taken, later = (np.ascontiguousarray(np.stack(each, axis=-1)) for each in (
        [payoff.taken for payoff in question.payoffs],
        [payoff.later[0] for payoff in question.payoffs]))
    noted, tricks = (each.reshape(-1, *each.shape[4:]) for each in (forks.noted, forks.outcomes))
    won = np.ascontiguousarray(came[:, 0])
    count_moves(notes, hands, *question.ends(came[:, 1:], won), won, taken, later,
                forks.made.reshape(-1), noted, tricks,
                forks.squares.reshape(-1, *forks.squares.shape[4:]))
    forks.deals = deals
    return forks


def fork_more(
    question: Question, forks: Forks, deals: int, jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Add that many deals to those already forked, the next ones in order."""
    for done in in_pieces(partial(fork_some, question), forks.deals, deals, _DEALS, jobs):
        forks.add(done)
        if progress:
            progress(forks.deals)
