"""A hand of Loo or Rounce: the deal, the declarations, the five tricks, the money and points."""

from simulate.domino import trick_kit as kit
from simulate.domino.deck import draw_tiles
from simulate.domino.tile_sets import count, lowest, nth
from simulate.domino.tiles import TILES
from simulate.domino.tricks import is_legal_tile, plain, uniform_tile
from simulate.games.loo import views
from simulate.games.loo.rules import GAME_POINTS, LOOED_POINTS, may_declare, miss_tiles, misses_in
from simulate.games.loo.views import AT, SEATS, TRICKS
from simulate.games.rules import penalty_due
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import BASE, Table, chance, consult, is_uniform, refuse

_LOW_BITS = 0x7FFFFFFF

legal_declarations, misses_left = inlined(may_declare), inlined(misses_in)
tiles_of_a_miss, _penalty_due = inlined(miss_tiles), inlined(penalty_due)


@helper
def deal(table: Table) -> None:
    """Deal five tiles a position, expose the turn-up and show what the session stands at."""
    kit.deal_hands(table, table[AT.players])
    for p in range(SEATS):
        table[AT.action + p] = table[AT.thrown + p] = 0
    # Where neither banks nor points are counted these entries stay 0.
    if table[AT.bankroll] or table[AT.points_game]:
        for p in range(SEATS):
            table[AT.chips_0 + p] = table[AT.score_0 + p] = 0
        for p in range(table[AT.players]):
            table[AT.chips_0 + p] = table[AT.chips + table[AT.chair + p]]
            table[AT.score_0 + p] = table[AT.score + table[AT.chair + p]]


@helper
def keep_uniformly(tiles: int, word: int) -> int:
    """Throw away all but five of a miss, one or two, each set of them as likely."""
    kept = tiles & ~(1 << uniform_tile(tiles, word))
    if count(kept) > TRICKS:
        kept &= ~(1 << nth(kept, (word & _LOW_BITS) * count(kept) >> 31))
    return kept


@helper
def take_miss(table: Table, seat: int, position: int) -> None:
    """Let a seat draw the next tiles of the boneyard, or all that it still has, and keep five."""
    tiles, size = table[BASE.boneyard], tiles_of_a_miss(table[AT.players])
    if count(tiles) == size:
        table[BASE.boneyard] = 0
    else:
        tiles = draw_tiles(table, TILES - count(tiles), size)
    table[AT.drawn + position] = tiles
    if is_uniform(table, seat, views.KEEP_AFTER_MISS):
        kept = keep_uniformly(tiles, chance(table, seat, views.KEEP_AFTER_MISS))
    else:
        table[AT.hand] = tiles
        table[AT.discarded] = table[AT.dealt + position]
        kept = consult(table, seat, views.KEEP_AFTER_MISS, views.KEEP_AFTER_MISS)
        if kept & ~tiles or count(kept) != TRICKS:
            refuse(table, kept)
    table[AT.held + position] = kept
    table[AT.thrown + position] = tiles & ~kept


@helper
def offer_turn_up(table: Table, seat: int, position: int) -> None:
    """Let the dealer take the turn-up for one of the five tiles dealt."""
    hand = table[AT.dealt + position]
    if is_uniform(table, seat, views.TAKE_TURN_UP):
        word = chance(table, seat, views.TAKE_TURN_UP)
        tile = uniform_tile(hand, word) if word & 1 else int(views.LEAVE)
    else:
        table[AT.hand] = hand
        tile = consult(table, seat, views.TAKE_TURN_UP, views.TAKE_TURN_UP)
        if tile != views.LEAVE and not is_legal_tile(hand, tile):
            refuse(table, tile)
    if tile != views.LEAVE:
        table[AT.thrown + position] = 1 << tile
        table[AT.held + position] = hand & ~(1 << tile) | 1 << table[AT.turn_up]


