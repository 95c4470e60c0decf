"""Figures of Pool from the counts of the run as a whole.

Every hand is dealt afresh and counts once, so hands are the independent trials.  Positions
are compared over the hands with all seats dealt in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reports.stats.estimates import Estimate, mean_of_trials, share_of_trials
from simulate.games.pool.kernel import MOST_PIPS, SETS, TURNS, WINNERS, Counts, decode
from simulate.games.pool.row import MOST_TURNS, SEATS

if TYPE_CHECKING:
    from reports.results.result import Result

ENDINGS = ("domino", "blocked")


def counts_of(result: Result) -> Counts:
    """Return the counts of a run by name."""
    return decode(result.played.tally.counts)


class Position(NamedTuple):
    """What a place at the table is worth, counted from the leader."""

    hands: int
    won: Estimate
    #: Share of the hand, which those who tie divide.
    share: Estimate
    #: Its share above an equal one.
    worth: Estimate
    pips: Estimate


def position(result: Result, place: int) -> Position:
    """Return what a position is worth."""
    seats = result.measures.seats
    counts = counts_of(result)
    hands = int(counts.hands[seats].sum())
    by_set = result.played.tally.counts[WINNERS:TURNS].reshape(-1, 2, SETS)[seats].sum(axis=0)
    winners = np.arange(SETS)[:, None] >> np.arange(SEATS) & 1
    shares = winners[:, place] / np.maximum(winners.sum(axis=1), 1)
    return Position(
        hands, share_of_trials(int(counts.won[seats, :, place].sum()), hands),
        mean_of_trials(shares, by_set), mean_of_trials(shares - 1 / seats, by_set),
        mean_of_trials(np.arange(MOST_PIPS), counts.pips[seats, place]),
    )


class Ending(NamedTuple):
    """Hands that ended in the same way."""

    hands: int
    share: Estimate
    turns: Estimate
    tied: Estimate


def ending(result: Result, blocked: int) -> Ending:
    """Return the hands that ended by domino (0) or blocked (1)."""
    counts = counts_of(result)
    hands = int(counts.hands[:, blocked].sum())
    return Ending(
        hands, share_of_trials(hands, int(counts.hands.sum())),
        mean_of_trials(np.arange(MOST_TURNS), counts.turns[:, blocked].sum(axis=0)),
        share_of_trials(int(counts.winners[:, blocked, 2:].sum()), hands),
    )


def turns(result: Result, blocked: int) -> list[Estimate]:
    """Return the share of all hands that ended in some way after each number of turns."""
    counts = counts_of(result)
    hands = int(counts.hands.sum())
    return [
        share_of_trials(int(ended), hands) for ended in counts.turns[:, blocked].sum(axis=0)
    ]
