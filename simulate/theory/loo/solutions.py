"""The solved tables of Loo and Rounce: where a hand counts for itself, and races."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.theory.loo import GAMES
from simulate.theory.loo.declarations import RaceGains
from simulate.theory.loo.hands import COARSE, coarse_of_classes
from simulate.theory.loo.score_classes import ScoreClasses
from simulate.theory.solution_file import POOLS, RACE, Solution

#: Deals that count how the hands of a race end.
_ENDING = 50_000


def ending_deals(deals: int) -> int:
    """Return on how many of the deals of a race it is counted how hands end."""
    return min(_ENDING, deals * 2 // 3)


def load(path: str | Path) -> Solution:
    """Read a file; raise ``BoneyardError`` if it holds no solved table of these games."""
    return Solution.load(path, GAMES, {POOLS: Solution.wrong_pools, RACE: _wrong_race})


def by_coarse(solution: Solution, entry: int) -> Floats:
    """Return the policy at a pool by coarse class: float64[nodes, COARSE, actions]. Its ``shares``
    (float64[positions, classes]) have how often each class of hands is dealt."""
    chances, of = solution.chances[entry], coarse_of_classes(solution.about["players"])
    if len(of) == COARSE:
        return chances
    often = solution["shares"][solution.declared.tree.player, :, None].clip(min=1e-9)
    sums: Floats = np.einsum("fc,nfm->ncm", np.eye(COARSE)[of], often * chances)
    return sums / sums.sum(axis=-1, keepdims=True)


def dealer_of(solution: Solution, entry: int) -> int:
    """Return the seat that deals the hands of an entry; -1 where any seat may."""
    return entry * solution.dealers // len(solution.chances) if solution.dealers > 1 else -1


def classes_of(race: Solution) -> ScoreClasses:
    """Return the classes of scores that a race was solved for."""
    cuts: Ints = race["cuts"]
    return ScoreClasses(race.about["players"], tuple(cuts.tolist()))


def _wrong_race(race: Solution) -> str:
    """Return what is wrong with a race; nothing if all is well."""
    wrong = race.wrong_table(classes_of(race).count, race.declared.tree.follows, COARSE)
    shape = len(race.chances), len(RaceGains.of(race.declared).gains)
    if not wrong and race["shares"].shape != shape:
        return f"its endings are {race['shares'].shape}, not {shape}"
    if not wrong and not (np.abs(race["shares"].sum(axis=-1) - 1) < 1e-3).all():
        return "the shares of some endings do not add up to 1"
    return wrong
