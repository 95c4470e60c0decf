"""What decides at the tiles: numbers of table cells that describe an answer in its situation.

An answer is worth the sum of its cells, one of every table: what a tile takes now, what it may be
worth later, what stays in hand, who else is in.  A table crosses a few of these; none crosses all.
``strategies.loo.skills.learned_play`` takes the answer with the highest sum, and
``scripts.learn_tiles`` learns the cells.

Trumps are described by their *pattern*: seven bits, the highest for the best trump that is held or
may be held by somebody, so that trumps that have gone are left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.domino.tile_sets import count, lowest, places_in
from simulate.domino.tiles import ALL_TILES, DOUBLES, HIGH, LOW, NUMBERS, SHOWS, TILES
from simulate.domino.tricks import TRUMPS, by_rank, suit_of
from simulate.games.loo.views import TRICKS
from simulate.machine.compiling import inlined
from simulate.machine.layouts import pointer
from strategies.loo.skills.tile_play import plain_stands, trump_stands
from strategies.skills import (
    beaten_by,
    better_than,
    held_turn_up,
    missing,
    missing_row,
    unseen_tiles,
)

#: Sizes of the tables, one after the other behind a cell that no answer has: of leads, of follows,
#: of five tiles kept after a miss, and of five kept for the turn-up (patterns, tiles, pairs).
_LEADS = (4800, 23628, 3456, 11520, 2160, 2880, 4800, 2835)
_FOLLOWS = (5280, 23504, 3072, 11520, 1200, 2160, 5760)
_FIVES = (9216, 600, 1323, 336)
_STARTS = [1, *(1 + np.cumsum([*_LEADS, *_FOLLOWS, *_FIVES, *_FIVES])).tolist()]
CELLS = int(_STARTS[-1])
(_STANDS, _RANKS, _VOIDS, _STAYS, _SHARES, _SAID, _LOOED, _NUMBERS,
 _WINS, _SPENDS, _WINNER, _LEFT, _GUARDS, _COME, _THROWN) = (int(at) for at in _STARTS[:15])
#: Where the tables of five tiles kept after a miss and for the turn-up begin.
AFTER_MISS, FOR_TURN_UP = int(_STARTS[15]), int(_STARTS[19])
_TILE, _PAIR, _NUMBER = (sum(_FIVES[:table]) for table in (1, 2, 3))
_TOP = 6
#: Number of a plain tile among the 21 of a trump, the tiles in order: at 28 * trump + tile.
_PLAIN = np.array([
    0 if trumps >> tile & 1 else (~trumps & (1 << tile) - 1).bit_count()
    for trumps in TRUMPS[:NUMBERS].tolist() for tile in range(TILES)], np.int64)


class AtTiles(NamedTuple):
    """What a seat that leads or follows looks at, where no window on a table is at hand."""

    hand: int
    legal: int
    trump: int
    turn_up: int
    turn_up_taken: int
    seats: int
    players: int
    position: int
    seats_in: int
    missed: int
    to_come: int
    trick: int
    led: int
    winning: int
    winner: int
    played: int
    discarded: int
    voids: int
    tricks: int
    for_pool: int
    pool: int
    penalty: int


class AtFives(NamedTuple):
    """What a seat that chooses five tiles looks at, where no window on a table is at hand."""

    trump: int
    turn_up: int
    discarded: int
    seats: int
    players: int
    position: int
    stayed: int
    pool: int
    penalty: int


class Table(NamedTuple):
    """What all answers to a lead or a follow have in common."""

    hand: int
    trump: int
    trumps: int  #: set
    unseen: int  #: set
    all_trumps: int  #: held and unseen, by rank
    pattern: int  #: of the trumps held, the lowest bit for the lowest of all
    out: int  #: trumps unseen
    rivals: int
    trick: int
    mine: int  #: 0 without a trick, 1 with one, 2 for a dealer who plays for the pool
    stake: int  #: 0 to 3: the penalty's share of the pool
    without: int  #: rivals without a trick
    to_come: int  #: positions
    row: int  #: ``missing_row`` of the hands of others
    voids: int
    held: int  #: the turn-up while the dealer has it, as a set
    dealer: int  #: position
    void_in_trumps: int  #: seats to come without trumps
    masters: int  #: plain tiles held that nothing out beats, led as the better of their numbers


@inlined
def stake_of(penalty: int, pool: int) -> int:
    """Return the class of the penalty's share of the pool."""
    return (int(20 * penalty >= 3 * pool) + int(5 * penalty >= 2 * pool)
            + int(4 * penalty >= 3 * pool))


