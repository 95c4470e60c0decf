"""Domino Casino: what outcomes of a game are worth."""

from __future__ import annotations

from collections.abc import Sequence

from reports.results.stakes import MATTERS, AtTable, Stakes
from simulate.books.tally import Floats, Ints


def stakes(table: AtTable, seat: int, dealer: int, pool: int, score: Sequence[int]) -> Stakes:
    """Return the chance to win the game; ties are shared."""
    seats = len(table.run.players)

    def worth(outcomes: Ints) -> Floats:
        tiles = outcomes[:, :, 1 : 1 + seats]
        most = tiles.max(-1)
        shares: Floats = (outcomes[:, :, 0] == most) / (tiles == most[..., None]).sum(-1)
        return shares

    return Stakes("games", worth, MATTERS, True, result="games")
