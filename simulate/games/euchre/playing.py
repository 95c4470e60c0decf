"""The five tricks of Euchre."""

from __future__ import annotations

from simulate.domino.tile_sets import either, lowest
from simulate.domino.tricks import (
    beating,
    bowers,
    is_legal_lead,
    only_lead,
    suit_of,
    tiles_of_uniform_suit,
    uniform_bit,
    uniform_lead,
    uniform_suit,
)
from simulate.games.euchre.auction import show_own_score, show_scores
from simulate.games.euchre.row import AT, SEATS, TRICKS, seat_at
from simulate.games.euchre.views import FIRST_TRICK, FOLLOW, LEAD
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import BASE, Table, chance, consult, consult_among, is_uniform, refuse


@inlined
def luck(table: Table, position: int, trick: int) -> int:
    """Return the randomness of a seat's tile, which ``draw_luck`` has drawn."""
    return table[AT.luck + SEATS * trick + position]


@inlined
def by_lot(table: Table, position: int, legal: int, trick: int) -> int:
    """Return a tile chosen uniformly, as a set; the last one of a hand needs no lot."""
    if trick == TRICKS - 1:
        return legal
    return uniform_bit(legal, luck(table, position, trick))


@inlined
def show(table: Table, seat: int, position: int, hand: int, legal: int) -> None:
    """Set the entries that a seat's view of the trick shows of the seat."""
    table[AT.position] = position
    table[AT.hand] = hand
    table[AT.legal] = legal
    turn_up = 1 << table[AT.turn_up]
    if table[AT.turn_up_taken]:
        is_dealer = position == table[AT.players] - 1
        turn_up = 1 << table[AT.discard] if is_dealer else 0
    table[AT.discarded] = turn_up
    show_own_score(table, seat)


@inlined
def choose_lead(table: Table, position: int, order: int, legal: int, trick: int) -> int:
    """Ask the leader for a tile and the suit it is led as."""
    seat = seat_at(table, position)
    if is_uniform(table, seat, LEAD):
        return uniform_lead(order, legal, chance(table, seat, FIRST_TRICK + trick))
    answer = only_lead(order, legal)
    if answer < 0:
        show(table, seat, position, legal, legal)
        answer = consult(table, seat, LEAD, FIRST_TRICK + trick)
        if not is_legal_lead(order, legal, answer):
            refuse(table, answer)
    return answer


@inlined
def choose_follow(table: Table, position: int, hand: int, legal: int, trick: int) -> int:
    """Ask a seat that follows for its tile; return it as a set."""
    seat = seat_at(table, position)
    if legal & (legal - 1) == 0:
        return legal
    if is_uniform(table, seat, FOLLOW):
        return uniform_bit(legal, chance(table, seat, FIRST_TRICK + trick))
    show(table, seat, position, hand, legal)
    return 1 << consult_among(table, seat, FOLLOW, FIRST_TRICK + trick, legal)


@inlined
def note_play(table: Table, at: int, position: int, played: int, legal: int, suit: int) -> None:
    """Record a tile played (a set), for hand histories and studies; ``suit`` is to be followed."""
    table[AT.player_of + at] = position
    table[AT.tile_of + at] = lowest(played)
    table[AT.legal_of + at] = legal
    table[AT.played] |= played
    if not suit & played:
        table[AT.voids] |= 1 << table[AT.led] + 8 * position


@inlined
def lead(table: Table, trick: int, leader: int, order: int) -> int:
    """Play the first tile of a trick and return it as announced."""
    hand = table[AT.held + leader]
    table[AT.led] = table[AT.winning] = table[AT.winner] = -1
    table[AT.to_come] = table[AT.seats_in] & ~(1 << leader)
    answer = choose_lead(table, leader, order, hand, trick)
    table[AT.led] = table[AT.suit_of + trick] = answer & 7
    table[AT.leader_of + trick] = leader
    note_play(table, SEATS * trick, leader, 1 << (answer >> 3), hand, hand)  # shows no void
    return answer


@inlined
def follow(table: Table, at: int, position: int, hand: int, legal: int, suit: int) -> int:
    """Play a tile to a trick and return it as a set.

    ``suit`` is the set to be followed, ``at`` counts the tiles.
    """
    table[AT.to_come] &= ~(1 << position)
    played = choose_follow(table, position, hand, legal, table[AT.trick])
    note_play(table, at, position, played, legal, suit)
    return played


@inlined
def play_trick(table: Table, trick: int, leader: int, order: int, watched: bool) -> int:
    """Play one trick and return the position that wins it.

    Unless the hand is watched nobody has a strategy, and every tile is chosen by lot.
    """
    hand = table[AT.held + leader]
    if watched:
        answer = lead(table, trick, leader, order)
        winning, led = answer >> 3, answer & 7
        suit = suit_of(order, led)
    else:
        winning, word = lowest(by_lot(table, leader, hand, trick)), luck(table, leader, trick)
        led = uniform_suit(order, winning, word)
        suit = tiles_of_uniform_suit(order, winning, word)
    table[AT.held + leader] = hand & ~(1 << winning)
    winner, better = leader, beating(order, led, winning)
    next_in, p = table[AT.next_in], leader
    for at in range(SEATS * trick + 1, SEATS * trick + table[AT.in_trick]):
        p = next_in >> 4 * p & 7
        hand = table[AT.held + p]
        legal = either(hand & suit, hand)
        if watched:
            table[AT.winning] = winning
            table[AT.winner] = winner
            played = follow(table, at, p, hand, legal, suit)
        else:
            played = by_lot(table, p, legal, trick)
        table[AT.held + p] = hand & ~played
        wins = better & played != 0
        winner = p if wins else winner
        winning = lowest(played) if wins else winning
        better = beating(order, led, winning)
    if watched:
        table[AT.winner_of + trick] = winner
    return winner


@helper
def play_watched_trick(table: Table, trick: int, leader: int, order: int) -> int:
    """Play one trick apart: five copies of it would take longer to compile than to play."""
    return play_trick(table, trick, leader, order, True)


@helper
def play_watched(table: Table, order: int) -> None:
    """Play five tricks for somebody who decides or looks on."""
    leader, tricks = table[AT.maker], 0
    table[AT.voids] = table[AT.played] = 0
    show_scores(table)
    for trick in range(TRICKS):
        table[AT.trick] = trick
        table[AT.tricks] = tricks
        leader = play_watched_trick(table, trick, leader, order)
        tricks += 1 << 4 * leader
    table[AT.tricks] = tricks


@helper
def draw_luck(table: Table) -> None:
    """Draw the randomness of all tiles at once, so that the tricks need not wait for it."""
    for p in range(table[AT.players]):
        seat = seat_at(table, p)
        for trick in range(TRICKS):
            table[AT.luck + SEATS * trick + p] = chance(table, seat, FIRST_TRICK + trick)


@helper
def play_by_lot(table: Table, order: int) -> None:
    """Play five tricks that nobody decides."""
    draw_luck(table)
    leader, tricks = table[AT.maker], 0
    for trick in range(TRICKS):
        leader = play_trick(table, trick, leader, order, False)
        tricks += 1 << 4 * leader
    table[AT.tricks] = tricks


@helper
def play_tricks(table: Table) -> None:
    """Play the hand out; the maker leads."""
    order = bowers(table[AT.trump], table[AT.high])
    if table[BASE.watched]:
        play_watched(table, order)
    else:
        play_by_lot(table, order)
