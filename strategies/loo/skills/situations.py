"""The table cells that describe an action in its situation.

The score of an action is the sum of its cells, one of every table: what a tile takes now, what it
may be worth later, what stays in hand, who is to come.  A table crosses a few of these.
``strategies.loo.skills.learned_play`` takes the action with the highest sum, and
``scripts.learn_tiles`` learns the cells.

Trumps are described by their *pattern*: seven bits, the highest for the best trump that is held or
may be held by somebody, so that trumps that have gone are left out.
"""

from typing import Any, NamedTuple

import numpy as np

from simulate.domino.tile_sets import count, lowest, places_in
from simulate.domino.tiles import ALL_TILES, DOUBLES, HIGH, LOW, NUMBERS, SHOWS, TILES
from simulate.domino.tricks import TRUMPS, beaten_as, beaten_by, better_than, by_rank, suit_of
from simulate.games.loo.views import TRICKS
from simulate.machine.compiling import inlined
from simulate.machine.table import pointer
from strategies.skills import held_turn_up, unseen_tiles

#: Sizes of the tables, one after the other behind a cell that no answer has: of leads, of follows,
#: of five tiles kept after a miss, and of five kept for the turn-up (patterns, tiles, pairs).
_LEADS = (23628, 3456, 2160, 2835)
_FOLLOWS = (23504, 1200, 2160, 5760)
_FIVES = (9216, 600, 1323, 336)
_STARTS = [1, *(1 + np.cumsum([*_LEADS, *_FOLLOWS, *_FIVES, *_FIVES])).tolist()]
CELLS = int(_STARTS[-1])
(_RANKS, _VOIDS, _SHARES, _NUMBERS,
 _SPENDS, _GUARDS, _COME, _THROWN) = (int(at) for at in _STARTS[:8])
#: Where the tables of five tiles kept after a miss and for the turn-up begin.
AFTER_MISS, FOR_TURN_UP = int(_STARTS[8]), int(_STARTS[12])
_TILE, _PAIR, _NUMBER = (sum(_FIVES[:table]) for table in (1, 2, 3))
_TOP = 6
#: What brings the bit of each position to where its voids begin.
_TO_VOIDS, _EACH = 0x204081, 0x1010101
#: Number of a plain tile among the 21 of a trump, the tiles in order: at 28 * trump + tile.
_PLAIN = np.array([
    0 if trumps >> tile & 1 else (~trumps & (1 << tile) - 1).bit_count()
    for trumps in TRUMPS[:NUMBERS].tolist() for tile in range(TILES)], np.int64)


class AtTiles(NamedTuple):
    """What a seat that leads or follows looks at, without a window on a table."""

    hand: int
    legal: int
    trump: int
    turn_up: int
    turn_up_taken: int
    seats: int
    players: int
    position: int
    seats_in: int
    to_come: int
    trick: int
    led: int
    winning: int
    played: int
    discarded: int
    voids: int
    tricks: int
    for_pool: int


class AtFives(NamedTuple):
    """What a seat that chooses five tiles looks at, without a window on a table."""

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
    """What all actions of a lead or a follow have in common."""

    known: int  #: set of tiles that are held or out
    trump: int
    trumps: int  #: set
    plain: int  #: set of plain tiles held
    unseen: int  #: set
    pattern: int  #: of the trumps held; 0 where none may be played
    out: int  #: trumps unseen
    rivals: int  #: more than one
    trick: int
    mine: int  #: 1 with a trick, or for a dealer who plays for the pool
    to_come: int  #: seats, each by the lowest of its bits among the voids
    voids: int
    void_in_trumps: int  #: seats to come without trumps, 2 at most
    turned: int  #: the turn-up while another seat, the dealer, has it, as a set
    masters: int  #: like ``masters_of``; 0 where no trump may be played


@inlined
def _seats_void(to_come: int, voids: int, suit: int) -> int:
    """Count the seats to come that are known to be void in a suit, two at most."""
    return min(count(voids >> suit & to_come), 2)


