"""The file of a solved race: small, exact, and read without running any code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.solving.loo.declaration_tree import Declarations, declarations
from simulate.solving.loo.games import GAMES
from simulate.solving.loo.hand_classes import COARSE
from simulate.solving.loo.race_gains import RaceGains
from simulate.solving.loo.races.score_classes import ScoreClasses
from simulate.solving.loo.races.win_chances import WinChances
from simulate.solving.table_file import (
    check_damage,
    read_table,
    write_table,
    wrong_chances,
    wrong_head,
)

#: How a file says that it holds a race: other solved tables have another.
FORMAT = "race 2"
_ARRAYS = ("cuts", "chances", "shares")
_WHOLE = 255
#: Deals that tell how hands end.
_ENDING = 50_000


def ending_deals(deals: int) -> int:
    """Return on how many of the deals of a race it is counted how hands end."""
    return min(_ENDING, deals * 2 // 3)


@dataclass(frozen=True)
class RaceSolution:
    """A solved race, as its file keeps it.

    Parameters
    ----------
    about : mapping
        ``game``, ``players``, ``rules``, ``tiles`` (the strategy that played them), ``seed``,
        ``deals``, ``steps``; ``win`` by position at the start of a game; ``gain`` and
        ``gain_se``: games that a seat wins more which answers the others as well as it can.
        Where seats were locked: ``locks`` (strategy by seat), and ``win`` is by seat.
    cuts : int64[C]
        See ``ScoreClasses``.
    chances : float64[dealers * classes, nodes, COARSE, moves]
        Multiples of 1/255, in the order of ``simulate.solving.loo.declaration_tree``.  Where seats
        were locked the classes come again for every seat that deals.
    shares : float64[dealers * classes, K]
        How often hands end in which way, by class of scores.
    """

    about: Mapping[str, Any]
    cuts: Ints
    chances: Floats
    shares: Floats

    @property
    def classes(self) -> ScoreClasses:
        """The classes of scores that it was solved for."""
        return ScoreClasses(self.about["players"], tuple(self.cuts.tolist()))

    @property
    def dealers(self) -> int:
        """The seats whose deals are told apart: 1 where it does not matter who deals."""
        return self.about["players"] if "locks" in self.about else 1

    @property
    def declared(self) -> Declarations:
        """All that can be declared at its table."""
        return declarations(self.about["players"], self.about["game"] == "rounce")

    def win_chances(self) -> WinChances:
        """Work out the chance to win from every score, where all seats play by it."""
        wins = WinChances(self.classes, RaceGains.of(self.declared).gains)
        wins.settle(self.shares)
        return wins

    def save(self, path: str | Path) -> None:
        """Write the file: the same bytes for the same solution.

        Raises
        ------
        BoneyardError
            If it cannot be written; what was there before stays.
        """
        write_table(path, {**self.about, "format": FORMAT}, {
            "cuts": self.cuts.astype(np.int16),
            "chances": np.rint(self.chances * _WHOLE).astype(np.uint8),
            "shares": self.shares.astype(np.float32),
        })


def _damage(solution: RaceSolution) -> str:
    """Return what is wrong with a file; nothing if all is well."""
    wrong = wrong_head(solution.about, FORMAT)
    if wrong:
        return wrong
    try:
        classes = solution.classes
    except BoneyardError as error:
        return str(error)
    follows = solution.declared.tree.follows
    count = classes.count * solution.dealers
    shape = (count, len(follows), COARSE, follows.shape[1])
    if solution.chances.shape != shape:
        return f"its table is {solution.chances.shape}, not {shape}"
    ways = len(RaceGains.of(solution.declared).gains)
    if solution.shares.shape != (count, ways):
        return f"its endings are {solution.shares.shape}, not {(count, ways)}"
    if not (np.abs(solution.shares.sum(axis=-1) - 1) < 1e-3).all():
        return "the shares of some endings do not add up to 1"
    return wrong_chances(solution.chances, follows)


def load_race(path: str | Path) -> RaceSolution:
    """Read a file.

    Raises
    ------
    BoneyardError
        If it cannot be read or is not the file of a solved race.
    """
    about, found = read_table(path, _ARRAYS, GAMES)
    solution = RaceSolution(about, found["cuts"].astype(np.int64), found["chances"] / _WHOLE,
                            found["shares"].astype(np.float64))
    check_damage(path, _damage(solution))
    return solution


def is_race(path: str | Path) -> bool:
    """Tell whether a file says that it holds a race; what is no such file does not.

    Raises
    ------
    BoneyardError
        If it cannot be read.
    """
    about, _ = read_table(path, (), GAMES)
    return about.get("format") == FORMAT
