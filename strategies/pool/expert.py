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
from strategies.pool.imagined_hands import add_parts, imagine_hands


class Expert(PoolStrategy):
    """Plays what takes most of the pool over many hands that the others may hold.

    The hands agree with what each of them passed on; from there all play doubles first, then the
    heaviest, and nobody draws.  It looks at the pool of the hand alone, also in a game hundred up.
    Many hands are needed: options differ by a few parts in a hundred of the pool, and with 64
    hands it is no better than ``counter``.
    """

    name = "expert"
    summary = "Imagines hands that the others may hold, and plays each of them out."
    looks_at = "its own tiles, the line, hand sizes, and who passed on which numbers"
    is_slow = True
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "deals": Parameter(256, 1, 2048, "hands of the others that it imagines"),
    }

    @staticmethod
    def play(view: Turn, p: Any) -> int:
        hands, room = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
        totals = np.zeros(2 * RIGHT)
        for deal in range(int(p.deals)):
            word = decision_word(view.word, deal)
            if imagine_hands(hands, view.hand, view.tiles_played, view.sizes, view.voids,
                             view.players, view.position, word):
                add_parts(totals, view.legal, hands, room, view.left, view.right, view.players,
                          view.position)
        return nth(view.legal, int(np.argmax(totals)))
