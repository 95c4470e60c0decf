"""Deals forked and counted: every move of every position, played out and added to the books."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games.loo.hand import legal_after, play_for_one, play_tricks
from simulate.games.loo.row import AT, TRICKS
from simulate.games.loo.views import DROP, LEAVE, MISS, PLAY
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.pointers import pointer
from simulate.machine.randomness import decision_word, pick
from simulate.solving.loo.hand_ends import OWN
from simulate.solving.loo.what_if import (
    ASK,
    KEPT,
    ROOM,
    cell_of,
    declare_ordinarily,
    go_back,
    note,
    own_move,
    play_move,
    set_deal,
)

#: Decisions of so many deals in so many are played out: all of them.
CERTAIN = 1 << 30


class Asked(NamedTuple):
    """What is forked, and what it brings.

    Attributes
    ----------
    ask : int64[ASK.size]
    moves : int64[K, 2]
    units : int64[seats]
        Where each seat's forks are counted.
    situations : int64[4, 4, 4]
        Number of a situation by position, seats that stayed and that missed; -1 for none.
    wanted : int64[units, situations, classes, K]
        Bits of the moves that are played out where a move is made.
    chances : int64[units, situations, classes]
        In how many of ``CERTAIN`` deals they are. A deal has one lot for all positions: what is
        left out is left out together.
    taken : float64[OWN, S]
        What own ends bring, at each of some pools: S is a multiple of four, of which the last may
        stand for no pool.
    later : float64[units, positions, ends, S]
        What the ends leave to a unit in a position.
    """

    ask: Any
    moves: Any
    units: Any
    situations: Any
    wanted: Any
    chances: Any
    taken: Any
    later: Any


class Counted(NamedTuple):
    """What is counted.

    Attributes
    ----------
    made : int64[units, situations, classes, K]
        How often each move was made, played out or not.
    noted : int64[units, situations, classes, M, K, OWN + ends]
        How often each move ended in which way, by the move made, or where M is 1 whatever was made.
    tricks : int64[units, situations, classes, M, K, 6]
        The same by tricks.
    squares : float64[units, situations, classes, M, K, K, S]
        By the move made, sums of squares: of what each move is worth on the diagonal, and of the
        difference between two moves above it. A pair of moves has its numbers side by side, so
        that few of them are fetched.
    """

    made: Any
    noted: Any
    tricks: Any
    squares: Any


class Room(NamedTuple):
    """Room to work in: it lasts longer than the pointers into it.

    Attributes
    ----------
    deal : int64[ROOM.size + KEPT.size * K]
    worth : float64[K, S]
    """

    deal: Any
    worth: Any

    @classmethod
    def of(cls, moves: int, pools: int) -> Room:
        """Return room for some moves and pools."""
        return cls(np.zeros(ROOM.size + KEPT.size * moves, np.int64), np.zeros((moves, pools)))


class Deal(NamedTuple):
    """A table, the moves that are forked there, and what is remembered of a deal: pointers."""

    table: Any
    room: Any
    moves: Any
    many: int  #: moves
    at_score: int  #: whether hands are noted by the score


class Sums(NamedTuple):
    """What ended hands are added up to: pointers, and the sizes of rows.

    What they are worth is handled some pools at a time.
    """

    room: Any
    taken: Any
    later: Any
    noted: Any
    tricks: Any
    squares: Any
    worth: Any
    many: int  #: moves
    ends: int
    pools: int  #: a multiple of four


class Decisions(NamedTuple):
    """Which decisions are asked about: pointers, and the sizes of rows."""

    ask: Any
    units: Any
    situations: Any
    wanted: Any
    chances: Any
    made: Any
    heard: int  #: situations
    classes: int


# Pointers are not counted as references, but the arrays must outlive them.


@inlined
def deal_of(row: Any, asked: Asked, room: Room) -> Deal:
    """Return the deal that is forked."""
    return Deal(pointer(row), pointer(room.deal), pointer(asked.moves), len(asked.moves),
                asked.ask[ASK.at_score])


@inlined
def sums_of(asked: Asked, counted: Counted, room: Room) -> Sums:
    """Return what ended hands are added up to."""
    return Sums(
        pointer(room.deal), pointer(asked.taken), pointer(asked.later), pointer(counted.noted),
        pointer(counted.tricks), pointer(counted.squares), pointer(room.worth),
        len(asked.moves), asked.later.shape[2], asked.later.shape[3])


@inlined
def decisions_of(asked: Asked, counted: Counted) -> Decisions:
    """Return which decisions are asked about."""
    return Decisions(
        pointer(asked.ask), pointer(asked.units), pointer(asked.situations),
        pointer(asked.wanted), pointer(asked.chances), pointer(counted.made),
        asked.wanted.shape[1], asked.wanted.shape[2])


@inlined
def ask_about(
    d: Deal, asked: Decisions, p: int, stayed: int, missed: int, lot: int
) -> int:
    """Count the move of a position; write down its decision, and the moves to be played out.

    Parameters
    ----------
    d : Deal
    asked : Decisions
    p : int
        The position. Another than the one that is asked about has no own move.
    stayed, missed : int
        The positions before it that said so.
    lot : int
        The deal's own, below ``CERTAIN``.

    Returns
    -------
    int
        Bits of moves: none where the decision is not asked about.
    """
    own, wanted = -1, 0
    if asked.ask[ASK.position] in (-1, p):
        own = own_move(d.table, p, d.moves, d.many)
    if own >= 0:
        s, of_class = cell_of(d.table, asked.ask, p, stayed, missed, asked.situations)
        unit = asked.units[d.table[AT.chair + p]]
        cell = (unit * asked.heard + s) * asked.classes + of_class
        decided = cell * d.many + own
        d.room[ROOM.decided + p] = decided
        asked.made[decided] += 1
        # No branch: nobody could foretell it.
        wanted = asked.wanted[decided] & -int(lot < asked.chances[cell])
    d.room[ROOM.own + p] = own
    d.room[ROOM.wanted + p] = wanted
    return int(wanted)


@inlined
def and_said(said: int, p: int, stayed: int, missed: int, dropped: int) -> tuple[int, int, int]:
    """Return the sets of positions that stayed, missed and dropped with one more of them."""
    return (stayed | int(said == PLAY) << p, missed | int(said == MISS) << p,
            dropped | int(said == DROP) << p)


@inlined
def ask_about_all(d: Deal, asked: Decisions, number: int) -> int:
    """Ask about the decisions of a deal (``ask_about``); return the bits of all moves together."""
    some, lot = 0, pick(decision_word(0, number), CERTAIN)
    stayed, missed, dropped = 0, 0, 0
    for p in range(d.table[AT.players]):
        some |= ask_about(d, asked, p, stayed, missed, lot)
        stayed, missed, dropped = and_said(d.room[ROOM.said + p], p, stayed, missed, dropped)
    return some


@inlined
def wants_own(d: Deal, p: int) -> bool:
    """Tell whether the move that a position made is one of those to be played out."""
    own = d.room[ROOM.own + p]
    return own >= 0 and d.room[ROOM.wanted + p] >> own & 1 != 0


@helper
def play_ordinarily(d: Deal) -> None:
    """Play the hand as it was declared, for the positions that want to know, and note its end."""
    players, wanting, last = d.table[AT.players], 0, 0
    for p in range(players):
        if wants_own(d, p):
            wanting += 1
            last = p
    if wanting == 0:
        return
    if wanting == 1 and not d.at_score:
        play_for_one(d.table, last)
    else:
        play_tricks(d.table)
    for p in range(players):
        if wants_own(d, p):
            note(d.table, p, d.at_score, d.room, ROOM.ordinary + KEPT.size * p)


@inlined
def begin_with_own(d: Deal, p: int) -> None:
    """Write down how the hand of a position ended under its own move, and no other yet.

    An own end below 0 stands for a move that is not played out.
    """
    for k in range(d.many):
        d.room[ROOM.size + KEPT.size * k + KEPT.own] = -1
    if wants_own(d, p):
        own = ROOM.size + KEPT.size * d.room[ROOM.own + p]
        for j in range(KEPT.size):
            d.room[own + j] = d.room[ROOM.ordinary + KEPT.size * p + j]


@helper
def fork(d: Deal, p: int, stayed: int, missed: int, dropped: int) -> None:
    """Play a deal out under the other moves of a position that are wanted and legal.

    Parameters
    ----------
    d : Deal
    p : int
    stayed, missed, dropped : int
        The positions before it that said so.
    """
    begin_with_own(d, p)
    others = d.room[ROOM.wanted + p] & ~(1 << d.room[ROOM.own + p])
    legal = legal_after(d.table, p, stayed, missed)
    for k in range(d.many):
        action, turn_up = d.moves[2 * k], d.moves[2 * k + 1]
        takes = action == PLAY and turn_up != LEAVE
        if others >> k & 1 == 0 or legal >> action & 1 == 0 or (
                takes and p != d.table[AT.players] - 1):
            continue
        go_back(d.table, d.room, p)
        play_move(d.table, p, action, turn_up, stayed, missed, dropped, d.at_score)
        note(d.table, p, d.at_score, d.room, ROOM.size + KEPT.size * k)


@inlined
def weigh(sums: Sums, place: int, move: int, k: int) -> None:
    """Work out what a move brought at every pool; add the squares up."""
    kept, width = ROOM.size + KEPT.size * k, sums.pools
    own, end = sums.room[kept + KEPT.own], sums.room[kept + KEPT.end]
    taken, later = own * width, (place * sums.ends + end) * width
    squares, worth = (move * sums.many + k) * width, k * width
    for s in range(width):
        value = sums.taken[taken + s] + sums.later[later + s]
        sums.worth[worth + s] = value
        sums.squares[squares + s] += value * value


@inlined
def set_apart(sums: Sums, cell: int, j: int, k: int) -> None:
    """Add up the squares of what one move brought more than another at every pool."""
    width = sums.pools
    squares = ((cell * sums.many + j) * sums.many + k) * width
    for s in range(width):
        apart = sums.worth[k * width + s] - sums.worth[j * width + s]
        sums.squares[squares + s] += apart * apart


@helper
def add_up(sums: Sums, cell: int, place: int) -> None:
    """Add the moves of a position that were played out to the books.

    Parameters
    ----------
    sums : Sums
    cell : int
        Number of the cell, by the move made where that is told apart.
    place : int
        Number of the unit and position.
    """
    for k in range(sums.many):
        kept = ROOM.size + KEPT.size * k
        if sums.room[kept + KEPT.own] < 0:
            continue
        move = cell * sums.many + k
        noted = move * (OWN + sums.ends)
        sums.noted[noted + sums.room[kept + KEPT.own]] += 1
        sums.noted[noted + OWN + sums.room[kept + KEPT.end]] += 1
        sums.tricks[move * (TRICKS + 1) + sums.room[kept + KEPT.tricks]] += 1
        weigh(sums, place, move, k)
        for j in range(k):
            if sums.room[ROOM.size + KEPT.size * j + KEPT.own] >= 0:
                set_apart(sums, cell, j, k)


@kernel
def fork_deals(
    row: Any, asked: Asked, counted: Counted, room: Room, first: int, deals: int
) -> int:
    """Fork deals ``first`` and following; return how many of them were asked about.

    Parameters
    ----------
    row : int64[AT.size]
        The table: rules, seed, the seats' decisions, pool and penalty are set.
    asked : Asked
    counted : Counted
        Added to.
    room : Room
    first, deals : int
    """
    d, sums, decisions = (
        deal_of(row, asked, room), sums_of(asked, counted, room), decisions_of(asked, counted))
    positions, apart, found = asked.later.shape[1], counted.noted.shape[3] > 1, 0
    for number in range(first, first + deals):
        set_deal(d.table, decisions.ask, number)
        if not declare_ordinarily(d.table, decisions.ask, d.room):
            continue
        found += 1
        if ask_about_all(d, decisions, number) == 0:
            continue
        play_ordinarily(d)
        stayed, missed, dropped = 0, 0, 0
        for p in range(d.table[AT.players]):
            if d.room[ROOM.wanted + p]:
                fork(d, p, stayed, missed, dropped)
                decided, unit = d.room[ROOM.decided + p], decisions.units[d.table[AT.chair + p]]
                add_up(sums, decided if apart else decided // d.many, unit * positions + p)
            stayed, missed, dropped = and_said(
                d.room[ROOM.said + p], p, stayed, missed, dropped)
    return found
