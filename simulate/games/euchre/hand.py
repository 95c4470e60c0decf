"""A hand of Euchre: the deal, the auction, the five tricks and the points."""

from __future__ import annotations

import numpy as np

from simulate.domino.deck import deal_hands
from simulate.domino.tile_sets import count, either, lowest, nth
from simulate.domino.tiles import HIGH
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
    uniform_tile,
)
from simulate.games.euchre.row import AT, SEATS, TRICKS, seat_at
from simulate.games.euchre.views import (
    CALL,
    DISCARD,
    DISCARD_NUMBER,
    FIRST_TRICK,
    FOLLOW,
    LEAD,
    PASS,
    goes_alone,
    legal_calls,
    suit_made,
)
from simulate.machine.compiling import helper, inlined
from simulate.machine.randomness import pick
from simulate.machine.table import BASE, Table, chance, consult, consult_among, is_uniform, refuse


def _next_in_table() -> np.ndarray:
    """NEXT_IN[seats in]: 4 bits a position, the next of some positions on its left."""
    table = np.zeros(1 << SEATS, dtype=np.int64)
    for seats_in in range(1, 1 << SEATS):
        for p in range(SEATS):
            clockwise = ((p + k) % SEATS for k in range(1, SEATS + 1))
            table[seats_in] |= next(q for q in clockwise if seats_in >> q & 1) << 4 * p
    return table


NEXT_IN = _next_in_table()


@helper
def deal(table: Table) -> None:
    """Deal five tiles a position, eldest first, and expose the turn-up."""
    turn_up = deal_hands(table, table[AT.players], TRICKS, AT.dealt, AT.held)
    table[AT.turn_up] = turn_up
    table[AT.trump] = HIGH[turn_up]


@helper
def most_against(table: Table, seat: int) -> int:
    """Return the most points of a seat that does not score together with this one."""
    if table[AT.players] == 4:
        return table[AT.score + (seat + 1 & 3)]
    most = 0
    for other in range(SEATS):  # where nobody sits there are no points
        most = max(most, table[AT.score + other] * int(other != seat))
    return most


@inlined
def show_own_score(table: Table, seat: int) -> None:
    """Set the entries of a view that show a seat's points and the most against it."""
    table[AT.own] = table[AT.score + seat]
    table[AT.other] = most_against(table, seat)


@helper
def show_scores(table: Table) -> None:
    """Set the entry of all views of the hand that shows the points by position."""
    scores = 0
    for p in range(table[AT.players]):
        scores |= table[AT.score + seat_at(table, p)] << 4 * p
    table[AT.scores] = scores


@inlined
def show_score(table: Table, seat: int) -> None:
    """Set the entries of a view that show the score as a seat sees it."""
    show_own_score(table, seat)
    show_scores(table)


@inlined
def choose_call(table: Table, position: int, legal: int, number: int) -> int:
    """Ask a seat for its call in the first (number 0) or second round."""
    seat = seat_at(table, position)
    if is_uniform(table, seat, CALL):
        return nth(legal, pick(chance(table, seat, number), count(legal)))
    table[AT.hand] = table[AT.dealt + position]
    table[AT.legal] = legal
    table[AT.position] = position
    show_score(table, seat)
    return consult_among(table, seat, CALL, number, legal)


@helper
def hold_auction(table: Table) -> int:
    """Ask each position in turn, at most twice; tell whether somebody made trump."""
    players = table[AT.players]
    table[AT.maker] = -1
    table[AT.alone] = 0
    for number in range(2):
        table[AT.round] = number + 1
        legal = legal_calls(players, table[AT.trump], number + 1)
        for p in range(players):
            call = choose_call(table, p, legal, number)
            if call != PASS:
                table[AT.maker] = p
                table[AT.trump] = suit_made(call)
                table[AT.alone] = goes_alone(call)
                return True
    return False


