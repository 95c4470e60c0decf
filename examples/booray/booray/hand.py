"""A hand of Boo-Ray: its row and its views, the deal, who plays, who changes tiles, the tricks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simulate.domino.deck import draw_tiles, shuffle
from simulate.domino.tile_sets import count, highest, lowest, nth
from simulate.domino.tiles import HIGH, TILES
from simulate.domino.trick_kit import HAND, SEATS, TRICKS, choose, nothing_more, play_out, won
from simulate.domino.tricks import by_rank, plain, trumps_of
from simulate.games.penalties import penalty_due
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import lay_out
from simulate.machine.randomness import draw
from simulate.machine.table import BASE, chance, consult, is_uniform, refuse

DECLARE, KEEP, LEAD, FOLLOW = range(4)
PASS, PLAY = 1, 2
SAYS = {PASS: "pass", PLAY: "play"}
DOES = {"pass": "passes", "play": "plays"}
#: The most tiles that a seat may change, and the tricks that make a seat sure of the pool.
CHANGES, SURE = 4, 3

AT = lay_out(
    HAND,
    # the rules
    ante=1, penalty_kind=1, penalty_limit=1, head=1, top=1, escalation_limit=1, seats=1,
    # the session
    dealer=1, pool_next=1,
    # the hand
    pool=1, penalty=1, said=SEATS, passed=1, playing=1, drawn=SEATS, most=1, may_keep=1, changed=1,
    changes=SEATS, at_play=1,
    # the outcome
    played_out=1, paid=SEATS, penalties=SEATS, value=SEATS,
)


class Declaring(NamedTuple):
    """The view of who plays, and of what to keep."""

    hand: int  #: tiles held
    legal: int  #: bits PASS and PLAY
    most: int  #: how many tiles may be changed
    trump: int  #: the trump number
    turn_up: int  #: the dealer's last tile, which all have seen
    players: int  #: seats dealt in
    position: int  #: 0 is the eldest hand
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
def deal(table):
    """Deal five tiles a position; the dealer's last one is the turn-up."""
    players = table[AT.players]
    shuffle(table)
    for p in range(players - 1):
        table[AT.dealt + p] = table[AT.held + p] = draw_tiles(table, TRICKS * p, TRICKS)
    first = draw_tiles(table, TRICKS * (players - 1), TRICKS - 1)
    last = draw_tiles(table, TRICKS * players - 1, 1)
    table[AT.dealt + players - 1] = table[AT.held + players - 1] = first | last
    table[AT.turn_up] = lowest(last)
    table[AT.trump] = HIGH[table[AT.turn_up]]
    table[AT.passed] = table[AT.playing] = table[AT.changed] = 0
    for p in range(SEATS):
        table[AT.said + p] = table[AT.drawn + p] = table[AT.gone + p] = 0
        table[AT.changes + p] = 0


@helper
def declare(table):
    """Let each position play or pass; a dealer whom everybody has left alone says nothing."""
    table[AT.most] = 0
    for p in range(table[AT.players]):
        if p == table[AT.players] - 1 and table[AT.playing] == 0:
            table[AT.playing] = 1 << p
            return
        table[AT.hand], table[AT.position] = table[AT.dealt + p], p
        table[AT.legal] = 1 << PASS | 1 << PLAY
        said = choose(table, table[AT.chair + p], DECLARE, DECLARE, table[AT.legal])
        table[AT.said + p] = said
        table[AT.playing if said == PLAY else AT.passed] |= 1 << p


@helper
def keep_uniformly(hand, most, word):
    """Throw away none to ``most`` tiles, each number as likely, and each set of that size."""
    thrown, left = draw(np.uint64(word) << np.uint64(1), most + 1)
    for _ in range(np.int64(thrown)):
        which, left = draw(left, count(hand))
        hand &= ~(1 << nth(hand, np.int64(which)))
    return hand


