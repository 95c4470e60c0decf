"""The files of solved tables of Loo and Rounce: where a hand counts for itself, and races."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.rules import Penalty, read_penalty
from simulate.theory.loo import GAMES
from simulate.theory.loo.declarations import RaceGains
from simulate.theory.loo.hands import COARSE, coarse_of_classes
from simulate.theory.loo.score_classes import ScoreClasses
from simulate.theory.solution_file import SolutionFile, form_of

#: Deals that count how the hands of a race end.
_ENDING = 50_000


def ending_deals(deals: int) -> int:
    """Return on how many of the deals of a race it is counted how hands end."""
    return min(_ENDING, deals * 2 // 3)


@dataclass(frozen=True)
class Solution(SolutionFile):
    """A solved table at which every hand counts for itself.

    ``about``: also ``points`` and ``must_trump`` (0 or 1), ``steps``; and what was measured, by
    pool: ``worth`` by position (chips or points), ``gain`` and ``fine_gain`` of best responses with
    their standard errors (chips or points a hand).  Where seats were locked: ``dealers``, the seat
    that deals for each of the pools. ``chances`` is ``float64[G, nodes, kinds, moves]``.
    """

    pools: Ints  #: int64[G]: chips, or points
    penalties: Ints  #: int64[G]
    shares: Floats  #: float64[positions, kinds]: how often each class of hands is dealt

    games, form = GAMES, 2
    arrays = {"pools": np.int64, "penalties": np.int64,  # noqa: RUF012  # read only
              "chances": np.uint8, "shares": np.float32}

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a file; an older one of two players knows coarse classes alone."""
        found = super().load(path)
        of = found.coarse_of
        if found.chances.shape[2] == len(of):
            return found
        return replace(found, chances=found.chances[:, :, of],
                       shares=(found.shares / np.bincount(of))[:, of])

    @property
    def coarse_of(self) -> Ints:
        """The coarse classes of those by which hands are distinguished."""
        return coarse_of_classes(self.about["players"])

    def by_coarse(self, g: int) -> Floats:
        """Return the chances of an entry by coarse class: float64[nodes, COARSE, moves]."""
        chances, of = self.chances[g], self.coarse_of
        if len(of) == COARSE:
            return chances
        often = self.shares[self.declared.tree.player, :, None].clip(min=1e-9)
        sums: Floats = np.einsum("fc,nfm->ncm", np.eye(COARSE)[of], often * chances)
        return sums / sums.sum(axis=-1, keepdims=True)

    @property
    def dealt_by(self) -> list[int]:
        """The seat that deals, for each of the pools; -1 where any seat may deal."""
        found = self.about.get("dealers")
        return [-1] * len(self.pools) if found is None else list(found)

    def of_dealer(self, dealer: int) -> Solution:
        """Return the entries for the hands that a seat deals; all if none names a dealer."""
        own = np.isin(self.dealt_by, (-1, dealer))
        if not own.any():
            return self
        about = {name: value for name, value in self.about.items() if name != "dealers"}
        return replace(self, about=about, pools=self.pools[own], penalties=self.penalties[own],
                       chances=self.chances[own])

    @property
    def penalty_limit(self) -> int:
        """The most chips that a looed seat pays at this table; 0 where there is no limit."""
        if self.about["points"]:
            return 0
        penalty = read_penalty(self.about["rules"]["penalty"], "penalty")
        return Penalty.of(penalty).limit(self.about["players"])

    def damage(self) -> str:
        """Return what is wrong with it; nothing if all is well."""
        if any(self.about.get(name) not in (0, 1) for name in ("points", "must_trump")):
            return "it does not say whether it is for points, and whether a seat must trump"
        pools, seats = len(self.pools), (-1, *range(self.about["players"]))
        if self.shares.shape[1:] != self.chances.shape[2:3]:
            return "its shares are of other classes of hands"
        if self.penalties.shape != (pools,) or not (
                (self.pools > 0).all() and (self.penalties >= 0).all()):
            return "its pools and penalties are no chips"
        if len(self.dealt_by) != pools or not all(dealer in seats for dealer in self.dealt_by):
            return "its dealers are no seats"
        return self.wrong_table(pools, len(self.coarse_of), COARSE)


def entries(solutions: Sequence[Solution]) -> list[tuple[Solution, int]]:
    """Return every pool of some solutions: the solution, and the pool's place in it."""
    return [(solution, g) for solution in solutions for g in range(len(solution.pools))]


@dataclass(frozen=True)
class RaceSolution(SolutionFile):
    """A solved race.

    ``about``: also ``steps``, and ``win`` by position at the start of a game; by seat where seats
    were locked. ``chances`` (``float64[dealers * classes, nodes, COARSE, moves]``): where seats
    were locked the classes come again for every seat that deals.
    """

    cuts: Ints  #: see ``ScoreClasses``
    shares: Floats  #: float64[dealers * classes, K]: how often hands end in which way

    games, form = GAMES, "race 2"
    arrays = {"cuts": np.int16, "chances": np.uint8,  # noqa: RUF012  # read only
              "shares": np.float32}

    @property
    def classes(self) -> ScoreClasses:
        """The classes of scores that it was solved for."""
        return ScoreClasses(self.about["players"], tuple(self.cuts.tolist()))

    def damage(self) -> str:
        """Return what is wrong with it; nothing if all is well."""
        try:
            count = self.classes.count * self.dealers
        except BoneyardError as error:
            return str(error)
        ways = len(RaceGains.of(self.declared).gains)
        wrong = self.wrong_table(count, COARSE)
        if not wrong and self.shares.shape != (count, ways):
            return f"its endings are {self.shares.shape}, not {(count, ways)}"
        if not wrong and not (np.abs(self.shares.sum(axis=-1) - 1) < 1e-3).all():
            return "the shares of some endings do not add up to 1"
        return wrong


def is_race(path: str | Path) -> bool:
    """Return whether a file holds a race; what is no such file does not. Raises
    ``BoneyardError`` if it cannot be read."""
    return bool(form_of(path, GAMES) == RaceSolution.form)
