"""A table's surface: chances by bank, goal and number of hands, each with its interval."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any
from zlib import compress

import numpy as np

from reports.page.document import Row
from reports.stats.estimates import Estimate, quantile_of, t_quantile, wilson
from reports.studies.surface.passages import CHIPS, MARKS, Passages, added, passages
from simulate.books.tally import Ints
from simulate.games.game import find_game
from simulate.runs.follow import follow, values_of
from simulate.runs.progress import Progress
from simulate.runs.run import Run

#: Sessions that are shown hand by hand.
LINES = 30
#: Shares of sessions in the fan of pools, and the share of evenings with so bad an hour.
FAN, WORST = (0.05, 0.25, 0.5, 0.75, 0.95), 0.05
#: Chances of ruin for which a bank is looked for.
CHANCES = (0.05, 0.01)
#: Chips that a page tells: of more, that there are more.
_BOUNDS = 1e15
#: What the tidy table has of banks and goals (0 is none), in stakes, and of hands.
BANKS, _GOALS = (4, 10, 20, 40, 100, 200), (0, 10, 20, 40, 100)
_HANDS = (20, 50, 100, 200, 500)
#: Shares by which the number of independent seats is judged: others say too little of it.
_JUDGED = (0.02, 0.98)
#: Banks and goals end where fewer seats than this share come so far.
_LEAST = 0.002


@dataclass(frozen=True)
class Surface:
    """What sessions of a table did, where all seats play one strategy."""

    players: int
    penalty: str  #: as the rules write it, "none" where there is none
    sessions: int
    found: Passages  #: of all sessions

    @property
    def walks(self) -> int:
        """Seats of all sessions."""
        return self.players * self.sessions

    @cached_property
    def independent(self) -> float:
        """The number of independent seats that tell as much as those of the sessions.

        Seats of a session hang together. For each bank and number of hands the effective number is
        p (1 - p) / se**2 with the error clustered by session (Kish, Survey Sampling, 1965, section
        8.2); this is the least of ten over all of them, and no more than there are."""
        gone, squares = self.found.lost[:, 0], self.found.squares
        p = gone / self.walks
        variance = (squares / self.sessions / self.players**2 - p**2) / self.sessions
        judged = (p > _JUDGED[0]) & (p < _JUDGED[1]) & (variance > 0)
        if not judged.any():
            return float(self.sessions)
        sizes = p[judged] * (1 - p[judged]) / variance[judged]
        return float(min(self.walks, np.quantile(sizes, 0.1)))

    def _share(self, count: int) -> Estimate:
        p, size = count / self.walks, self.independent
        return Estimate(p, float(np.sqrt(p * (1 - p) / size)),
                        *wilson(p, size, t_quantile(self.sessions)))

    def lost(self, bank: int, hands: int, goal: int = 0) -> Estimate:
        """Estimate the chance that a bank is gone before a goal (0: none) and by some hand."""
        return self._share(self.found.lost[_cell(bank, goal, hands)])

    def won(self, bank: int, hands: int, goal: int) -> Estimate:
        """Estimate the chance that a goal is reached before a bank is gone and by some hand."""
        return self._share(self.found.won[_cell(bank, goal, hands)])

    def needed(self, chance: float, hands: int) -> Estimate:
        """Estimate the smallest bank that is gone this rarely, as ``study risk`` does."""
        depth = quantile_of(-self.found.lowest[:, :, MARKS.index(hands)].ravel(), 1 - chance,
                            self.sessions)
        # A bank as large as the deepest fall is gone, one chip more is not.
        return Estimate(depth.value + 1, low=depth.low + 1, high=depth.high + 1)

    def pool(self, share: float, hands: int) -> Estimate:
        """Estimate a quantile of the pool that is played for in some hand."""
        return quantile_of(self.found.pool[:, MARKS.index(hands)], share, self.sessions)

    def worst(self, share: float, hands: int) -> Estimate:
        """Estimate a quantile of what the worst ``HOUR`` hands in a row of an evening bring."""
        found = self.found.worst[:, :, MARKS.index(hands)]
        return quantile_of(found.ravel(), share, self.sessions)

    def rows(self, stake: int) -> list[Row]:
        """Return the tidy table: a row a bank, goal and number of hands."""
        return [{"players": self.players, "penalty": self.penalty, "bank": bank, "goal": goal,
                 "hands": hands, "lost": self.lost(bank, hands, goal),
                 "won": self.won(bank, hands, goal)}
                for bank, goal, hands in product(
                    in_stakes(BANKS, stake), in_stakes(_GOALS, stake), _HANDS)]

    def evenings(self) -> list[Row]:
        """Return what evenings of so many hands are like: the worst hours, the pool at the end."""
        return [{"players": self.players, "penalty": self.penalty, "hands": hands,
                 **{f"bank_{100 * c:g}": self.needed(c, hands) for c in CHANCES},
                 "worst_hour": self.worst(WORST, hands),
                 **{f"q{round(100 * q):02d}": self.pool(q, hands) for q in FAN}}
                for hands in _HANDS]

    def data(self) -> dict[str, Any]:
        """Return what a page's script reads, as far as seats come. Counts are differences along all
        axes: most are small, so that they take little room."""
        gone, met = self.found.lost[:, 0, -1], self.found.won[-1, 1:, -1]
        banks, goals = _reached(gone, self.walks), _reached(met, self.walks)
        pools = _reached(self.found.passed[:, -1], self.sessions)
        lost, won = (packed(_differences(counts[:banks, : goals + 1]))
                     for counts in (self.found.lost, self.found.won))
        return {
            "players": self.players, "penalty": self.penalty, "sessions": self.sessions,
            "independent": self.independent, "banks": banks, "goals": goals, "sizes": pools,
            "z": t_quantile(self.sessions), "lost": lost, "won": won,
            "passed": packed(np.diff(self.found.passed[:pools], prepend=0)),
            "fan": [[_told(self.pool(q, mark)) for mark in MARKS] for q in FAN],
            "gone": [[_told(self.needed(chance, mark)) for mark in MARKS] for chance in CHANCES],
            "worst": [_told(self.worst(WORST, mark)) for mark in MARKS],
            "lines": packed(np.diff(self.found.lines, prepend=0)),
        }


def in_stakes(times: Iterable[int], stake: int) -> list[int]:
    """Return the counted chips next to so many stakes, once each; 0 is none."""
    return list(dict.fromkeys(k and min(CHIPS, key=lambda chips: abs(chips - k * stake))
                              for k in times))


def _cell(bank: int, goal: int, hands: int) -> tuple[int, int, int]:
    """Return where the counts of a bank, a goal and a number of hands are."""
    return CHIPS.index(bank), 1 + CHIPS.index(goal) if goal else 0, MARKS.index(hands)


def _reached(counts: Ints, of: int) -> int:
    """Return how many chips are reached often enough to be told, and one more."""
    return min(len(counts), int((counts > _LEAST * of).sum()) + 1)


def _differences(counts: Ints) -> Ints:
    """Return the differences of counts along all their axes."""
    for axis in range(counts.ndim):
        counts = np.diff(counts, axis=axis, prepend=0)
    return counts


def _told(found: Estimate) -> list[float | None]:
    """Return a number and its interval as JSON has them: none beyond all bounds."""
    return [one if abs(one) < _BOUNDS else None for one in (found.value, found.low, found.high)]


def packed(numbers: Any, kind: str = "<i4") -> str:
    """Return whole numbers of a kind (``<i2``, ``u1``), deflated, as text."""
    limits = np.iinfo(kind)
    numbers = np.clip(numbers, limits.min, limits.max)
    return b64encode(compress(numbers.astype(kind).tobytes(), 9)).decode()


def surface_of(run: Run, jobs: int | None = None, progress: Progress | None = None) -> Surface:
    """Play a table and count what its sessions did."""
    game = find_game(run.game)
    entries = {**values_of(run), "pool": (game.row.pool, 1)}
    followed = follow(run, entries, lambda paths: passages(paths, LINES), jobs, progress=progress)
    return Surface(len(run.players), run.rules.as_dict().get("penalty", "none"), run.sessions,
                   added(followed.pieces, LINES))
