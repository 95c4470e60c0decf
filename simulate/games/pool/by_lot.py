"""The decisions of ``random`` at Domino Pool, as functions of the view.

The kernel takes them itself where a seat leaves them to chance; a scripted seat needs them as
functions.  The words and the answers are the same.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, nth
from simulate.games.pool.views import Drawing, Starring, Turn
from simulate.machine.randomness import pick


def play(view: Turn, p: Any) -> int:
    """Play any option."""
    return nth(view.legal, pick(view.word, count(view.legal)))


def either(view: Drawing | Starring, p: Any) -> int:
    """Draw, or star, half of the time."""
    return view.word & 1


BY_LOT = {"play": play, "draw": either, "star": either}
