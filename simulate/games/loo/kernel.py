"""The session kernel of Domino Loo and Rounce."""

from typing import Any

from simulate.books import rows
from simulate.domino.trick_kit import won
from simulate.games.loo import hand
from simulate.games.loo.views import AT, SEATS
from simulate.machine.compiling import helper, kernel
from simulate.machine.table import BASE, Table, ask, pointer

#: A seat's hands are counted by declaration and tricks, at 8 * action + tricks; then these.
OUTCOMES = 40
#: ``CREDITED`` is the value times the seats, and the chips left in the pool at the end: what
#: the seat has with its equal share of the pool, times the seats.
VALUE, GAMES_WON, CREDITED = OUTCOMES, OUTCOMES + 1, OUTCOMES + 2
SEAT_SIZE = OUTCOMES + 3

SESSION_FIELDS = ("hands", "walkovers", "escalated", "unfinished", "pool_sum", "max_pool", "left")
HANDS, WALKOVERS, ESCALATED, UNFINISHED, POOL_SUM, MAX_POOL, LEFT = range(len(SESSION_FIELDS))

#: Counts of a run: hands by size of the pool at the start of play, all and at each mark.
COUNTS = (1 + len(rows.MARKS)) * rows.MAGNITUDES

BROKE, PLAYED, ENDED, ESCALATES = range(4)


@helper
def sit_down(table: Table, session: int) -> None:
    """Start a session: everybody's chips and points, and the first dealer."""
    seats = table[AT.seats]
    table[BASE.session] = session
    table[AT.dealer] = session % seats
    table[AT.pool_next] = table[AT.opening_pool]
    table[AT.game_over] = 0
    for seat in range(SEATS):
        table[AT.chips + seat] = table[AT.bankroll]
        table[AT.score + seat] = 0


@helper
def has_chips(table: Table, seat: int) -> int:
    """Return whether a seat is still in the session."""
    return table[AT.bankroll] == 0 or table[AT.chips + seat] > 0


@helper
def take_chairs(table: Table) -> int:
    """Seat those still in, from the dealer's left round to the dealer; count them."""
    players, seat = 0, table[AT.dealer]
    for _ in range(table[AT.seats]):
        seat = seat + 1 if seat < table[AT.seats] - 1 else 0
        if has_chips(table, seat):
            table[AT.chair + players] = seat
            players += 1
    table[AT.players] = players
    return players


def play_dealt(table: Table, numbers: Any) -> int:
    """Deal, play and settle a hand whose seats sit, and have paid the antes; see ``Game.hand``."""
    hand.deal(table)
    hand.declare_all(table)
    hand.play_tricks(table)
    return hand.settle(table)


@helper
def play_hand(table: Table) -> int:
    """Play the hand whose number is set; return what became of the session."""
    if take_chairs(table) < 2:
        return BROKE
    if not table[AT.points_game]:
        hand.collect_antes(table)
    ask(table[BASE.play_hand], table, 0)
    if table[AT.points_game]:
        return ENDED if table[AT.game_over] else PLAYED
    return ESCALATES if table[AT.pool_next] > table[AT.escalation_limit] else PLAYED


@helper
def count_hand(table: Table, session_row: Any, seat_row: Any, powers: Any, extremes: Any) -> None:
    """Add one hand to the tallies of its session."""
    session_row[HANDS] += 1
    session_row[WALKOVERS] += 1 - table[AT.played_out]
    session_row[POOL_SUM] += table[AT.pool]
    session_row[MAX_POOL] = max(session_row[MAX_POOL], table[AT.pool])
    for p in range(table[AT.players]):
        outcome = 8 * table[AT.action + p] + won(table, p)
        seat_row[table[AT.chair + p] * SEAT_SIZE + outcome] += 1
    worst, best = 0, 0
    for seat in range(table[AT.seats]):
        value = table[AT.value + seat]
        seat_row[seat * SEAT_SIZE + VALUE] += value
        rows.add_powers(powers, seat, value)
        worst, best = min(worst, value), max(best, value)
    rows.note_if_extreme(table, AT.value, table[AT.seats], worst, best, extremes)


@helper
def pass_deal(table: Table) -> None:
    """Move the deal to the left, and the points of the hand into the score."""
    for seat in range(SEATS):
        if table[AT.points_game]:
            table[AT.score + seat] += table[AT.value + seat]
    seat = table[AT.dealer]  # and on to the next seat on the left that is still in
    for _ in range(table[AT.seats]):
        seat = seat + 1 if seat < table[AT.seats] - 1 else 0
        if has_chips(table, seat):
            break
    table[AT.dealer] = seat


@kernel
def play_sessions(
    row: Any, first: int, sessions: int, hands: int, books: rows.Rows, record: Any, record_from: int
) -> None:
    """Play whole sessions at one table; see ``simulate.books.rows``."""
    table = pointer(row)
    # Taken out once: every access to the bundle within the loop would count references anew.
    session_rows, seat_rows, powers, counts, extremes = books
    for i in range(sessions):
        sit_down(table, first + i)
        session_row = pointer(session_rows[i])
        seat_row = pointer(seat_rows[i])
        power = pointer(powers[i])
        mark, fate = 0, PLAYED
        for number in range(hands):
            table[BASE.number] = number
            fate = play_hand(table)
            if fate == BROKE:
                break
            count_hand(table, session_row, seat_row, power, extremes)
            if not table[AT.points_game]:
                size = rows.magnitude(table[AT.pool])
                counts[size] += 1
                if mark < len(rows.MARKS) and number == rows.MARKS[mark]:
                    mark += 1
                    counts[mark * rows.MAGNITUDES + size] += 1
            rows.keep_row(row, record, number - record_from)
            if fate != PLAYED:
                break
            pass_deal(table)
        # Each seat has an equal share of what a session leaves in the pool.
        left = 0 if table[AT.points_game] else table[AT.pool_next]
        for seat in range(table[AT.seats]):
            value = seat_row[seat * SEAT_SIZE + VALUE]
            seat_row[seat * SEAT_SIZE + CREDITED] = table[AT.seats] * value + left
        session_row[LEFT] = table[AT.pool_next]
        session_row[ESCALATED] = fate == ESCALATES
        if table[AT.points_game]:
            session_row[UNFINISHED] = fate == PLAYED
            if fate == ENDED:
                seat_row[hand.game_winner(table) * SEAT_SIZE + GAMES_WON] += 1
