"""Figures of Euchre from the counts of the run as a whole.

Every hand is dealt afresh and counts once, or once a seat that was asked, so hands are the
independent trials; where games are counted, games are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reports.estimates import NOTHING, Estimate, around, mean_of_trials, share_of_trials
from simulate.euchre.counting import BOWERS, DID, OUTCOMES, unpack
from simulate.euchre.layout import TRICKS
from simulate.euchre.settling import (
    EUCHRE_POINTS,
    GAME_POINTS,
    LONE_MATCH_POINTS,
    MATCH_POINTS,
    POINT_TRICKS,
)
from simulate.tally import Ints

if TYPE_CHECKING:
    from reports.result import Result

#: Where trump comes from: turned up and ordered, or named in the second round.
SOURCES = ("turned", "named")
SCORES = range(GAME_POINTS)
#: Hands on either side of a comparison that is worth showing.
FEWEST = 10
#: What a hand is worth to those who made it: [alone, tricks].
_WORTH = np.array([
    [-EUCHRE_POINTS] * POINT_TRICKS + [1] * (TRICKS - POINT_TRICKS) + [match]
    for match in (MATCH_POINTS, LONE_MATCH_POINTS)
])
_PASS, _ACCEPTS, _NAMES = DID.index("pass"), slice(1, 3), slice(3, 5)


def counts_of(result: Result) -> dict[str, Ints]:
    """Return the counts of a run by name."""
    return unpack(result.played.tally.counts, result.measures.seats)


class Made(NamedTuple):
    """What came of the hands that were made in some way."""

    hands: int
    points: Estimate
    euchred: Estimate
    marched: Estimate
    alone: Estimate


def made(hands: Ints) -> Made:
    """Return what came of hands counted by alone or not, and tricks: int64[2, 6]."""
    total, tricks = int(hands.sum()), hands.sum(axis=0)
    return Made(
        total,
        mean_of_trials(_WORTH, hands),
        share_of_trials(int(tricks[:POINT_TRICKS].sum()), total),
        share_of_trials(int(tricks[TRICKS]), total),
        share_of_trials(int(hands[1].sum()), total),
    )


def sides(result: Result) -> list[tuple[int, ...]]:
    """Return the seats of each side."""
    seats = result.measures.seats
    return [(0, 2), (1, 3)] if seats == 4 else [(seat,) for seat in range(seats)]


def odds(result: Result, side: int, own: int, other: int) -> tuple[int, Estimate]:
    """Return the games that came through a score, and the share that the side won of them."""
    lost, won = (int(games) for games in counts_of(result)["scores"][side, own, other])
    return lost + won, share_of_trials(won, lost + won)


class Call(NamedTuple):
    """What became of hands in which a seat of a position held so much of the suit."""

    position: int
    trumps: int
    bowers: str
    asked: int
    ordered: Estimate
    gain: Estimate
    points_ordered: Estimate
    points_passed: Estimate
    named: int
    points_named: Estimate


def _gain(did: Ints) -> Estimate:
    """Estimate the points that ordering up made more than passing.

    Each seat is compared with itself, so that strategies of unlike strength, which order up
    on unlike hands, are not; seats weigh by how many hands the comparison rests on.

    Parameters
    ----------
    did : int64[seats, DID, OUTCOMES]
    """
    gains, weights, fewest = [], [], 0
    for seat in did:
        ordered, passed = seat[_ACCEPTS].sum(axis=0), seat[_PASS]
        hands = np.array([ordered.sum(), passed.sum()])
        if hands.min() >= FEWEST:
            gains.append(mean_of_trials(OUTCOMES, ordered).minus(mean_of_trials(OUTCOMES, passed)))
            weights.append(hands.prod() / hands.sum())
            fewest += int(hands.min())
    if not gains:
        return NOTHING
    parts = np.array(weights) / sum(weights)
    values, errors = np.array([gain[:2] for gain in gains]).T
    value, se = float(parts @ values), float(np.hypot.reduce(parts * errors))
    return around(value, se, fewest) if se > 0 else Estimate(value)


def _call(position: int, trumps: int, bowers: str, did: Ints) -> Call:
    """Return a cell of the calling chart from calls by seat, what was done and what came of it."""
    together = did.sum(axis=0)
    ordered, passed = together[_ACCEPTS].sum(axis=0), together[_PASS]
    asked = int(ordered.sum() + passed.sum())
    return Call(
        position, trumps, bowers, asked, share_of_trials(int(ordered.sum()), asked), _gain(did),
        mean_of_trials(OUTCOMES, ordered), mean_of_trials(OUTCOMES, passed),
        int(together[_NAMES].sum()), mean_of_trials(OUTCOMES, together[_NAMES].sum(axis=0)),
    )


def calling_chart(result: Result, apart: bool = True) -> list[Call]:
    """Return the cells of the calling chart that came up.

    Parameters
    ----------
    result : Result
    apart : bool
        Whether hands with and without bowers are told apart.
    """
    did = counts_of(result)["calls"]
    names: tuple[str, ...] = BOWERS
    if not apart:
        did, names = did.sum(axis=3, keepdims=True), ("any",)
    return [
        _call(position, trumps, name, did[:, position, trumps, bower])
        for position in range(result.measures.seats)
        for trumps in range(TRICKS + 1)
        for bower, name in enumerate(names)
        if did[:, position, trumps, bower].any()
    ]


def position_name(position: int, players: int) -> str:
    """Return what a position is called, counted from the dealer's left."""
    return "dealer" if position == players - 1 else ("1st", "2nd", "3rd")[position]
