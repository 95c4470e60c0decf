"""The solved tables of Loo and Rounce: where a hand counts for itself, and races.

Races are solved by classes of scores: a seat that needs 12 points declares as one that needs 11.
With two players nearly every score is a class of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from simulate.books.rows import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.loo.rules import GAME_POINTS
from simulate.theory.chain import ScoreChain
from simulate.theory.loo import GAMES
from simulate.theory.loo.declared import gains_of
from simulate.theory.loo.hands import COARSE, coarse_of_classes
from simulate.theory.solution_file import POOLS, RACE, Solution

#: The lowest score that is distinguished, by the number of seats: a seat below counts as there.
FLOORS = {2: -15, 3: -12, 4: -5}
#: The highest: seats that are level at 15 or more play on, and rarely climb so far.
TOP = 18
#: The least need of each class, by the number of seats.
CUTS = {2: (*range(1, 16), 18, 22), 3: (1, 2, 3, 4, 6, 9, 13), 4: (1, 3, 6, 10)}
#: Chances to win stand still once none moves by more.
_STILL = 1e-6


@dataclass(frozen=True)
class ScoreClasses:
    """The classes of the scores of a table; their cuts rise from 1."""

    players: int
    cuts: tuple[int, ...]  #: the least number of points still needed in each class, ascending

    def __post_init__(self) -> None:
        if not self.cuts or self.cuts[0] != 1 or any(np.diff(self.cuts) <= 0):
            raise BoneyardError(f"score classes {self.cuts} do not rise from 1")

    @classmethod
    def of(cls, players: int) -> ScoreClasses:
        """Return the classes that tables of so many are solved for."""
        return cls(players, CUTS[players])

    @property
    def floor(self) -> int:
        """The lowest score that is distinguished."""
        return FLOORS[self.players]

    @property
    def count(self) -> int:
        """How many classes there are: those of all seats together."""
        return len(self.cuts) ** self.players

    @cached_property
    def of_score(self) -> Ints:
        """The class of a seat by its score, from the floor up: int64[scores]."""
        needs = np.maximum(GAME_POINTS - np.arange(self.floor, TOP + 1), 1)
        return np.searchsorted(self.cuts, needs, side="right") - 1

    def number(self, scores: Sequence[int]) -> int:
        """Return the class of a score, by position."""
        own = self.of_score[np.clip(scores, self.floor, TOP) - self.floor]
        return int(np.ravel_multi_index(tuple(own), (len(self.cuts),) * self.players))

    def scores(self, number: int) -> tuple[int, ...]:
        """Return a score of a class, by position: the highest one."""
        own = np.unravel_index(number, (len(self.cuts),) * self.players)
        return tuple(GAME_POINTS - self.cuts[k] for k in own)

    def chain(self, gains: Ints, dealers: int = 1) -> ScoreChain:
        """Return the chances to win where hands bring such gains, int64[K, positions]."""
        own = np.meshgrid(*[self.of_score] * self.players, indexing="ij")
        classes = np.ravel_multi_index(tuple(own), (len(self.cuts),) * self.players).ravel()
        return ScoreChain(
            gains, GAME_POINTS, self.floor, TOP, dealers, of_state=classes, still=_STILL)


#: Deals that count how the hands of a race end.
_ENDING = 50_000


def ending_deals(deals: int) -> int:
    """Return on how many of the deals of a race it is counted how hands end."""
    return min(_ENDING, deals * 2 // 3)


def load(path: str | Path) -> Solution:
    """Read a file; raise ``BoneyardError`` if it holds no solved table of these games."""
    return Solution.load(path, GAMES, {POOLS: Solution.wrong_pools, RACE: _wrong_race})


def by_coarse(solution: Solution, entry: int) -> Floats:
    """Return the policy at a pool by coarse class: float64[nodes, COARSE, actions]."""
    chances, of = solution.chances[entry], coarse_of_classes(solution.about["players"])
    if len(of) == COARSE:
        return chances
    often = solution["shares"][solution.at.declared.tree.player, :, None].clip(min=1e-9)
    sums: Floats = np.einsum("fc,nfm->ncm", np.eye(COARSE)[of], often * chances)
    return sums / sums.sum(axis=-1, keepdims=True)


def classes_of(race: Solution) -> ScoreClasses:
    """Return the classes of scores that a race was solved for."""
    cuts: Ints = race["cuts"]
    return ScoreClasses(race.about["players"], tuple(cuts.tolist()))


def _wrong_race(race: Solution) -> str:
    """Return what is wrong with a race; nothing if all is well."""
    wrong = race.wrong_table(classes_of(race).count, race.at.declared.tree.follows, COARSE)
    shape = len(race.chances), len(gains_of(race.at).gains)
    if not wrong and race["shares"].shape != shape:
        return f"its endings are {race['shares'].shape}, not {shape}"
    if not wrong and not (np.abs(race["shares"].sum(axis=-1) - 1) < 1e-3).all():
        return "the shares of some endings do not add up to 1"
    return wrong
