"""What hands bring, later pools included: from the worth of pools to the worth of moves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simulate.runs.run import Run
from simulate.solving.loo.hand_ends import left_by_end, taken_by_end
from simulate.solving.loo.kept_worth import kept_worth_of_pools
from simulate.solving.loo.later_pools import PoolValues
from simulate.solving.loo.what_if_counts import Payoff, Stakes, plays_for_chips, units_of


def pool_values(run: Run, hands: int, jobs: int | None = None) -> PoolValues | None:
    """Measure the worth of later pools; there is none where points are played for.

    ``hands``: hands to play for it. Raises ``BoneyardError`` if seats have bankrolls.
    """
    return kept_worth_of_pools(run, hands, jobs) if plays_for_chips(run) else None


def payoff(
    stakes: Stakes, values: PoolValues | None, players: int, seats: Sequence[int]
) -> Payoff:
    """Return what a hand brings to some seats in every position, later pools included.

    ``values``: later pools are left out of account when not given. ``seats``: one a unit.
    """
    if values is None:
        return Payoff.alone(stakes, len(seats), players)
    left = left_by_end(stakes.pool, stakes.penalty)
    # A seat in position p has the dealer p + 1 seats to its right.
    later = np.array([
        [values.replicas(left, seat, (seat - position - 1) % players)
         for position in range(players)] for seat in seats
    ])
    return Payoff(stakes, taken_by_end(stakes.pool, stakes.penalty), np.moveaxis(later, 2, 0))


def payoffs_at(
    run: Run, values: PoolValues | None, stakes: Sequence[Stakes]
) -> tuple[Payoff, ...]:
    """Return what hands bring at several pools to every unit of a table (``units_of``)."""
    seats = sorted(set(units_of(run)))
    return tuple(payoff(each, values, len(run.players), seats) for each in stakes)
