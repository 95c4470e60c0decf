"""What chance gave a seat in a hand, by the worth of hands before and after each of its turns.

What a deal is worth is what the line-up makes of it on average; what that is above the average
over all deals is luck.  The mean of luck is zero whoever plays and however well, since chance
does not know the players; so a result less its luck has the mean of the result, and a smaller
spread the more the players resemble the line-up (Burch, Schmid, Moravcik, Morrill and Bowling,
"AIVAT: a new variance reduction technique for agent evaluation in imperfect information games",
AAAI 2018, restricted to chance).  Both averages are those of samples, drawn anew for each hand:
their errors have mean zero too and are part of the spread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.scripts import GIVEN
from simulate.games.spot import Event, Said, Spot, asking, no_extra
from simulate.machine.table import DECISIONS_A_HAND
from simulate.rollout.pricing import Worth
from simulate.rollout.rolling import Rolling
from simulate.runs.run import Run

#: Hands of a sample: around the deal that there was, and over all that there could have been.
_AROUND, _OVER = 192, 384
#: No decision has this number, so nothing is asked about.
_NO_NUMBER = DECISIONS_A_HAND - 2


def _first_decision(run: Run) -> str:
    """Return the name of a game's first decision."""
    return next(iter(asking(run.game).legal))


def _mean(
    run: Run, state: Mapping[int, int], fixed: NDArray[np.int64], done: Sequence[Event],
    seat: int, worth: Worth, first: int, deals: int,
) -> float:
    """Return what a hand is worth on average from where it stands."""
    said = tuple(
        Said(event.seat, event.decision, event.number, GIVEN, event.answer, event.about)
        for event in done if event.answer is not None)
    nothing = Event(seat, _first_decision(run), _NO_NUMBER, None, "")
    rolling = Rolling(run, Spot(nothing, state, fixed, (), said, (), no_extra()))
    rolled = rolling.roll(first, deals, [], 0)
    return float(worth(rolled.outcomes).mean())


def luck_of(
    run: Run, hand: Mapping[str, Any], events: Sequence[Event], seat: int, worth: Worth,
    number: int,
) -> float | None:
    """Return what chance gave a seat in a hand.

    Parameters
    ----------
    run : Run
        The line-up by which hands are valued.
    hand : mapping
    events : sequence of Event
    seat : int
    worth : callable
        What an outcome is worth to the seat.
    number : int
        Of the hand: each has samples of its own.

    Returns
    -------
    float or None
        None where the game tells of no chances.
    """
    ask = asking(run.game)
    chances = ask.chances(hand, run.rules, events)
    if not chances:
        return None
    state, luck = ask.state(hand, run.rules), 0.0
    first = (number + 1) << 24
    for k, chance in enumerate(chances):
        done, start = events[: chance.done], first + k * (_AROUND + _OVER)
        luck += _mean(run, state, chance.after, done, seat, worth, start, _AROUND)
        luck -= _mean(run, state, chance.before, done, seat, worth, start + _AROUND, _OVER)
    return luck
