"""A game of Domino Euchre, which is a session: its hands, from the deal and the auction to the
points, and what a run counts.
"""

from typing import Any

import numpy as np

from simulate.books.rows import Rows, keep_row, note_extremes
from simulate.books.tally import Ints
from simulate.domino.tile_sets import lowest
from simulate.domino.tiles import NUMBERS, TILE
from simulate.domino.trick_kit import all_may_be_played, choose, deal_hands, play_out, won
from simulate.domino.tricks import bowers, left_bower, uniform_tile
from simulate.games.euchre import rules, views
from simulate.games.euchre.views import AT, SEATS, TRICKS
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.table import BASE, Table, ask, chance, consult_among, is_uniform, pointer


@helper
def deal(table: Table) -> None:
    """Deal five tiles a position, eldest first, and expose the turn-up."""
    players, dealer = table[AT.players], table[AT.dealer]
    for p in range(players):
        seat = dealer + 1 + p
        table[AT.chair + p] = seat - players if seat >= players else seat
    deal_hands(table, players)


@helper
def show_own_score(table: Table, seat: int) -> None:
    """Set a view's entries with a seat's points, and the most of those against it."""
    table[AT.own] = table[AT.score + seat]
    if table[AT.players] == 4:
        table[AT.other] = table[AT.score + (seat + 1 & 3)]
        return
    most = 0
    for other in range(SEATS):  # where nobody sits there are no points
        most = max(most, table[AT.score + other] * int(other != seat))
    table[AT.other] = most


@helper
def show_scores(table: Table) -> None:
    """Set the entry of all views of the hand that shows the points by position."""
    scores = 0
    for p in range(table[AT.players]):
        scores |= table[AT.score + table[AT.chair + p]] << 4 * p
    table[AT.scores] = scores


@inlined
def choose_call(table: Table, position: int, legal: int, number: int) -> int:
    """Ask a seat for its call in the first (number 0) or second round."""
    seat = table[AT.chair + position]
    if not is_uniform(table, seat, views.CALL):
        table[AT.hand] = table[AT.dealt + position]
        table[AT.legal] = legal
        table[AT.position] = position
        show_own_score(table, seat)
        show_scores(table)
    return choose(table, seat, views.CALL, number, legal)


@helper
def hold_auction(table: Table) -> int:
    """Ask each position in turn, at most twice; return whether somebody made trump."""
    players = table[AT.players]
    table[AT.maker] = -1
    table[AT.alone] = 0
    for p in range(players):
        table[AT.action + p] = views.NOT_ASKED
    for number in range(2):
        table[AT.round] = number + 1
        legal = views.legal_calls(players, table[AT.trump], number + 1)
        for p in range(players):
            call = table[AT.action + p] = choose_call(table, p, legal, number)
            if call != views.PASS:
                table[AT.maker] = p
                table[AT.trump] = views.suit_made(call)
                table[AT.alone] = views.goes_alone(call)
                return True
    return False


@helper
def take_up(table: Table) -> None:
    """Seat those who play; let the dealer take the turn-up if its suit was accepted, unless it is
    the partner of a maker who goes alone, who lays the hand down."""
    dealer = table[AT.players] - 1
    skipped = table[AT.alone] << (table[AT.maker] ^ 2)
    table[AT.seats_in] = (1 << table[AT.players]) - 1 & ~skipped
    table[AT.turn_up_taken] = table[AT.round] == 1 and not skipped >> dealer & 1
    table[AT.discard] = -1
    if table[AT.turn_up_taken]:
        seat, tiles = table[AT.dealer], table[AT.dealt + dealer] | 1 << table[AT.turn_up]
        if is_uniform(table, seat, views.DISCARD):
            tile = uniform_tile(tiles, chance(table, seat, views.DISCARD_NUMBER))
        else:
            table[AT.hand] = table[AT.legal] = tiles
            table[AT.position] = dealer
            show_own_score(table, seat)
            show_scores(table)
            tile = consult_among(table, seat, views.DISCARD, views.DISCARD_NUMBER, tiles)
        table[AT.discard] = tile
        table[AT.held + dealer] = tiles & ~(1 << tile)


