"""Forked deals added up: counts from which the worth of every move at any pool follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.loo.row import AT, SEATS
from simulate.games.loo.rules import LooRules, misses_in
from simulate.games.loo.settling import LOOED_POINTS
from simulate.runs.chunk import failure, set_table
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.solving.loo.hand_classes import TURNED_KINDS
from simulate.solving.loo.hand_ends import ENDS, OWN, taken_by_end
from simulate.solving.loo.what_if import ASK, MOVES
from simulate.solving.loo.what_if_kernel import CERTAIN, Asked, Counted, Room, fork_deals
from simulate.whole_numbers import whole

#: Deals that a worker forks at a time.
_DEALS = 32_768


class Stakes(NamedTuple):
    """What a hand is played for: chips, or points (a trick 1, looed -5).

    Attributes
    ----------
    pool, penalty : int
        At the start of play, and what a looed seat pays.
    """

    pool: int
    penalty: int

    @property
    def trick(self) -> int:
        """What a trick pays."""
        return self.pool // 5


def plays_for_chips(run: Run) -> bool:
    """Tell whether there is a pool, and not points."""
    return isinstance(run.rules, LooRules) and run.rules.scoring == "chips"


def unit_of(run: Run) -> str:
    """Return what a hand is worth, in words."""
    return "chips" if plays_for_chips(run) else "points"


def stakes_of(run: Run, pool: int | None = None) -> Stakes:
    """Return the stakes of a hand with this pool: that of a session's first when not given.

    Raises
    ------
    BoneyardError
        If a pool is given where points are played for, or no hand can have that pool.
    """
    rules = run.rules
    if not isinstance(rules, LooRules) or rules.scoring == "points":
        if pool is not None:
            raise BoneyardError(f"pool {pool}: there is none where points are played for")
        return stakes_at(run, LOOED_POINTS)
    first = rules.first_pool(len(run.players))
    return stakes_at(
        run, first if pool is None else whole(pool, "pool", 1, rules.escalation_limit))


def stakes_at(run: Run, pool: int) -> Stakes:
    """Return the stakes of a hand with this pool, which counts for nothing in points."""
    if not plays_for_chips(run):
        return Stakes(LOOED_POINTS, LOOED_POINTS)
    return Stakes(pool, cast("LooRules", run.rules).penalty_at(pool, len(run.players)))


@dataclass(frozen=True, order=True)
class Situation:
    """What a position hears before it declares.

    Parameters
    ----------
    position : int
        0 is the eldest hand.
    rivals : int
        Seats before it that are in.
    missed : int
        Those of them that took the miss.
    """

    position: int
    rivals: int
    missed: int

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


@dataclass(frozen=True)
class Payoff:
    """What a hand brings at one pool, by how it ends (``simulate.solving.loo.hand_ends``).

    Parameters
    ----------
    stakes : Stakes
    taken : float64[OWN]
        Chips or points of the hand itself.
    later : float64[R, units, positions, ends]
        The worth of what the hand leaves in the pool; the first sample is the worth itself,
        the others are its replicas (``simulate.solving.loo.later_pools``).  At a score: of how the
        hand changes it, for all seats together (``simulate.solving.loo.score_ends``).
    scores : tuple of int
        Points before the hand, by position, where the hand is played for the game: its worth is
        then games won, of a hundred.
    """

    stakes: Stakes
    taken: Floats
    later: Floats
    scores: tuple[int, ...] = ()

    @classmethod
    def alone(cls, stakes: Stakes, units: int, positions: int) -> Payoff:
        """Return what a hand brings to those who leave later pools out of account."""
        return cls(stakes, taken_by_end(stakes.pool, stakes.penalty),
                   np.zeros((1, units, positions, ENDS)))

    def of_units(self, units: Sequence[int]) -> Payoff:
        """Return the payoff of some units."""
        return Payoff(self.stakes, self.taken, self.later[:, list(units)], self.scores)


@dataclass
class Forks:
    """Forked deals: how each move ended, by situation and kind of hand.

    Attributes
    ----------
    moves : int64[K, 2]
    deals : int
        Deals made; ``wanted`` of them were asked about.
    made : int64[units, situations, kinds, K]
        How often each move was made, played out or not.
    noted : int64 or float64[units, situations, kinds, M, K, OWN + ends]
        Hands by the move made (where M is 1 all together), the move forked, and how it ended: for
        the seat, for the pool (or for the score, see ``Payoff``).
    outcomes : int64 or float64[units, situations, kinds, M, K, 6]
        The same by the tricks taken.
    squares : float64[units, situations, kinds, M, K, K, S]
        By the move made and the payoff of the question, sums of squares: of what each move is worth
        on the diagonal, and of the difference between two moves above it.
    left_out : float64[units, situations, kinds, M, K, K, S]
        What the variances of the differences' sums grow by where counts are estimates, since not
        all moves were played out in all deals; none in books that are still added up.
    """

    moves: Ints
    made: Ints
    noted: Ints | Floats
    outcomes: Ints | Floats
    squares: Floats
    left_out: Floats
    deals: int = 0
    wanted: int = 0

    @classmethod
    def blank(
        cls, moves: Ints, units: int, cells: tuple[int, int], payoffs: int, ends: int = ENDS,
        apart: bool = True,
    ) -> Forks:
        """Return the books before the first deal."""
        k = len(moves)
        m = k if apart else 1
        return cls(
            moves, np.zeros((units, *cells, k), np.int64),
            np.zeros((units, *cells, m, k, OWN + ends), np.int64),
            np.zeros((units, *cells, m, k, 6), np.int64),
            np.zeros((units, *cells, m, k, k, payoffs)),
            np.broadcast_to(0.0, (units, *cells, m, k, k, payoffs)),
        )

    def of_units(self, units: Sequence[int]) -> Forks:
        """Return the forks of some units."""
        return self._each(lambda counts: counts[list(units)])

    def merged(self, into: Ints) -> Forks:
        """Return the forks with classes of hands put together.

        Parameters
        ----------
        into : int64[classes]
            The number that each class gets, from 0.
        """
        both = np.zeros((int(into.max()) + 1, len(into)), np.int64)
        both[into, np.arange(len(into))] = 1
        return self._each(lambda counts: np.moveaxis(np.tensordot(both, counts, (1, 2)), 0, 2))

    def where(self, cells: NDArray[np.bool_]) -> Forks:
        """Return the forks of some cells: bool[units, situations, kinds]; none of the others."""
        return self._each(lambda counts: counts * np.expand_dims(
            cells, tuple(range(cells.ndim, counts.ndim))))

    def _each(self, change: Callable[[Any], Any]) -> Forks:
        """Return the forks with all their counts changed in the same way."""
        return replace(self, made=change(self.made), noted=change(self.noted),
                       outcomes=change(self.outcomes), squares=change(self.squares),
                       left_out=change(self.left_out))

    def add(self, other: Forks) -> None:
        """Add the deals that follow. Squares are floating-point numbers, so the order matters."""
        self.made += other.made
        self.noted += other.noted
        self.outcomes += other.outcomes
        self.squares += other.squares
        self.deals += other.deals
        self.wanted += other.wanted


def units_of(run: Run) -> list[int]:
    """Return where each seat's forks are counted: together if all seats play alike, else apart.

    At a mixed table seats of one strategy have different neighbours, so later pools are worth
    different amounts to them.
    """
    seats = len(run.players)
    return [0] * seats if len(set(run.labels)) == 1 else list(range(seats))


@dataclass(frozen=True)
class Question:
    """What is to be forked.

    Parameters
    ----------
    run : Run
        Game, rules, players and seed; deal i is the first hand of its session i.
    payoffs : sequence of Payoff
        What hands bring; the first is that of the pool that is played for.
    position, hand, turn_up : int
        A single hand; every declaration of every deal where the position is -1.
    before : tuple of int
        Declarations before it.
    moves : sequence of (int, int)
    taken : tuple of int
        Positions before it that count as having declared so whatever tiles they hold; the others
        are dealt tiles with which they declare so.
    classes : int
        What hands are told apart by: ``TURNED_KINDS``, or ``COARSE`` (``hand_classes``).
    apart : bool
        Whether hands are counted apart by the move that was made.
    plays_out : int64[units, situations, classes, K], optional
        Bits of the moves that are played out where a move is made; all of them when not given.
    chances : int64[units, situations, classes], optional
        In how many of ``CERTAIN`` deals, drawn by lot, they are; in all of them when not given.
    """

    run: Run
    payoffs: Sequence[Payoff]
    position: int = -1
    hand: int = 0
    turn_up: int = 0
    before: tuple[int, ...] = ()
    moves: Ints = field(default_factory=MOVES.copy)
    taken: tuple[int, ...] = ()
    classes: int = TURNED_KINDS
    apart: bool = True
    plays_out: Ints | None = None
    chances: Ints | None = None

    @property
    def stakes(self) -> Stakes:
        """What is played for."""
        return self.payoffs[0].stakes

    @property
    def _cells(self) -> tuple[int, int]:
        """Situations and classes: one of each for a single hand."""
        if self.position >= 0:
            return 1, 1
        return len(situations(len(self.run.players))), self.classes

    def blank(self) -> Forks:
        """Return empty books for the answer."""
        return Forks.blank(self.moves, max(self.units()) + 1, self._cells, len(self.payoffs),
                           self.payoffs[0].later.shape[-1], self.apart)

    def wanted(self) -> Ints:
        """Return the moves that are played out, as ``plays_out`` has them."""
        if self.plays_out is not None:
            return self.plays_out
        moves = len(self.moves)
        return np.full((max(self.units()) + 1, *self._cells, moves), (1 << moves) - 1)

    def how_often(self) -> Ints:
        """Return in how many of ``CERTAIN`` deals decisions are played out, as ``chances``."""
        if self.chances is not None:
            return self.chances
        return np.full((max(self.units()) + 1, *self._cells), CERTAIN)

    def units(self) -> Ints:
        """Return where each seat's forks are counted."""
        return np.array(units_of(self.run) if self.position < 0 else [0] * len(self.run.players))

    def ask(self) -> Ints:
        """Return the question as the kernel reads it."""
        ask = np.zeros(ASK.size, np.int64)
        ask[ASK.position], ask[ASK.hand], ask[ASK.turn_up] = self.position, self.hand, self.turn_up
        ask[ASK.before : ASK.before + len(self.before)] = self.before
        ask[ASK.taken] = sum(1 << position for position in self.taken)
        ask[ASK.classes] = self.classes
        scores = self.payoffs[0].scores
        ask[ASK.at_score], ask[ASK.scores : ASK.scores + len(scores)] = bool(scores), scores
        return ask


