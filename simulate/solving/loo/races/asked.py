"""Players who are asked in every deal what they declare, at every class of scores."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from simulate.books.exact_sums import Ints
from simulate.runs.run import Run
from simulate.solving.loo.locked_positions import what_locks_say
from simulate.solving.loo.races.score_classes import ScoreClasses
from simulate.solving.loo.rolled import declared_at
from simulate.solving.loo.what_if_counts import stakes_of

#: Deals and classes of scores at which it is tried whether a strategy looks at the score.
_TRIED_DEALS, _TRIED_CLASSES = 4096, 12


class Asked:
    """Players who declare as their strategies do: they are asked, and not solved.

    Parameters
    ----------
    run : Run
    classes : ScoreClasses
        In each of them they are asked at its highest score.
    positions : collection of int
        Who is asked.
    deals, jobs : int

    Raises
    ------
    StrategyError
        If a strategy fails.
    """

    def __init__(
        self, run: Run, classes: ScoreClasses, positions: Collection[int], deals: int,
        jobs: int = 1,
    ) -> None:
        self.run, self.classes, self.positions = run, classes, positions
        self.deals, self.jobs = deals, jobs
        tried = np.linspace(0, classes.count - 1, min(_TRIED_CLASSES, classes.count)).astype(int)
        found = [self._ask(classes.scores(int(c)), min(deals, _TRIED_DEALS)) for c in tried]
        self.looks_at_score = any((found[0] != other).any() for other in found)
        self._always = None if self.looks_at_score else self._ask(classes.scores(0), deals)

    def _ask(self, scores: tuple[int, ...], deals: int) -> Ints:
        """Return what is declared at every node of every deal: int8[deals, nodes]."""
        return what_locks_say(self.run, declared_at(self.run), self.positions,
                              stakes_of(self.run), deals, self.jobs, scores)

    def at(self, number: int) -> Ints:
        """Return what is declared at a class of scores: int8[deals, nodes asked]."""
        if self._always is not None:
            return self._always
        return self._ask(self.classes.scores(number), self.deals)
