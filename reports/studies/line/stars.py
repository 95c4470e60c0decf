"""What a star is worth: games hundred up in which one seat always stars, or never, when it may."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from reports.stats.cells import Cells, into_cells
from reports.stats.estimates import Estimate
from reports.studies.line.hands import with_habit
from simulate.books.tally import Floats, Ints
from simulate.games.pool.views import AT
from simulate.runs.follow import Paths, follow
from simulate.runs.run import Run

#: Chips of a stake; any number of winners divides a pool of them.
STAKE = 60
#: Classes of a star: the score that it comes back with, and the seats then in, itself among them.
SCORES = ("below 50", "50 to 69", "70 to 84", "85 to 94", "95 or more")
SEATS_IN = ("2", "3", "4", "5", "6")
#: Stakes in the pool with that of the star.
POOLS = ("4", "5", "6", "7", "8")
_SCORE_BOUNDS = (0.5, 0.7, 0.85, 0.95)
N = TypeVar("N", int, Ints)
_ENTRIES = {
    "value": (AT.value, 1), "starred": (AT.starred, 1), "score": (AT.score_after, 1),
    "seats_in": (AT.seats_in, 1), "pool": (AT.pool_next, 1),
}


@dataclass(frozen=True)
class Priced:
    """What stars bring before their price, by class.

    ``worth``: in stakes. ``part``: as the part of the pool that the seat takes. ``stakes``: stakes
    in the pool, that of the star among them.
    """

    worth: Cells
    part: Cells
    stakes: Cells

    @classmethod
    def of(cls, worth: Floats, stakes: Ints, into: Ints, cells: int) -> Priced:
        """Sort the stars of sessions into cells, those of class -1 into none.

        ``worth`` (float64[sessions]). ``stakes``, ``into`` (int64[sessions]).
        """
        session = np.arange(len(worth))
        return cls(*(into_cells(session, into, values, cells, len(worth)) for values in (
            worth, worth / np.maximum(stakes, 1), stakes.astype(np.float64))))

    def price(self, cell: int) -> Estimate:
        """Return the price, in stakes, at which a star of a class neither gains nor loses.

        A seat that takes on average the part q of a pool of p stakes (without the price x) pays as
        much as it gets back where x = q (p + x).
        """
        part, pool = self.part.mean(cell), self.stakes.mean(cell).value
        # An interval of a part may reach beyond what a part can be.
        value, low, high = (q / (1 - q) * (pool - 1) if q < 1 else math.inf
                            for q in (part.value, max(part.low, 0.0), part.high))
        return Estimate(value, low=low, high=high)


@dataclass(frozen=True)
class Stars:
    """What stars bring.

    ``by_seats``: by score (of the target's 100) and seats in. ``by_pool``: by the stakes in the
    pool. ``by_all``: by score, seats in and stakes in the pool. ``in_all``: one cell.
    """

    by_seats: Priced
    by_pool: Priced
    by_all: Priced
    in_all: Priced


def star_class(score: N, seats: N, pool: N) -> N:
    """Return the cell of ``Stars.by_all``, by indices into SCORES, SEATS_IN and POOLS."""
    return (score * len(SEATS_IN) + seats) * len(POOLS) + pool


def study_stars(run: Run, jobs: int | None = None) -> Stars:
    """Play games twice, on the same deals: seat 0 stars whenever it may, and never.

    A seat may star only once, so both games are the same up to the star, and their difference is
    what the star brings.
    """
    rules = run.rules.changed(score="hundred_up", star="may", contribution=STAKE, bankroll=None)
    parts = []
    for answer in ("always", "never"):
        first = with_habit(run.players[0], "star", answer)
        table = replace(run, rules=rules, players=(first, *run.players[1:]), hands=10_000)
        parts.append(follow(table, _ENTRIES, _read, jobs).pieces)
    yes, no = (np.concatenate([piece[0] for piece in part]) for part in parts)
    starred = np.concatenate([piece[1] for piece in parts[0]])
    return _sorted(run, yes - no, starred)


def _read(paths: Paths) -> tuple[Ints, Ints]:
    """Return what seat 0 made of each game, and its star: score, seats in and pool; -1 if none."""
    net = paths.total(paths["value"])
    star = np.full((paths.sessions, 3), -1)
    hands = np.flatnonzero(paths["starred"] & 1)
    star[paths.session[hands]] = np.stack(
        [paths[name][hands] for name in ("score", "seats_in", "pool")], axis=1)
    return net, star


def _sorted(run: Run, more: Floats, starred: Ints) -> Stars:
    """Sort stars into their classes; the stake that was paid is not taken off."""
    worth = more / STAKE + 1.0
    score, seats_in, pool = starred.T
    target = int(run.rules.as_dict()["target"])
    met = score >= 0
    height = np.searchsorted(_SCORE_BOUNDS, score / target, "right")
    seats = np.bitwise_count(np.maximum(seats_in, 0)).astype(np.int64) - int(SEATS_IN[0])
    stakes = pool // STAKE
    place = stakes - int(POOLS[0])
    by_seats = np.where(met & (seats >= 0), height * len(SEATS_IN) + seats, -1)
    by_pool = np.where(met & (place >= 0) & (place < len(POOLS)), place, -1)
    by_all = np.where((by_seats >= 0) & (by_pool >= 0), star_class(height, seats, place), -1)
    classes = len(SCORES) * len(SEATS_IN)
    return Stars(
        Priced.of(worth, stakes, by_seats, classes), Priced.of(worth, stakes, by_pool, len(POOLS)),
        Priced.of(worth, stakes, by_all, classes * len(POOLS)),
        Priced.of(worth, stakes, np.where(met, 0, -1), 1))
