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


def may_be_best(said: Margins) -> list[str]:
    """Return the moves that are not surely behind another, the nearest first.

    Examples
    --------
    >>> from reports.opening.margins import may_be_best
    >>> may_be_best({"D": (1.0, 0.9), "P": (0.0, 0.0), "M": (0.9, 0.1)})
    ['P', 'D']
    """
    in_order = sorted(said, key=lambda letter: said[letter][0])
    return [letter for letter in in_order if said[letter][0] <= 0
            or said[letter][0] < CLEAR * said[letter][1]]
