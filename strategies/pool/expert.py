"""A player who imagines the hands of the others and plays each of them out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from simulate.domino.tile_sets import lowest, nth
from simulate.games.pool.row import SEATS
from simulate.games.pool.views import RIGHT, Turn
from simulate.machine.compiling import helper
from simulate.machine.randomness import decision_word
from strategies.base import Parameter
from strategies.pool.base import PoolStrategy
from strategies.pool.imagined_hands import (
    add_best_parts,
    add_every_deal,
    add_parts,
    bound_of_deals,
    imagine_hands,
)
from strategies.pool.options import byte_of

#: Deals between two looks at which options are still in.
_LOOKS = 32


@helper
def still_in(totals: Any, legal: int, sure: float) -> int:
    """Return the options that do not surely take less than the best; close up their totals.

    One is out if it is behind by so many standard deviations of the lead.  If neither were better,
    the lead would change only with deals in which one of both wins and the other does not, so its
    variance is at most what both have won together.

    ``totals`` (``float64[options]``): parts of the pool that each option took so far, on the same
    deals, in the order of options. ``legal``: the options as a set.
    """
    most, k, kept, left = np.max(totals), 0, 0, 0
    while legal != 0:
        option = lowest(legal)
        legal &= legal - 1
        lead = most - totals[k]
        if lead * lead <= sure * sure * (most + totals[k]):
            totals[kept] = totals[k]
            left |= 1 << option
            kept += 1
        k += 1
    totals[kept:k] = 0.0
    return left


class Expert(PoolStrategy):
    """Plays what takes most of the pool over many hands that the others may hold.

    The hands agree with what each of them passed on; where there are few such deals, all of them
    are tried.  From there all play doubles first, then the heaviest, and once few tiles are left
    all that can be played is tried, each seat choosing what takes most for it if it saw all hands.
    Nobody draws.  It looks at the pool of the hand alone, also in a game hundred up.
    Many hands are needed: options differ by a few parts in a hundred of the pool, and with 64
    hands it is no better than ``counter``.  So the options race: one that falls behind is tried no
    more, and the work goes to those that are close.
    """

    name = "expert"
    summary = "Imagines hands that the others may hold, and plays each of them out."
    looks_at = "its own tiles, the line, hand sizes, and who passed on which numbers"
    is_slow = True
    slowness = 1_000
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "deals": Parameter(1024, 1, 8192, "hands of the others that it imagines", whole=True),
        "sure": Parameter(1.3, 0.5, 100.0, "standard deviations by which an option falls behind "
                          "the best to be tried no more"),
        "listed": Parameter(1000, 0, 10000, "deals up to which all that there may be are listed",
                            whole=True),
        "open": Parameter(15, 0, 18, "tiles in all hands from which on they are played open",
                          whole=True),
    }

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        hands, room = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
        totals, tiles = np.zeros(2 * RIGHT), 0
        for position in range(view.players):
            tiles += byte_of(view.sizes, position)
        is_open = tiles <= p.open
        if bound_of_deals(view.hand, view.tiles_played, view.sizes, view.voids, view.players,
                          view.position) <= p.listed and add_every_deal(
                              totals, hands, room, view, is_open):
            return nth(view.legal, int(np.argmax(totals)))
        legal = view.legal
        for deal in range(int(p.deals)):
            word = decision_word(view.word, deal)
            if imagine_hands(hands, view.hand, view.tiles_played, view.sizes, view.voids,
                             view.players, view.position, word):
                if is_open:
                    add_best_parts(totals, legal, hands, view.left, view.right,
                                   view.players, view.position)
                else:
                    add_parts(totals, legal, hands, room, view.left, view.right,
                              view.players, view.position)
            if deal % _LOOKS == _LOOKS - 1:
                legal = still_in(totals, legal, p.sure)
                if legal & (legal - 1) == 0:
                    break
        return nth(legal, int(np.argmax(totals)))
