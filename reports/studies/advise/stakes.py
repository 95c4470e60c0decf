"""A table whose hands are to be valued, with what is worked out once for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from reports.results.game_report import report_of
from reports.results.stakes import AtTable, Stakes, plain
from simulate.runs.chunk import record_sessions
from simulate.runs.replay import history_of

#: Sessions that show how large a pool is left at the end of one.
_EVENINGS = 400


class Table(AtTable):
    """A table whose hands are to be valued; what later hands bring is worked out once.

    A hand for chips is worth its chips and what the pool that it leaves is worth when this line-up
    plays all later hands. In games that are races to a score, and at Casino, the chance to win
    counts.
    """

    def stakes(self, seat: int, dealer: int, pool: int, score: Sequence[int] = ()) -> Stakes:
        """Return what outcomes are worth to a seat.

        ``pool``: chips in the pool at the start of play. ``score``: before the hand, as a history
        has it; that of the first hand when not told.
        """
        worth_of = report_of(self.run.game).stakes or plain
        return worth_of(self, seat, dealer, pool, score)

    def left(self, seat: int, hand: Mapping[str, Any]) -> float:
        """Return what the chips that a hand leaves in the pool are worth to a seat."""
        chips = hand.get("pool_next")
        if chips is None:
            return 0.0
        left = self.stakes(seat, int(hand.get("dealer") or 0), int(hand.get("pool") or 0)).left
        return 0.0 if left is None else left(int(chips))

    def left_variance(self, seat: int, hands: int) -> float:
        """Return the variance of the worth of the pools that sessions of the line-up leave.
        ``hands``: of a session."""
        if self.stakes(seat, 0, 0).left is None:
            return 0.0
        run = replace(self.run, hands=hands)
        left = [self.left(seat, history_of(run, row))
                for row in record_sessions(run, range(_EVENINGS), hands - 1, hands)]
        return float(np.var(left)) if left else 0.0
