"""A hand of Loo or Rounce: the deal, the declarations and the five tricks."""

from __future__ import annotations

from simulate.domino.deck import deal_hands, draw_tiles
from simulate.domino.tile_sets import count, lowest, nth
from simulate.domino.tiles import HIGH, TILES
from simulate.domino.trick_kit import all_may_be_played, choose, nothing_more, play_out
from simulate.domino.tricks import is_legal_tile, plain, uniform_tile
from simulate.games.loo.row import AT, SEATS, TRICKS
from simulate.games.loo.rules import may_declare, miss_tiles, misses_in
from simulate.games.loo.views import (
    DECLARE,
    DROP,
    FOR_POOL,
    KEEP_AFTER_MISS,
    LEAD,
    LEAVE,
    MISS,
    PLAY,
    TAKE_TURN_UP,
)
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import BASE, Table, chance, consult, is_uniform, refuse

_LOW_BITS = 0x7FFFFFFF

legal_declarations, misses_left = inlined(may_declare), inlined(misses_in)
tiles_of_a_miss = inlined(miss_tiles)


@helper
def deal(table: Table) -> None:
    """Deal five tiles a position, expose the turn-up and show what the session stands at."""
    turn_up = deal_hands(table, table[AT.players], TRICKS, AT.dealt, AT.held)
    table[AT.turn_up] = turn_up
    table[AT.trump] = HIGH[turn_up]
    for p in range(SEATS):
        table[AT.action + p] = table[AT.thrown + p] = 0
    # Where neither banks nor points are counted these entries stay 0.
    if table[BASE.watched] and (table[AT.bankroll] or table[AT.points_game]):
        for p in range(SEATS):
            table[AT.chips_0 + p] = table[AT.score_0 + p] = 0
        for p in range(table[AT.players]):
            table[AT.chips_0 + p] = table[AT.chips + table[AT.chair + p]]
            table[AT.score_0 + p] = table[AT.score + table[AT.chair + p]]


@inlined
def legal_after(table: Table, position: int, stayed: int, missed: int) -> int:
    """Return the declarations allowed to a position, bit k for action k; see ``may_declare``."""
    players = table[AT.players]
    left = misses_left(players) - count(missed)
    return legal_declarations(players, position, left, stayed, missed, table[AT.rounce])


@inlined
def draw_miss(table: Table) -> int:
    """Return the tiles of a miss: the next ones of the boneyard, or all that it still has."""
    boneyard = table[BASE.boneyard]
    size = tiles_of_a_miss(table[AT.players])
    if count(boneyard) == size:
        table[BASE.boneyard] = 0
        return boneyard
    return draw_tiles(table, TILES - count(boneyard), size)


@helper
def keep_uniformly(tiles: int, word: int) -> int:
    """Throw away all but five of a miss, one or two, each set of them as likely."""
    kept = tiles & ~(1 << uniform_tile(tiles, word))
    if count(kept) > TRICKS:
        kept &= ~(1 << nth(kept, (word & _LOW_BITS) * count(kept) >> 31))
    return kept


@helper
def take_miss(table: Table, seat: int, position: int, tiles: int) -> None:
    """Let a seat keep five of the tiles of its miss."""
    table[AT.drawn + position] = tiles
    if is_uniform(table, seat, KEEP_AFTER_MISS):
        kept = keep_uniformly(tiles, chance(table, seat, KEEP_AFTER_MISS))
    else:
        table[AT.hand] = tiles
        kept = consult(table, seat, KEEP_AFTER_MISS, KEEP_AFTER_MISS)
        if kept & ~tiles or count(kept) != TRICKS:
            refuse(table, kept)
    table[AT.held + position] = kept
    table[AT.thrown + position] = tiles & ~kept


