"""Forked deals of Euchre as arrays, and what comes of any set of calls on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.domino.tiles import HIGH, LOW, NUMBERS
from simulate.errors import BoneyardError
from simulate.games.euchre.views import PASS, SEATS
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.theory.euchre.calls_forked import (
    ASKED,
    BY_CALLS,
    CALLS,
    ENDINGS,
    ROUNDS,
    SEEN,
    calling,
)

#: Deals that a worker forks at a time.
_PIECE = 2048
#: Points of a hand to its maker go from the negative of this to this.
MOST_POINTS = 4

Small = NDArray[np.int8]


def sides(players: int) -> int:
    """Return how many sides there are; position p is of side ``p % sides``."""
    return 2 if players == SEATS else players


@dataclass(frozen=True)
class Outcome:
    """What came of some deals."""

    maker: Ints  #: int64[deals]: position that made trump; -1 where all passed twice
    #: int64[deals]: points to the maker's side, or with a minus to the others; 0 where all passed.
    value: Ints


@dataclass(frozen=True)
class ForkedDeals:
    """Deals played out under every call."""

    run: Run  #: deal i is the first hand of session ``first + i``
    first: int
    values: Small  #: int8[deals, ENDINGS]: points to the maker, or with a minus those against it
    kinds: Small  #: int8[deals, players, NUMBERS]: see ``simulate.theory.euchre.hand_kinds``
    tops: Small  #: the same
    turn_ups: Small  #: int8[deals]

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.values)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.run.players)

    @cached_property
    def turned(self) -> Ints:
        """The suit turned up: int64[deals]."""
        suits: Ints = HIGH[self.turn_ups].astype(np.int64)
        return suits

    @cached_property
    def double_turned(self) -> NDArray[np.bool_]:
        """Whether a double, the right bower, is turned up."""
        double: NDArray[np.bool_] = HIGH[self.turn_ups] == LOW[self.turn_ups]
        return double

    def seat_at(self, position: int) -> Ints:
        """Return who sits at a position in each deal."""
        dealer = (self.first + np.arange(len(self))) % self.players
        seats: Ints = (dealer + 1 + position) % self.players
        return seats

    def value_of(
        self, number: int, position: int, calls: Ints | Small, at: Ints | None = None
    ) -> Ints:
        """Return what calls (no passes) of a position are worth to its side.

        ``number`` is 0 in the first round, 1 in the second; ``at`` says which deals the calls are
        for, all when not given.
        """
        start = (number * SEATS + position) * NUMBERS * 2 - 2
        ending = start + np.maximum(calls, 2).astype(np.int64)
        deals = np.arange(len(self)) if at is None else at
        points: Ints = self.values[deals, ending].astype(np.int64)
        return points

    def tails(self, calls: Small) -> list[Outcome]:
        """Return what comes of calls from each node of the auction on, none having called before.

        Calls are int8[deals, ROUNDS, players]; entry ``number * players + position`` is for the
        position asked there, and the last is void.
        """
        nothing = np.full(len(self), -1), np.zeros(len(self), np.int64)
        found = [Outcome(*nothing)]
        for number in reversed(range(ROUNDS)):
            for position in reversed(range(self.players)):
                said, later = calls[:, number, position], found[-1]
                makes = said != PASS
                found.append(Outcome(
                    np.where(makes, position, later.maker),
                    np.where(makes, self.value_of(number, position, said), later.value)))
        return found[::-1]

    def outcome(self, calls: Small) -> Outcome:
        """Return what comes of calls: int8[deals, ROUNDS, players], asked in order."""
        return self.tails(calls)[0]

    def at(self, deals: Ints) -> ForkedDeals:
        """Return some deals by their places; their seats can then no longer be told."""
        return ForkedDeals(
            self.run, 0, self.values[deals], self.kinds[deals], self.tops[deals],
            self.turn_ups[deals])

    def some(self, start: int, stop: int | None) -> ForkedDeals:
        """Return a part of the deals."""
        part = slice(start, stop)
        return ForkedDeals(self.run, self.first + start, self.values[part], self.kinds[part],
                           self.tops[part], self.turn_ups[part])


def _in_pieces(work: Callable[[slice], None], deals: int, jobs: int | None,
               progress: Callable[[int], None] | None = None) -> None:
    pieces = [(slice(at, min(at + _PIECE, deals)),) for at in range(0, deals, _PIECE)]
    work(slice(0, 0))  # compiled before threads share it
    for (piece,), _ in zip(pieces, in_order(work, pieces, jobs), strict=True):
        if progress:
            progress(piece.stop)


def fork_deals(
    run: Run, deals: int, first: int = 0, jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> ForkedDeals:
    """Deal, and play every deal out under every call, at no score.

    Raises
    ------
    BoneyardError
        If the game is not Euchre.
    StrategyError
        If a strategy fails.
    """
    if run.game != "euchre":
        raise BoneyardError(f"calls are made at euchre, not at {run.game!r}")
    players = len(run.players)
    values = np.zeros((deals, ENDINGS), np.int8)
    kinds = np.zeros((deals, players, NUMBERS), np.int8)
    tops, turn_ups = np.zeros_like(kinds), np.zeros(deals, np.int8)

    def work(piece: slice) -> None:
        table, some = calling(run, BY_CALLS), piece.stop - piece.start
        seen = table.share(CALLS.notes, np.zeros((some, SEEN.size), np.int64))
        hands, points = table.play(first + piece.start, some, ENDINGS)
        values[piece][*hands.T] = points[:, 0]
        for into, at in ((kinds, SEEN.kinds), (tops, SEEN.tops)):
            into[piece] = seen[:, at : at + players * NUMBERS].reshape(some, players, NUMBERS)
        turn_ups[piece] = seen[:, SEEN.turn_up]

    _in_pieces(work, deals, jobs, progress)
    return ForkedDeals(run, first, values, kinds, tops, turn_ups)


def calls_at(
    deals: ForkedDeals, scores: Sequence[int], run: Run | None = None, jobs: int | None = None
) -> Small:
    """Return what every seat would call, each as if all before it had passed.

    ``scores`` are points by side, of which position p is ``p % sides``; who is asked sits at
    ``run``, or played the tiles. Calls are int8[deals, ROUNDS, players].
    """
    asked = run or deals.run
    calls = np.zeros((len(deals), ROUNDS, deals.players), np.int8)
    points = [scores[p % len(scores)] for p in range(deals.players)]

    def work(piece: slice) -> None:
        table = calling(asked, ASKED, ROUNDS * deals.players)
        table.memory[CALLS.scores : CALLS.scores + deals.players] = points
        _, found = table.play(deals.first + piece.start, len(calls[piece]), 1)
        calls[piece] = found.reshape(calls[piece].shape)

    _in_pieces(work, len(deals), jobs)
    return calls
