"""A hand of tricks, for any game of them: what its row holds, how tricks are played and noted.

The row of such a game begins with the entries of ``HAND`` (``lay_out(HAND, ...)``). Entries by
position count from the dealer's left (0 is the eldest hand); ``chair`` turns positions into seats.
A game deals, settles who plays for the tricks (``seats_in``) and what each of them knows to be out
of play (``gone``), and calls ``play_out``; how its tiles rank is an *order* of
``simulate.domino.tricks``.
"""

from typing import Any

from simulate.domino import tricks as suits
from simulate.domino.deck import draw_tiles, shuffle
from simulate.domino.tile_sets import count, lowest, nth
from simulate.domino.tiles import HIGH
from simulate.machine.compiling import helper, inlined
from simulate.machine.randomness import pick
from simulate.machine.table import (
    BASE,
    Table,
    chance,
    consult,
    consult_among,
    is_uniform,
    lay_out,
    refuse,
)

#: The most seats and tricks for which a row has room, and the tiles of most games' hands.
SEATS, MOST_TRICKS = 5, 7
TRICKS = 5
PLAYS = SEATS * MOST_TRICKS
#: Leads and follows take their randomness from this number on, one number per trick.
FIRST_TRICK = 3

HAND = lay_out(
    BASE.size,
    players=1,  # seats dealt in
    chair=SEATS,  # by position
    turn_up=1, trump=1, turn_up_taken=1,
    dealt=SEATS,  # by position, set of tiles
    held=SEATS,  # by position, set still held
    gone=SEATS,  # by position: tiles out of play that it knows of before the first trick
    seats_in=1,  # positions that play for the tricks
    voids=1,  # 8 bits a position: suits it has shown to be without
    played=1,  # set of tiles played
    laid_0=1, laid_1=1, laid_2=1, laid_3=1, laid_4=1,  # by position: those that it played
    eldest_trumps=1,  # most trumps that the first leader can still hold, by what it has shown
    tricks=1,  # 4 bits a position: tricks taken
    # the decision
    hand=1, legal=1, position=1, discarded=1, to_come=1, trick=1, led=1, winning=1, winner=1,
    # what the tricks were
    leader_of=MOST_TRICKS,  # position
    suit_of=MOST_TRICKS,
    winner_of=MOST_TRICKS,  # position
    player_of=PLAYS,  # SEATS * trick + order of play: position
    tile_of=PLAYS,
    legal_of=PLAYS,  # set that could have been played
)


@inlined
def _deal_to(table: Table, players: int) -> int:
    """Deal five tiles to each position, eldest first; return the tile that is then turned up."""
    for p in range(players):
        hand = draw_tiles(table, TRICKS * p, TRICKS)
        table[HAND.dealt + p] = hand
        table[HAND.held + p] = hand
    return lowest(draw_tiles(table, TRICKS * players, 1))


@inlined
def deal_hands(table: Table, players: int) -> None:
    """Shuffle, deal to two, three or four positions, and turn up the tile that names trumps."""
    shuffle(table)
    # Where the number of players is a constant, the loop over the draws is unrolled.
    if players == 4:
        turn_up = _deal_to(table, 4)
    elif players == 3:
        turn_up = _deal_to(table, 3)
    else:
        turn_up = _deal_to(table, 2)
    table[HAND.turn_up] = turn_up
    table[HAND.trump] = HIGH[turn_up]


@helper
def deal_out(table: Table, dealer: int, players: int, tiles: int, kept: int) -> None:
    """Seat positions from a dealer's left and deal tiles to each, the last one ``kept`` fewer."""
    table[HAND.players] = players
    shuffle(table)
    for p in range(players):
        hand = draw_tiles(table, tiles * p, tiles - int(p == players - 1) * kept)
        table[HAND.chair + p] = (dealer + 1 + p) % players
        table[HAND.dealt + p] = table[HAND.held + p] = hand
        table[HAND.gone + p] = 0


@inlined
def won(table: Table, position: int) -> int:
    """Return the tricks that a position took."""
    return table[HAND.tricks] >> 4 * position & 7


@inlined
def next_in(seats: int, position: int) -> int:
    """Return the first of some positions clockwise from ``position``, itself included."""
    ahead = seats & (-1 << position)
    return lowest(ahead if ahead != 0 else seats)