@helper
def play_tricks(table: Table) -> None:
    """Play the hand out; the maker leads, and nobody is obliged to lead a trump."""
    show_scores(table)
    taken = table[AT.turn_up_taken]
    for p in range(table[AT.players]):
        table[AT.gone + p] = 0 if taken else 1 << table[AT.turn_up]
    if taken:
        table[AT.gone + table[AT.players] - 1] = 1 << table[AT.discard]
    play_out(table, table[AT.maker], bowers(table[AT.trump], table[AT.high]), None, None,
             None, views.LEAD, show_own_score, all_may_be_played)


#: _WORTH[alone, tricks made]: points for the makers, or for the others below three tricks.
_WORTH = np.array([
    [rules.EUCHRE_POINTS] * rules.POINT_TRICKS + [1, 1, rules.MATCH_POINTS],
    [rules.EUCHRE_POINTS] * rules.POINT_TRICKS + [1, 1, rules.LONE_MATCH_POINTS],
], dtype=np.int64)


@inlined
def settle(table: Table) -> int:
    """Find who scores: the makers, or all others when they are euchred; return the tricks made."""
    players, maker = table[AT.players], table[AT.maker]
    made, seat = won(table, maker), table[AT.chair + maker]
    makers = 1 << seat
    if players == 4:  # partners score together
        made += won(table, maker ^ 2)
        makers = 0b0101 << (seat & 1)
    others = (1 << players) - 1 & ~makers
    table[AT.scorers] = others if made < rules.POINT_TRICKS else makers
    table[AT.worth] = _WORTH[table[AT.alone], made]
    return made


@inlined
def share_points(table: Table) -> None:
    """Add what the hand was worth to scores and sums; see whether it ends the game."""
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
    table[AT.game_over] = most >= rules.GAME_POINTS


#: Hands by seat of the maker, trump, named or turned, alone or not, and tricks made.
MAKERS_SHAPE = (SEATS, NUMBERS, 2, 2, TRICKS + 1)

#: Bowers held of a suit.
BOWERS = ("none", "left", "right", "both")

#: Games by side, its points, the most points of another side, and whether it won: each score that
#: a finished game came through counts once. Side 0 of four players is seats 0 and 2.
SCORES_SHAPE = (SEATS - 1, rules.GAME_POINTS, rules.GAME_POINTS, 2)

_MAKERS = 0
_SCORES = _MAKERS + int(np.prod(MAKERS_SHAPE))
COUNTS = _SCORES + int(np.prod(SCORES_SHAPE))

#: Both bowers of each trump, the right one first.
BOWER = np.array([[TILE[t, t], left_bower(t)] for t in range(NUMBERS)], dtype=np.int64)


def unpack(counts: Ints, players: int) -> dict[str, Ints]:
    """Return the counts of a run, int64[COUNTS], as arrays of the shapes above by name."""
    scores = counts[_SCORES:COUNTS].reshape(SCORES_SHAPE).copy()
    if players != 3:
        # Counted as the first of two sides saw it: the other sees the reverse.
        scores[1] = scores[0].swapaxes(0, 1)[..., ::-1]
    return {"makers": counts[_MAKERS:_SCORES].reshape(MAKERS_SHAPE), "scores": scores}


@inlined
def sides(table: Table) -> int:
    """Return how many sides there are; side s is seat s, and its partner."""
    return 2 if table[AT.players] == 4 else table[AT.players]


@inlined
def note_score(table: Table) -> None:
    """Remember the score at which a hand begins; of two sides, as the first one sees it."""
    if sides(table) == 2:
        table[AT.seen] |= 1 << rules.GAME_POINTS * table[AT.score] + table[AT.score + 1]
        return
    for side in range(3):
        other = max(table[AT.score + (side + 1) % 3], table[AT.score + (side + 2) % 3])
        table[AT.seen + side] |= 1 << rules.GAME_POINTS * table[AT.score + side] + other


SEAT_FIELDS = (
    "made", "alone", "marched", "euchred", "value", "points", "hands", "games", "games_won",
)
(
    MADE, ALONE, MARCHED, EUCHRED, VALUE, POINTS, HANDS_OF_SEAT, GAMES, GAMES_WON,
) = range(len(SEAT_FIELDS))
SEAT_SIZE = len(SEAT_FIELDS)

SESSION_FIELDS = ("hands", "voids", "games", "unfinished")
HANDS, VOIDS, ENDED, UNFINISHED = range(len(SESSION_FIELDS))