@helper
def choose_discard(table: Table, seat: int, position: int, tiles: int) -> int:
    """Ask the dealer which of six tiles to discard."""
    if is_uniform(table, seat, DISCARD):
        return uniform_tile(tiles, chance(table, seat, DISCARD_NUMBER))
    table[AT.hand] = tiles
    table[AT.position] = position
    show_score(table, seat)
    return consult_among(table, seat, DISCARD, DISCARD_NUMBER, tiles)


@helper
def take_up(table: Table) -> None:
    """Seat those who play; let the dealer take the turn-up if its suit was accepted.

    The partner of a maker who goes alone lays the hand down: a dealer too, without exchange.
    """
    dealer = table[AT.players] - 1
    skipped = table[AT.alone] << (table[AT.maker] ^ 2)
    seats_in = (1 << table[AT.players]) - 1 & ~skipped
    table[AT.seats_in] = seats_in
    table[AT.in_trick] = count(seats_in)
    table[AT.next_in] = NEXT_IN[seats_in]
    table[AT.turn_up_taken] = table[AT.round] == 1 and not skipped >> dealer & 1
    table[AT.discard] = -1
    if table[AT.turn_up_taken]:
        tiles = table[AT.dealt + dealer] | 1 << table[AT.turn_up]
        tile = choose_discard(table, table[AT.dealer], dealer, tiles)
        table[AT.discard] = tile
        table[AT.held + dealer] = tiles & ~(1 << tile)


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


GAME_POINTS = 5
POINT_TRICKS = 3
EUCHRE_POINTS, MATCH_POINTS, LONE_MATCH_POINTS = 2, 2, 4

#: _WORTH[alone, tricks made]: points for the makers, or for the others below three tricks.
_WORTH = np.array([
    [EUCHRE_POINTS] * POINT_TRICKS + [1, 1, MATCH_POINTS],
    [EUCHRE_POINTS] * POINT_TRICKS + [1, 1, LONE_MATCH_POINTS],
], dtype=np.int64)


@inlined
def tricks_made(table: Table) -> int:
    """Return the tricks that the maker took, and the maker's partner."""
    maker = table[AT.maker]
    made = table[AT.tricks] >> 4 * maker & 7
    if table[AT.players] == 4:
        made += table[AT.tricks] >> 4 * (maker ^ 2) & 7
    return made


@inlined
def side_of(seat: int, players: int) -> int:
    """Return the seats that score together with one."""
    return 0b0101 << (seat & 1) if players == 4 else 1 << seat


@inlined
def settle(table: Table) -> int:
    """Find who scores: the makers, or all others when they are euchred; return the tricks made."""
    players = table[AT.players]
    made = tricks_made(table)
    makers = side_of(seat_at(table, table[AT.maker]), players)
    others = (1 << players) - 1 & ~makers
    table[AT.scorers] = others if made < POINT_TRICKS else makers
    table[AT.worth] = _WORTH[table[AT.alone], made]
    return made


@helper
def settle_void(table: Table) -> None:
    """Settle a hand that nobody made."""
    table[AT.worth] = table[AT.scorers] = table[AT.tricks] = 0
    table[AT.discard] = table[AT.trump] = -1


@inlined
def share_points(table: Table) -> None:
    """Add what the hand was worth to the seats' scores and sums; see whether it ends the game.

    It is worth the same to each seat except for the sign, so one sum of squares serves all seats.
    """
    worth, scorers = table[AT.worth], table[AT.scorers]
    square = worth * worth
    table[AT.total] += worth
    table[AT.squares] += square
    table[AT.fourths] += square * square
    most = 0
    for seat in range(SEATS):
        points = worth & -(scorers >> seat & 1)
        value = 2 * points - worth
        table[AT.value + seat] = value
        table[AT.cubes + seat] += square * value
        table[AT.score + seat] += points
        most = max(most, table[AT.score + seat])
    table[AT.game_over] = most >= GAME_POINTS