@inlined
def choose(table: Table, seat: int, decision: int, number: int, options: int) -> int:
    """Return one of some options, bit k for option k: by lot, the only one, or the seat's."""
    if is_uniform(table, seat, decision):
        return nth(options, pick(chance(table, seat, number), count(options)))
    if options & (options - 1) == 0:
        return lowest(options)
    return consult_among(table, seat, decision, number, options)


@inlined
def call(table: Table, position: int, decision: int, number: int, options: int, shows: Any) -> int:
    """Return a position's action before the tricks, one of some options; ``shows(table, seat)``
    sets what its view shows beside its tiles and these."""
    seat = table[HAND.chair + position]
    table[HAND.hand], table[HAND.position] = table[HAND.dealt + position], position
    table[HAND.legal] = options
    shows(table, seat)
    return choose(table, seat, decision, number, options)


@inlined
def nothing_more(table: Table, seat: int) -> None:
    """Show a seat nothing beside its tiles and the trick."""


@inlined
def all_may_be_played(table: Table, position: int, hand: int, legal: int, better: int) -> int:
    """Leave all tiles to a seat that may be led or follow suit."""
    return legal


@inlined
def show(
    table: Table, seat: int, position: int, hand: int, legal: int, to_come: int, shows: Any
) -> None:
    """Set the entries that a seat's view of the trick shows of the seat."""
    table[HAND.position] = position
    table[HAND.hand] = hand
    table[HAND.legal] = legal
    table[HAND.to_come] = to_come
    table[HAND.discarded] = table[HAND.gone + position]
    shows(table, seat)


@inlined
def choose_lead(
    table: Table, position: int, order: int, hand: int, legal: int, to_come: int, trick: int,
    decision: int, shows: Any,
) -> tuple[int, int]:
    """Return the leader's tile as it announces it, and the tiles of the suit that it is led as."""
    seat = table[HAND.chair + position]
    if is_uniform(table, seat, decision):
        word = chance(table, seat, FIRST_TRICK + trick)
        tile = suits.uniform_tile(legal, word)
        return (suits.announce(tile, suits.uniform_suit(order, tile, word)),
                suits.tiles_of_uniform_suit(order, tile, word))
    answer = suits.only_lead(order, legal)
    if answer < 0:
        table[HAND.led] = table[HAND.winning] = table[HAND.winner] = -1
        show(table, seat, position, hand, legal, to_come, shows)
        answer = consult(table, seat, decision, FIRST_TRICK + trick)
        if not suits.is_legal_lead(order, legal, answer):
            refuse(table, answer)
    return answer, suits.suit_of(order, answer & 7)


@inlined
def choose_follow(
    table: Table, position: int, hand: int, legal: int, to_come: int, trick: int, led: int,
    winning: int, winner: int, decision: int, shows: Any,
) -> int:
    """Return the tile of a seat that follows, as a set."""
    seat = table[HAND.chair + position]
    if legal & (legal - 1) == 0:
        return legal
    if is_uniform(table, seat, decision):
        return suits.uniform_bit(legal, chance(table, seat, FIRST_TRICK + trick))
    table[HAND.led] = led
    table[HAND.winning] = winning
    table[HAND.winner] = winner
    show(table, seat, position, hand, legal, to_come, shows)
    return 1 << consult_among(table, seat, decision, FIRST_TRICK + trick, legal)


@inlined
def note_lead(table: Table, trick: int, leader: int, suit: int, obliged: int, held: int) -> None:
    """Write down what a lead shows of the trumps in a hand of ``held`` tiles: after a trick won, a
    plain lead shows that there is none; in the first trick, fewer than oblige."""
    if suit == table[HAND.trump]:
        return
    if trick == 0:
        table[HAND.eldest_trumps] = min(held, obliged) - 1
    elif obliged == 1:
        table[HAND.voids] |= 1 << table[HAND.trump] + 8 * leader


@inlined
def note_play(table: Table, at: int, position: int, tile: int, legal: int) -> None:
    """Record a tile played, for views, hand histories and studies."""
    table[HAND.player_of + at] = position
    table[HAND.tile_of + at] = tile
    table[HAND.legal_of + at] = legal
    table[HAND.played] |= 1 << tile


