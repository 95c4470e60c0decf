"""The file of a solved auction: small, exact, and read without running any code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulate.books.tally import Floats
from simulate.games.euchre.hand import GAME_POINTS
from simulate.solving.euchre.auction_tree import calls_of
from simulate.solving.euchre.calls_forked import ROUNDS
from simulate.solving.euchre.forked_deals import sides
from simulate.solving.euchre.hand_kinds import CELLS, KINDS
from simulate.solving.table_file import (
    check_damage,
    read_table,
    write_table,
    wrong_chances,
    wrong_head,
)

FORMAT = 1
_ARRAYS = ("order", "chances")
_WHOLE = 255


@dataclass(frozen=True)
class CallSolution:
    """A solved auction, as its file keeps it.

    Parameters
    ----------
    about : mapping
        ``game``, ``players``, ``rules``, ``tiles`` (the strategy that played them), ``games`` (1
        where games are counted, 0 for points), ``seed``, ``deals``, ``win`` (the chance of each
        side to win a game), and ``gain`` and ``fine_gain`` of best responses by position, with
        their standard errors.  Where seats were locked: ``locks`` (strategy by seat); ``win`` is by
        seat then, and gains are by the seat that deals, then by position.
    order : float64[KINDS]
        Which suit is named in the second round: the one whose kind has the highest number.
    chances : float64[dealers * scores, nodes, CELLS, moves]
        Multiples of 1/255; scores in the order of ``win_chances.scores``.  Where seats were locked
        they come again for every seat that deals.
    """

    about: Mapping[str, Any]
    order: Floats
    chances: Floats

    @property
    def dealers(self) -> int:
        """The seats whose deals are told apart: 1 where it does not matter who deals."""
        return self.about["players"] if "locks" in self.about else 1

    def save(self, path: str | Path) -> None:
        """Write the file: the same bytes for the same solution.

        Raises
        ------
        BoneyardError
            If it cannot be written; what was there before stays.
        """
        write_table(path, {"format": FORMAT, **self.about}, {
            "order": self.order.astype(np.float32),
            "chances": np.rint(self.chances * _WHOLE).astype(np.uint8),
        })


def shape_of(players: int, dealers: int = 1) -> tuple[int, ...]:
    """Return the shape of the chances of a table."""
    return (dealers * GAME_POINTS ** sides(players), ROUNDS * players, CELLS, 1 + calls_of(players))


def _damage(solution: CallSolution) -> str:
    """Return what is wrong with a file; nothing if all is well."""
    about = solution.about
    damage = wrong_head(about, FORMAT)
    if damage:
        return damage
    shape = shape_of(about["players"], solution.dealers)
    if solution.chances.shape != shape or solution.order.shape != (KINDS,):
        return f"its table is {solution.chances.shape}, not {shape}"
    if not np.isfinite(solution.order).all():
        return "the order of suits has numbers that are none"
    return wrong_chances(solution.chances)


def load_call_solution(path: str | Path) -> CallSolution:
    """Read a file.

    Raises
    ------
    BoneyardError
        If it cannot be read or is not the file of a solved auction.
    """
    about, found = read_table(path, _ARRAYS, ("euchre",))
    solution = CallSolution(
        about, found["order"].astype(np.float64), found["chances"] / _WHOLE)
    check_damage(path, _damage(solution))
    return solution
