"""The settlement of a round: what becomes of the bets and of the pot."""

from __future__ import annotations

import numpy as np

from simulate.domino.tile_sets import count
from simulate.domino.tiles import DOUBLES, SHOWS, TILE
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

    Parameters
    ----------
    bets, pot : int
        Sets of tiles.
    roll : int
        A row of ``DICE``.

    Returns
    -------
    rule : int
    winner_1, take_1, winner_2, take_2 : int
        The winners of more than their own bets, as sets of one tile or none, each with the
        set it takes: a double winner, or the single blank winners of both dice.
    own : int
        The bets that go back to their owners.
    pot : int
        The pot after the round.
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
    return (
        bet & own | take_1 & -int(bet == winner_1) | take_2 & -int(bet == winner_2)
    )