def by_fours(numbers: Floats) -> Floats:
    """Return numbers with zeros at the end of the last axis, so that it is a multiple of four."""
    more = -numbers.shape[-1] % 4
    return np.ascontiguousarray(np.pad(numbers, [(0, 0)] * (numbers.ndim - 1) + [(0, more)]))


def fork_some(question: Question, first: int, deals: int) -> Forks:
    """Fork deals ``first`` and following: what one worker does.

    Raises
    ------
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    run = question.run
    row, _parameters = set_table(run, watched=True)
    row[AT.pool], row[AT.penalty] = question.stakes.pool, question.stakes.penalty
    forks = question.blank()
    taken, later = (by_fours(np.stack(each, axis=-1)) for each in (
        [payoff.taken for payoff in question.payoffs],
        [payoff.later[0] for payoff in question.payoffs]))
    squares = by_fours(forks.squares)
    asked = Asked(
        question.ask(), forks.moves, question.units(), situation_numbers(len(run.players)),
        question.wanted(), question.how_often(), taken, later)
    counted = Counted(forks.made, forks.noted, forks.outcomes, squares)
    room = Room.of(len(forks.moves), taken.shape[-1])
    try:
        forks.wanted = fork_deals(row, asked, counted, room, first, deals)
    except Exception as error:
        raise failure(run, row, error) from error
    forks.deals, forks.squares = deals, squares[..., : len(question.payoffs)]
    return forks


def fork_more(
    question: Question, forks: Forks, deals: int, jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Add that many deals to those already forked, the next ones in order."""
    starts = range(forks.deals, forks.deals + deals, _DEALS)
    stop = forks.deals + deals
    tasks = [(question, at, min(_DEALS, stop - at)) for at in starts]
    for done in in_order(fork_some, tasks, jobs):
        forks.add(done)
        if progress:
            progress(forks.deals)