@inlined
def _masters(plain: int, trump: int, unseen: int) -> int:
    """Count plain tiles that nothing out beats, led as the better of their numbers: 2 at most."""
    found = 0
    while plain:
        found += int(beaten_by(lowest(plain), trump, unseen) == 0)
        plain &= plain - 1
    return min(found, 2)


@inlined
def table_of(view: Any) -> Table:
    """Return what all actions have in common."""
    trumps = TRUMPS[view.trump]
    unseen = unseen_tiles(view.hand, view.played, view.discarded)
    known, plain = view.hand | unseen, view.hand & ~trumps
    pattern = masters = 0
    if view.legal & trumps:
        left = by_rank(known & trumps)
        pattern = _from_the_top(places_in(by_rank(view.hand & trumps), left), count(left))
        masters = _masters(plain, view.trump, unseen)
    to_come = view.to_come * _TO_VOIDS & _EACH
    deals = int(view.position == view.players - 1)
    return Table(
        known, view.trump, trumps, plain, unseen, pattern, count(unseen & trumps),
        count(view.seats_in) - 2, view.trick,
        int(view.tricks >> 4 * view.position & 7 > 0) | view.for_pool & deals,
        to_come, view.voids, _seats_void(to_come, view.voids, view.trump),
        held_turn_up(view.turn_up, view.turn_up_taken & 1 - deals, view.played), masters)


@inlined
def _from_the_top(pattern: int, trumps: int) -> int:
    """Return the pattern of some trumps, given from the lowest of so many on."""
    return pattern << NUMBERS - trumps


@inlined
def _held_as(better: int, table: Table) -> int:
    """Return the pattern of the trumps held with the place of one of them: those that beat it."""
    return table.pattern * NUMBERS + _TOP - count(table.known & better)


@inlined
def _shares(number: int, table: Table, most: int) -> int:
    """Count the other plain tiles held that show a number of a plain tile, so many at most."""
    return min(count(table.plain & pointer(SHOWS)[number]) - 1, most)


@inlined
def cells_of(table: Table, view: Any, answer: int) -> tuple[int, ...]:
    """Return the cells of an action, as leads are announced."""
    tile = answer >> 3
    if view.led >= 0:
        return follow_cells(table, view, tile)
    if table.trumps >> tile & 1:
        return trump_lead_cells(table, tile)
    return plain_lead_cells(table, tile, answer & 7)


@inlined
def trump_lead_cells(table: Table, tile: int) -> tuple[int, ...]:
    """Return the cells of a trump that is led."""
    better = better_than(tile, table.trump, table.trump)
    beaters = count(table.unseen & better)
    turned = int(table.turned != 0) + int(table.turned & better != 0)
    few, more = min(beaters, 3), min(table.out - beaters, 3)
    return (
        _RANKS + ((_held_as(better, table) * 3 + turned) * 2 + int(table.trick == 0)) * 3
        + table.rivals,
        _VOIDS + ((((table.void_in_trumps * 8 + 1) * 4 + few) * 4 + more) * 4
                  + min(table.out, 3)) * 3 + table.rivals,
        _SHARES + ((few * TRICKS + table.trick) * 3 + 2) * 3 + table.rivals,
        _NUMBERS + 2520 + ((min(beaters, 6) * 3 + table.masters) * TRICKS + table.trick) * 3
        + table.rivals,
    )


