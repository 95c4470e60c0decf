"""A hand of tricks for a pool, for any game of them: who plays, what they change, what is paid.

In turn each position plays or passes; those who play may change tiles, the eldest first; the pool
passes from hand to hand, and grows by what is owed. The row begins with the entries of ``POOL``
(``lay_out(POOL, ...)``), which ``simulate.games.pooled`` reads. A game calls the stages here in the
order of its rules, and settles itself who wins the pool and who owes.
"""

from typing import NamedTuple

import numpy as np

from simulate.domino.deck import draw_tiles
from simulate.domino.tile_sets import count, lowest, nth
from simulate.domino.tiles import HIGH, TILES
from simulate.domino.trick_kit import HAND, SEATS, TRICKS, call, deal_out, nothing_more
from simulate.machine.compiling import helper
from simulate.machine.randomness import draw
from simulate.machine.table import BASE, Table, chance, consult, is_uniform, lay_out, refuse

#: The decisions, in the order of a game's ``decisions``; what may be declared.
DECLARE, KEEP, LEAD, FOLLOW = range(4)
PASS, PLAY = 1, 2

POOL = lay_out(
    HAND,
    # the session
    seats=1, dealer=1, ante=1, pool_next=1,
    # the hand: ``penalty`` is what a looed seat pays; by position what was declared and drawn, and
    # how many tiles were changed; what everybody saw of that is ``changed``, 4 bits a position
    pool=1, penalty=1, action=SEATS, passed=1, playing=1, drawn=SEATS, most=1, may_keep=1,
    changed=1, changes=SEATS,
    # the outcome, by seat: chips paid from the pool, penalties, and in all
    played_out=1, paid=SEATS, penalties=SEATS, value=SEATS,
)


class Declaring(NamedTuple):
    """The view of a seat that is to play or pass, and of one that changes tiles."""

    hand: int  #: tiles held
    legal: int  #: bits PASS and PLAY
    most: int  #: how many tiles may be changed
    trump: int  #: the trump number
    turn_up: int  #: the tile that was turned up
    players: int  #: seats dealt in
    position: int  #: 0 is the eldest hand
    seat: int  #: its own
    playing: int  #: positions that play
    passed: int  #: positions that passed
    changed: int  #: 4 bits a position: tiles that it changed
    pool: int  #: chips
    penalty: int  #: chips that a looed seat will pay
    word: int  #: 63 random bits, fresh for each decision


class Playing(NamedTuple):
    """The view of the tricks."""

    hand: int  #: tiles held
    legal: int  #: those that may be played
    trump: int
    turn_up: int
    players: int
    position: int
    seats_in: int  #: positions that play
    to_come: int  #: positions that play to this trick after this seat
    trick: int  #: 0 to 4
    led: int  #: suit to follow, -1 for the leader
    winning: int  #: tile that wins the trick so far, -1 for the leader
    winner: int  #: position that played it, -1 for the leader
    played: int  #: tiles played in this hand
    discarded: int  #: tiles out of play for all that this seat knows
    voids: int  #: 8 bits a position: suits it has shown to be without
    tricks: int  #: 4 bits a position: tricks taken
    changed: int
    pool: int
    penalty: int
    word: int


@helper
def action_in(view: Declaring, position: int) -> int:
    """Return what a position declared before, by a view."""
    return PLAY if view.playing >> position & 1 else PASS


@helper
def deal(table: Table, tiles: int = TRICKS) -> None:
    """Deal tiles to each position; the dealer's last one is turned up and names trumps."""
    players = table[POOL.seats]
    deal_out(table, table[POOL.dealer], players, tiles, 1)
    last = draw_tiles(table, tiles * players - 1, 1)
    table[HAND.dealt + players - 1] |= last
    table[HAND.held + players - 1] |= last
    table[HAND.turn_up] = lowest(last)
    table[HAND.trump] = HIGH[table[HAND.turn_up]]
    table[POOL.passed] = table[POOL.playing] = table[POOL.changed] = table[POOL.most] = 0
    for p in range(SEATS):
        table[POOL.action + p] = table[POOL.drawn + p] = table[POOL.changes + p] = 0


@helper
def declare(table: Table) -> None:
    """Let each position play or pass; a dealer whom everybody has left alone is not asked."""
    for p in range(table[HAND.players]):
        if p == table[HAND.players] - 1 and table[POOL.playing] == 0:
            table[POOL.playing] = 1 << p
            return
        action = call(table, p, DECLARE, DECLARE, 1 << PASS | 1 << PLAY, nothing_more)
        table[POOL.action + p] = action
        table[POOL.playing if action == PLAY else POOL.passed] |= 1 << p


@helper
def keep_uniformly(hand: int, most: int, word: int) -> int:
    """Throw away 0 to ``most`` tiles, each number equally likely, and each set of that size."""
    thrown, left = draw(np.uint64(word) << np.uint64(1), most + 1)
    for _ in range(np.int64(thrown)):
        which, left = draw(left, count(hand))
        hand &= ~(1 << nth(hand, np.int64(which)))
    return hand


@helper
def change(table: Table, most: int) -> None:
    """Let those who play change up to ``most`` tiles in turn, while the boneyard lasts."""
    for p in range(table[HAND.players]):
        left = count(table[BASE.boneyard])
        if not table[POOL.playing] >> p & 1 or left == 0:
            continue
        seat, hand = table[HAND.chair + p], table[HAND.dealt + p]
        table[HAND.hand], table[HAND.position] = hand, p
        table[POOL.most] = min(left, most)
        table[POOL.may_keep] = hand | table[POOL.most] << TILES
        if is_uniform(table, seat, KEEP):
            kept = keep_uniformly(hand, table[POOL.most], chance(table, seat, KEEP))
        else:
            kept = consult(table, seat, KEEP, KEEP)
            if kept & ~hand or count(kept) < count(hand) - table[POOL.most]:
                refuse(table, kept)
        table[HAND.gone + p] = hand & ~kept
        changed = table[POOL.changes + p] = count(hand & ~kept)
        if changed:
            table[POOL.drawn + p] = draw_tiles(table, TILES - left, changed)
        table[HAND.held + p] = kept | table[POOL.drawn + p]
        table[POOL.changed] |= changed << 4 * p


@helper
def pay(table: Table, position: int, paid: int, penalty: int) -> None:
    """Pay a position from the pool, and take its penalty for the next one."""
    seat = table[HAND.chair + position]
    table[POOL.paid + seat], table[POOL.penalties + seat] = paid, penalty
    table[POOL.value + seat] = paid - penalty - table[POOL.ante]
    table[POOL.pool_next] += penalty - paid
