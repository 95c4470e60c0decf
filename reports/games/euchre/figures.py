"""Figures of Euchre from the counts of the run as a whole.

Every hand is dealt afresh and counts once, or once for each seat that was asked, so hands are the
independent trials. Where games are counted, games are the independent trials.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reports.games.euchre.explorer_run import explored
from reports.stats.estimates import NOTHING, Estimate, around, mean_of_trials, share_of_trials
from simulate.books.tally import Ints
from simulate.errors import listed
from simulate.games.euchre.hand import (
    EUCHRE_POINTS,
    GAME_POINTS,
    LONE_MATCH_POINTS,
    MATCH_POINTS,
    POINT_TRICKS,
)
from simulate.games.euchre.kernel import BOWERS, DID, OUTCOMES, unpack
from simulate.games.euchre.row import TRICKS
from simulate.games.game import chair, find_game

if TYPE_CHECKING:
    from reports.results.result import Result

#: Where trump comes from: turned up and ordered, or named in the second round.
SOURCES = ("turned", "named")
SCORES = range(GAME_POINTS)
#: Hands on either side of a comparison that is worth showing.
FEWEST = 10
#: What a hand is worth to those who made it: [alone, tricks].
WORTH = np.array([
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
        mean_of_trials(WORTH, hands),
        share_of_trials(int(tricks[:POINT_TRICKS].sum()), total),
        share_of_trials(int(tricks[TRICKS]), total),
        share_of_trials(int(hands[1].sum()), total),
    )


def sides(result: Result) -> list[tuple[int, ...]]:
    """Return the seats of each side."""
    seats = result.measures.seats
    return [(0, 2), (1, 3)] if seats == 4 else [(seat,) for seat in range(seats)]


def side_named(result: Result, side: int) -> str:
    """Return a side by its players: ``hoyle (seat 0) and threshold (seat 2)``."""
    return listed([chair(result.measures.label(seat), seat) for seat in sides(result)[side]])


def first_side(result: Result) -> str:
    """Return what the first side is called: by its strategies, where they tell it from others."""
    own, *others = ({result.measures.label(seat) for seat in side} for side in sides(result))
    seats = sides(result)[0]
    if any(own & other for other in others):
        return side_named(result, 0)
    return f"{'the side of ' if len(seats) > 1 else ''}{listed(sorted(own))}"


def odds(result: Result, side: int, own: int, other: int) -> tuple[int, Estimate]:
    """Return the games that came through a score, and the share that the side won of them."""
    lost, won = (int(games) for games in counts_of(result)["scores"][side, own, other])
    return lost + won, share_of_trials(won, lost + won)


class Call(NamedTuple):
    """What became of hands in which a seat of a position held so much of the suit."""

    position: int
    trumps: int
    bowers: str
    #: What the seats of the run do.
    asked: int
    ordered: Estimate
    named: int
    points_named: Estimate
    #: What ordering up is worth, from a seat that orders up by lot.
    tried: int
    points_ordered: Estimate
    points_passed: Estimate
    gain: Estimate


def _gain(ordered: Ints, passed: Ints) -> Estimate:
    """Estimate the points that ordering up made more than passing: int64[OUTCOMES] each."""
    fewest = int(min(ordered.sum(), passed.sum()))
    if fewest < FEWEST:
        return NOTHING
    gain = mean_of_trials(OUTCOMES, ordered).minus(mean_of_trials(OUTCOMES, passed))
    return around(gain.value, gain.se, fewest) if gain.se > 0 else Estimate(gain.value)


def _call(position: int, trumps: int, bowers: str, did: Ints, tried: Ints) -> Call:
    """Return a cell of the chart from calls by what was done and what came of it."""
    made = int(did[_ACCEPTS].sum())
    asked = made + int(did[_PASS].sum())
    ordered, passed = tried[_ACCEPTS].sum(axis=0), tried[_PASS]
    named = did[_NAMES].sum(axis=0)
    return Call(
        position, trumps, bowers, asked, share_of_trials(made, asked), int(named.sum()),
        mean_of_trials(OUTCOMES, named), int(ordered.sum() + passed.sum()),
        mean_of_trials(OUTCOMES, ordered), mean_of_trials(OUTCOMES, passed),
        _gain(ordered, passed),
    )


def calling_chart(result: Result, apart: bool = True) -> list[Call]:
    """Return the cells of the calling chart that came up.

    Parameters
    ----------
    result : Result
    apart : bool
        Whether hands with and without bowers are told apart.
    """
    did, tried = counts_of(result)["calls"].sum(axis=0), explored(result)
    names: tuple[str, ...] = BOWERS
    if not apart:
        did, tried = did.sum(axis=2, keepdims=True), tried.sum(axis=2, keepdims=True)
        names = ("any",)
    return [
        _call(position, trumps, name, did[position, trumps, bower], tried[position, trumps, bower])
        for position in range(result.measures.seats)
        for trumps in range(TRICKS + 1)
        for bower, name in enumerate(names)
        if did[position, trumps, bower].any() or tried[position, trumps, bower].any()
    ]


def position_name(position: int, players: int) -> str:
    """Return what a position is called, counted from the dealer's left: eldest hand, second, ..."""
    return find_game("euchre").position_names(players)[position]
