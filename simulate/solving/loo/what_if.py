"""One deal, played out under every action that a seat could have declared.

Everything else stays as it is: the deal, what was declared before, the other seats'
strategies and their luck, the seat's own play of the tiles.  So the difference between
two actions is theirs alone, and far sharper than from separate deals.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.domino.deck import draw_tiles, shuffle
from simulate.domino.tiles import ALL_TILES, HIGH
from simulate.games.loo.declaring import deal, declare_up_to, legal_after
from simulate.games.loo.kernel import sit_down, take_chairs
from simulate.games.loo.playing import play_for_one, play_tricks
from simulate.games.loo.row import AT, SEATS, TRICKS
from simulate.games.loo.settling import won
from simulate.games.loo.views import DROP, FOR_POOL, LEAVE, MISS, PLAY
from simulate.machine.compiling import helper, kernel
from simulate.machine.pointers import pointer
from simulate.machine.randomness import decision_word, pick
from simulate.machine.table import BASE, Table, lay_out
from simulate.solving.loo.hand_classes import COARSE, coarse_class_of, turned_kind_of
from simulate.solving.loo.hand_ends import OWN, end_of, own_end
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

#: What is kept of a hand under each move: how it ends for the position, how for the pool
#: (``simulate.solving.loo.hand_ends``), and the tricks taken.
_KEPT = 3
#: Decisions of so many deals in so many are played out: all of them.
CERTAIN = 1 << 30

#: What is forked: every declaration of every deal (position -1), or that of one position with these
#: tiles, after these declarations. Positions whose bits are set in ``taken`` count as having
#: declared so whatever they hold. Hands are told apart by so many ``classes``:
#: ``TURNED_KINDS`` or ``COARSE`` (``hand_classes``). At a score, by position, a hand is noted by
#: how it changes the score of all seats (``score_ends``) and not by its pool.
ASK = lay_out(0, position=1, hand=1, turn_up=1, before=SEATS, taken=1, classes=1, at_score=1,
              scores=SEATS)


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
def is_legal_move(table: Table, position: int, said: Any, action: int, turn_up: int) -> bool:
    """Tell whether the rules allow a move after what was said."""
    stayed, missed = 0, 0
    for p in range(position):
        stayed |= int(said[p] == PLAY) << p
        missed |= int(said[p] == MISS) << p
    if action == PLAY and turn_up != LEAVE and position != table[AT.players] - 1:
        return False
    return bool(legal_after(table, position, stayed, missed) >> action & 1)


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


@helper
def play_on(
    table: Table, position: int, said: Any, action: int, turn_up: int, at_score: int
) -> None:
    """Play a hand from the deal, with what was said before and one position's move.

    The hand is played no further than what is noted of it (``note``) makes necessary.
    """
    for p in range(position):
        table[AT.action + p] = said[p]
    table[AT.action + position] = action
    players = table[AT.players]
    declarations(table, position + 1, players)
    if position == players - 1:
        force_turn_up(table, position, turn_up)
    if at_score:
        play_tricks(table)
    else:
        play_for_one(table, position)


@helper
def is_move(table: Table, position: int, action: int, turn_up: int) -> bool:
    """Tell whether a position made this move."""
    if table[AT.action + position] != action:
        return False
    thrown = table[AT.thrown + position]
    if action != PLAY or turn_up == AS_ASKED:
        return True
    if turn_up in (LEAVE, FOR_SPARE):
        return (thrown != 0) == (turn_up == FOR_SPARE)
    return thrown == 1 << turn_up


@helper
def note(table: Table, position: int, at_score: int, ended: Any) -> None:
    """Write down how a hand ended for a position: int64[3]."""
    ended[0] = own_end(table, position)
    ended[1] = score_end(table) if at_score else end_of(table)
    ended[2] = won(table, position)


@helper
def note_move(table: Table, position: int, at_score: int, ended: Any, k: int, room: Any) -> None:
    """Write down how a hand ended for a position as number ``k`` of some: see ``note``."""
    note(table, position, at_score, room)
    for j in range(_KEPT):
        ended[_KEPT * k + j] = room[j]


@helper
def add_up(
    shape: tuple[int, int, int], cell: int, place: int, ended: Any, taken: Any, later: Any,
    noted: Any, tricks: Any, squares: Any, worth: Any,
) -> None:
    """Add one deal of a position to its books.

    Parameters
    ----------
    shape : tuple of int
        Moves, ways in which a hand can end for the pool, and pools.
    cell : int
        Number of the cell, by the move made where that is told apart.
    place : int
        Number of the unit and position.
    ended : pointer to int64[K, 3]
        How the deal ended under each move; -1 where a move was not played out.
    taken, later, noted, tricks, squares : pointers
        See ``fork_deals``.
    worth : pointer to float64[K, S]
        Room to work.
    """
    moves, ends, pools = shape
    for k in range(moves):
        own, end = ended[_KEPT * k], ended[_KEPT * k + 1]
        if own < 0:
            continue
        move = cell * moves + k
        noted[move * (OWN + ends) + own] += 1
        noted[move * (OWN + ends) + OWN + end] += 1
        tricks[move * (TRICKS + 1) + ended[_KEPT * k + 2]] += 1
        for s in range(pools):
            value = taken[own * pools + s] + later[(place * ends + end) * pools + s]
            worth[k * pools + s] = value
            squares[(move * moves + k) * pools + s] += value * value
        for j in range(k):
            if ended[_KEPT * j] >= 0:
                pair = (cell * moves + j) * moves + k
                for s in range(pools):
                    apart = worth[k * pools + s] - worth[j * pools + s]
                    squares[pair * pools + s] += apart * apart


@helper
def fork(
    table: Table, position: int, said: Any, count: int, moves: Any, wanted: int, own: int,
    at_score: int, ended: Any, room: Any,
) -> None:
    """Play a deal out under the legal moves of a position that are wanted, but for its own.

    Parameters
    ----------
    table : int64[AT.size]
        As the deal left it.
    position : int
    said : pointer to int64[players]
        What was declared.
    count : int
    moves : pointer to int64[count, 2]
    wanted : int
        Bits of moves.
    own : int
        The move that was made: how it ended is written already, or need not be known.
    at_score : int
        Whether hands are noted by the score (``ASK``).
    ended : pointer to int64[count, 3]
        A number below 0 comes first where a move is not played out.
    room : pointer to int64[3]
    """
    boneyard, left_over = table[BASE.boneyard], table[BASE.left_over]
    for k in range(count):
        action, turn_up = moves[2 * k], moves[2 * k + 1]
        if k == own:
            continue
        ended[_KEPT * k] = -1
        if wanted >> k & 1 and is_legal_move(table, position, said, action, turn_up):
            start_again(table, boneyard, left_over)
            play_on(table, position, said, action, turn_up, at_score)
            note_move(table, position, at_score, ended, k, room)
    start_again(table, boneyard, left_over)


@helper
def is_wanted(table: Table, ask: Any, boneyard: int, left_over: int) -> bool:
    """Tell whether the seats before the one that is asked declare as they are said to.

    They are asked one by one, and the first who says something else ends the asking.
    """
    wanted = True
    for p in range(ask[ASK.position]):
        if ask[ASK.taken] >> p & 1:
            continue
        start_again(table, boneyard, left_over)
        for q in range(p):
            table[AT.action + q] = ask[ASK.before + q]
        declarations(table, p, p + 1)
        if table[AT.action + p] != ask[ASK.before + p]:
            wanted = False
            break
    start_again(table, boneyard, left_over)
    return wanted


def room_for(moves: int) -> tuple[np.ndarray, ...]:
    """Return room for ``fork_deals``: int64, of each position and at last of each move.

    What was said, the move made, the number of the decision, bits of moves, how the hand ended, how
    it ended under each move, and once more for one of them.
    """
    sizes = SEATS, SEATS, SEATS, SEATS, _KEPT * SEATS, _KEPT * moves, _KEPT
    return tuple(np.zeros(size, np.int64) for size in sizes)


@helper
def set_scores(table: Table, ask: Any) -> None:
    """Give the seats the points that they have before the hand."""
    for p in range(table[AT.players]):
        table[AT.score + table[AT.chair + p]] = ask[ASK.scores + p]


@helper
def set_deal(table: Table, ask: Any, number: int) -> bool:
    """Deal; tell whether the deal is one that is asked about."""
    sit_down(table, number)
    if ask[ASK.position] < 0:
        take_chairs(table)
        set_scores(table, ask)
        deal(table)
        return True
    table[AT.dealer] = table[AT.seats] - 1
    take_chairs(table)
    set_scores(table, ask)
    deal_around(table, ask[ASK.position], ask[ASK.hand], ask[ASK.turn_up])
    return is_wanted(table, ask, table[BASE.boneyard], table[BASE.left_over])


@helper
def cell_of(
    table: Table, ask: Any, position: int, said: Any, situations: Any
) -> tuple[int, int]:
    """Return what a position heard and the class of its hand, as numbers; zeros for one hand."""
    if ask[ASK.position] >= 0:
        return 0, 0
    stayed, missed = 0, 0
    for p in range(position):
        stayed += said[p] == PLAY
        missed += said[p] == MISS
    hand, trump, turn_up = table[AT.dealt + position], table[AT.trump], table[AT.turn_up]
    is_dealer = position == table[AT.players] - 1
    situation = situations[(position * SEATS + stayed) * SEATS + missed]
    if ask[ASK.classes] == COARSE:
        return situation, coarse_class_of(hand, trump, turn_up, is_dealer)
    return situation, turned_kind_of(hand, trump, turn_up, is_dealer)


@helper
def declare_ordinarily(
    table: Table, ask: Any, count: int, moves: Any, said: Any, own: Any
) -> None:
    """Let the line-up declare; write down what each position said and did.

    Parameters
    ----------
    table : int64[AT.size]
    ask : int64[ASK.size]
        What was declared before a single hand stays declared.
    count : int
    moves : pointer to int64[count, 2]
    said, own : pointers to int64[players]
        Declarations, and which of the moves they were; -1 for a dealer who was not asked, and for
        all but the position that is asked about where there is one.
    """
    asked = ask[ASK.position]
    heard = max(asked, 0)
    for p in range(heard):
        table[AT.action + p] = ask[ASK.before + p]
    declarations(table, heard, table[AT.players])
    for p in range(table[AT.players]):
        said[p] = table[AT.action + p]
        own[p] = -1
        for k in range(count):
            if asked in (-1, p) and is_move(table, p, moves[2 * k], moves[2 * k + 1]):
                own[p] = k


@helper
def ask_about(
    table: Table, ask: Any, p: int, said: Any, own: Any, units: Any, situations: Any,
    shape: tuple[int, int, int], decided: Any, wanted: Any, chances: Any, lot: int,
) -> int:
    """Write down the number of the decision of a position; return the moves to be played out.

    Parameters
    ----------
    table : int64[AT.size]
    ask : int64[ASK.size]
    p : int
        The position, whose decision is asked about.
    said, own : pointers to int64[players]
    units, situations, wanted, chances : pointers
        See ``fork_deals``.
    lot : int
        The deal's own, below ``CERTAIN``.
    shape : tuple of int
        Situations, classes and moves.
    decided : pointer to int64[players]
        Written here: the number of the unit, situation, class and move made.

    Returns
    -------
    int
        Bits of moves: none where the decision is not asked about.
    """
    heard, classes, count = shape
    s, of_class = cell_of(table, ask, p, said, situations)
    unit = units[table[AT.chair + p]]
    cell = (unit * heard + s) * classes + of_class
    decided[p] = cell * count + own[p]
    return int(wanted[decided[p]] * (lot < chances[cell]))


@kernel
def fork_deals(
    row: Any, ask: Any, moves: Any, units: Any, situations: Any, wanted: Any, chances: Any,
    first: int, deals: int, taken: Any, later: Any, made: Any, noted: Any, tricks: Any,
    squares: Any, room: Any, worth: Any,
) -> int:
    """Fork deals ``first`` and following; return how many of them were asked about.

    Parameters
    ----------
    row : int64[AT.size]
        The table: rules, seed, the seats' decisions, pool and penalty are set.
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
    first, deals : int
    taken : float64[OWN, S]
        What own ends bring, at each of some pools.
    later : float64[units, positions, ends, S]
        What the ends leave to a unit in a position.
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
    room : tuple of int64[...]
        To work in; see ``room_for``.
    worth : float64[K, S]
        The same.
    """
    count, apart = len(moves), noted.shape[3] > 1
    cells, books = (noted.shape[1], noted.shape[2], count), (count, later.shape[2], len(worth[0]))
    positions, players = later.shape[1], row[AT.seats]
    # Rows of arrays would be counted as references, several a hand; pointers are not.
    said, own, decided, bits, ordinary, ended, one = (
        pointer(room[0]), pointer(room[1]), pointer(room[2]), pointer(room[3]), pointer(room[4]),
        pointer(room[5]), pointer(room[6]))
    table, question, ways, units_at, numbers = (
        pointer(row), pointer(ask), pointer(moves), pointer(units), pointer(situations))
    to_play, how_often, did, ends, by_tricks, apart_by = (
        pointer(wanted), pointer(chances), pointer(made), pointer(noted), pointer(tricks),
        pointer(squares))
    brings, leaves, values = pointer(taken), pointer(later), pointer(worth)
    counted = 0
    for number in range(first, first + deals):
        if not set_deal(table, question, number):
            continue
        counted += 1
        boneyard, left_over = table[BASE.boneyard], table[BASE.left_over]
        declare_ordinarily(table, question, count, ways, said, own)
        some, lot = 0, pick(decision_word(0, number), CERTAIN)
        for p in range(players):
            if own[p] >= 0:
                bits[p] = ask_about(
                    table, question, p, said, own, units_at, numbers, cells, decided, to_play,
                    how_often, lot)
                did[decided[p]] += 1
                some |= bits[p]
        if some == 0:
            continue
        play_tricks(table)
        for p in range(players):
            note_move(table, p, ask[ASK.at_score], ordinary, p, one)
        start_again(table, boneyard, left_over)
        for p in range(players):
            if own[p] < 0 or bits[p] == 0:
                continue
            for j in range(_KEPT):
                ended[_KEPT * own[p] + j] = ordinary[_KEPT * p + j]
            if bits[p] >> own[p] & 1 == 0:
                ended[_KEPT * own[p]] = -1
            fork(table, p, said, count, ways, bits[p], own[p], ask[ASK.at_score], ended, one)
            cell = decided[p] if apart else decided[p] // count
            place = units[table[AT.chair + p]] * positions + p
            add_up(books, cell, place, ended, brings, leaves, ends, by_tricks, apart_by, values)
    return counted
