"""The file of a solved auction."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simulate.books.tally import Floats
from simulate.games.euchre.rules import GAME_POINTS
from simulate.theory.euchre.auctions import calls_of
from simulate.theory.euchre.calls_forked import ROUNDS
from simulate.theory.euchre.forked_deals import sides
from simulate.theory.euchre.hand_kinds import CELLS, KINDS
from simulate.theory.solution_file import SolutionFile, wrong_chances


@dataclass(frozen=True)
class CallSolution(SolutionFile):
    """A solved auction, as its file keeps it.

    ``about``: also ``games`` (1 where games are counted, 0 for points), ``win`` (the chance of each
    side to win a game), and ``gain`` and ``fine_gain`` of best responses by position, with their
    standard errors.  Where seats were locked ``win`` is by seat, and gains are by the seat that
    deals, then by position. ``chances`` (``float64[dealers * scores, nodes, CELLS, moves]``):
    scores in the order of ``win_chances.scores``.  Where seats were locked they come again for
    every seat that deals. ``order`` (``float64[KINDS]``): which suit is named in the second round:
    the one whose kind has the highest number.
    """

    order: Floats

    form = 1
    games = ("euchre",)
    arrays = {"order": np.float32, "chances": np.uint8}  # noqa: RUF012  # read only

    def damage(self) -> str:
        """Return what is wrong with it; nothing if all is well."""
        shape = shape_of(self.about["players"], self.dealers)
        if self.chances.shape != shape or self.order.shape != (KINDS,):
            return f"its table is {self.chances.shape}, not {shape}"
        if not np.isfinite(self.order).all():
            return "the order of suits has numbers that are none"
        return wrong_chances(self.chances)


def shape_of(players: int, dealers: int = 1) -> tuple[int, ...]:
    """Return the shape of the chances of a table."""
    return (dealers * GAME_POINTS ** sides(players), ROUNDS * players, CELLS,
            1 + calls_of(players))
