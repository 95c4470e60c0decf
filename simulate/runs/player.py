"""Who sits at a table, as the engine sees it: a label, decisions and parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: A decision in Python: ``decision(view, parameters) -> int``.
Decision = Callable[[Any, Any], int]


@dataclass(frozen=True)
class Player:
    """One seat's strategy, ready to play."""

    label: str  #: as it is written in a line-up; seats with one label are reported together
    #: By name; None takes the decision uniformly among the legal options.
    decisions: Mapping[str, Decision | None]
    #: What the decisions find in their second argument.
    parameters: Mapping[str, float] = field(default_factory=dict)
    #: The parameters that a decision can see; all where it is not named. What many strategies
    #: inherit is then not compiled again for each of them.
    visible: Mapping[str, Sequence[str]] = field(default_factory=dict)
    #: A table that the decisions read as ``parameters.chart[i]``.
    chart: NDArray[np.float64] | None = field(default=None, compare=False, repr=False)


def labels(players: Sequence[Player]) -> list[str]:
    """Return the label of each seat."""
    return [player.label for player in players]
