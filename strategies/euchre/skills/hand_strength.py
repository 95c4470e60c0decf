"""What a hand is worth to a seat that makes trump: tricks, and the points that follow.

The numbers were fitted to a hundred thousand hands for each number of players, called at random
and played by ``strategies.euchre.skills.tile_play``: least squares of the tricks that the makers
took on the tiles held, then a logistic curve of points on tricks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, DOUBLES
from simulate.domino.tricks import better_than, bowers
from simulate.games.euchre.rules import EUCHRE_POINTS, GAME_POINTS, LONE_MATCH_POINTS, MATCH_POINTS
from simulate.games.euchre.views import PASS, make, suit_made
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import pointer
from strategies.euchre.skills.tile_play import least_useful, trumps_at
from strategies.skills import may

#: A maker's company: against one rival, against two (alone too), or with a partner.
ONE_RIVAL, TWO_RIVALS, WITH_PARTNER = range(3)

#: Who takes the turn-up: the maker, the partner, a rival, or nobody.
MAKER_TAKES, PARTNER_TAKES, RIVAL_TAKES, NOBODY_TAKES = range(4)

# Tricks by company: for a trump by the number of trumps out that beat it, for the number of trumps
# held (with the constant of the regression), for a plain double, and for the turn-up.
_TRUMP_VALUE = np.array([
    [0.47, 0.29, 0.17, 0.09, 0.03, 0.01, 0.0, 0.0],
    [0.93, 0.44, 0.24, 0.13, 0.08, 0.03, 0.0, 0.0],
    [0.67, 0.29, 0.17, 0.08, 0.04, 0.01, 0.0, 0.0],
])
_LENGTH_VALUE = np.array([
    [1.02, 1.96, 2.78, 3.32, 3.56, 3.59],
    [0.35, 0.88, 1.56, 2.23, 2.62, 2.62],
    [1.71, 1.94, 2.34, 2.83, 3.12, 3.17],
])
_DOUBLE_VALUE = np.array([0.32, 0.3, 0.2])
_TURN_UP_VALUE = np.array([
    [0.0, 0.0, -0.77, -0.04],
    [0.0, 0.0, -0.44, -0.15],
    [0.0, 0.65, -0.54, 0.0],
])
_RANKS, _LENGTHS, _TAKERS = (len(table[0]) for table in (
    _TRUMP_VALUE, _LENGTH_VALUE, _TURN_UP_VALUE))

# Logistic curves over tricks, by company: the middle and the steepness, for at least three
# tricks and for all five.
_POINT = np.array([[2.67, 1.72], [2.61, 2.14], [2.57, 1.49]])
_MATCH = np.array([[4.33, 1.16], [4.17, 1.55], [4.35, 1.43]])


@inlined
def company_of(players: int, alone: int) -> int:
    """Return the company of a maker."""
    if players == 4:
        return TWO_RIVALS if alone else WITH_PARTNER
    return ONE_RIVAL if players == 2 else TWO_RIVALS


@inlined
def who_takes(round_number: int, position: int, players: int, alone: int) -> int:
    """Return who will hold the turn-up if this seat makes trump."""
    behind = players - 1 - position
    if round_number == 2 or (players == 4 and behind == 2 and alone):
        return NOBODY_TAKES
    if behind == 0:
        return MAKER_TAKES
    return PARTNER_TAKES if players == 4 and behind == 2 else RIVAL_TAKES


@helper
def strength(hand: int, trump: int, out: int, company: int, takes: int) -> float:
    """Return the tricks that a maker's side may expect of five tiles, others being ``out``."""
    trumps = hand & trumps_at(trump)
    value = pointer(_LENGTH_VALUE)[company * _LENGTHS + count(trumps)]
    value += pointer(_TURN_UP_VALUE)[company * _TAKERS + takes]
    value += pointer(_DOUBLE_VALUE)[company] * count(hand & ~trumps & DOUBLES)
    while trumps:
        above = count(out & better_than(lowest(trumps), trump, bowers(trump)))
        value += pointer(_TRUMP_VALUE)[company * _RANKS + above]
        trumps &= trumps - 1
    return value


@helper
def tricks_with(view: Any, suit: int, alone: int) -> float:
    """Return the tricks to be expected if this seat makes a suit trump."""
    takes, hand = who_takes(view.round, view.position, view.players, alone), view.hand
    out = ALL_TILES & ~hand
    if takes == NOBODY_TAKES:
        out &= ~(1 << view.turn_up)
    elif takes == MAKER_TAKES:
        both = hand | 1 << view.turn_up
        out &= ~both
        hand = both & ~(1 << least_useful(both, suit))
    return strength(hand, suit, out, company_of(view.players, alone), takes)


@inlined
def _odds(tricks: float, middle: float, steepness: float) -> float:
    return 1.0 / (1.0 + np.exp(steepness * (middle - tricks)))


@inlined
def point_odds(tricks: float, company: int) -> float:
    """Chance of three tricks or more."""
    return _odds(tricks, _POINT[company, 0], _POINT[company, 1])


@helper
def points_with(tricks: float, players: int, alone: int, own: int, other: int) -> float:
    """Return the points to expect from making trump, less a euchre's, up to the game's end."""
    company = company_of(players, alone)
    point = point_odds(tricks, company)
    match = min(_odds(tricks, _MATCH[company, 0], _MATCH[company, 1]), point)
    worth = min(LONE_MATCH_POINTS if alone else MATCH_POINTS, GAME_POINTS - own)
    return match * worth + (point - match) - (1.0 - point) * min(EUCHRE_POINTS, GAME_POINTS - other)


@helper
def best_suit(view: Any, alone: int) -> tuple[int, float]:
    """Return the suit allowed with the most tricks to be expected, and their number."""
    best, most = 0, -9.0
    suits = view.legal & ~(1 << PASS)
    while suits:
        suit = suit_made(lowest(suits))
        suits &= ~(1 << make(suit, 0) | 1 << make(suit, 1))
        tricks = tricks_with(view, suit, alone)
        if tricks > most:
            best, most = suit, tricks
    return best, most


@inlined
def may_go_alone(legal: int, suit: int, own: int) -> bool:
    """Return whether going alone is allowed and of use: not with one point to go."""
    return may(legal, make(suit, 1)) and own < GAME_POINTS - 1


@helper
def call_suit(legal: int, suit: int, alone: bool, own: int) -> int:
    """Return the call that makes a suit trump: alone if that is wanted, allowed and useful."""
    return make(suit, int(alone and may_go_alone(legal, suit, own)))
