"""The settlement of a round, what becomes of the bets and of the pot, and what a run counts of it.

The counts of a run stand in one row, part after part; each bet adds one to the first part
and to the third, each round one to the second:

- bets by tile and outcome (``outcome``);
- rounds by their number, the tiles in the pot before them, and the rule that settled them;
- bets by seat, number of the round, and the tiles in the seat's stash after it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Ints
from simulate.domino.tile_sets import count
from simulate.domino.tiles import DOUBLES, SHOWS, TILE, TILES
from simulate.games.casino.row import ROUNDS, SEATS
from simulate.machine.compiling import inlined

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
_SINGLE_BLANKS = int(SHOWS[0]) & ~DOUBLE_BLANK_TILE

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
def basic_wins(score: int) -> int:
    """Return the bets that came back on a basic match."""
    return score >> _LANE & 255


@inlined
def blank_wins(score: int) -> int:
    """Return the wins of a single blank."""
    return score >> 2 * _LANE & 255


@inlined
def double_wins(score: int) -> int:
    """Return the wins of all bets and the pot."""
    return score >> 3 * _LANE & 255


@inlined
def outcome(score: int) -> int:
    """Return what became of the bet whose score this is."""
    return score >> _OUTCOME


@inlined
def settle(bets: int, pot: int, roll: int) -> tuple[int, int, int, int, int, int, int]:
    """Settle a round, in the order of the rules and without a branch.

    ``bets`` and ``pot`` are sets of tiles, ``roll`` a row of ``DICE``. Returns the rule; the
    winners of more than their own bets, as sets of one tile or none, each with the set it takes (a
    double winner, or the single blank winners of both dice); the bets that go back to their
    owners; and the pot after the round.
    """
    wanted = _WANTED[roll]
    matched = int(bets & wanted != 0)
    double = int(wanted & DOUBLES != 0)
    blanked = bets & DOUBLE_BLANK_TILE
    jackpot = matched & (double | blanked ^ 1)
    rule = jackpot | (jackpot & double | blanked & (jackpot ^ 1)) << 1
    # Nobody wins by less than a double where another rule has settled the round.
    matches = bets & -int(rule == MATCHES)
    first, second = matches & _FIRST_DIE[roll], matches & _SECOND_DIE[roll]
    blank_1, blank_2 = first & _SINGLE_BLANKS, second & _SINGLE_BLANKS
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
    """The counts of a run as arrays.

    A game bets each tile once at most, so the bets of a tile are as independent as games
    are: mean and standard error of what it earns follow from three of its sums.
    """

    bets: Ints  #: [tile]: times it was bet
    tiles: Ints  #: [tile]: tiles won by it, its own included
    squares: Ints  #: [tile]: sum of the squares of the tiles won by a bet
    wins: Ints  #: [tile, rule of WINS]: times it won
    won: Ints  #: [tile, rule of WINS, tiles]: times it won so many tiles
    pots: Ints  #: [round, tiles in the pot before it, rule of RULES]: rounds
    stashes: Ints  #: [seat, round, tiles in the stash after it]: games


def decode(counts: Ints) -> Counts:
    """Return the counts of a run as arrays with names.

    ``counts`` (``int64[COUNTS]``): as a kernel adds them up, in ``Tally.counts``.
    """
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
def count_bet(counts: Any, tile: int, score: int) -> None:
    """Count a bet by its tile and what became of it."""
    counts[tile * OUTCOMES + outcome(score)] += 1


@inlined
def count_pot(counts: Any, number: int, tiles: int, rule: int) -> None:
    """Count a round by the pot before it and the rule that settled it."""
    counts[_POTS + (number * SIZES + tiles) * len(RULES) + rule] += 1


@inlined
def count_stash(counts: Any, seat: int, number: int, tiles: int) -> None:
    """Count a seat's stash after a round."""
    counts[_STASHES + (seat * ROUNDS + number) * SIZES + tiles] += 1
