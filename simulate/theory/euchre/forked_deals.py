"""Deals of Euchre played out under every call that could make trump, and the kinds of their hands.

How a hand is played does not depend on who passed before, so a deal has one ending for each
call that ends the auction: 56 with four players.  Each is played out on the same deal, so the
outcome of any calls can be looked up.  A kind, for one suit as trump, is what a person can count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.branch.forced import ForcedPlay
from simulate.domino.tile_sets import count
from simulate.domino.tiles import DOUBLES, HIGH, LOW, NUMBERS, TILE
from simulate.domino.tricks import bowers, trumps_of
from simulate.games.euchre.kernel import BOWER, BOWERS
from simulate.games.euchre.views import AT, PASS, SEATS, TRICKS, legal_calls, make
from simulate.games.scripts import ALL, FREE, GIVEN, SCRIPT, WEIGHED, forced
from simulate.machine.compiling import helper, kernel
from simulate.machine.table import BASE
from simulate.runs.run import Run, in_pieces

#: Doubles that are no trumps, as a chart names them.
PLAIN_DOUBLES = ("no double", "a double", "2 or more doubles")
#: Kinds of hands: trumps, bowers among them, plain doubles.
KINDS = (TRICKS + 1) * len(BOWERS) * len(PLAIN_DOUBLES)
#: Which of the two highest trumps below the bowers are held: neither, the second, the first, both.
TOPS = 4
#: Cells of a chart: a kind, and whether a double is turned up that the seat will not hold.
CELLS = 2 * KINDS

_TOP = np.array([[TILE[t, k] for k in range(NUMBERS - 1, -1, -1) if k != t][:2]
                 for t in range(NUMBERS)], dtype=np.int64)


@helper
def kind_of(hand: int, trump: int) -> int:
    """Return the kind of a hand with a suit as trump; six trumps count as five."""
    trumps = hand & trumps_of(bowers(trump))
    held = (hand >> BOWER[trump, 0] & 1) * 2 + (hand >> BOWER[trump, 1] & 1)
    doubles = min(count(hand & DOUBLES & ~trumps), len(PLAIN_DOUBLES) - 1)
    return kind_number(min(count(trumps), TRICKS), held, doubles)


@helper
def kind_number(trumps: int, held: int, doubles: int) -> int:
    """Return the number of a kind: ``held`` and ``doubles`` index BOWERS and PLAIN_DOUBLES."""
    return (trumps * len(BOWERS) + held) * len(PLAIN_DOUBLES) + doubles


def parts_of(kind: Any) -> tuple[Any, Any, Any]:
    """Return trumps, the index of the bowers, and that of the plain doubles of a kind."""
    rest, doubles = divmod(kind, len(PLAIN_DOUBLES))
    trumps, held = divmod(rest, len(BOWERS))
    return trumps, held, doubles


def thumb_order() -> np.ndarray:
    """Return what each kind counts by the old rule of thumb, for rare ones: ``float64[KINDS]``."""
    trumps, held, doubles = parts_of(np.arange(KINDS))
    return 2 * trumps + 2 * (held // 2 + held % 2) + 0.5 * (held // 2) + doubles


@helper
def suit_and_cell(
    hand: int, turn_up: int, number: int, is_dealer: int, order: Any, start: int
) -> tuple[int, int]:
    """Return the suit that a hand would make, and its cell: in the first round the suit turned up,
    in the second another, by an order of kinds that begins at a place."""
    up = HIGH[turn_up]
    if number == 1:
        double = int(LOW[turn_up] == up) * (1 - is_dealer)
        return up, 2 * kind_of(hand | is_dealer << turn_up, up) + double
    suit, best = -1, -1
    for other in range(NUMBERS):
        if other != up:
            kind = kind_of(hand, other)
            if best < 0 or order[start + kind] > order[start + best]:
                suit, best = other, kind
    return suit, 2 * best


@kernel
def best_kinds_of(
    hands: Any, turn_ups: Any, rounds: Any, are_dealers: Any, order: Any, suits: Any, cells: Any
) -> None:
    """Write down the suit that each of many hands would make, by an order, and its cell."""
    for k in range(len(cells)):
        suits[k], cells[k] = suit_and_cell(
            hands[k], turn_ups[k], rounds[k], are_dealers[k], order, 0)


ROUNDS = 2
#: Endings of a deal: by round, position and suit, with a partner or alone.
ENDINGS = ROUNDS * SEATS * NUMBERS * 2
#: The first call that makes trump, and a turn behind all of the auction.
_FIRST_CALL, _ALL_PASS = make.py_func(0, 0), ROUNDS * SEATS


@kernel
def kinds_of(hands: Any, suits: Any, kinds: Any) -> None:
    """Write down the kinds of many hands, each with a suit as trump."""
    for k in range(len(kinds)):
        kinds[k] = kind_of(hands[k], suits[k])


def tops_of(hands: Ints, suits: Ints) -> Ints:
    """Return which of the highest two trumps below the bowers are held: 2 the first, 1 the next."""
    first, second = (hands >> top & 1 for top in _TOP[suits].T)
    return 2 * first + second


@cache
def _endings(players: int) -> NDArray[np.bool_]:
    """Return which endings there are with a suit turned up: bool[NUMBERS, ENDINGS]."""
    found = np.zeros((NUMBERS, ROUNDS, SEATS, 2 * NUMBERS), bool)
    for suit in range(NUMBERS):
        for number in range(ROUNDS):
            legal = legal_calls(players, suit, number + 1)
            found[suit, number, :players] = legal >> _FIRST_CALL + np.arange(2 * NUMBERS) & 1
    return found.reshape(NUMBERS, ENDINGS)


class Calling(ForcedPlay):
    """A table of Euchre whose calls are forced, in the first hands of some sessions.

    ``scores``: points before the hand, by position.
    """

    def __init__(self, run: Run, first: int, deals: int, scores: Sequence[int] = ()) -> None:
        super().__init__(run, ["call"])
        self._players, self._scores = len(run.players), scores
        self._session = first + np.arange(deals)

    def seat_of(self, deals: Any, position: Any) -> Ints:
        """Return the seats in positions of some deals."""
        return (self._session[deals] + 1 + position) % self._players

    def hands(
        self, deals: Ints, turn: Ints | int, call: Ints | int, kept: Sequence[int],
        observed: bool = False,
    ) -> Ints:
        """Play deals, by their places, in which a turn of the auction makes a call and all before
        it pass. Turns: the number of the round times ``SEATS``, and the position. ``observed``:
        whether the strategies are asked all the same, and what they call is noted."""
        hands: list[tuple[Any, Any]] = [
            (BASE.session, self._session[deals]), (AT.dealer, self.seat_of(deals, -1))]
        hands += [(AT.score + self.seat_of(deals, p), own) for p, own in enumerate(self._scores)]
        which, mode = self.decisions.index("call"), WEIGHED if observed else GIVEN
        for p in range(self._players):
            seat = self.seat_of(deals, p)
            hands += [(self.script(seat) + SCRIPT.observed, ALL)] * observed
            for number in range(ROUNDS):
                now = number * SEATS + p
                hands.append((self.forced(seat, number), np.select(
                    [now < np.asarray(turn), now == np.asarray(turn)],
                    [forced(which, PASS, mode), forced(which, np.asarray(call), mode)], FREE)))
        return self.play(hands, kept)


#: Deals that a worker forks at a time.
_PIECE = 512
#: Points of a hand to its maker go from the negative of this to this: so many there are. Where all
#: pass twice the end is that of no points to side 0.
MOST_POINTS = VOID = 4
POINTS = 2 * MOST_POINTS + 1

Small = NDArray[np.int8]


def sides(players: int) -> int:
    """Return how many sides there are; position p is of side ``p % sides``."""
    return 2 if players == SEATS else players


def end_of(maker: Any, value: Ints) -> Ints:
    """Return the number of an end: the side that makes trump, and the points to it."""
    number: Ints = maker * POINTS + value + MOST_POINTS
    return number


@dataclass(frozen=True)
class ForkedDeals:
    """Deals played out under every call."""

    run: Run  #: deal i is the first hand of session ``first + i``
    first: int
    values: Small  #: int8[deals, ENDINGS]: points to the maker, or with a minus those against it
    dealt: Ints  #: int64[deals, players]
    turn_ups: Ints  #: int64[deals]

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
        return HIGH[self.turn_ups]

    def value_of(
        self, number: int, position: int, calls: Ints | Small, at: Ints | None = None
    ) -> Ints:
        """Return what calls (no passes) of a position in a round are worth to its side."""
        start = (number * SEATS + position) * NUMBERS * 2 - 2
        ending = start + np.maximum(calls, 2).astype(np.int64)
        deals = np.arange(len(self)) if at is None else at
        return self.values[deals, ending].astype(np.int64)

    def tails(self, calls: Small) -> list[Ints]:
        """Return the ends of calls from each node of the auction on; the last is void."""
        found = [np.full(len(self), VOID)]
        for number in reversed(range(ROUNDS)):
            for position in reversed(range(self.players)):
                call = calls[:, number, position]
                end = end_of(position % sides(self.players), self.value_of(number, position, call))
                found.append(np.where(call != PASS, end, found[-1]))
        return found[::-1]

    def at(self, deals: Ints | slice, first: int = 0) -> ForkedDeals:
        """Return some deals by their places."""
        return replace(self, first=first, **{
            name: getattr(self, name)[deals] for name in ("values", "dealt", "turn_ups")})

    def some(self, start: int, stop: int | None) -> ForkedDeals:
        """Return a part of the deals."""
        return self.at(slice(start, stop), self.first + start)


def fork_deals(
    run: Run, deals: int, first: int = 0, jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> ForkedDeals:
    """Deal, and play every deal out under every call, at no score."""
    players = len(run.players)

    def work(begin: int, some: int) -> tuple[Small, Ints]:
        table, values = Calling(run, first + begin, some), np.zeros((some, ENDINGS), np.int8)
        came = table.hands(np.arange(some), _ALL_PASS, PASS,
                           [AT.turn_up, *range(AT.dealt, AT.dealt + players)])
        deal, ending = np.nonzero(_endings(players)[HIGH[came[:, 0]]])
        turn, call = np.divmod(ending, 2 * NUMBERS)
        worth, scorers = table.hands(deal, turn, call + _FIRST_CALL, [AT.worth, AT.scorers]).T
        made = scorers >> table.seat_of(deal, turn % SEATS) & 1
        values[deal, ending] = np.where(made, worth, -worth)
        return values, came

    work(0, 0)  # compiled before threads share it
    values, came = map(np.concatenate, zip(
        *in_pieces(work, 0, deals, _PIECE, jobs, progress), strict=True))
    return ForkedDeals(run, first, values, came[:, 1:], came[:, 0])


def calls_at(
    deals: ForkedDeals, scores: Sequence[int], run: Run | None = None, jobs: int | None = None
) -> Small:
    """Return what every seat would call, each as if all before it had passed.

    ``scores`` are points by side, of which position p is ``p % sides``; who is asked sits at
    ``run``, or played the tiles. Calls are int8[deals, ROUNDS, players].
    """
    asked, points = run or deals.run, [scores[p % len(scores)] for p in range(deals.players)]

    def work(begin: int, some: int) -> Small:
        table = Calling(asked, deals.first + begin, some, points)
        calls = np.zeros((some, ROUNDS, deals.players), np.int8)
        table.note([BASE.seat, BASE.asked], ROUNDS * deals.players)
        table.hands(np.arange(some), _ALL_PASS, PASS, [], observed=True)
        place, call, seat, number = table.notes.T
        calls[place, number, (seat - table.seat_of(place, 0)) % deals.players] = call
        return calls

    work(0, 0)  # compiled before threads share it
    return np.concatenate(list(in_pieces(work, 0, len(deals), _PIECE, jobs)))
