"""What chance gave a seat in a hand.

Luck is the worth of hands after each turn of chance less that before it.

A deal is worth what the line-up makes of it on average; its luck is that less the average over all
deals.  The mean of luck is zero for any players, so a result less its luck has the mean of the
result, and a spread that is smaller the more the players resemble the line-up (Burch, Schmid,
Moravcik, Morrill and Bowling, "AIVAT: a new variance reduction technique for agent evaluation in
imperfect information games", AAAI 2018, restricted to chance).  Both averages are those of samples,
drawn anew for each hand: their errors have mean zero too and are part of the spread.

Where the strategies of other seats are known for certain (those of a run, or of ``play``), their
random choices are chance as well, and are taken out the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from simulate.branch.pricing import Worth
from simulate.branch.rolling import first_deal, whole_hand
from simulate.games.spot import TILE_PLAYS, Chance, Event, asking, nothing_fixed
from simulate.runs.run import Run

#: Hands of a sample: of deals that agree with the one there was, and of all deals.
_AROUND, _OVER = 192, 384


def _luck_of_decisions(
    mean: Callable[..., float], known: Chance, events: Sequence[Event], stop: int,
    seats: Collection[int], first: int,
) -> float:
    """Return what random choices of known strategies gave the seat: exactly zero where they decide
    the same."""
    luck, value, at = 0.0, 0.0, -1
    for k in range(known.done, stop):
        event = events[k]
        if event.seat not in seats or event.decision in TILE_PLAYS or event.answer is None:
            continue
        before = value if at == k else mean(known, k, first, _AROUND)
        value, at = mean(known, k + 1, first, _AROUND), k + 1
        luck += value - before
    return luck


def luck_of(
    run: Run, hand: Mapping[str, Any], events: Sequence[Event], seat: int, worth: Worth,
    number: int, known: Collection[int] = (),
) -> float | None:
    """Return what chance gave a seat in a hand, by what outcomes are worth to it.

    Hands are valued by the line-up of ``run``; each has samples of its own, by its number. What
    other seats leave to lot whose strategies are ``known`` to be the line-up's is luck as well.
    None if the game does not know what chance decides, or the hand does not hold all tiles.
    """
    chances = asking(run.game).chances(hand, run.rules, events, seat)
    if not chances:
        return None
    nothing = Chance(nothing_fixed(), 0, asking(run.game).nothing_drawn(hand))

    def mean(known: Chance | None, done: int, first: int, deals: int) -> float:
        """Return what the hand is worth on average in some deals, after ``done`` decisions."""
        actions = [event for event in events[:done] if event.answer is not None]
        rolled = whole_hand(run, hand, seat, actions, known or nothing).roll(first, deals, [], 0)
        return float(worth(rolled.outcomes).mean())

    luck, first, before = 0.0, first_deal(number), None
    for k, chance in enumerate(chances):
        start = first + k * (_AROUND + _OVER)
        luck += mean(chance, chance.done, start, _AROUND)
        luck -= mean(before, chance.done, start + _AROUND, _OVER)
        if known and chance.all_known:
            stop = chances[k + 1].done if k + 1 < len(chances) else len(events)
            luck += _luck_of_decisions(mean, chance, events, stop, known, start)
        before = chance
    return luck
