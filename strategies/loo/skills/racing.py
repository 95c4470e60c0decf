"""Choices tried on the same deals, until those that are behind by more than chance are out.

Two choices differ in some of the deals only, and there by what they make.  A choice is out once it
is behind the one that is ahead by more than one and a half standard deviations of the sum of these
differences: most decisions are clear after a few deals, and the rest of the work goes to those
that are not.  Of choices that have made the same in every deal one stays in.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import lowest
from simulate.games.loo.row import TRICKS
from simulate.machine.compiling import helper, inlined
from simulate.machine.layouts import lay_out

#: As many as there can be: every tile of a hand led as either of its numbers.
_CHOICES = 2 * TRICKS
#: The square of the standard deviations by which a choice is out.
_OUT = 1.5**2
#: Squared differences of choices i < j stand at ``_CHOICES * i + j``.
PAIRS = _CHOICES * _CHOICES

RACE = lay_out(
    0,
    entered=1,  # how many choices
    left=1,  # those still in, as bits
    choice=_CHOICES,  # what each stands for; the first is taken among equals
    made=_CHOICES,  # in the latest deal
    total=_CHOICES,  # in all deals
)


@inlined
def enter(race: Any, choice: int) -> None:
    """Enter a choice, unless it is the first one again.

    Parameters
    ----------
    race : int64[RACE.size]
    choice : int
    """
    n = race[RACE.entered]
    if n == 0 or race[RACE.choice] != choice:
        race[RACE.choice + n] = choice
        race[RACE.left] |= 1 << n
        race[RACE.entered] = n + 1


@inlined
def is_decided(race: Any) -> bool:
    """Tell whether a single choice is still in."""
    return race[RACE.left] & (race[RACE.left] - 1) == 0


@helper
def add_up(race: Any, apart: Any) -> None:
    """Add what the choices still in have made in the latest deal.

    Parameters
    ----------
    race : int64[RACE.size]
    apart : float64[PAIRS]
    """
    left = race[RACE.left]
    while left:
        i = lowest(left)
        left &= left - 1
        race[RACE.total + i] += race[RACE.made + i]
        others = left
        while others:
            j = lowest(others)
            others &= others - 1
            difference = float(race[RACE.made + i] - race[RACE.made + j])
            apart[_CHOICES * i + j] += difference * difference


@inlined
def _place_ahead(race: Any) -> int:
    """Return the place of the choice that has made most, the first of equals."""
    left = race[RACE.left]
    best = lowest(left)
    while left:
        i = lowest(left)
        left &= left - 1
        if race[RACE.total + i] > race[RACE.total + best]:
            best = i
    return best


@helper
def drop_those_behind(race: Any, apart: Any) -> None:
    """Take out the choices that are behind by more than chance, or equal in every deal."""
    best = _place_ahead(race)
    left = race[RACE.left] & ~(1 << best)
    while left:
        i = lowest(left)
        left &= left - 1
        behind = float(race[RACE.total + best] - race[RACE.total + i])
        if behind * behind >= _OUT * apart[_CHOICES * min(i, best) + max(i, best)]:
            race[RACE.left] ^= 1 << i


@inlined
def ahead(race: Any) -> int:
    """Return the choice that has made most, the first of equals."""
    return race[RACE.choice + _place_ahead(race)]
