"""The deal of Domino Pool, its line, and its turns, to domino or a blocked line.

The state of the line is the set of options that fit it, whoever holds the tiles: those that
show the number open on the left, and 32 bits higher those that show the one on the right.
A tile played turns its end's number into the other one of the tile, so the set changes by
the tiles that show just one of the two numbers: one look into a small table.
"""

import numpy as np

from simulate.domino.deck import draw_tiles
from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, DOUBLES, HIGH, LOW, NO_TILE, PIPS, SHOWS, TILES
from simulate.domino.tricks import uniform_bit
from simulate.games.pool import views
from simulate.games.pool.rules import hand_size
from simulate.games.pool.views import AT, NO_OPTION, RIGHT
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import Table, chance, consult_among, is_uniform, put, refuse

_ONE_SIDE = (1 << RIGHT) - 1


def _changes_table() -> np.ndarray:
    """CHANGES[option]: the options that fit before a play or after it, but not both times."""
    table = np.zeros(NO_OPTION + 1, dtype=np.int64)
    for tile in range(TILES):
        table[tile] = SHOWS[HIGH[tile]] ^ SHOWS[LOW[tile]]
        table[RIGHT + tile] = table[tile] << RIGHT
    return table


POSED = SHOWS[HIGH] | SHOWS[LOW] << RIGHT
CHANGES = _changes_table()

#: PIPS_WITH[k]: the tiles whose number of pips has bit k.
PIPS_WITH = [sum(1 << t for t in range(TILES) if int(PIPS[t]) >> k & 1) for k in range(4)]
_ONE, _TWO, _FOUR, _EIGHT = PIPS_WITH


@inlined
def posed(tile: int) -> int:
    """Return the line after its first tile, which lies with its high end on the left."""
    return POSED[tile]


@inlined
def extended(line: int, option: int) -> int:
    """Return the line after a play, or after a pass (``NO_OPTION``)."""
    return line ^ CHANGES[option]


@inlined
def options(hand: int, line: int) -> int:
    """Return the options of a hand: ends with the same number are one, the left."""
    fits = line & _ONE_SIDE if line >> RIGHT == line & _ONE_SIDE else line
    return (hand | hand << RIGHT) & fits


@inlined
def open_end(tiles: int) -> int:
    """Return the number open at an end, by the tiles that fit there: the one whose double would."""
    return HIGH[lowest(tiles & DOUBLES)]


@inlined
def pips_of(tiles: int) -> int:
    """Count the pips of a set of tiles."""
    low = count(tiles & _ONE) + 2 * count(tiles & _TWO)
    return low + 4 * count(tiles & _FOUR) + 8 * count(tiles & _EIGHT)


#: Tiles of the stock that are never drawn.
NEVER_DRAWN = 2

_hand_size = inlined(hand_size)


@inlined
def deal_each(table: Table, players: int) -> None:
    """Deal the tiles of so many positions."""
    size = _hand_size(players)
    for p in range(players):
        tiles = draw_tiles(table, size * p, size)
        table[AT.dealt + p] = tiles
        table[AT.held + p] = tiles
    table[AT.stock] = TILES - size * players


@helper
def deal(table: Table) -> None:
    """Deal the positions their tiles, the leader first: faster with numbers that are constants."""
    players = table[AT.players]
    if players == 6:
        deal_each(table, 6)
    elif players == 5:
        deal_each(table, 5)
    elif players == 4:
        deal_each(table, 4)
    elif players == 3:
        deal_each(table, 3)
    else:
        deal_each(table, 2)


@helper
def show_deal(table: Table) -> None:
    """Set what all views of the hand show before its first turn."""
    table[AT.turns] = table[AT.tiles_played] = table[AT.voids] = 0
    table[AT.left] = table[AT.right] = -1
    table[AT.sizes] = table[AT.scores] = 0
    for p in range(views.SEATS):
        table[AT.chips_0 + p] = 0
    for p in range(table[AT.players]):
        seat = table[AT.chair + p]
        table[AT.sizes] |= count(table[AT.held + p]) << 8 * p
        table[AT.scores] |= table[AT.score + seat] << views.SCORE_BITS * p
        table[AT.chips_0 + p] = table[AT.chips + seat]