@inlined
def plain_lead_cells(table: Table, tile: int, suit: int) -> tuple[int, ...]:
    """Return the cells of a plain tile led as a suit."""
    high = pointer(HIGH)[tile]
    other_suit = pointer(LOW)[tile] + high - suit
    double = int(other_suit == suit)
    better = better_than(tile, suit, table.trump)
    beaters = count(table.unseen & better)
    more = count(table.unseen & suit_of(table.trump, suit)) - beaters
    other = count(table.unseen & better_than(tile, other_suit, table.trump))
    double_out = int(table.unseen & better & DOUBLES != 0)
    few, own_suit = min(beaters, 3), _shares(suit, table, 3)
    own_other = 0 if double else _shares(other_suit, table, 2)
    void = _seats_void(table.to_come, table.voids, suit)
    return (
        _RANKS + 16128 + (((((min(beaters, 4) * 5 + min(more, 4)) * 5 + min(other, 4)) * 2
                            + double_out) * 5 + min(table.out, 4)) * 2 + int(table.trick > 2)) * 3
        + table.rivals,
        _VOIDS + ((((void * 3 + table.void_in_trumps) * 8 + few) * 4 + min(more, 3)) * 4
                  + min(table.out, 3)) * 3 + table.rivals,
        _SHARES + ((((own_suit * 3 + own_other) * 4 + few) * TRICKS + table.trick) * 3 + double) * 3
        + table.rivals,
        _NUMBERS + ((pointer(_PLAIN)[table.trump * TILES + tile] * 2 + int(suit == high)) * TRICKS
                    + table.trick) * 12 + few * 3 + table.rivals,
    )


@inlined
def follow_cells(table: Table, view: Any, tile: int) -> tuple[int, ...]:
    """Return the cells of a tile that follows, trumps or is thrown off."""
    is_trump = table.trumps >> tile & 1
    led, winning = view.led, view.winning
    winners = better_than(winning, led, table.trump) | table.trumps
    if table.trumps >> winning & 1:
        winners = better_than(winning, table.trump, table.trump)
    wins, last = winners >> tile & 1, int(table.to_come == 0)
    if is_trump:
        better = better_than(tile, table.trump, table.trump)
        above = count(table.unseen & better)
        few, beaters = min(above, 3), above
        spends = (((_held_as(better, table) * 2 + wins) * 2 + last) * 3 + table.rivals) * 2 + int(
            table.trick == 0)
        thrown = 5040 + ((((few * 3 + table.masters) * TRICKS + table.trick) * 2 + wins) * 2
                         + last) * 3 + table.rivals
        guards = 1080 + ((few * TRICKS + table.trick) * 3 + table.rivals) * 2 + table.mine
    else:
        high, low = pointer(HIGH)[tile], pointer(LOW)[tile]
        as_high, as_low = beaten_as(tile, table.trump, table.unseen)
        few = min(as_high, as_low, 3)
        beaters = as_high if led == high else as_low
        led_as = min(int(led == high) + 2 * int(led == low), 2)
        spends = 21504 + ((((min(as_high, 4) * 5 + min(as_low, 4)) * 2 + (DOUBLES >> tile & 1)) * 4
                           + min(table.out, 3)) * TRICKS + table.trick) * 2 + wins
        thrown = ((((pointer(_PLAIN)[table.trump * TILES + tile] * 4 + few) * TRICKS + table.trick)
                   * 2 + wins) * 2 + int(table.out > 0)) * 3 + led_as
        own_trumps = min(count(view.hand & table.trumps), 2)
        guards = ((((_shares(high, table, 2) * 3 + _shares(low, table, 2)) * 4 + few) * TRICKS
                   + table.trick) * 3 + own_trumps) * 2 + table.mine
    return (
        _SPENDS + spends,
        _GUARDS + guards,
        _COME + ((((_seats_void(table.to_come, table.voids, led) * 3 + table.void_in_trumps) * 3
                   + wins * (1 + is_trump)) * 5 + min(beaters, 4) * (wins & 1 - last)) * 4
                 + min(table.out, 3)) * 4
        + count(table.to_come),
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
    stake = (int(20 * view.penalty >= 3 * view.pool) + int(5 * view.penalty >= 2 * view.pool)
             + int(4 * view.penalty >= 3 * view.pool))
    to_come = min(view.players - 1 - view.position, 2)
    about = ((stayed * 3 + to_come) * 4 + stake) * 2 + fears
    return Before(view.trump, trumps, unseen, by_rank((drawn | unseen) & trumps), about, stayed)


@inlined
def tile_cell(before: Before, start: int, tile: int, trumps: int) -> int:
    """Return the cell of one of five tiles: none for a trump."""
    if before.trumps >> tile & 1:
        return 0
    as_high, as_low = beaten_as(tile, before.trump, before.unseen)
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
