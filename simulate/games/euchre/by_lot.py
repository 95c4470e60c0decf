"""The decisions of ``random`` at Euchre, as functions of the view.

The kernel takes them itself where a seat leaves them to chance; a scripted seat needs them as
functions.  The words and the answers are the same.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, nth
from simulate.domino.tricks import bowers, uniform_lead, uniform_tile
from simulate.games.euchre.views import Calling, Discarding, Playing
from simulate.machine.randomness import pick


def call(view: Calling, p: Any) -> int:
    """Call uniformly among what is allowed."""
    return nth(view.legal, pick(view.word, count(view.legal)))


def discard(view: Discarding, p: Any) -> int:
    """Discard any of the six tiles."""
    return uniform_tile(view.hand, view.word)


def lead(view: Playing, p: Any) -> int:
    """Lead any tile, as either suit."""
    return uniform_lead(bowers(view.trump, view.high), view.legal, view.word)


def follow(view: Playing, p: Any) -> int:
    """Follow with any tile that may be played."""
    return uniform_tile(view.legal, view.word)


BY_LOT = {"call": call, "discard": discard, "lead": lead, "follow": follow}
