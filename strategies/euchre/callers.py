"""Callers by rules of thumb: points that can be added up in the head, or what a hand is worth.

A hand is worth tricks to the seat that makes trump, and the points that follow. The numbers were
fitted to a hundred thousand hands for each number of players, called at random and played soundly
(``EuchreStrategy``): least squares of the tricks that the makers took on the tiles held, then a
logistic curve of points on tricks.
"""

from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, DOUBLES, TILE
from simulate.domino.tricks import better_than, bowers, trumps_of
from simulate.games.euchre.rules import EUCHRE_POINTS, GAME_POINTS, LONE_MATCH_POINTS, MATCH_POINTS
from simulate.games.euchre.views import PASS, Calling, make, suit_made
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import pointer
from strategies.base import Parameter, whole_points
from strategies.euchre.base import EuchreStrategy, least_useful
from strategies.skills import by_position, may

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
def tricks_with(view: Any, suit: int, alone: int) -> float:
    """Return the tricks that its side may expect if this seat makes a suit trump."""
    takes, hand = who_takes(view.round, view.position, view.players, alone), view.hand
    out = ALL_TILES & ~hand
    if takes == NOBODY_TAKES:
        out &= ~(1 << view.turn_up)
    elif takes == MAKER_TAKES:
        both = hand | 1 << view.turn_up
        out &= ~both
        hand = both & ~(1 << least_useful(both, suit))
    trumps, company = hand & trumps_of(bowers(suit)), company_of(view.players, alone)
    value = pointer(_LENGTH_VALUE)[company * _LENGTHS + count(trumps)]
    value += pointer(_TURN_UP_VALUE)[company * _TAKERS + takes]
    value += pointer(_DOUBLE_VALUE)[company] * count(hand & ~trumps & DOUBLES)
    while trumps:
        above = count(out & better_than(lowest(trumps), suit, bowers(suit)))
        value += pointer(_TRUMP_VALUE)[company * _RANKS + above]
        trumps &= trumps - 1
    return value


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


@helper
def most_points(hand: int, legal: int) -> tuple[int, int]:
    """Return the suit allowed with the most points, and their number."""
    best, most = 0, -1
    suits = legal & ~(1 << PASS)
    while suits:
        suit = suit_made(lowest(suits))
        suits &= ~(1 << make(suit, 0) | 1 << make(suit, 1))
        # Two points a trump, two more for a bower, one for any other double.
        trumps = hand & trumps_of(bowers(suit))
        points = 2 * count(trumps) + count(trumps & DOUBLES) + count(hand & DOUBLES)
        if points > most:
            best, most = suit, points
    return best, most


class Hoyle(EuchreStrategy):
    """Adds up points for trumps, bowers and doubles, as old books advise.

    Two a trump, two more for a bower, one for any other double; the dealer counts the
    turn-up as held.  It needs less to order up the partner who deals, more to order up a rival,
    and orders up at the bridge as in the old books.  With two players another trump or two
    doubles beside the turn-up are enough to take it.
    """

    name = "hoyle"
    looks_at = "its trumps and doubles, who takes the turn-up, the score at the bridge"
    parameters = {  # noqa: RUF012  # read only
        "order": whole_points(10, "to order up a rival"),
        "assist": whole_points(5, "to order up the partner who deals"),
        "take": whole_points(7, "to pick the turn-up up"),
        "take_of_two": whole_points(4, "to pick the turn-up up with two players"),
        "name": whole_points(6, "to name a suit"),
        "alone": whole_points(8, "to go alone"),
        "bridge": Parameter(1, 0, 1, "1 to order up at the bridge, 0 to leave it", whole=True),
    }

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        takes = who_takes(view.round, view.position, view.players, 0)
        held = view.hand | 1 << view.turn_up if takes == MAKER_TAKES else view.hand
        suit, points = most_points(held, view.legal)
        needed = p.name
        if takes == MAKER_TAKES:
            needed = p.take_of_two if view.players == 2 else p.take
        elif takes == PARTNER_TAKES:
            needed = p.assist
        elif takes == RIVAL_TAKES:
            needed = p.order
            # Old advice is to order up with any hand then, so that they cannot go alone and win; a
            # hand with the right bower stops them anyway.
            at_bridge = (view.players == 4 and view.position == 0 and view.own == GAME_POINTS - 1
                         and 1 <= view.other <= 2)
            if p.bridge and at_bridge and not view.hand >> TILE[suit, suit] & 1:
                needed = 0
        if points < needed:
            return PASS
        return call_suit(view.legal, suit, points >= p.alone, view.own)