@inlined
def _seats_void(seats: int, voids: int, suit: int) -> int:
    """Count the seats of a set that are known to be void in a suit."""
    first = seats & 1 & voids >> suit
    second = seats >> 1 & 1 & voids >> 8 + suit
    third = seats >> 2 & 1 & voids >> 16 + suit
    return first + second + third + (seats >> 3 & 1 & voids >> 24 + suit)


@inlined
def _rivals_without_trick(seats: int, tricks: int) -> int:
    """Count the positions of a set that have taken no trick."""
    took = tricks | tricks >> 1 | tricks >> 2
    return ((seats & ~took & 1) + (seats >> 1 & ~(took >> 4) & 1)
            + (seats >> 2 & ~(took >> 8) & 1) + (seats >> 3 & ~(took >> 12) & 1))


@inlined
def _masters(plain: int, trump: int, unseen: int) -> int:
    """Count the plain tiles of a set that nothing out beats, led as the better of their numbers."""
    found = 0
    while plain:
        found += int(beaten_by(lowest(plain), trump, unseen) == 0)
        plain &= plain - 1
    return found


@inlined
def table_of(view: Any) -> Table:
    """Return what all answers have in common."""
    trumps = TRUMPS[view.trump]
    unseen = unseen_tiles(view.hand, view.played, view.discarded)
    all_trumps = by_rank((view.hand | unseen) & trumps)
    others = view.seats_in & ~(1 << view.position)
    mine = int(view.tricks >> 4 * view.position & 7 > 0)
    if view.for_pool and view.position == view.players - 1:
        mine = 2
    return Table(
        view.hand, view.trump, trumps, unseen, all_trumps,
        places_in(by_rank(view.hand & trumps), all_trumps), count(unseen & trumps), count(others),
        view.trick, mine, stake_of(view.penalty, view.pool),
        _rivals_without_trick(others, view.tricks), view.to_come,
        missing_row(TRICKS - view.trick, unseen), view.voids,
        held_turn_up(view.turn_up, view.turn_up_taken, view.played), view.players - 1,
        _seats_void(view.to_come, view.voids, view.trump),
        _masters(view.hand & ~trumps, view.trump, unseen))


@inlined
def _end(tile: int, end: int, table: Table) -> int:
    """Count the tiles out that beat a plain tile led as the lower (0) or higher (1) number."""
    number = pointer(HIGH)[tile] if end else pointer(LOW)[tile]
    return count(table.unseen & better_than(tile, number, table.trump))


@inlined
def _place(tile: int, table: Table) -> int:
    """Return the place of a trump among all trumps that are left, from the lowest."""
    return count(table.all_trumps & by_rank(1 << tile) - 1)


@inlined
def _from_the_top(pattern: int, trumps: int) -> int:
    """Return the pattern of some trumps, given from the lowest of so many on."""
    return pattern << NUMBERS - trumps


@inlined
def _without(pattern: int, place: int) -> int:
    """Return a pattern without one of its trumps, which leaves the game."""
    return (pattern >> place + 1 << place) | pattern & (1 << place) - 1


@inlined
def _shares(tile: int, number: int, table: Table) -> int:
    """Count the other plain tiles held that show a number of a tile."""
    return count(table.hand & ~table.trumps & ~(1 << tile) & pointer(SHOWS)[number])


