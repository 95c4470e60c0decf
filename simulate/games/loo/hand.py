"""A hand of Loo or Rounce: the deal, the declarations and the five tricks."""

from __future__ import annotations

from simulate.domino.deck import deal_hands, draw_tiles
from simulate.domino.tile_sets import count, lowest, nth
from simulate.domino.tiles import HIGH, TILES
from simulate.domino.tricks import (
    announce,
    beating,
    follows,
    is_legal_lead,
    is_legal_tile,
    leads,
    only_lead,
    plain,
    suit_of,
    tiles_of_uniform_suit,
    trumps_of,
    uniform_bit,
    uniform_suit,
    uniform_tile,
)
from simulate.games.loo.row import AT, SEATS, TRICKS
from simulate.games.loo.rules import may_declare, miss_tiles, misses_in
from simulate.games.loo.views import (
    DECLARE,
    DROP,
    FIRST_TRICK,
    FOLLOW,
    FOR_POOL,
    KEEP_AFTER_MISS,
    LEAD,
    LEAVE,
    MISS,
    PLAY,
    TAKE_TURN_UP,
)
from simulate.machine.compiling import helper, inlined
from simulate.machine.randomness import pick
from simulate.machine.table import BASE, Table, chance, consult, consult_among, is_uniform, refuse

_LOW_BITS = 0x7FFFFFFF

legal_declarations, misses_left = inlined(may_declare), inlined(misses_in)
tiles_of_a_miss = inlined(miss_tiles)


@helper
def show_session(table: Table) -> None:
    """Set what all views of the hand show of the session, by position."""
    for p in range(SEATS):
        table[AT.chips_0 + p] = table[AT.score_0 + p] = 0
    for p in range(table[AT.players]):
        table[AT.chips_0 + p] = table[AT.chips + table[AT.chair + p]]
        table[AT.score_0 + p] = table[AT.score + table[AT.chair + p]]


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
        show_session(table)


@inlined
def legal_after(table: Table, position: int, stayed: int, missed: int) -> int:
    """Return the declarations allowed to a position, bit k for action k; see ``may_declare``."""
    players = table[AT.players]
    left = misses_left(players) - count(missed)
    return legal_declarations(players, position, left, stayed, missed, table[AT.rounce])


@inlined
def choose_action(table: Table, seat: int, legal: int) -> int:
    """Ask a seat for its declaration."""
    if is_uniform(table, seat, DECLARE):
        return nth(legal, pick(chance(table, seat, DECLARE), count(legal)))
    if legal & (legal - 1) == 0:
        return lowest(legal)
    return consult_among(table, seat, DECLARE, DECLARE, legal)


@inlined
def draw_miss(table: Table) -> int:
    """Return the tiles of a miss: the next ones of the boneyard, or all that it still has."""
    boneyard = table[BASE.boneyard]
    size = tiles_of_a_miss(table[AT.players])
    if count(boneyard) == size:
        table[BASE.boneyard] = 0
        return boneyard
    start = TILES - count(boneyard)
    return draw_tiles(table, start, size)


@helper
def keep_uniformly(tiles: int, word: int) -> int:
    """Throw away one tile of six or two of seven, each set of them as likely."""
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
    action = told if told else choose_action(table, seat, legal)
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
def declare_from(
    table: Table, p: int, told: int, stayed: int, missed: int, dropped: int
) -> None:
    """Let a position declare as it is told, and those after it what they like.

    What stood before it is set; parameters are those of ``declare_at``.
    """
    for q in range(p, table[AT.players]):
        _, stayed, missed, dropped = declare_at(table, q, told, stayed, missed, dropped)
        told = 0
    settle_who_plays(table, stayed, missed)


@helper
def declare(table: Table) -> None:
    """Ask each position in turn and settle who plays for the tricks."""
    declare_up_to(table, 0, table[AT.players])


@inlined
def show(table: Table, position: int, hand: int, legal: int, to_come: int) -> None:
    """Set the entries that a seat's view of the trick shows."""
    table[AT.position] = position
    table[AT.hand] = hand
    table[AT.legal] = legal
    table[AT.to_come] = to_come
    table[AT.discarded] = table[AT.gone + position]


