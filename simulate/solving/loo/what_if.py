"""One deal, played out under every action that a seat could have declared.

Everything else stays as it is: the deal, what was declared before, the other seats'
strategies and their luck, the seat's own play of the tiles.  So the difference between
two actions is theirs alone, and far sharper than from separate deals.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.domino.deck import draw_tiles, shuffle
from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, HIGH
from simulate.domino.trick_kit import won
from simulate.games.loo.hand import (
    deal,
    declare_at,
    declare_from,
    declare_up_to,
    play_for_one,
    play_tricks,
    settle_who_plays,
)
from simulate.games.loo.kernel import sit_down, take_chairs
from simulate.games.loo.row import AT, SEATS, TRICKS
from simulate.games.loo.views import DROP, FOR_POOL, LEAVE, MISS, PLAY
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import lay_out
from simulate.machine.table import BASE, Table
from simulate.solving.loo.hand_classes import COARSE, coarse_class_of, turned_kind_of
from simulate.solving.loo.hand_ends import end_of, own_end
from simulate.solving.loo.hand_kinds import spared
from simulate.solving.loo.score_ends import score_end

#: A move is a declaration and what a dealer does about the turn-up: a tile thrown for it,
#: ``LEAVE``, or one of these.
AS_ASKED, FOR_SPARE = -2, 28

#: The moves of a chart.  A dealer who takes the turn-up throws what the strategy in his
#: seat would throw, or, where that would leave the turn-up, the tile that he can best spare.
MOVES = np.array([
    (PLAY, LEAVE), (PLAY, FOR_SPARE), (MISS, AS_ASKED), (DROP, AS_ASKED), (FOR_POOL, AS_ASKED),
])

#: What is forked: every declaration of every deal (position -1), or that of one position with these
#: tiles, after these declarations. Positions whose bits are set in ``taken`` count as having
#: declared so whatever they hold. Hands are told apart by so many ``classes``:
#: ``TURNED_KINDS`` or ``COARSE`` (``hand_classes``). At a score, by position, a hand is noted by
#: how it changes the score of all seats (``score_ends``) and not by its pool.
ASK = lay_out(0, position=1, hand=1, turn_up=1, before=SEATS, taken=1, classes=1, at_score=1,
              scores=SEATS)

#: What is kept of a hand under each move: how it ends for the position, how for the pool
#: (``simulate.solving.loo.hand_ends``), and the tricks taken.
KEPT = lay_out(0, own=1, end=1, tricks=1)

#: What is remembered of a deal, by position: what it said and which of the moves that was (-1 for
#: none), what the table had before it did, what it held then; the number of its decision, bits of
#: the moves that are played out, and how the ordinary hand ended. Last, how the hand of a position
#: ended under each move.
ROOM = lay_out(0, said=SEATS, own=SEATS, boneyard=SEATS, left_over=SEATS, held=SEATS,
               thrown=SEATS, decided=SEATS, wanted=SEATS, ordinary=KEPT.size * SEATS)


@helper
def deal_around(table: Table, position: int, hand: int, turn_up: int) -> None:
    """Deal the tiles that one position has not seen: all but its hand and the turn-up."""
    shuffle(table)
    table[BASE.boneyard] = ALL_TILES & ~(hand | 1 << turn_up)
    table[BASE.left_over] = table[BASE.words]
    gone = TRICKS + 1
    for p in range(table[AT.players]):
        tiles = hand
        if p != position:
            tiles = draw_tiles(table, gone, TRICKS)
            gone += TRICKS
        table[AT.dealt + p] = tiles
    table[AT.turn_up] = turn_up
    table[AT.trump] = HIGH[turn_up]


@helper
def declarations(table: Table, first: int, stop: int) -> None:
    """See ``declare_up_to``."""
    declare_up_to(table, first, stop)


@helper
def start_again(table: Table, boneyard: int, left_over: int) -> None:
    """Go back to the deal."""
    table[BASE.boneyard] = boneyard
    table[BASE.left_over] = left_over
    for p in range(table[AT.players]):
        table[AT.held + p] = table[AT.dealt + p]
        table[AT.thrown + p] = table[AT.action + p] = 0


@helper
def force_turn_up(table: Table, position: int, turn_up: int) -> None:
    """Make the dealer take the turn-up for a tile, or leave it, whatever he decided."""
    if turn_up == AS_ASKED:
        return
    hand, thrown = table[AT.dealt + position], table[AT.thrown + position]
    if turn_up == LEAVE:
        thrown = 0
    elif turn_up != FOR_SPARE:
        thrown = 1 << turn_up
    elif thrown == 0:
        thrown = 1 << spared(hand, table[AT.trump])
    table[AT.thrown + position] = thrown
    table[AT.held + position] = hand & ~thrown | int(thrown != 0) << table[AT.turn_up]


@inlined
def is_move(table: Table, position: int, action: int, turn_up: int) -> bool:
    """Tell whether a position made this move; without branches, which nobody could foretell."""
    said, thrown = table[AT.action + position] == action, table[AT.thrown + position]
    took, left = (turn_up == FOR_SPARE) & (thrown != 0), (turn_up == LEAVE) & (thrown == 0)
    threw = (turn_up >= 0) & (thrown == 1 << (turn_up & 63))
    return said & ((action != PLAY) | (turn_up == AS_ASKED) | took | left | threw)


@helper
def note(table: Table, position: int, at_score: int, kept: Any, at: int) -> None:
    """Write down from an entry on how a hand ended for a position: ``KEPT``."""
    kept[at + KEPT.own] = own_end(table, position)
    kept[at + KEPT.end] = score_end(table) if at_score else end_of(table)
    kept[at + KEPT.tricks] = won(table, position)


@helper
def set_scores(table: Table, ask: Any) -> None:
    """Give the seats the points that they have before the hand."""
    for p in range(table[AT.players]):
        table[AT.score + table[AT.chair + p]] = ask[ASK.scores + p]


@helper
def set_deal(table: Table, ask: Any, number: int) -> None:
    """Deal: whatever comes, or around the hand that is asked about."""
    sit_down(table, number)
    position = ask[ASK.position]
    if position >= 0:
        table[AT.dealer] = table[AT.seats] - 1
    take_chairs(table)
    set_scores(table, ask)
    if position < 0:
        deal(table)
    else:
        deal_around(table, position, ask[ASK.hand], ask[ASK.turn_up])
        start_again(table, table[BASE.boneyard], table[BASE.left_over])


@helper
def declare_ordinarily(table: Table, ask: Any, room: Any) -> bool:
    """Let the line-up declare; tell whether the deal is one that is asked about.

    Before a single hand the others have to declare as they are said to have done. The first who
    says something else ends the asking; those that count as having said so are not asked.

    Parameters
    ----------
    table : int64[AT.size]
        As the deal left it.
    ask : int64[ASK.size]
    room : pointer to int64[ROOM.size]
        Written here: what each position said, and what it and the table held before and after.
    """
    stayed, missed, dropped = 0, 0, 0
    for p in range(table[AT.players]):
        room[ROOM.boneyard + p] = table[BASE.boneyard]
        room[ROOM.left_over + p] = table[BASE.left_over]
        heard = ask[ASK.before + p] if p < ask[ASK.position] else 0
        told = heard if ask[ASK.taken] >> p & 1 else 0
        action, stayed, missed, dropped = declare_at(table, p, told, stayed, missed, dropped)
        if heard not in (0, action):
            return False
        room[ROOM.said + p] = action
        room[ROOM.held + p] = table[AT.held + p]
        room[ROOM.thrown + p] = table[AT.thrown + p]
    settle_who_plays(table, stayed, missed)
    return True


@inlined
def own_move(table: Table, position: int, moves: Any, many: int) -> int:
    """Return which of some moves a position made, -1 for none of them."""
    own = -1
    for k in range(many):
        own = k if is_move(table, position, moves[2 * k], moves[2 * k + 1]) else own
    return own


@inlined
def go_back(table: Table, room: Any, position: int) -> None:
    """Go back to where a position was to declare, as ``declare_ordinarily`` wrote it down."""
    table[BASE.boneyard] = room[ROOM.boneyard + position]
    table[BASE.left_over] = room[ROOM.left_over + position]
    for p in range(position):
        table[AT.action + p] = room[ROOM.said + p]
        table[AT.held + p] = room[ROOM.held + p]
        table[AT.thrown + p] = room[ROOM.thrown + p]
    for p in range(position, table[AT.players]):
        table[AT.held + p] = table[AT.dealt + p]
        table[AT.thrown + p] = table[AT.action + p] = 0


@helper
def play_move(
    table: Table, position: int, action: int, turn_up: int, stayed: int, missed: int,
    dropped: int, at_score: int,
) -> None:
    """Play a hand on from where a position is to declare, with its move.

    The hand is played no further than what is noted of it (``note``) makes necessary.

    Parameters
    ----------
    table : Table
    position, action, turn_up : int
    stayed, missed, dropped : int
        The positions before it that said so.
    at_score : int
        Whether hands are noted by the score (``ASK``).
    """
    declare_from(table, position, action, stayed, missed, dropped)
    if position == table[AT.players] - 1:
        force_turn_up(table, position, turn_up)
    if at_score:
        play_tricks(table)
    else:
        play_for_one(table, position)


@helper
def cell_of(
    table: Table, ask: Any, position: int, stayed: int, missed: int, situations: Any
) -> tuple[int, int]:
    """Return what a position heard and the class of its hand, as numbers; zeros for one hand.

    ``stayed`` and ``missed`` are the sets of positions before it that said so.
    """
    if ask[ASK.position] >= 0:
        return 0, 0
    hand, trump, turn_up = table[AT.dealt + position], table[AT.trump], table[AT.turn_up]
    is_dealer = position == table[AT.players] - 1
    situation = situations[(position * SEATS + count(stayed)) * SEATS + count(missed)]
    if ask[ASK.classes] == COARSE:
        return situation, coarse_class_of(hand, trump, turn_up, is_dealer)
    return situation, turned_kind_of(hand, trump, turn_up, is_dealer)
