"""A caller by rules of thumb that can be added up in the head."""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import DOUBLES, TILE
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import PASS, Calling, make, suit_made
from simulate.machine.compiling import helper
from strategies.base import Parameter
from strategies.euchre.base import EuchreStrategy
from strategies.euchre.skills.hand_strength import (
    MAKER_TAKES,
    PARTNER_TAKES,
    RIVAL_TAKES,
    call_suit,
    who_takes,
)
from strategies.euchre.skills.tile_play import trumps_at


@helper
def most_points(hand: int, legal: int) -> tuple[int, int]:
    """Return the suit allowed with the most points, and their number."""
    best, most = 0, -1
    suits = legal & ~(1 << PASS)
    while suits:
        suit = suit_made(lowest(suits))
        suits &= ~(1 << make(suit, 0) | 1 << make(suit, 1))
        # Two points a trump, two more for a bower, one for any other double.
        trumps = hand & trumps_at(suit)
        points = 2 * count(trumps) + count(trumps & DOUBLES) + count(hand & DOUBLES)
        if points > most:
            best, most = suit, points
    return best, most


def _points(default: float, what_for: str) -> Parameter:
    """Return a parameter in points, whole so that they can be added up in the head."""
    return Parameter(default, 0, 30, f"points {what_for}", whole=True)


class Hoyle(EuchreStrategy):
    """Adds up points for trumps, bowers and doubles, as the old books advise.

    Two a trump, two more for a bower, one for any other double; the dealer counts the
    turn-up as held.  It needs less to order up the partner who deals, more to order up a rival,
    and orders up at the bridge as in the old books.  With two players another trump or two
    doubles beside the turn-up are enough to take it.
    """

    name = "hoyle"
    looks_at = "its trumps and doubles, who takes the turn-up, the score at the bridge"
    parameters = {  # noqa: RUF012  # read only
        "order": _points(10, "to order up a rival"),
        "assist": _points(5, "to order up the partner who deals"),
        "take": _points(7, "to pick the turn-up up"),
        "take_of_two": _points(4, "to pick the turn-up up with two players"),
        "name": _points(6, "to name a suit"),
        "alone": _points(8, "to go alone"),
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
