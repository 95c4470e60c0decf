"""Forked deals added up: exact counts that know the worth of every move at any pool."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from simulate.books.tally import Ints
from simulate.errors import BoneyardError
from simulate.games.loo.legal import misses_in
from simulate.games.loo.row import AT, SEATS
from simulate.games.loo.rules import LooRules
from simulate.games.loo.settling import LOOED_POINTS
from simulate.runs.chunk import failure, set_table
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.solving.loo.hand_kinds import HAND_KINDS
from simulate.solving.loo.what_if import ASK, MOVES, NOTED, fork_deals
from simulate.whole_numbers import whole

#: Deals that a worker forks at a time.
_DEALS = 16_384


@dataclass(frozen=True)
class Stakes:
    """What a hand is played for: chips, or points (a trick 1, looed -5).

    Parameters
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


def stakes_of(run: Run, pool: int | None = None) -> Stakes:
    """Return the stakes of a hand with this pool: that of a session's first when not given.

    Raises
    ------
    BoneyardError
        If points are played for and a pool is given, or it is none that a hand can have.
    """
    rules = run.rules
    if not isinstance(rules, LooRules) or rules.scoring == "points":
        if pool is not None:
            raise BoneyardError(f"pool {pool}: there is none where points are played for")
        return Stakes(LOOED_POINTS, LOOED_POINTS)
    players = len(run.players)
    first = rules.first_pool(players)
    pool = first if pool is None else whole(pool, "pool", 1, rules.escalation_limit)
    return Stakes(pool, rules.penalty_at(pool, players))


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


def _situation_numbers(players: int) -> Ints:
    numbers = np.full((SEATS, SEATS, SEATS), -1)
    for i, s in enumerate(situations(players)):
        numbers[s.position, s.stayed, s.missed] = i
    return numbers


@dataclass
class Forks:
    """Forked deals: what each move brought, by situation and kind of hand.

    Attributes
    ----------
    moves : int64[K, 2]
    deals : int
        Deals made; ``wanted`` of them were asked about.
    products : int64[units, situations, kinds, K, D, D]
        By the move made (the fourth axis): sums of the products, two by two, of 1 and of
        what was noted of each move, above the diagonal and on it; D is 1 + 4 K.
    outcomes : int64[units, situations, kinds, K, K, 6]
        Hands by the move made, the move forked, and the tricks that it took.
    """

    moves: Ints
    products: Ints
    outcomes: Ints
    deals: int = 0
    wanted: int = 0

    @classmethod
    def blank(cls, moves: Ints, units: int, cells: tuple[int, int]) -> Forks:
        """Return the books before the first deal."""
        k = len(moves)
        size = 1 + len(NOTED) * k
        return cls(
            moves, np.zeros((units, *cells, k, size, size), np.int64),
            np.zeros((units, *cells, k, k, 6), np.int64),
        )

    def of_unit(self, unit: int) -> Forks:
        """Return the forks of one unit, which share memory with these."""
        own = slice(unit, unit + 1)
        return Forks(self.moves, self.products[own], self.outcomes[own], self.deals, self.wanted)

    def add(self, other: Forks) -> None:
        """Add other deals: whole numbers, so that their order does not matter."""
        self.products += other.products
        self.outcomes += other.outcomes
        self.deals += other.deals
        self.wanted += other.wanted


@dataclass(frozen=True)
class Question:
    """What is to be forked.

    Parameters
    ----------
    run : Run
        Game, rules, players and seed; deal i is the first hand of its session i.
    stakes : Stakes
    position, hand, turn_up : int
        A single hand; every declaration of every deal where the position is -1.
    before : tuple of int
        Declarations before it.
    moves : sequence of (int, int)
    taken : tuple of int
        Positions before it whose word is taken, whatever tiles they hold; the others are
        dealt tiles with which they declare so.
    """

    run: Run
    stakes: Stakes
    position: int = -1
    hand: int = 0
    turn_up: int = 0
    before: tuple[int, ...] = ()
    moves: Ints = field(default_factory=MOVES.copy)
    taken: tuple[int, ...] = ()

    def blank(self) -> Forks:
        """Return empty books for the answer."""
        if self.position >= 0:
            return Forks.blank(self.moves, 1, (1, 1))
        labels, players = self.run.labels, len(self.run.players)
        return Forks.blank(self.moves, len(set(labels)), (len(situations(players)), HAND_KINDS))

    def units(self) -> Ints:
        """Return where each seat's forks are counted: by strategy."""
        labels = self.run.labels
        order = list(dict.fromkeys(labels))
        asked = self.position >= 0
        return np.array([0 if asked else order.index(label) for label in labels])

    def ask(self) -> Ints:
        """Return the question as the kernel reads it."""
        ask = np.zeros(ASK.size, np.int64)
        ask[ASK.position], ask[ASK.hand], ask[ASK.turn_up] = self.position, self.hand, self.turn_up
        ask[ASK.before : ASK.before + len(self.before)] = self.before
        ask[ASK.taken] = sum(1 << position for position in self.taken)
        return ask


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
    try:
        forks.wanted = fork_deals(
            row, question.ask(), forks.moves, question.units(),
            _situation_numbers(len(run.players)), first, deals, forks.products, forks.outcomes,
        )
    except Exception as error:
        raise failure(run, row, error) from error
    forks.deals = deals
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
