"""What ``advise`` says of a hand that nothing happened before, as cards tell it."""

from __future__ import annotations

from collections.abc import Iterable

from reports.stats.estimates import Estimate
from reports.studies.advise.decision import Answers, answers_to
from reports.studies.advise.decision_input import read_decision, read_limits
from reports.typed.told import Told
from simulate.branch.limits import MOST_DEALS
from simulate.domino.tiles import name
from simulate.runs.run import Run

#: Standard errors by which an answer is surely better.
CLEAR = 2.0


def advised(run: Run, tiles: Iterable[int], deals: int = MOST_DEALS) -> Answers:
    """Return what ``boneyard advise`` says of the tiles that the first to act holds.

    Parameters
    ----------
    run : Run
    tiles : iterable of int
    deals : int
        The most that are drawn.
    """
    held = " ".join(map(name, tiles))
    return answers_to(run, *read_decision(run, Told(held, "0")), limits=read_limits(deals))


def ahead(answers: Answers, scale: float) -> Estimate:
    """Return how much more the best answer is worth than its rival, times ``scale``."""
    gap, se = answers.prices.behind(answers.prices.rival)
    return Estimate(scale * gap, scale * se, scale * (gap - CLEAR * se), scale * (gap + CLEAR * se))
