"""The decisions of ``random`` at Loo and Rounce, as functions of the view.

The kernel takes them itself where a seat leaves them to chance; a scripted seat needs them as
functions.  The words and the answers are the same.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, nth
from simulate.domino.tricks import plain, uniform_lead, uniform_tile
from simulate.games.loo.declaring import keep_uniformly
from simulate.games.loo.views import LEAVE, Declaring, Playing
from simulate.machine.randomness import pick


def declare(view: Declaring, p: Any) -> int:
    """Declare uniformly among what is allowed."""
    return nth(view.legal, pick(view.word, count(view.legal)))


def take_turn_up(view: Declaring, p: Any) -> int:
    """Take the turn-up half the time, for any tile."""
    return uniform_tile(view.hand, view.word) if view.word & 1 else LEAVE


def keep_after_miss(view: Declaring, p: Any) -> int:
    """Keep any five."""
    return keep_uniformly(view.hand, view.word)


def lead(view: Playing, p: Any) -> int:
    """Lead any tile that may be led, as either suit."""
    return uniform_lead(plain(view.trump), view.legal, view.word)


def follow(view: Playing, p: Any) -> int:
    """Follow with any tile that may be played."""
    return uniform_tile(view.legal, view.word)


BY_LOT = {
    "declare": declare, "take_turn_up": take_turn_up, "keep_after_miss": keep_after_miss,
    "lead": lead, "follow": follow,
}
