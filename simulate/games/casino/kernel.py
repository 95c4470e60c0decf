"""A game of Domino Casino, which is a session: the rounds, their settlement, and what a run counts.

Which tile comes when, and what the dice show, are functions of (seed, session) alone.
"""

from typing import Any, NamedTuple

import numpy as np

from simulate.books.rows import Rows, keep_row, note_extremes
from simulate.books.tally import Ints
from simulate.domino.deck import draw_all, shuffle, shuffle_on
from simulate.domino.tile_sets import count, lowest, nth_bit
from simulate.domino.tiles import DOUBLES, SHOWS, TILE, TILES
from simulate.games.casino.rules import AT, BET, HOLDS, ROLLS_A_WORD, ROUNDS, SEATS
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.randomness import Word, draw, pick
from simulate.machine.table import BASE, Table, chance, consult_among, is_uniform, pointer

#: Which rule settled a round.
MATCHES, DOUBLE, DOUBLE_BLANK, DOUBLE_DOUBLE = range(4)
RULES = ("matches", "double", "double_blank", "double_double")

ROLLS = 36
#: The dice of each roll.
DICE = np.array([(a, b) for a in range(1, 7) for b in range(1, 7)], dtype=np.int64)
_WANTED = np.array([1 << TILE[a, b] for a, b in DICE], dtype=np.int64)
_FIRST_DIE = np.array([SHOWS[a] for a, b in DICE], dtype=np.int64)
# The second die of a double adds nothing to the first.
_SECOND_DIE = np.array([SHOWS[b] if a != b else 0 for a, b in DICE], dtype=np.int64)

DOUBLE_BLANK_TILE = 1 << TILE[0, 0]
_BLANKS = int(SHOWS[0])

# A score is one number to which each bet of a seat adds its own: tiles won in the lowest
# eight bits, then basic wins, single blank wins and double wins in eight bits each.  Above
# them a bet has its outcome: 0 when it was lost, 1 for a basic match, and for a winner of
# more the number of tiles after the start of its kind.
_LANE = 8
_OUTCOME = 4 * _LANE
BASIC_OUTCOME = 1
BLANK_OUTCOMES, DOUBLE_OUTCOMES, DOUBLE_DOUBLE_OUTCOMES = 1, 5, 32
OUTCOMES = 64

_TILE = 1 | 1 << _OUTCOME
_BASIC_WIN = 1 | 1 << _LANE | BASIC_OUTCOME << _OUTCOME
_BLANK_WIN = 1 << 2 * _LANE | BLANK_OUTCOMES << _OUTCOME
_DOUBLE_WIN = 1 << 3 * _LANE | DOUBLE_OUTCOMES << _OUTCOME
_DOUBLE_DOUBLE_WIN = 1 << 3 * _LANE | DOUBLE_DOUBLE_OUTCOMES << _OUTCOME
#: The score of a winner of more than its own bet, less the tiles, by the rule.
_WIN = np.array([_BLANK_WIN, _DOUBLE_WIN, 0, _DOUBLE_DOUBLE_WIN], dtype=np.int64)


@inlined
def tiles_won(score: int) -> int:
    """Return the tiles of a score."""
    return score & 255


@inlined
def wins_of(score: int, kind: int) -> int:
    """Return the wins of a score: 1 basic matches, 2 of a single blank, 3 of bets and pot."""
    return score >> kind * _LANE & 255


