"""How far each move is behind the best one, as the pages that answer back have it."""

from __future__ import annotations

from reports.studies.miss.chart import CLEAR

#: How far each move is behind the best one, by its letter, with the standard error.
Margins = dict[str, tuple[float, float]]


def surely_best(said: Margins) -> str | None:
    """Return the move that is ahead of every other by two standard errors, if one is.

    Examples
    --------
    >>> from reports.opening.margins import surely_best
    >>> surely_best({"P": (0.0, 0.0), "D": (1.0, 0.1)})
    'P'
    >>> surely_best({"P": (0.0, 0.0), "D": (1.0, 0.9)}) is None
    True
    """
    best = min(said, key=lambda letter: said[letter][0], default=None)
    others = (said[letter] for letter in said if letter != best)
    return best if all(behind >= CLEAR * se and behind > 0 for behind, se in others) else None