def _risks(euchre: float, alone: float) -> dict[str, Parameter]:
    return {
        "risk": Parameter(euchre, 0.0, 1.0, "most chance of being euchred it will run"),
        "alone": Parameter(alone, 0.0, 1.0, "most chance of being euchred alone it will run"),
    }


class _Temper(EuchreStrategy):
    """Makes trump if the chance of being euchred is no more than ``risk``."""

    looks_at = "its hand, who takes the turn-up, the chance of being euchred"

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        suit, tricks = best_suit(view, 0)
        if 1.0 - point_odds(tricks, company_of(view.players, 0)) > p.risk:
            return PASS
        unaided = tricks_with(view, suit, 1)
        alone = 1.0 - point_odds(unaided, company_of(view.players, 1)) <= p.alone
        return call_suit(view.legal, suit, alone, view.own)


class Cautious(_Temper):
    """Makes trump only when it is all but sure of a point."""

    name = "cautious"
    parameters = _risks(0.2, 0.05)


class Bold(_Temper):
    """Makes trump on an even chance of a point."""

    name = "bold"
    parameters = _risks(0.5, 0.35)


def _accept(default: float, seat: str) -> Parameter:
    return Parameter(default, 0.0, 9.0, f"tricks with which the {seat} orders up; 9 never")


class Threshold(EuchreStrategy):
    """Makes trump with enough expected tricks, and alone with more."""

    name = "threshold"
    looks_at = "its hand, position, who takes the turn-up"
    parameters = {  # noqa: RUF012  # read only
        "accept_1": _accept(3.3, "eldest hand"),
        "accept_2": _accept(3.2, "second seat"),
        "accept_3": _accept(3.2, "third seat"),
        "accept_4": _accept(2.9, "fourth seat"),
        "name": Parameter(2.3, 0.0, 9.0, "tricks with which it names a suit; 9 never"),
        "alone": Parameter(3.0, 0.0, 9.0, "tricks of its own to go alone with; 9 never"),
    }

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        suit, tricks = best_suit(view, 0)
        needed = by_position(view.position, p.accept_1, p.accept_2, p.accept_3, p.accept_4)
        if tricks < (needed if view.round == 1 else p.name):
            return PASS
        if not may_go_alone(view.legal, suit, view.own):
            return make(suit, 0)
        return make(suit, int(tricks_with(view, suit, 1) >= p.alone))


class Loner(EuchreStrategy):
    """Makes the call with the most expected points, alone or not."""

    name = "loner"
    looks_at = "its hand, who takes the turn-up, the score"
    parameters = {  # noqa: RUF012  # read only
        "accept": Parameter(0.35, -2.0, 4.0, "points to expect before it orders up"),
        "take": Parameter(-0.2, -2.0, 4.0, "points to expect before it picks the turn-up up"),
        "name": Parameter(-0.6, -2.0, 4.0, "points to expect before it names a suit"),
        "edge": Parameter(0.0, -2.0, 4.0, "points that going alone must add"),
    }

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        suit, tricks = best_suit(view, 0)
        points = points_with(tricks, view.players, 0, view.own, view.other)
        lone_suit, lone_points = suit, points
        if view.players == 4:
            lone_suit, lone_tricks = best_suit(view, 1)
            lone_points = points_with(lone_tricks, view.players, 1, view.own, view.other) - p.edge
        needed = p.take if view.position == view.players - 1 else p.accept
        if max(points, lone_points) < (needed if view.round == 1 else p.name):
            return PASS
        alone = lone_points > points
        return call_suit(view.legal, lone_suit if alone else suit, alone, view.own)
