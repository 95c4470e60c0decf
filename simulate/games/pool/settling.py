"""Who wins a hand of Domino Pool, and the chips: hand by hand, or one game hundred up."""

from simulate.domino.tile_sets import count, either
from simulate.games.pool.playing import pips_of
from simulate.games.pool.rules import most_stars
from simulate.games.pool.views import AT, EITHER, MAY, MUST, NO, SCORE_BITS, STAR, STAR_NUMBER
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import BASE, Table, chance, consult_among, is_uniform

#: The score of a seat that is out.
OUT = -1
_MORE_THAN_ANY = 1 << 40
_most_stars = inlined(most_stars)


@helper
def collect(table: Table) -> None:
    """Take the contributions: for every hand, or once for a game."""
    due = table[AT.contribution]
    if table[AT.hundred_up] and table[BASE.number] > 0:
        due = 0
    finite = table[AT.bankroll] > 0
    pool = table[AT.pool_next]
    for seat in range(table[AT.seats]):
        chips = due
        if finite:
            chips = min(due, table[AT.chips + seat])
            table[AT.chips + seat] -= chips
        table[AT.contributed + seat] = chips
        pool += chips
    table[AT.pool] = pool


@helper
def find_winners(table: Table) -> None:
    """Find who made domino, the lightest of hands, or after a block has the fewest pips."""
    lightest, winning, winners = _MORE_THAN_ANY, 0, 0
    for p in range(table[AT.players]):
        hand = table[AT.held + p]
        pips = pips_of(hand)
        table[AT.pips_left + p] = pips
        weight = 2 * pips + int(hand != 0)
        kept = -int(weight >= lightest)
        wins = int(weight <= lightest)
        winning = winning & kept | wins << p
        winners = winners & kept | wins << table[AT.chair + p]
        lightest = min(lightest, weight)
    table[AT.winning] = winning
    table[AT.winners] = winners


@helper
def pay(table: Table, winners: int, starred: int) -> None:
    """Pay the winners from the pool, where a remainder stays, and collect what stars cost."""
    pool = table[AT.pool]
    share = pool if winners & (winners - 1) == 0 else pool // count(winners)
    for seat in range(table[AT.seats]):
        paid = share & -(winners >> seat & 1)
        stake = table[AT.contribution] & -(starred >> seat & 1)
        table[AT.paid + seat] = paid
        table[AT.value + seat] = paid - table[AT.contributed + seat] - stake
        pool += stake - paid
    table[AT.pool_next] = pool


@helper
def settle_hand(table: Table) -> None:
    """Settle a hand that is played for its own pool."""
    pay(table, table[AT.winners], 0)
    if table[AT.bankroll] > 0:
        for seat in range(table[AT.seats]):
            table[AT.chips + seat] += table[AT.paid + seat]
            if table[AT.chips + seat] == 0:
                table[AT.seats_in] &= ~(1 << seat)


@helper
def add_up(table: Table) -> int:
    """Add the pips left to the scores; return the seats that reach the target."""
    out = 0
    for seat in range(table[AT.seats]):
        table[AT.score_after + seat] = OUT
    for p in range(table[AT.players]):
        seat = table[AT.chair + p]
        total = table[AT.score + seat] + table[AT.pips_left + p]
        table[AT.score_after + seat] = total
        out |= int(total >= table[AT.target]) << seat
    return out


@helper
def lowest_score(table: Table, among: int) -> int:
    """Return the seat with the lowest new score among some, equals from the leader's left."""
    chosen, least = 0, _MORE_THAN_ANY
    for p in range(1, table[AT.players] + 1):
        seat = table[AT.chair + p] if p < table[AT.players] else table[AT.leader]
        if among >> seat & 1 and table[AT.score_after + seat] < least:
            chosen, least = seat, table[AT.score_after + seat]
    return chosen


@helper
def highest_in(table: Table, out: int) -> int:
    """Return the highest new score of the seats that stay in."""
    highest = 0
    for seat in range(table[AT.seats]):
        if not out >> seat & 1:
            highest = max(highest, table[AT.score_after + seat])
    return highest


@helper
def may_star(table: Table, seat: int, places: int) -> int:
    """Let a seat that goes out decide whether it stars; return 1 if it does."""
    if is_uniform(table, seat, STAR):
        return chance(table, seat, STAR_NUMBER) & 1
    position = 0
    while table[AT.chair + position] != seat:
        position += 1
    table[AT.position] = position
    table[AT.hand] = table[AT.held + position]
    table[AT.legal] = EITHER
    table[AT.total] = table[AT.score_after + seat]
    table[AT.places] = places
    answer = consult_among(table, seat, STAR, STAR_NUMBER, EITHER)
    table[AT.starring] |= answer << position
    return answer


@helper
def choose_stars(table: Table, out: int) -> int:
    """Return those of the seats that go out which come back for another stake; nobody if all go
    out. A place that a seat leaves is open to the next seat out."""
    starred = table[AT.declined] = 0
    waiting = out & ~table[AT.stars]
    places = _most_stars(table[AT.seats]) - count(table[AT.stars])
    if table[AT.star] == NO or out == table[AT.seats_in]:
        places = 0
    if table[AT.star] == MAY and places > 0 and waiting != 0:  # what all views of it show
        table[AT.highest] = highest_in(table, out)
        table[AT.totals] = table[AT.going_out] = table[AT.starring] = 0
        for p in range(table[AT.players]):
            seat = table[AT.chair + p]
            if out >> seat & 1:
                table[AT.going_out] |= 1 << p
            else:
                table[AT.totals] |= table[AT.score_after + seat] << SCORE_BITS * p
    while places > 0 and waiting != 0:
        seat = lowest_score(table, waiting)
        waiting ^= 1 << seat
        if table[AT.star] == MUST or may_star(table, seat, places):
            starred |= 1 << seat
            places -= 1
        else:
            table[AT.declined] |= 1 << seat
    return starred


@helper
def settle_game(table: Table) -> None:
    """Settle a hand of a game hundred up: scores, stars, and the end of the game."""
    out = add_up(table)
    starred = choose_stars(table, out)
    still_in = table[AT.seats_in] & ~out | starred
    over = still_in & (still_in - 1) == 0
    # If all go out together, those who share the lowest new score win.
    least, lowest_seats = table[AT.score_after + lowest_score(table, table[AT.seats_in])], 0
    highest = highest_in(table, out)
    for seat in range(table[AT.seats]):
        lowest_seats |= int(table[AT.score_after + seat] == least) << seat
        if starred >> seat & 1:
            table[AT.score_after + seat] = highest
        elif out >> seat & 1:
            table[AT.score_after + seat] = OUT
    winners = either(still_in, lowest_seats) if over else 0
    pay(table, winners, starred)
    table[AT.out] = out
    table[AT.starred] = starred
    table[AT.stars] |= starred
    table[AT.seats_in] = still_in
    table[AT.game_over] = over
    table[AT.game_winners] = winners