@inlined
def settle(bets: int, pot: int, roll: int) -> tuple[int, int, int, int, int, int, int]:
    """Settle a round, ``roll`` a row of ``DICE``, by the rules in order and without a branch.

    Returns the rule; the winners of more than their own bets, as sets of one tile or none, each
    with the set it takes (a double winner, or the single blank winners of both dice); the bets that
    go back to their owners; and the pot after the round.
    """
    wanted = _WANTED[roll]
    matched = int(bets & wanted != 0)
    double = int(wanted & DOUBLES != 0)
    blanked = bets & DOUBLE_BLANK_TILE
    jackpot = matched & (double | blanked ^ 1)
    rule = jackpot | (jackpot & double | blanked & (jackpot ^ 1)) << 1
    # Nobody wins by less than a double where another rule has settled the round, as wherever the
    # double blank is bet: no blank below is that one.
    matches = bets & -int(rule == MATCHES)
    first, second = matches & _FIRST_DIE[roll], matches & _SECOND_DIE[roll]
    blank_1, blank_2 = first & _BLANKS, second & _BLANKS
    take_1 = first & -int(blank_1 != 0) | (bets | pot) & -jackpot
    take_2 = second & -int(blank_2 != 0)
    own = (first | second) & ~(take_1 | take_2)
    pot_after = (pot | bets) & ~(take_1 | take_2 | own)
    return rule, blank_1 | wanted & -jackpot, take_1, blank_2, take_2, own, pot_after


@inlined
def prize(rule: int, take: int) -> int:
    """Return the score of a winner who takes some tiles under a rule."""
    return _WIN[rule] + count(take) * _TILE


@inlined
def gain(bet: int, winner_1: int, prize_1: int, winner_2: int, prize_2: int, own: int) -> int:
    """Return the score of a bet (a tile as a set)."""
    return (
        _BASIC_WIN & -int(bet & own != 0)
        | prize_1 & -int(bet == winner_1)
        | prize_2 & -int(bet == winner_2)
    )


@inlined
def taken(bet: int, winner_1: int, take_1: int, winner_2: int, take_2: int, own: int) -> int:
    """Return the set of tiles that a bet (a tile as a set) wins."""
    return (bet & own | take_1 & -int(bet == winner_1) | take_2 & -int(bet == winner_2))


#: Numbers of tiles that a pot or a stash can have.
SIZES = TILES + 1
#: What a bet can win by.
WINS = ("basic", "blank", "double", "double_double")

_POTS = TILES * OUTCOMES
_STASHES = _POTS + ROUNDS * SIZES * len(RULES)
COUNTS = _STASHES + SEATS * ROUNDS * SIZES


class Counts(NamedTuple):
    """The counts of a run as arrays. A game bets each tile once at most, so the bets of a tile are
    independent, and three sums give the standard error of what it earns."""

    bets: Ints  #: [tile]: times it was bet
    tiles: Ints  #: [tile]: tiles won by it, its own included
    squares: Ints  #: [tile]: sum of the squares of the tiles won by a bet
    wins: Ints  #: [tile, rule of WINS]: times it won
    won: Ints  #: [tile, rule of WINS, tiles]: times it won so many tiles
    pots: Ints  #: [round, tiles in the pot before it, rule of RULES]: rounds
    stashes: Ints  #: [seat, round, tiles in the stash after it]: games


def decode(counts: Ints) -> Counts:
    """Return the counts of a run, int64[COUNTS], as arrays with names."""
    by_outcome = counts[:_POTS].reshape(TILES, OUTCOMES)
    won = np.zeros((TILES, len(WINS), SIZES), np.int64)
    # Of each kind of win: its outcome less the tiles, and the fewest and most tiles.
    kinds = ((BASIC_OUTCOME - 1, 1, 1), (BLANK_OUTCOMES, 1, SEATS), (DOUBLE_OUTCOMES, 2, TILES),
             (DOUBLE_DOUBLE_OUTCOMES, 2, TILES))
    for win, (start, least, most) in enumerate(kinds):
        won[:, win, least : most + 1] = by_outcome[:, start + least : start + most + 1]
    sizes = np.arange(SIZES)
    return Counts(
        bets=by_outcome.sum(-1),
        tiles=won.sum(1) @ sizes,
        squares=won.sum(1) @ sizes**2,
        wins=won.sum(-1),
        won=won,
        pots=counts[_POTS:_STASHES].reshape(ROUNDS, SIZES, len(RULES)),
        stashes=counts[_STASHES:].reshape(SEATS, ROUNDS, SIZES),
    )


