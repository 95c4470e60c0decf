"""The file of a solved table: small, exact, and read without running any code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.loo.rules import Penalty, read_penalty
from simulate.solving.loo.declaration_tree import declarations
from simulate.solving.loo.games import GAMES
from simulate.solving.loo.hand_classes import COARSE
from simulate.solving.table_file import (
    check_damage,
    read_table,
    write_table,
    wrong_chances,
    wrong_head,
)

FORMAT = 2
_ARRAYS = ("pools", "penalties", "chances", "shares")
_WHOLE = 255


@dataclass(frozen=True)
class Solution:
    """A solved table, as its file keeps it.

    Parameters
    ----------
    about : mapping
        ``game``, ``players``, ``rules``, ``tiles`` (the strategy that played them),
        ``points`` and ``must_trump`` (0 or 1), ``seed``, ``deals``, ``steps``; and what was
        measured, by pool: ``worth`` by position (chips or points), ``gain`` and
        ``fine_gain`` of best responses with their standard errors (chips or points a hand).
        Where seats were locked: ``locks`` (strategy by seat), and ``dealers``, the seat that
        deals for each of the pools.
    pools, penalties : int64[G]
        Chips, or points.
    chances : float64[G, nodes, COARSE, moves]
        Multiples of 1/255, in the order of ``simulate.solving.loo.declaration_tree``.
    shares : float64[positions, COARSE]
        How often each class of hands is dealt.
    """

    about: Mapping[str, Any]
    pools: Ints
    penalties: Ints
    chances: Floats
    shares: Floats

    @property
    def dealers(self) -> list[int]:
        """The seat that deals, for each of the pools; -1 where any seat may deal."""
        found = self.about.get("dealers")
        return [-1] * len(self.pools) if found is None else list(found)

    def of_dealer(self, dealer: int) -> Solution:
        """Return the entries for the hands that a seat deals; all if none names a dealer."""
        own = np.isin(self.dealers, (-1, dealer))
        if not own.any():
            return self
        about = {name: value for name, value in self.about.items() if name != "dealers"}
        return Solution(
            about, self.pools[own], self.penalties[own], self.chances[own], self.shares)

    @property
    def penalty_limit(self) -> int:
        """The most chips that a looed seat pays at this table; 0 where there is no limit."""
        if self.about["points"]:
            return 0
        penalty = read_penalty(self.about["rules"]["penalty"], "penalty")
        return Penalty.of(penalty).limit(self.about["players"])

    def save(self, path: str | Path) -> None:
        """Write the file: the same bytes for the same solution.

        Raises
        ------
        BoneyardError
            If it cannot be written; what was there before stays.
        """
        write_table(path, {"format": FORMAT, **self.about}, {
            "pools": self.pools, "penalties": self.penalties,
            "chances": np.rint(self.chances * _WHOLE).astype(np.uint8),
            "shares": self.shares.astype(np.float32),
        })


def _damage(about: Mapping[str, Any], solution: Solution) -> str:
    """Return what is wrong with a file; nothing if all is well."""
    damage = wrong_head(about, FORMAT)
    if damage:
        return damage
    players = about["players"]
    if any(about.get(name) not in (0, 1) for name in ("points", "must_trump")):
        return "it does not say whether it is for points, and whether a seat must trump"
    try:
        _ = solution.penalty_limit, solution.dealers
    except (BoneyardError, KeyError, TypeError):
        return "it does not say what penalties it was solved for"
    follows = declarations(players, about["game"] == "rounce").tree.follows
    nodes, moves = follows.shape
    pools = len(solution.pools)
    if pools == 0 or solution.chances.shape != (pools, nodes, COARSE, moves):
        return f"its table is {solution.chances.shape}, not {(pools, nodes, COARSE, moves)}"
    if solution.penalties.shape != (pools,) or not (solution.pools > 0).all():
        return "its pools and penalties are no chips"
    if not (solution.penalties >= 0).all():
        return "its penalties are no chips"
    seats = (-1, *range(players))
    if len(solution.dealers) != pools or not all(dealer in seats for dealer in solution.dealers):
        return "its dealers are no seats"
    return wrong_chances(solution.chances, follows)


def load_solution(path: str | Path) -> Solution:
    """Read a file.

    Raises
    ------
    BoneyardError
        If it cannot be read or is not the file of a solved table.
    """
    about, found = read_table(path, _ARRAYS, GAMES)
    solution = Solution(
        about, found["pools"].astype(np.int64), found["penalties"].astype(np.int64),
        found["chances"] / _WHOLE, found["shares"],
    )
    check_damage(path, _damage(about, solution))
    return solution


def entries(solutions: Sequence[Solution]) -> list[tuple[Solution, int]]:
    """Return every pool of some solutions: the solution, and the pool's place in it."""
    return [(solution, g) for solution in solutions for g in range(len(solution.pools))]