@helper
def sit_down(table: Table, session: int) -> None:
    """Start a game: no points yet, and the first dealer."""
    table[BASE.session] = session
    table[AT.dealer] = session % table[AT.players]
    table[AT.game_over] = table[AT.total] = table[AT.squares] = table[AT.fourths] = 0
    for seat in range(SEATS):
        table[AT.score + seat] = table[AT.seen + seat] = table[AT.cubes + seat] = 0


@inlined
def end_hand(table: Table, trump_is_made: bool) -> int:
    """Settle a hand; return the tricks made, -1 when it is void."""
    made = -1
    if trump_is_made:
        made = settle(table)
    else:
        table[AT.worth] = table[AT.scorers] = table[AT.tricks] = 0
        table[AT.discard] = table[AT.trump] = -1
    share_points(table)
    return made


def play_dealt(table: Table, numbers: Any) -> int:
    """Deal and play a hand; see ``end_hand`` and ``Game.hand``."""
    deal(table)
    trump_is_made = hold_auction(table)
    if trump_is_made:
        take_up(table)
        play_tricks(table)
    return end_hand(table, trump_is_made)


@helper
def count_game(
    table: Table, session_row: Any, seat_row: Any, powers: Any, counts: Any, hands: int
) -> None:
    """Close the books of a game after its last hand."""
    over = table[AT.game_over]
    session_row[HANDS] = hands
    session_row[ENDED] = over
    session_row[UNFINISHED] = 1 - over
    for seat in range(table[AT.players]):
        at = seat * SEAT_SIZE
        seat_row[at + HANDS_OF_SEAT] = hands
        seat_row[at + POINTS] = table[AT.score + seat]
        seat_row[at + VALUE] = 2 * table[AT.score + seat] - table[AT.total]
        powers[3 * seat] = np.float64(table[AT.squares])
        powers[3 * seat + 1] = np.float64(table[AT.cubes + seat])
        powers[3 * seat + 2] = np.float64(table[AT.fourths])
        seat_row[at + GAMES] = over
        seat_row[at + GAMES_WON] = table[AT.score + seat] >= rules.GAME_POINTS
    if over:
        for side in range(1 if sides(table) == 2 else 3):
            won = table[AT.score + side] >= rules.GAME_POINTS
            seen = table[AT.seen + side]
            while seen:
                cell = side * rules.GAME_POINTS * rules.GAME_POINTS + lowest(seen)
                counts[_SCORES + 2 * cell + won] += 1
                seen &= seen - 1


@kernel
def play_sessions(
    row: Any, first: int, sessions: int, hands: int, books: Rows, record: Any, record_from: int
) -> None:
    """Play whole games at one table; see ``simulate.books.rows``."""
    table = pointer(row)
    # Taken out once: every access to the bundle within the loop would count references anew.
    session_rows, seat_rows, powers, counts, extremes = books
    totals = pointer(counts)
    for i in range(sessions):
        number = 0
        sit_down(table, first + i)
        session_row = pointer(session_rows[i])
        seat_row = pointer(seat_rows[i])
        power = pointer(powers[i])
        while number < hands and not table[AT.game_over]:
            table[BASE.number] = number
            note_score(table)
            made = ask(table[BASE.play_hand], table, 0)
            if made >= 0:
                seat = table[AT.chair + table[AT.maker]]
                at = seat * SEAT_SIZE
                seat_row[at + MADE] += 1
                seat_row[at + ALONE] += table[AT.alone]
                seat_row[at + MARCHED] += made == TRICKS
                seat_row[at + EUCHRED] += made < rules.POINT_TRICKS
                cell = (seat * NUMBERS + table[AT.trump]) * 2 + table[AT.round] - 1
                cell = (cell * 2 + table[AT.alone]) * (TRICKS + 1) + made
                totals[_MAKERS + cell] += 1
            else:
                session_row[VOIDS] += 1
            if -table[AT.worth] < max(table[BASE.worst], table[BASE.best]):
                note_extremes(table, AT.value, table[AT.players], extremes)
            keep_row(row, record, number - record_from)
            table[AT.dealer] = table[AT.chair]
            number += 1
        count_game(table, session_row, seat_row, power, totals, number)