@inlined
def choose_lead(
    table: Table, position: int, order: int, hand: int, legal: int, to_come: int, trick: int
) -> tuple[int, int]:
    """Ask the leader for a tile and the suit it is led as; return them and the tiles of that suit.
    """
    seat = table[AT.chair + position]
    if is_uniform(table, seat, LEAD):
        word = chance(table, seat, FIRST_TRICK + trick)
        tile = uniform_tile(legal, word)
        return (announce(tile, uniform_suit(order, tile, word)),
                tiles_of_uniform_suit(order, tile, word))
    answer = only_lead(order, legal)
    if answer < 0:
        table[AT.led] = table[AT.winning] = table[AT.winner] = -1
        show(table, position, hand, legal, to_come)
        answer = consult(table, seat, LEAD, FIRST_TRICK + trick)
        if not is_legal_lead(order, legal, answer):
            refuse(table, answer)
    return answer, suit_of(order, answer & 7)


@inlined
def choose_follow(
    table: Table, position: int, hand: int, legal: int, to_come: int, trick: int, led: int,
    winning: int, winner: int,
) -> int:
    """Ask a seat that follows for its tile; return it as a set."""
    seat = table[AT.chair + position]
    if is_uniform(table, seat, FOLLOW):
        return uniform_bit(legal, chance(table, seat, FIRST_TRICK + trick))
    if legal & (legal - 1) == 0:
        return legal
    table[AT.led] = led
    table[AT.winning] = winning
    table[AT.winner] = winner
    show(table, position, hand, legal, to_come)
    return 1 << consult_among(table, seat, FOLLOW, FIRST_TRICK + trick, legal)


@inlined
def next_in(seats: int, position: int) -> int:
    """Return the first of some positions clockwise from ``position``, itself included."""
    ahead = seats & (-1 << position)
    return lowest(ahead if ahead != 0 else seats)


@inlined
def shown_voids(
    position: int, trump: int, trumps: int, led: int, suit: int, tile: int, must_trump: int
) -> int:
    """Return the suits, as a view counts them, that a tile shows its seat to be without."""
    off_suit = 1 ^ suit >> tile & 1
    no_trump = off_suit & must_trump & ~(trumps >> tile)
    return (off_suit << led | no_trump << trump) << 8 * position


@inlined
def note_lead(table: Table, trick: int, leader: int, suit: int) -> None:
    """Write down what a lead tells of the trumps that its seat holds.

    A plain lead after a trick won shows that the hand has no trump; a plain opening lead shows that
    it has fewer trumps than the rules oblige a hand to lead from.
    """
    if suit == table[AT.trump]:
        return
    if trick == 0:
        table[AT.eldest_trumps] = min(TRICKS, table[AT.lead_trump_min]) - 1
    else:
        table[AT.voids] |= 1 << table[AT.trump] + 8 * leader


@inlined
def note_play(
    table: Table, at: int, position: int, eldest: int, tile: int, legal: int, trumps: int
) -> None:
    """Record a tile played, for views, hand histories and studies."""
    table[AT.player_of + at] = position
    table[AT.tile_of + at] = tile
    table[AT.legal_of + at] = legal
    table[AT.played] |= 1 << tile
    table[AT.laid_0 + position] |= 1 << tile
    table[AT.eldest_trumps] -= int(position == eldest) & trumps >> tile


@inlined
def lead(
    table: Table, trick: int, leader: int, eldest: int, order: int, to_come: int, watched: bool
) -> tuple[int, int]:
    """Play the first tile of a trick; return it as announced, and the tiles of the suit led."""
    hand, trumps = table[AT.held + leader], trumps_of(order)
    oblige = table[AT.lead_trump_min] if trick == 0 else 1
    legal = leads(hand, trumps, oblige)
    answer, suit = choose_lead(table, leader, order, hand, legal, to_come, trick)
    tile = answer >> 3
    table[AT.held + leader] = hand & ~(1 << tile)
    if watched:
        note_lead(table, trick, leader, answer & 7)
        note_play(table, SEATS * trick, leader, eldest, tile, legal, trumps)
    return answer, suit


