"""A player who imagines the hands of the others and plays each of them out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from simulate.domino.tile_sets import nth
from simulate.games.pool.row import SEATS
from simulate.games.pool.views import RIGHT, Turn
from simulate.machine.randomness import decision_word
from strategies.base import Parameter
from strategies.pool.base import PoolStrategy
from strategies.pool.exact_endings import add_best_parts, add_every_deal, bound_of_deals
from strategies.pool.imagined_hands import add_parts, imagine_hands
from strategies.pool.options import byte_of


class Expert(PoolStrategy):
    """Plays what takes most of the pool over many hands that the others may hold.

    The hands agree with what each of them passed on; where there are few such deals, all of them
    are tried.  From there all play doubles first, then the heaviest, and once few tiles are left
    all that can be played is tried, each seat choosing what takes most for it if it saw all hands.
    Nobody draws.  It looks at the pool of the hand alone, also in a game hundred up.
    Many hands are needed: options differ by a few parts in a hundred of the pool, and with 64
    hands it is no better than ``counter``.
    """

    name = "expert"
    summary = "Imagines hands that the others may hold, and plays each of them out."
    looks_at = "its own tiles, the line, hand sizes, and who passed on which numbers"
    is_slow = True
    slowness = 1_000
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "deals": Parameter(256, 1, 2048, "hands of the others that it imagines", whole=True),
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
        for deal in range(int(p.deals)):
            word = decision_word(view.word, deal)
            if imagine_hands(hands, view.hand, view.tiles_played, view.sizes, view.voids,
                             view.players, view.position, word):
                if is_open:
                    add_best_parts(totals, view.legal, hands, view.left, view.right,
                                   view.players, view.position)
                else:
                    add_parts(totals, view.legal, hands, room, view.left, view.right,
                              view.players, view.position)
        return nth(view.legal, int(np.argmax(totals)))
