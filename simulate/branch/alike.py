"""How likely a line-up was to take the decisions of a hand as they were taken, all tiles known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.books.tally import Floats
from simulate.branch.rolling import Rolling
from simulate.games.scripts import SAID
from simulate.games.spot import Event, Said, Spot, asking
from simulate.machine.table import DECISIONS_A_HAND
from simulate.runs.run import Run

#: No decision has this number, so nothing is asked about.
_NO_NUMBER = DECISIONS_A_HAND - 2
#: The most decisions that are looked at: each has a bit of a word.
_MOST = 60


def chances_of(
    run: Run, hand: Mapping[str, Any], events: Sequence[Event]
) -> Floats | None:
    """Return how likely a line-up was to take each decision of a hand as it was taken.

    Parameters
    ----------
    run : Run
        The line-up.
    hand : mapping
        As the exchange format has it.
    events : sequence of Event
        Its decisions.

    Returns
    -------
    float64[decisions] or None
        1 or 0 for a strategy that does not leave it to lot, and one in so many for one that does;
        0 as well where there is no room to look.  None where the hand does not tell all tiles.
    """
    ask = asking(run.game)
    chances = ask.chances(hand, run.rules, events, events[0].seat) if events else []
    if not chances or not chances[-1].all_told:
        return None
    told = [k for k, event in enumerate(events) if event.answer is not None][:_MOST]
    said = tuple(Said(events[k].seat, events[k].decision, events[k].number, SAID,
                      int(events[k].answer or 0), events[k].about) for k in told)
    found = np.zeros(len(events))
    # What the seat that is asked did is not compared, so two are asked in turn.
    for seat in (0, 1):
        nothing = Event(seat, next(iter(ask.legal)), _NO_NUMBER, None, "")
        spot = Spot(nothing, ask.state(hand, run.rules), chances[-1].after, (), said, (),
                    chances[-1].extra)
        rolling = Rolling(run, spot)
        otherwise = int(rolling.roll(0, 1, [], 0).otherwise[0])
        if otherwise < 0:
            return None
        for h, k in enumerate(told):
            if events[k].seat != seat:
                found[k] = 0.0 if otherwise >> h & 1 else 1 / rolling.odds(h)
    return found
