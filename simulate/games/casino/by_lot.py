"""The decision of ``random`` at Casino, as a function of the view.

The kernel takes it itself where a seat leaves it to chance; a scripted seat needs it as a
function.  The words and the answers are the same.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tricks import uniform_tile
from simulate.games.casino.views import Betting


def bet(view: Betting, p: Any) -> int:
    """Bet any tile."""
    return uniform_tile(view.hand, view.word)


BY_LOT = {"bet": bet}
