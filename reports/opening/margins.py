"""How far each move is behind the best one, as the pages that answer back have it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from reports.studies.miss.chart import CLEAR

#: How far each move is behind the best one, by its letter, with the standard error.
Margins = dict[str, tuple[float, float]]
#: How far hands of one class differ in what one move brings above another: the standard deviation,
#: by the letters of both in order, as in ``"DP"``.
Spread = Mapping[str, float]
_NONE: Spread = MappingProxyType({})


def pair_of(one: str, other: str) -> str:
    """Return what two moves are called together.

    Examples
    --------
    >>> from reports.opening.margins import pair_of
    >>> pair_of("P", "D")
    'DP'
    """
    return "".join(sorted(one + other))


def spread_of(pairs: Iterable[tuple[Margins, Mapping[str, float]]]) -> Spread:
    """Return how far hands differ from their classes, in the best move of a class above another.

    That the classes' numbers have errors is taken away. What is luck in the deals of the hands is
    not, so that the spread is rather too large.

    Parameters
    ----------
    pairs : iterable of (Margins, mapping)
        How far each move is behind by the class of a hand, and what it brings with the hand itself.

    Examples
    --------
    >>> from reports.opening.margins import spread_of
    >>> spread_of([({"P": (0, 0), "D": (1, 0)}, {"P": 4, "D": 0}),
    ...            ({"P": (3, 4), "D": (0, 0)}, {"P": 2, "D": 0})])
    {'DP': 3.0}
    """
    squares = defaultdict(list)
    for of_class, of_hand in pairs:
        best = min(of_class, key=lambda letter: of_class[letter][0])
        for letter, (behind, se) in of_class.items():
            if letter != best and {letter, best} <= of_hand.keys():
                apart = of_hand[best] - of_hand[letter] - behind
                squares[pair_of(best, letter)].append(apart**2 - se**2)
    return {pair: math.sqrt(max(0.0, sum(some) / len(some))) for pair, some in squares.items()}


def surely_best(said: Margins, spread: Spread = _NONE) -> str | None:
    """Return the move that is ahead of every other by two standard errors, if one is.

    With a ``spread`` it is best for nearly every hand of the class, and not on average alone: the
    difference between hands counts as an error.

    Examples
    --------
    >>> from reports.opening.margins import surely_best
    >>> surely_best({"P": (0.0, 0.0), "D": (1.0, 0.1)})
    'P'
    >>> surely_best({"P": (0.0, 0.0), "D": (1.0, 0.9)}) is None
    True
    >>> surely_best({"P": (0.0, 0.0), "D": (1.0, 0.1)}, {"DP": 0.9}) is None
    True
    """
    best = min(said, key=lambda letter: said[letter][0], default=None)
    if best is None:
        return None
    others = ((*said[letter], spread.get(pair_of(best, letter), 0.0))
              for letter in said if letter != best)
    return best if all(behind >= CLEAR * math.hypot(se, apart) and behind > 0
                       for behind, se, apart in others) else None


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


def scaled(spread: Spread, much: float) -> Spread:
    """Return a spread that is told as a share of something, in that thing's unit."""
    return {pair: share * much for pair, share in spread.items()}