@inlined
def lead_cells(table: Table, view: Any, tile: int, suit: int) -> tuple[int, ...]:
    """Return the cells of a tile led as a suit."""
    is_trump = table.trumps >> tile & 1
    seven = count(table.all_trumps)
    better = better_than(tile, suit, table.trump)
    followers = table.unseen & suit_of(table.trump, suit)
    beaters = count(followers & better)
    double_out = int(followers & better & DOUBLES != 0)
    more = count(followers) - beaters
    high, low = pointer(HIGH)[tile], pointer(LOW)[tile]
    other_suit = low if suit == high else high
    double = int(high == low)
    own_other, left = 0, _from_the_top(table.pattern, seven)
    if is_trump:
        place = _place(tile, table)
        left = _from_the_top(_without(table.pattern, place), seven - 1)
        stands = trump_stands(missing(table.row, beaters), better, 1.0, suit, table.trump,
                              table.to_come, table.voids, table.held, table.dealer)
        later = min(beaters, 3)
        turned = int(table.held & table.trumps != 0 and view.position != table.dealer)
        turned += int(turned and table.held & better != 0)
        ranks = (((_from_the_top(table.pattern, seven) * NUMBERS + _TOP - (seven - 1 - place)) * 3
                  + turned) * 2 + int(table.trick == 0)) * 3
        other = beaters
        kind = 2
        masters = min(table.masters, 2)
        numbers = 2520 + ((min(beaters, 6) * 3 + masters) * TRICKS + table.trick) * 3
    else:
        stands = plain_stands(
            followers, followers & better, missing(table.row, table.out), suit, table.trump,
            table.to_come, table.row, table.voids, table.held, table.dealer)
        other = count(table.unseen & better_than(tile, other_suit, table.trump))
        later = 4 + min(beaters, other, 3)
        ranks = 16128 + (((((min(beaters, 4) * 5 + min(more, 4)) * 5 + min(other, 4)) * 2
                           + double_out) * 5 + min(table.out, 4)) * 2 + int(table.trick > 2)) * 3
        own_other = 0 if double else min(_shares(tile, other_suit, table), 2)
        kind = double
        masters = min(table.masters - int(min(beaters, other) == 0), 2)
        numbers = ((pointer(_PLAIN)[table.trump * TILES + tile] * 2 + int(suit == high)) * TRICKS
                   + table.trick) * 12 + min(beaters, 3) * 3
    stood = min(int(stands * 10.0), 9)
    few, own_suit = min(beaters, 3), min(_shares(tile, suit, table), 3)
    me, rivals = min(table.mine, 1), table.rivals - 1
    void = min(_seats_void(table.to_come, table.voids, suit), 2)
    missers = min(count(view.missed & view.seats_in & ~(1 << view.position)), 2)
    dealer_has = int(table.held != 0 and view.position != table.dealer)
    return (
        _STANDS + (((stood * 8 + later) * TRICKS + table.trick) * 3 + table.mine) * 4
        + table.stake,
        _RANKS + ranks + rivals,
        _VOIDS + (((((void * 3 + min(table.void_in_trumps, 2)) * 2 + is_trump) * 4 + few) * 4
                   + min(more, 3)) * 4 + min(table.out, 3)) * 3 + rivals,
        _STAYS + (((left * 3 + rivals) * TRICKS + table.trick) * 2 + me) * 3 + masters,
        _SHARES + ((((own_suit * 3 + own_other) * 4 + few) * TRICKS + table.trick) * 3 + kind) * 3
        + rivals,
        _SAID + ((((((missers * 2 + dealer_has) * 2 + (view.missed >> view.position & 1)) * 2
                    + int(view.position == table.dealer)) * 2 + is_trump) * 4 + few) * TRICKS
                 + table.trick) * 3 + rivals,
        _LOOED + ((((min(table.without, 3) * 3 + table.mine) * 4 + table.stake) * 2 + is_trump) * 10
                  + stood) * TRICKS + table.trick,
        _NUMBERS + numbers + rivals,
    )


@inlined
def follow_cells(table: Table, view: Any, tile: int) -> tuple[int, ...]:
    """Return the cells of a tile that follows, trumps or is thrown off."""
    is_trump = table.trumps >> tile & 1
    seven, led, winning = count(table.all_trumps), view.led, view.winning
    winners = better_than(winning, led, table.trump) | table.trumps
    if table.trumps >> winning & 1:
        winners = better_than(winning, table.trump, table.trump)
    wins, last = winners >> tile & 1, int(table.to_come == 0)
    followers = table.unseen & suit_of(table.trump, led)
    me, rivals = min(table.mine, 1), table.rivals - 1
    left = _from_the_top(table.pattern, seven)
    stands, beaters = 1.0, 0
    if is_trump:
        place = _place(tile, table)
        left = _from_the_top(_without(table.pattern, place), seven - 1)
        better = better_than(tile, table.trump, table.trump)
        above = count(table.unseen & better)
        if wins and not last:
            stands = trump_stands(
                missing(table.row, above), better, missing(table.row, count(followers)), led,
                table.trump, table.to_come, table.voids, table.held, table.dealer)
            beaters = above
        later = min(above, 3)
        spends = ((((_from_the_top(table.pattern, seven) * NUMBERS + _TOP - (seven - 1 - place)) * 2
                    + wins) * 2 + last) * 3 + rivals) * 2 + int(table.trick == 0)
        masters = min(table.masters, 2)
        thrown = 5040 + ((((later * 3 + masters) * TRICKS + table.trick) * 2 + wins) * 2 + last
                         ) * 3 + rivals
        guards = 1080 + ((min(above, 3) * TRICKS + table.trick) * 3 + rivals) * 2 + me
    else:
        as_high, as_low = _end(tile, 1, table), _end(tile, 0, table)
        double = DOUBLES >> tile & 1
        if wins and not last:
            better = followers & better_than(tile, led, table.trump)
            stands = plain_stands(
                followers, better, missing(table.row, table.out), led, table.trump,
                table.to_come, table.row, table.voids, table.held, table.dealer)
            beaters = count(better)
        few = min(as_high, as_low, 3)
        later = 4 + few
        masters = min(table.masters - int(few == 0), 2)
        led_as = int(led == pointer(HIGH)[tile]) + 2 * int(led == pointer(LOW)[tile])
        thrown = ((((pointer(_PLAIN)[table.trump * TILES + tile] * 4 + few) * TRICKS + table.trick)
                   * 2 + wins) * 2 + int(table.out > 0)) * 3 + min(led_as, 2)
        spends = 21504 + ((((min(as_high, 4) * 5 + min(as_low, 4)) * 2 + double) * 4
                          + min(table.out, 3)) * TRICKS + table.trick) * 2 + wins
        guards = ((((min(_shares(tile, pointer(HIGH)[tile], table), 2) * 3
                     + min(_shares(tile, pointer(LOW)[tile], table), 2)) * 4 + few) * TRICKS
                   + table.trick) * 3 + min(count(table.hand & table.trumps), 2)) * 2 + me
    stood = wins * (1 + min(int(stands * 10.0), 9))
    its = view.tricks >> 4 * view.winner & 7
    said = (view.missed >> view.winner & 1) * 2 + int(view.winner == table.dealer)
    coming = count(table.to_come)
    return (
        _WINS + (((stood * 8 + later) * TRICKS + table.trick) * 3 + table.mine) * 4 + table.stake,
        _SPENDS + spends,
        _WINNER + ((((((int(its > 0) * 4 + said) * 2 + wins) * 4 + min(table.without, 3)) * 3
                     + table.mine) * 4 + coming) * 4) + table.stake,
        _LEFT + (((left * 2 + wins) * 3 + rivals) * TRICKS + table.trick) * 3 + masters,
        _GUARDS + guards,
        _COME + ((((min(_seats_void(table.to_come, table.voids, led), 2) * 3
                    + min(table.void_in_trumps, 2)) * 3 + wins * (1 + is_trump)) * 5
                  + min(beaters, 4)) * 4 + min(table.out, 3)) * 4 + coming,
        _THROWN + thrown,
    )


