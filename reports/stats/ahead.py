"""Skill against luck: how long until the better of two players is ahead.

Over independent sessions the difference between two players grows with the number of sessions, its
scatter only with the root of that number.  So the better one is ahead after n sessions with a
chance of about Phi(edge * sqrt(n)), where the edge is the mean difference of a session over its
standard deviation.
"""

from __future__ import annotations

import math

import numpy as np

from reports.later import special
from reports.stats.estimates import Estimate, Sums, jackknife, share
from simulate.books.tally import Floats

#: The chance to be ahead that is asked for.
_SURE = 0.95
#: Groups of sessions that the jackknife leaves out in turn.
_GROUPS = 64


def edge_totals(differences: Floats) -> Floats:
    """Return what an edge is computed from, by groups of sessions.

    ``differences`` (float64[pairs, sessions]): by how much a seat of the one makes more in a
    session than a seat of the other, for every pair of seats looked at. Returns float64[groups, 3]:
    how many differences, their sum, and the sum of their squares.
    """
    pairs, sessions = differences.shape
    group = np.arange(sessions) % min(_GROUPS, sessions)
    sums = [np.full(sessions, float(pairs)), differences.sum(axis=0), (differences**2).sum(axis=0)]
    return np.array([np.bincount(group, weights=column) for column in sums]).T


def edge_of_totals(totals: Floats) -> Floats:
    """Return the edge of totals: the mean of a difference over its standard deviation."""
    count, first, second = (totals[..., i] for i in range(3))
    mean = first / count
    variance = np.maximum(second / count - mean**2, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        edge: Floats = np.where(variance > 0, mean / np.sqrt(variance), np.sign(mean) * np.inf)
    # Players who never differ have no edge.
    return np.where((variance == 0) & (mean == 0), 0.0, edge)


def edge(differences: Floats) -> Estimate:
    """Estimate the edge of the one over the other in a session, in standard deviations.

    ``differences`` (float64[pairs, sessions]).
    """
    return jackknife(edge_totals(differences), edge_of_totals)


def sessions_needed(edge: Estimate) -> Estimate:
    """Return the sessions after which the one is ahead with a chance of 95%.

    By the normal approximation; less than one session if skill shows fast, infinity if the edge may
    be zero.
    """
    z = float(special.ndtri(_SURE))

    def needed(value: float) -> float:
        if math.isnan(value):
            return math.nan
        return (z / value) ** 2 if value > 0 else math.inf

    return Estimate(needed(edge.value), low=needed(edge.high), high=needed(edge.low))


def chance_ahead(edge: float, sessions: float) -> float:
    """Return the chance to be ahead after so many sessions, by the normal approximation."""
    return float(special.ndtr(edge * math.sqrt(sessions)))


def share_ahead(differences: Floats, sessions: int) -> Estimate:
    """Estimate the same from play: how often blocks of so many sessions end ahead.

    Blocks that end level count half. The interval is Wilson's: it has a width where every block
    ended alike.

    ``differences`` (float64[pairs, sessions]). ``sessions``: sessions of a block; those left over
    do not count.
    """
    pairs, held = differences.shape
    blocks = held // sessions
    sums = differences[:, : blocks * sessions].reshape(pairs, blocks, sessions).sum(axis=2)
    ahead = ((np.sign(sums) + 1) / 2).mean(axis=0)
    return share(Sums(float(ahead.sum()), blocks, float((ahead**2).sum()), float(ahead.sum()),
                      blocks, blocks))
