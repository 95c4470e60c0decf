"""A hand of Boo-Ray: who may play what to a trick, and who is paid."""

from simulate.domino.pool_kit import LEAD, POOL, change, deal, declare, pay
from simulate.domino.tile_sets import count, highest, lowest
from simulate.domino.tiles import TILES
from simulate.domino.trick_kit import TRICKS, nothing_more, play_out, won
from simulate.domino.tricks import by_rank, plain, trumps_of
from simulate.games.rules import penalty_due
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import lay_out

#: The most tiles that a seat may change, and the tricks that make a seat sure of the pool.
CHANGES, SURE = 4, 3
AT = lay_out(POOL, penalty_kind=1, penalty_limit=1, head=1, top=1, escalation_limit=1, at_play=1)
_due = inlined(penalty_due)


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
    trumps, held = trumps_of(plain(table[AT.trump])), 0
    if table[AT.top] and legal & trumps and won(table, position) + count(hand & trumps) >= SURE:
        for p in range(table[AT.players]):
            held |= table[AT.held + p]
        out = trumps & ~(table[AT.at_play] & ~held)
        ranked, others = by_rank(hand & out), by_rank(out & ~hand)
        sure = count(ranked >> (highest(others) + 1 if others else 0))
        if sure and won(table, position) + sure >= SURE:
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
    change(table, CHANGES)
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
    table[AT.pool_next] = pool
    for p in range(table[AT.players]):
        tricks = won(table, p)
        looed = table[AT.seats_in] >> p & int(tricks == 0)
        pay(table, p, pool if tricks == most and shared == 1 else 0, looed * table[AT.penalty])


def play_dealt(table, numbers):
    """Deal and play a hand whose pool and dealer are set, and the antes paid."""
    table[AT.penalty] = _due(table[AT.penalty_kind], table[AT.penalty_limit], table[AT.pool])
    deal(table)
    declare(table)
    play_tricks(table)
    settle(table)
    return 0
