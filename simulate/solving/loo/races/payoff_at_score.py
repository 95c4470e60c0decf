"""What a hand is worth where the game is to be won: the chance that the score it leaves gives."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simulate.solving.loo.hand_ends import OWN
from simulate.solving.loo.races.win_chances import WinChances
from simulate.solving.loo.score_ends import gains_of
from simulate.solving.loo.what_if_counts import Payoff, Stakes

#: Chances are told as games of so many.
GAMES = 100


def payoff_at_score(
    stakes: Stakes, wins: WinChances, scores: Sequence[int], units: int
) -> Payoff:
    """Return what a hand brings at a score: games of a hundred.

    ``stakes``: points. ``wins``: how the game goes on after the hand. ``scores``: before the hand,
    by position. ``units``: for all of which it is the same.
    """
    later = np.array([wins.after(tuple(scores), gain.tolist()) for gain in gains_of(len(scores))])
    by_unit = np.repeat(GAMES * later.T[None, None], units, axis=1)
    return Payoff(stakes, np.zeros(OWN), by_unit, tuple(scores))