@helper
def offer_turn_up(table: Table, seat: int, position: int) -> None:
    """Let the dealer take the turn-up for one of the five tiles dealt."""
    hand = table[AT.dealt + position]
    if is_uniform(table, seat, TAKE_TURN_UP):
        word = chance(table, seat, TAKE_TURN_UP)
        tile = uniform_tile(hand, word) if word & 1 else int(LEAVE)
    else:
        table[AT.hand] = hand
        tile = consult(table, seat, TAKE_TURN_UP, TAKE_TURN_UP)
        if tile != LEAVE and not is_legal_tile(hand, tile):
            refuse(table, tile)
    if tile != LEAVE:
        table[AT.thrown + position] = 1 << tile
        table[AT.held + position] = hand & ~(1 << tile) | 1 << table[AT.turn_up]


@inlined
def declare_at(
    table: Table, p: int, told: int, stayed: int, missed: int, dropped: int
) -> tuple[int, int, int, int]:
    """Let a position declare after what the sets of positions before it have said.

    ``told``: what it declares if it has made up its mind, else 0: it is asked. Returns its
    declaration, 0 for a dealer whom everybody has left alone, and the sets after it.
    """
    players = table[AT.players]
    legal = legal_after(table, p, stayed, missed)
    if not legal:
        return 0, stayed, missed, dropped
    seat = table[AT.chair + p]
    table[AT.hand] = table[AT.dealt + p]
    table[AT.legal] = legal
    table[AT.position] = p
    table[AT.misses_left] = misses_left(players) - count(missed)
    table[AT.stayed] = stayed
    table[AT.missed] = missed
    table[AT.dropped] = dropped
    action = told if told else choose(table, seat, DECLARE, DECLARE, legal)
    table[AT.action + p] = action
    if action == MISS:
        take_miss(table, seat, p, draw_miss(table))
    elif p == players - 1 and action != DROP:
        offer_turn_up(table, seat, p)
    return (action, stayed | int(action in (PLAY, FOR_POOL)) << p,
            missed | int(action == MISS) << p, dropped | int(action == DROP) << p)


@inlined
def settle_who_plays(table: Table, stayed: int, missed: int) -> None:
    """Set who plays for the tricks once all have declared."""
    table[AT.missed] = missed
    table[AT.seats_in] = stayed | missed


@inlined
def declare_up_to(table: Table, first: int, stop: int) -> None:
    """Let the positions before ``stop`` declare and settle who plays for the tricks.

    Those before ``first`` have made up their minds: their entries ``action`` are set.  All
    others are asked, but not a dealer whom everybody has left alone.
    """
    stayed, missed, dropped = 0, 0, 0
    for p in range(stop):
        told = table[AT.action + p] if p < first else 0
        action, stayed, missed, dropped = declare_at(table, p, told, stayed, missed, dropped)
        if not action:
            break
    settle_who_plays(table, stayed, missed)


@helper
def declare(table: Table) -> None:
    """Ask each position in turn and settle who plays for the tricks."""
    declare_up_to(table, 0, table[AT.players])


@helper
def start_play(table: Table) -> None:
    """Set what all views of the tricks show of the declarations."""
    dealer = table[AT.players] - 1
    table[AT.turn_up_taken] = table[AT.held + dealer] >> table[AT.turn_up] & 1
    table[AT.for_pool] = table[AT.action + dealer] == FOR_POOL
    face_up = 0 if table[AT.turn_up_taken] else 1 << table[AT.turn_up]
    for p in range(table[AT.players]):
        # A seat that took the miss has seen the hand that it was dealt, too.
        dealt = table[AT.dealt + p] & -(table[AT.missed] >> p & 1)
        table[AT.gone + p] = table[AT.thrown + p] | dealt | face_up


@helper
def play_tricks(table: Table) -> None:
    """Play the hand out, or give all tricks to the one seat that is left."""
    seats_in = table[AT.seats_in]
    several = seats_in & (seats_in - 1) != 0
    table[AT.played_out] = several
    if not several:
        if seats_in == 0:
            seats_in = 1 << (table[AT.players] - 1)
            table[AT.seats_in] = seats_in
        table[AT.tricks] = TRICKS << 4 * lowest(seats_in)
        return
    if table[BASE.watched]:
        start_play(table)
    play_out(table, lowest(seats_in), plain(table[AT.trump]), table[AT.lead_trump_min], 1,
             table[AT.must_trump], LEAD, nothing_more, all_may_be_played)