@helper
def play_trick(table: Table, trick: int, leader: int, eldest: int, watched: bool) -> int:
    """Play one trick and return the position that wins it."""
    trump, must_trump = table[AT.trump], table[AT.must_trump]
    order = plain(trump)
    trumps = trumps_of(order)
    to_come = table[AT.seats_in] & ~(1 << leader)
    answer, suit = lead(table, trick, leader, eldest, order, to_come, watched)
    winning, led = answer >> 3, answer & 7
    winner, better = leader, beating(order, led, winning)
    p, at = leader, SEATS * trick
    while to_come:
        p = next_in(to_come, p)
        to_come &= ~(1 << p)
        hand = table[AT.held + p]
        legal = follows(hand, suit, trumps & -must_trump)
        played = choose_follow(table, p, hand, legal, to_come, trick, led, winning, winner)
        tile = lowest(played)
        table[AT.held + p] = hand & ~played
        if watched:
            at += 1
            note_play(table, at, p, eldest, tile, legal, trumps)
            table[AT.voids] |= shown_voids(p, trump, trumps, led, suit, tile, must_trump)
        wins = better & played != 0
        winner = p if wins else winner
        winning = tile if wins else winning
        better = beating(order, led, winning)
    if watched:
        table[AT.leader_of + trick] = leader
        table[AT.suit_of + trick] = led
        table[AT.winner_of + trick] = winner
    return winner


@helper
def start_play(table: Table) -> None:
    """Set what all views of the tricks show."""
    dealer = table[AT.players] - 1
    table[AT.turn_up_taken] = table[AT.held + dealer] >> table[AT.turn_up] & 1
    table[AT.for_pool] = table[AT.action + dealer] == FOR_POOL
    table[AT.voids] = table[AT.played] = 0
    table[AT.eldest_trumps] = TRICKS
    face_up = 0 if table[AT.turn_up_taken] else 1 << table[AT.turn_up]
    for p in range(SEATS):
        table[AT.laid_0 + p] = 0
    for p in range(table[AT.players]):
        # A seat that took the miss has seen the hand that it was dealt, too.
        dealt = table[AT.dealt + p] & -(table[AT.missed] >> p & 1)
        table[AT.gone + p] = table[AT.thrown + p] | dealt | face_up


@inlined
def play_so_many(table: Table, most: int, is_over: int, watched: bool) -> None:
    """Play so many tricks; see ``play_some``."""
    tricks, without = 0, table[AT.seats_in]
    leader = eldest = lowest(without)
    for trick in range(most):
        if is_over and without == 0:
            break
        table[AT.tricks] = tricks
        table[AT.trick] = trick
        leader = play_trick(table, trick, leader, eldest, watched)
        tricks += 1 << 4 * leader
        without &= ~(1 << leader)
    table[AT.tricks] = tricks


@helper
def play_some(table: Table, is_over: int) -> None:
    """Play the hand out, or give all tricks to the one seat that is left.

    ``is_over``: 1 to stop as soon as each seat in has a trick, so that none will be looed.
    """
    seats_in = table[AT.seats_in]
    several = seats_in & (seats_in - 1) != 0
    table[AT.played_out] = several
    if not several:
        if seats_in == 0:
            seats_in = 1 << (table[AT.players] - 1)
            table[AT.seats_in] = seats_in
        table[AT.tricks] = TRICKS << 4 * lowest(seats_in)
        return
    # Where the compiler knows how many tricks there are, it writes all five down one after the
    # other. That pays where chance plays; with strategies it is more code than the processor keeps
    # at hand, so that their tricks are as many as a hand has tiles, which it does not know.
    if table[BASE.watched]:
        start_play(table)
        play_so_many(table, count(table[AT.held + lowest(seats_in)]), is_over, True)
    else:
        play_so_many(table, TRICKS, is_over, False)


@helper
def play_tricks(table: Table) -> None:
    """Play the hand out, or give all tricks to the one seat that is left."""
    play_some(table, 0)


@helper
def play_for_one(table: Table, position: int) -> None:
    """Play until it is known what one position takes, and how many seats are looed.

    To a seat that has dropped it is all one who takes which trick, once each seat in has one; not
    so where a dealer plays for the pool, in which his tricks stay.
    """
    dealer = table[AT.players] - 1
    has_dropped = ~(table[AT.seats_in] >> position) & 1
    play_some(table, has_dropped & int(table[AT.action + dealer] != FOR_POOL))