@inlined
def note_laid(table: Table, position: int, eldest: int, tile: int, trumps: int) -> None:
    """Record which seat a tile was of, and whether the first leader has a trump fewer."""
    table[HAND.laid_0 + position] |= 1 << tile
    table[HAND.eldest_trumps] -= int(position == eldest) & trumps >> tile


@helper
def play_trick(
    table: Table, trick: int, leader: int, eldest: int, order: int, obliged: Any, must_trump: Any,
    decision: int, shows: Any, narrows: Any,
) -> int:
    """Play one trick and return the position that wins it; see ``play_out``. A function of its own,
    since five copies of it would take long to compile."""
    trump, trumps = table[HAND.trump], suits.trumps_of(order)
    over = 0 if must_trump is None else trumps & -must_trump
    hand, to_come = table[HAND.held + leader], table[HAND.seats_in] & ~(1 << leader)
    legal = hand if obliged is None else suits.leads(hand, trumps, obliged)
    legal = narrows(table, leader, hand, legal, legal)
    answer, suit = choose_lead(table, leader, order, hand, legal, to_come, trick, decision, shows)
    winning, led = answer >> 3, answer & 7
    table[HAND.held + leader] = hand & ~(1 << winning)
    p, at = leader, SEATS * trick
    note_play(table, at, leader, winning, legal)
    if obliged is not None:
        note_lead(table, trick, leader, led, obliged, count(hand))
        note_laid(table, leader, eldest, winning, trumps)
    winner, better = leader, suits.beating(order, led, winning)
    while to_come:
        p = next_in(to_come, p)
        to_come &= ~(1 << p)
        hand = table[HAND.held + p]
        legal = narrows(table, p, hand, suits.follows(hand, suit, over), better)
        played = choose_follow(table, p, hand, legal, to_come, trick, led, winning, winner,
                               decision + 1, shows)
        tile = lowest(played)
        table[HAND.held + p] = hand & ~played
        at += 1
        note_play(table, at, p, tile, legal)
        if obliged is not None:
            note_laid(table, p, eldest, tile, trumps)
        # The suits that the tile shows its seat to be without.
        off_suit = 1 ^ suit >> tile & 1
        shown = off_suit << led
        if must_trump is not None:
            shown |= (off_suit & must_trump & ~(trumps >> tile)) << trump
        table[HAND.voids] |= shown << 8 * p
        wins = better & played != 0
        winner = p if wins else winner
        winning = tile if wins else winning
        better = suits.beating(order, led, winning)
    table[HAND.leader_of + trick] = leader
    table[HAND.suit_of + trick] = led
    table[HAND.winner_of + trick] = winner
    return winner


@inlined
def play_out(
    table: Table, leader: int, order: int, first: Any, later: Any, must_trump: Any, decision: int,
    shows: Any, narrows: Any,
) -> None:
    """Play the tricks of a hand whose seats have settled who is in.

    ``first``, ``later``: trumps that oblige a hand to lead one, in the first trick and if it has
    won one; None where nobody is obliged. ``must_trump``: 1 if a seat unable to follow has to
    trump; None where none ever has. ``decision``: the number of the decision to lead; to follow is
    the next one. ``shows(table, seat)`` sets what else a view shows. ``narrows(table, position,
    hand, legal, better)`` returns what a rule of the game leaves of the tiles that may be played;
    ``better`` are those that beat the tile that wins so far, for a leader all of them.
    """
    tricks, eldest, tiles = 0, leader, count(table[HAND.held + leader])
    table[HAND.voids] = table[HAND.played] = 0
    table[HAND.eldest_trumps] = tiles
    for p in range(SEATS):
        table[HAND.laid_0 + p] = 0
    # As many as a hand has tiles, which the compiler does not know: five tricks one after the other
    # are more code than the processor keeps at hand.
    for trick in range(tiles):
        table[HAND.tricks] = tricks
        table[HAND.trick] = trick
        leader = play_trick(
            table, trick, leader, eldest, order, first if trick == 0 else later, must_trump,
            decision, shows, narrows)
        tricks += 1 << 4 * leader
    table[HAND.tricks] = tricks