@inlined
def declare_all(table: Table) -> None:
    """Let each position declare in turn, and settle who plays for the tricks."""
    players, stayed, missed, dropped = table[AT.players], 0, 0, 0
    for p in range(players):
        left = misses_left(players) - count(missed)
        legal = legal_declarations(players, p, left, stayed, missed, table[AT.rounce])
        if not legal:  # a dealer whom everybody has left alone
            break
        seat = table[AT.chair + p]
        table[AT.hand] = table[AT.dealt + p]
        table[AT.legal] = legal
        table[AT.position] = p
        table[AT.discarded] = 0
        table[AT.misses_left] = left
        table[AT.stayed] = stayed
        table[AT.missed] = missed
        table[AT.dropped] = dropped
        action = kit.choose(table, seat, views.DECLARE, views.DECLARE, legal)
        table[AT.action + p] = action
        if action == views.MISS:
            take_miss(table, seat, p)
        elif p == players - 1 and action != views.DROP:
            offer_turn_up(table, seat, p)
        stayed |= int(action in (views.PLAY, views.FOR_POOL)) << p
        missed |= int(action == views.MISS) << p
        dropped |= int(action == views.DROP) << p
    table[AT.missed] = missed
    table[AT.seats_in] = stayed | missed


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
    # What all views of the tricks show of the declarations.
    dealer = table[AT.players] - 1
    table[AT.turn_up_taken] = table[AT.held + dealer] >> table[AT.turn_up] & 1
    table[AT.for_pool] = table[AT.action + dealer] == views.FOR_POOL
    face_up = 0 if table[AT.turn_up_taken] else 1 << table[AT.turn_up]
    for p in range(table[AT.players]):
        # A seat that took the miss has seen the hand that it was dealt, too.
        dealt = table[AT.dealt + p] & -(table[AT.missed] >> p & 1)
        table[AT.gone + p] = table[AT.thrown + p] | dealt | face_up
    kit.play_out(table, lowest(seats_in), plain(table[AT.trump]), table[AT.lead_trump_min], 1,
                 table[AT.must_trump], views.LEAD, kit.nothing_more, kit.all_may_be_played)


@inlined
def take_chips(table: Table, seat: int, amount: int) -> int:
    """Take chips from a seat: at most what a finite bank has."""
    if table[AT.bankroll] > 0:
        amount = min(amount, table[AT.chips + seat])
        table[AT.chips + seat] -= amount
    return amount


@helper
def set_penalty(table: Table) -> None:
    """Write what a looed seat owes when the hand starts with the table's pool."""
    limit = table[AT.penalty_chips] + table[AT.penalty_a_seat] * table[AT.players]
    table[AT.penalty_limit] = limit
    table[AT.penalty] = _penalty_due(table[AT.penalty_kind], limit, table[AT.pool])


@helper
def collect_antes(table: Table) -> None:
    """Let the seats pay for the hand, from the dealer's left."""
    pool = table[AT.pool_next]
    empty = pool < table[AT.empty_below]
    dealer = table[AT.players] - 1
    for s in range(SEATS):
        table[AT.ante_paid + s] = table[AT.paid + s] = 0
        table[AT.penalties + s] = table[AT.value + s] = 0
    for p in range(0 if empty else dealer, dealer + 1):
        seat = table[AT.chair + p]
        due = table[AT.ante] if empty else table[AT.dealer_top_up]
        if p == dealer and empty:
            due = table[AT.dealer_ante]
        table[AT.ante_paid + seat] = take_chips(table, seat, due)
        pool += table[AT.ante_paid + seat]
    table[AT.pool] = pool
    set_penalty(table)


@helper
def settle_chips(table: Table) -> None:
    """Pay a fifth of the pool a trick; collect penalties for the next pool."""
    pool = table[AT.pool]
    pool_next = pool
    share = pool // TRICKS
    penalty = table[AT.penalty]
    finite = table[AT.bankroll] > 0
    for p in range(table[AT.players]):
        seat, action = table[AT.chair + p], table[AT.action + p]
        tricks = kit.won(table, p)
        plays = table[AT.seats_in] >> p & 1 and action != views.FOR_POOL
        paid = share * tricks if plays else 0
        owed = penalty if plays and tricks == 0 else 0
        if action == 0 and plays:
            paid = pool  # the dealer who never had to declare takes the remainder as well
        if finite:
            owed = take_chips(table, seat, owed)
            table[AT.chips + seat] += paid
        table[AT.paid + seat] = paid
        table[AT.penalties + seat] = owed
        table[AT.value + seat] = paid - owed - table[AT.ante_paid + seat]
        pool_next += owed - paid
    table[AT.pool_next] = pool_next


@helper
def settle_points(table: Table) -> None:
    """Score a point a trick and five against a looed seat; look for a winner."""
    best, leaders = -1, 0
    for p in range(table[AT.players]):
        seat, tricks = table[AT.chair + p], kit.won(table, p)
        # Without a branch: who is looed cannot be guessed.
        looed = table[AT.seats_in] >> p & int(tricks == 0)
        points = tricks - LOOED_POINTS * looed
        points *= int(table[AT.action + p] != views.FOR_POOL)
        table[AT.value + seat] = points
        total = table[AT.score + seat] + points
        leaders = leaders * int(total <= best) + int(total >= best)
        best = max(best, total)
    table[AT.game_over] = best >= GAME_POINTS and leaders == 1


@inlined
def settle(table: Table) -> int:
    """Settle a hand that has been played, in chips or in points."""
    if table[AT.points_game]:
        settle_points(table)
    else:
        settle_chips(table)
    return 0


@helper
def game_winner(table: Table) -> int:
    """Return the seat with the most points when the game is over."""
    ahead = 0
    for seat in range(1, table[AT.seats]):
        if (table[AT.score + seat] + table[AT.value + seat]
                > table[AT.score + ahead] + table[AT.value + ahead]):
            ahead = seat
    return ahead