@helper
def draw_one(table: Table, position: int) -> int:
    """Let a position draw the next tile of the stock; return the tile."""
    drawn = TILES - table[AT.stock]
    tile = draw_tiles(table, drawn, 1)
    table[AT.stock] -= 1
    table[AT.sizes] += 1 << 8 * position
    table[AT.held + position] |= tile
    return lowest(tile)


@inlined
def show_turn(table: Table, position: int, hand: int, passes: int) -> None:
    """Set what views of a turn show, but for the ends of the line."""
    table[AT.position] = position
    table[AT.hand] = hand
    table[AT.passes] = passes
    table[AT.pips] = pips_of(hand)


@helper
def may_draw(table: Table, position: int, hand: int, passes: int, number: int) -> int:
    """Let a seat that cannot play decide whether it draws; return 1 if it does."""
    seat = table[AT.chair + position]
    word = chance(table, seat + views.DRAWS_AS, number)
    if is_uniform(table, seat, views.DRAW):
        return word & 1
    show_turn(table, position, hand, passes)
    table[AT.legal] = views.EITHER
    answer = put(table, seat, views.DRAW, views.DRAWS_FROM + number, word)
    if answer not in (0, 1):
        refuse(table, answer)
    return answer


@helper
def choose(table: Table, position: int, hand: int, legal: int, passes: int, number: int) -> int:
    """Let a seat choose one of its options; return it as a set."""
    seat = table[AT.chair + position]
    if is_uniform(table, seat, views.PLAY):
        return uniform_bit(legal, chance(table, seat, number))
    if legal & (legal - 1) == 0:
        return legal
    show_turn(table, position, hand, passes)
    table[AT.legal] = legal
    return 1 << consult_among(table, seat, views.PLAY, number, legal)


@helper
def note_turn(table: Table, turn: int, position: int, legal: int, chosen: int, drawn: int) -> None:
    """Record a turn. A tile drawn may show any number, so a seat that draws and passes is known to
    be without the numbers at the ends only."""
    table[AT.turns] = turn + 1
    table[AT.choice_of + turn] = lowest(chosen)
    table[AT.drawn_of + turn] = drawn
    table[AT.legal_of + turn] = legal
    eight = 8 * position
    table[AT.tiles_played] |= (chosen | chosen >> RIGHT) & ALL_TILES
    table[AT.sizes] -= int(chosen != 0) << eight
    if drawn >= 0 and chosen == 0:
        table[AT.voids] &= ~(0xFF << eight)
    if drawn >= 0 or chosen == 0:
        table[AT.voids] |= (1 << table[AT.left] | 1 << table[AT.right]) << eight


@helper
def play_out(table: Table) -> None:
    """Play the hand until a seat has no tile or nobody can go on."""
    players = table[AT.players]
    draw = table[AT.draw]
    undrawn = TILES if draw == views.NO else NEVER_DRAWN
    hand = table[AT.held]  # the leader's, who plays the first tile
    show_deal(table)
    chosen = choose(table, 0, hand, hand, 0, 0)
    note_turn(table, 0, 0, hand, chosen, NO_TILE)
    table[AT.held] = hand ^ chosen
    line = posed(lowest(chosen))
    turn, p, number, passes = 1, 1, 0, 0
    while True:
        hand = table[AT.held + p]
        legal = options(hand, line)
        drawn = NO_TILE
        table[AT.left] = open_end(line)
        table[AT.right] = open_end(line >> RIGHT)
        if table[AT.stock] > undrawn and legal == 0 and (
            draw != views.MAY or may_draw(table, p, hand, passes, number)
        ):
            drawn = draw_one(table, p)
            hand = table[AT.held + p]
            legal = options(hand, line)
        chosen = choose(table, p, hand, legal, passes, number)
        note_turn(table, turn, p, legal, chosen, drawn)
        hand &= ~(chosen | chosen >> RIGHT)
        table[AT.held + p] = hand
        line = extended(line, lowest(chosen))
        passes = 0 if chosen != 0 or drawn >= 0 else passes + 1
        turn += 1
        if hand == 0 or passes == players:
            break
        p += 1
        number += int(p == players)
        p = 0 if p == players else p
    table[AT.turns] = turn
    table[AT.blocked] = hand != 0