@inlined
def roll_dice(table: Table, first: int, word: Word) -> None:
    """Roll both dice for the rounds that share a word, from round ``first`` on."""
    for number in range(first, first + ROLLS_A_WORD):
        roll, word = draw(word, ROLLS)
        table[AT.rolls + number] = np.int64(roll)


@helper
def deal(table: Table) -> None:
    """Shuffle, remove tiles, draw first roller and rolls; deal two tiles, the third comes later."""
    shuffle(table)
    a, b, c = shuffle_on(table)
    draw_all(table, AT.order)
    seats = table[AT.seats]
    first_roller, a = draw(a, seats)
    table[AT.first_roller] = np.int64(first_roller)
    roll_dice(table, 0, a)
    roll_dice(table, ROLLS_A_WORD, b)
    roll_dice(table, 2 * ROLLS_A_WORD, c)
    at = AT.order + table[AT.tiles_removed]
    for seat in range(seats):
        table[AT.held + seat] = table[at] | table[at + 1]
        table[AT.score + seat] = 0
        at += HOLDS - 1
    table[AT.pot] = table[AT.seen] = 0


@helper
def show(table: Table, number: int) -> None:
    """Set the entries that all views of a round share."""
    seats = table[AT.seats]
    table[AT.stashes] = 0
    for seat in range(seats):
        table[AT.stashes] |= tiles_won(table[AT.score + seat]) << 8 * seat
    table[AT.round] = number
    table[AT.pot_tiles] = count(table[AT.pot])
    table[AT.undrawn] = max(TILES - table[AT.tiles_removed] - seats * (number + HOLDS), 0)


@helper
def choose_bet(table: Table, seat: int, number: int, hand: int, held: int) -> int:
    """Return the tile that a seat bets, as a set."""
    if is_uniform(table, seat, BET):
        return nth_bit(hand, pick(chance(table, seat, number), held))
    if held == 1:
        return hand
    position = seat - (table[AT.first_roller] + number) % table[AT.seats]
    table[AT.position] = position + table[AT.seats] if position < 0 else position
    table[AT.hand] = hand
    return 1 << consult_among(table, seat, BET, number, hand)


@inlined
def take_bets(table: Table, seats: int, number: int) -> int:
    """Let every seat draw and bet; return the bets."""
    bets = 0
    drawn = AT.order + table[AT.tiles_removed] + (number + HOLDS - 1) * seats
    # How many tiles a seat holds is known before the tiles are: no need to count them.
    held = min(HOLDS, table[AT.rounds] - number)
    for seat in range(seats):
        hand = table[AT.held + seat] | table[drawn + seat]
        bet = choose_bet(table, seat, number, hand, held)
        table[AT.held + seat] = hand ^ bet
        table[AT.bet + seat] = bet
        bets |= bet
    return bets


@inlined
def play_round(table: Table, counts: Any, number: int) -> int:
    """Play a round and return the rule that settled it."""
    seats, pot = table[AT.seats], table[AT.pot]
    show(table, number)
    bets = take_bets(table, seats, number)
    rule, winner_1, take_1, winner_2, take_2, own, pot_after = settle(
        bets, pot, table[AT.rolls + number])
    prize_1, prize_2 = prize(rule, take_1), prize(MATCHES, take_2)
    table[AT.pot] = pot_after
    counts[_POTS + (number * SIZES + count(pot)) * len(RULES) + rule] += 1
    for seat in range(seats):
        bet = table[AT.bet + seat]
        score = gain(bet, winner_1, prize_1, winner_2, prize_2, own)
        counts[lowest(bet) * OUTCOMES + (score >> _OUTCOME)] += 1
        score_after = table[AT.score + seat] + score
        table[AT.score + seat] = score_after
        counts[_STASHES + (seat * ROUNDS + number) * SIZES + tiles_won(score_after)] += 1
        won = taken(bet, winner_1, take_1, winner_2, take_2, own)
        table[AT.bet_of + SEATS * number + seat] = bet
        table[AT.won_of + SEATS * number + seat] = won
    table[AT.seen] |= bets
    table[AT.rule_of + number] = rule
    table[AT.pot_of + number] = pot_after
    return rule


