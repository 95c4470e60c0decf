"""Is the result without luck unbiased, and do its intervals hold what they should?

Evenings at Domino Loo are played, and of each the result is told without luck, as ``boneyard
review`` does.  What a seat makes of such an evening on average is known from very many that are
played and not looked at.  ``python -m tests.proofs.evenings`` takes some seven minutes of one core.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np

from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.review.evening import Review, Reviewed
from simulate.books.tally import Floats
from simulate.branch.whole import luck_of
from simulate.games.game import find_game
from simulate.games.spot import asking
from simulate.runs.chunk import play_sessions
from simulate.runs.follow import histories
from simulate.runs.run import Run

#: Whose evenings they are.
SEAT = 0
#: Standard errors to each side of a 95% interval.
_WIDE = 1.96
#: Evenings that tell the truth, how many at a time, and their seed.
_EVENINGS, _AT_A_TIME, _TRUTH_SEED = 40_000, 2_000, 1_000_003


@dataclass(frozen=True)
class Evenings:
    """Some evenings: float64[evenings] each."""

    raw: Floats  #: float64[evenings], chips that the seat made
    calm: Floats  #: float64[evenings], the same without luck, and the standard error
    se: Floats

    @classmethod
    def of(cls, parts: Iterable[Evenings]) -> Evenings:
        """Return the evenings of several parts."""
        some = list(parts)
        return cls(*(np.concatenate([getattr(part, name) for part in some])
                     for name in ("raw", "calm", "se")))


def play_evenings(
    run: Run, table: ValuedTable, first: int, evenings: int, known: Collection[int] = (),
) -> Evenings:
    """Play evenings and take the luck out of each.

    ``run``: its sessions are the evenings. ``table``: who the players are taken to be. ``known``:
    seats that are known to be those of the table; see ``luck_of``.
    """
    spread = table.left_variance(SEAT, run.hands)
    found = np.zeros((evenings, 3))
    for k in range(evenings):
        hands = []
        for hand, _ in histories(run, range(first + k, first + k + 1)):
            number = (first + k) * run.hands + int(hand["hand"])
            stakes = table.stakes(SEAT, hand["dealer"], hand["pool"])
            events = asking(run.game).events(hand, run.rules)
            luck = luck_of(table.run, hand, events, SEAT, stakes.worth, number, known)
            hands.append(Reviewed(number, 0, [], float(hand["net"][SEAT]), luck,
                                  table.left(SEAT, hand), "chips", "chips", hand["dealer"]))
        evening = Review(hands, SEAT, run, [], left_variance=spread)
        calm = evening.without_luck
        assert calm is not None, "all tiles are told, so luck is"
        found[k] = evening.result, *calm
    return Evenings(*found.T)


@dataclass(frozen=True)
class Held:
    """What evenings show of results without luck."""

    evenings: Evenings
    truth: float  #: what the seat makes of an evening on average
    truth_se: float

    @property
    def share(self) -> float:
        """The share of the intervals that hold the truth."""
        off = np.abs(self.evenings.calm - self.truth)
        return float((off < _WIDE * self.evenings.se).mean())

    @property
    def bias(self) -> tuple[float, float]:
        """By how much the results without luck are above the plain ones, and the error."""
        gap = self.evenings.calm - self.evenings.raw
        return float(gap.mean()), float(gap.std(ddof=1)) / math.sqrt(len(gap))

    @property
    def mean(self) -> tuple[float, float]:
        """The mean result without luck, and its error."""
        calm = self.evenings.calm
        return float(calm.mean()), float(calm.std(ddof=1)) / math.sqrt(len(calm))

    @property
    def factor(self) -> float:
        """How many times as many evenings would tell as much without taking luck out."""
        return float(self.evenings.raw.var() / self.evenings.calm.var())

    def __str__(self) -> str:
        """Return a row of the table in the docs."""
        (bias, error), (mean, mean_error), many = self.bias, self.mean, len(self.evenings.raw)
        half = _WIDE * math.sqrt(self.share * (1 - self.share) / many)
        return (f"| {many:,} | {self.truth:.1f} ± {self.truth_se:.1f} | {mean:.1f} ± "
                f"{mean_error:.1f} | {bias:+.1f} ± {error:.1f} | {self.share:.1%} ± {half:.1%} | "
                f"{self.factor:.0f} |")


def truth_of(run: Run, evenings: int = _EVENINGS) -> tuple[float, float]:
    """Return what the seat makes of an evening on average, and the standard error."""
    at = find_game(run.game).books.seat.index("value")
    other = replace(run, seed=_TRUTH_SEED)
    made = np.concatenate([
        play_sessions(other, first, min(_AT_A_TIME, evenings - first), run.hands).seat[:, SEAT, at]
        for first in range(0, evenings, _AT_A_TIME)])
    return float(made.mean()), float(made.std(ddof=1)) / math.sqrt(evenings)


def table_of_four() -> Run:
    """Return evenings of 200 hands at the table of the docs."""
    return set_up("loo", "bold,solved,banker,book", 4, None, 1000, 200, 5)


def main() -> None:
    """Play a thousand evenings."""
    run = table_of_four()
    print(Held(play_evenings(run, ValuedTable(run), 0, run.sessions), *truth_of(run)))


if __name__ == "__main__":
    main()