class Before(NamedTuple):
    """What all choices of five tiles have in common."""

    trump: int
    trumps: int  #: set
    unseen: int  #: set
    all_trumps: int  #: held and unseen, by rank
    about: int  #: class of the situation: who is in, who is to come, the stake, the turn-up
    stayed: int  #: 0 to 2


@inlined
def before_of(view: Any, drawn: int) -> Before:
    """Return what all choices of five tiles out of ``drawn`` have in common."""
    unseen = ALL_TILES & ~(drawn | view.discarded | 1 << view.turn_up)
    trumps = TRUMPS[view.trump]
    stayed = min(count(view.stayed), 2)
    deals = view.position == view.players - 1
    fears = int(not deals and DOUBLES >> view.turn_up & 1)
    about = ((stayed * 3 + min(view.players - 1 - view.position, 2)) * 4
             + stake_of(view.penalty, view.pool)) * 2 + fears
    return Before(view.trump, trumps, unseen, by_rank((drawn | unseen) & trumps), about, stayed)


@inlined
def tile_cell(before: Before, start: int, tile: int, trumps: int) -> int:
    """Return the cell of one of five tiles: none for a trump."""
    if before.trumps >> tile & 1:
        return 0
    as_high = count(before.unseen & better_than(tile, pointer(HIGH)[tile], before.trump))
    as_low = count(before.unseen & better_than(tile, pointer(LOW)[tile], before.trump))
    return start + _TILE + (((min(as_high, 4) * 5 + min(as_low, 4)) * 2 + (DOUBLES >> tile & 1)) * 4
                            + min(trumps, 3)) * 3 + before.stayed


@inlined
def number_cell(before: Before, start: int, tile: int, trumps: int) -> int:
    """Return the cell of the numbers of one of five tiles: none for a trump."""
    if before.trumps >> tile & 1:
        return 0
    few = min(beaten_by(tile, before.trump, before.unseen), 3)
    return start + _NUMBER + (pointer(_PLAIN)[before.trump * TILES + tile] * 4 + few) * 4 + min(
        trumps, 3)


@inlined
def pair_cell(before: Before, start: int, one: int, other: int, trumps: int) -> int:
    """Return the cell of two of five tiles: none where one is a trump."""
    if before.trumps & (1 << one | 1 << other):
        return 0
    plain = pointer(_PLAIN)
    return start + _PAIR + (plain[before.trump * TILES + one] * 21
                            + plain[before.trump * TILES + other]) * 3 + min(trumps, 2)


@inlined
def pattern_cell(before: Before, start: int, trumps: int) -> int:
    """Return the cell of the trumps among five tiles."""
    places = places_in(by_rank(trumps), before.all_trumps)
    return start + _from_the_top(places, count(before.all_trumps)) * 72 + before.about