SEAT_FIELDS = (
    "hands", "bets", "stash", "double_wins", "blank_wins", "basic_wins", "games_won",
    "win_shares",
)
SEAT_SIZE = len(SEAT_FIELDS)
(HANDS, BETS, STASH, DOUBLE_WINS, BLANK_WINS, BASIC_WINS, GAMES_WON, WIN_SHARES) = range(SEAT_SIZE)

SESSION_FIELDS = ("hands", "pot_left", "tied_games", "double_blanks", "double_doubles")
GAMES, POT_LEFT, TIED_GAMES, DOUBLE_BLANKS, DOUBLE_DOUBLES = range(len(SESSION_FIELDS))

#: A game won counts this many shares, which divide by any number of winners.
SHARES = 60
_SHARE = np.array([0, *(SHARES // winners for winners in range(1, 6))], dtype=np.int64)


@inlined
def play_game(table: Table, counts: Any) -> int:
    """Play a game; return how many rounds each rule settled, eight bits a rule."""
    deal(table)
    settled = 0
    for number in range(table[AT.rounds]):
        settled += 1 << 8 * play_round(table, counts, number)
    return settled


@inlined
def count_game(
    table: Table, settled: int, session_row: Any, seat_row: Any, powers: Any, extremes: Any
) -> None:
    """Enter a game in the books."""
    most, winners = 0, 0  # tiles in the largest stash, and how many seats have so many
    for seat in range(table[AT.seats]):
        tiles = tiles_won(table[AT.score + seat])
        winners = winners * int(tiles <= most) + int(tiles >= most)
        most = max(most, tiles)
    least = most
    for seat in range(table[AT.seats]):
        score = table[AT.score + seat]
        tiles = tiles_won(score)
        won = int(tiles == most)
        at = seat * SEAT_SIZE
        seat_row[at + HANDS] = 1
        seat_row[at + BETS] = table[AT.rounds]
        seat_row[at + STASH] = tiles
        seat_row[at + DOUBLE_WINS] = wins_of(score, 3)
        seat_row[at + BLANK_WINS] = wins_of(score, 2)
        seat_row[at + BASIC_WINS] = wins_of(score, 1)
        seat_row[at + GAMES_WON] = won
        seat_row[at + WIN_SHARES] = won * _SHARE[winners]
        square = tiles * tiles
        powers[3 * seat] = square
        powers[3 * seat + 1] = square * tiles
        powers[3 * seat + 2] = square * square
        table[AT.value + seat] = tiles
        least = min(least, tiles)
    session_row[GAMES] = 1
    session_row[POT_LEFT] = count(table[AT.pot])
    session_row[TIED_GAMES] = winners > 1
    session_row[DOUBLE_BLANKS] = settled >> 8 * DOUBLE_BLANK & 255
    session_row[DOUBLE_DOUBLES] = settled >> 8 * DOUBLE_DOUBLE & 255
    if least < table[BASE.worst] or -most < table[BASE.best]:
        note_extremes(table, AT.value, table[AT.seats], extremes)


@kernel
def play_sessions(
    row: Any, first: int, sessions: int, hands: int, books: Rows, record: Any, record_from: int
) -> None:
    """Play whole sessions, a game each, at one table; see ``simulate.books.rows``."""
    table = pointer(row)
    # Taken out once: every access to the bundle within the loop would count references anew.
    session_rows, seat_rows, powers, counts, extremes = books
    counted = pointer(counts)
    for i in range(sessions):
        table[BASE.session] = first + i
        table[BASE.number] = 0
        settled = play_game(table, counted)
        count_game(
            table, settled, pointer(session_rows[i]), pointer(seat_rows[i]),
            pointer(powers[i]), extremes,
        )
        keep_row(row, record, -record_from)
