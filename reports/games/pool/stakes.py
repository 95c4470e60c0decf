"""Domino Pool: what outcomes of a hand are worth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.results.stakes import MATTERS, AtTable, Stakes, alone
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game


def stakes(table: AtTable, seat: int, dealer: int, pool: int, score: Sequence[int]) -> Stakes:
    """Return chips, or the chance to win the game where a score is played for."""
    is_game = find_game(table.run.game).plays_to_the_end(table.run.rules)
    if not is_game or getattr(table.run.rules, "star", "no") == "may":
        # A seat that may star weighs a stake against the pool: it counts chips, to the end of the
        # game.
        pool = pool or len(table.run.players) * int(getattr(table.run.rules, "contribution", 0))
        return Stakes("chips", alone, MATTERS * pool, False)

    def worth(outcomes: Ints) -> Floats:
        winners = outcomes[:, :, 2]
        many = sum(winners >> other & 1 for other in range(len(table.run.players)))
        shares: Floats = (winners >> seat & 1) / np.maximum(many, 1)
        return shares

    return Stakes("games", worth, MATTERS, True, of_result=alone)