@helper
def change(table):
    """Let those who play change tiles in turn, while the boneyard lasts."""
    for p in range(table[AT.players]):
        left = count(table[BASE.boneyard])
        if not table[AT.playing] >> p & 1 or left == 0:
            continue
        seat, hand = table[AT.chair + p], table[AT.dealt + p]
        table[AT.hand], table[AT.position] = hand, p
        table[AT.most] = most = min(left, CHANGES)
        table[AT.may_keep] = hand | most << TILES
        if is_uniform(table, seat, KEEP):
            kept = keep_uniformly(hand, table[AT.most], chance(table, seat, KEEP))
        else:
            kept = consult(table, seat, KEEP, KEEP)
            if kept & ~hand or count(kept) < TRICKS - table[AT.most]:
                refuse(table, kept)
        table[AT.gone + p] = hand & ~kept
        changed = table[AT.changes + p] = TRICKS - count(kept)
        if changed:
            table[AT.drawn + p] = draw_tiles(table, TILES - left, changed)
        table[AT.held + p] = kept | table[AT.drawn + p]
        table[AT.changed] |= changed << 4 * p


@inlined
def best_of(trumps):
    """Return the highest of some trumps as a set; empty of none."""
    ranked = by_rank(trumps)
    top = 1 << highest(ranked) if ranked else 0
    return (top | top >> TILES) & trumps


@inlined
def narrows(table, position, hand, legal, better):
    """Return what is left to a seat that must head the trick, or play from the top."""
    if table[AT.head] and legal & better:
        legal &= better
    if table[AT.top]:
        trumps, held = trumps_of(plain(table[AT.trump])), 0
        for p in range(table[AT.players]):
            held |= table[AT.held + p]
        out = trumps & ~(table[AT.at_play] & ~held)
        ranked, others = by_rank(hand & out), by_rank(out & ~hand)
        sure = count(ranked >> (highest(others) + 1 if others else 0))
        if sure and won(table, position) + sure >= SURE and legal & trumps:
            legal = best_of(legal & trumps)
    return legal


@helper
def play_tricks(table):
    """Play the hand out, or leave the pool to the one seat that plays."""
    seats_in = table[AT.seats_in] = table[AT.playing]
    table[AT.played_out] = seats_in & (seats_in - 1) != 0
    if not table[AT.played_out]:
        table[AT.tricks] = TRICKS << 4 * lowest(seats_in)
        return
    change(table)
    table[AT.at_play] = table[AT.tricks] = 0
    for p in range(table[AT.players]):
        if not seats_in >> p & 1:
            table[AT.held + p] = 0  # passed hands lie face down
        table[AT.at_play] |= table[AT.held + p]
    play_out(table, lowest(seats_in), plain(table[AT.trump]), None, None, 1, LEAD, nothing_more,
             narrows)


@helper
def settle(table):
    """Pay the pool to who took most tricks, if one seat did, and collect what the looed owe."""
    most, shared, pool = 0, 0, table[AT.pool]
    for p in range(table[AT.players]):
        tricks = won(table, p)
        shared = 1 if tricks > most else shared + (tricks == most)
        most = max(most, tricks)
    pool_next = pool
    for p in range(table[AT.players]):
        seat, tricks = table[AT.chair + p], won(table, p)
        paid = pool if tricks == most and shared == 1 else 0
        looed = table[AT.seats_in] >> p & int(tricks == 0)
        table[AT.paid + seat], table[AT.penalties + seat] = paid, looed * table[AT.penalty]
        table[AT.value + seat] = paid - looed * table[AT.penalty] - table[AT.ante]
        pool_next += looed * table[AT.penalty] - paid
    table[AT.pool_next] = pool_next


@helper
def play_dealt(table):
    """Deal and play a hand whose pool and dealer are set; the antes are paid."""
    seats = table[AT.players] = table[AT.seats]
    for p in range(seats):
        table[AT.chair + p] = (table[AT.dealer] + 1 + p) % seats
    table[AT.penalty] = _due(table[AT.penalty_kind], table[AT.penalty_limit], table[AT.pool])
    deal(table)
    declare(table)
    play_tricks(table)
    settle(table)


_due = inlined(penalty_due)
