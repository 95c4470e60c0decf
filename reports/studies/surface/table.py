"""A table's surface: chances by bank, goal and number of hands, each with its interval.

They come from first passages: when a seat's chips first are a bank below the start, or a goal above
it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple
from zlib import compress

import numpy as np

from reports.page.document import Row
from reports.stats.estimates import NOTHING, Estimate, quantile_of, t_quantile, wilson
from reports.studies.risk.ruin import walk
from simulate.books.tally import Ints
from simulate.games.game import find_game
from simulate.machine.compiling import kernel
from simulate.runs.follow import Paths, follow, values_of
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

#: Hands after which is counted; a session has as many as the last.
MARKS = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 90, 100, 120, 150, 200, 250, 300, 400, 500)
#: Banks and goals in chips: whole numbers first, since small banks lie on a lattice; then the
#: preferred numbers R20 of ISO 3, each an eighth larger than the one before.
_DECADE = (100, 112, 125, 140, 160, 180, 200, 224, 250, 280, 315, 355, 400, 450, 500, 560, 630, 710,
           800, 900)
CHIPS = (*range(10, 41), *(n // 10 for n in _DECADE[13:]), *_DECADE, *(10 * n for n in _DECADE),
         *(100 * n for n in _DECADE), 100_000)
#: Pools lie on lattices of their own, so whole numbers go further.
POOLS = (*range(5, 200), *(n for n in CHIPS if n >= 200))
#: The pool of a hand that was not played, since its session had grown beyond all bounds.
ENDLESS = np.iinfo(np.int64).max
#: Hands of an hour at the table.
HOUR = 20


class Passages(NamedTuple):
    """What the seats of some sessions met, by bank, goal and number of hands. Banks and goals are
    ``CHIPS``, pools ``POOLS``; the first goal is none."""

    #: int64[banks, goals + 1, marks]: seats whose bank was gone, or whose goal was reached, as the
    #: first of both, after no more hands than the mark.
    lost: Ints
    won: Ints
    #: int64[banks, marks]: sums of squares of the seats of a session whose bank was gone.
    squares: Ints
    passed: Ints  #: int64[pools, marks]: sessions in which so large a pool was played for
    pool: Ints  #: int64[sessions, marks]: the pool of the hand of the mark
    worst: Ints  #: int64[sessions, seats, marks]: what the worst ``HOUR`` hands in a row brought
    lowest: Ints  #: int64[sessions, seats, marks]: the least total of a seat's chips, 0 at most
    lines: Ints  #: int64[sessions, hands]: chips of the first seat, of the first sessions


@kernel
def _count_passages(
    below: Any, above: Any, marks: Any, lost: Any, won: Any, squares: Any
) -> None:
    """Count the seats that met a bank or a goal first at each mark: ``below``, ``above``
    (int64[sessions, seats, chips]) are the hands after which they did, 0 if they never did."""
    mark_of = np.searchsorted(marks, np.arange(marks[-1] + 1))
    gone, banks = np.zeros(squares.shape, np.int64), len(squares)
    for i in range(len(below)):
        gone[:] = 0
        for seat in range(below.shape[1]):
            for b in range(banks):
                low = below[i, seat, b]
                if low:
                    for m in range(mark_of[low], len(marks)):
                        gone[b, m] += 1
                for g in range(above.shape[2] + 1):
                    high = above[i, seat, g - 1] if g else 0
                    if low and (not high or low < high):
                        lost[b, g, mark_of[low]] += 1
                    elif high:
                        won[b, g, mark_of[high]] += 1
        for b in range(banks):
            for m in range(len(marks)):
                squares[b, m] += gone[b, m] * gone[b, m]


@kernel
def _watch(
    values: Any, pools: Any, starts: Any, marks: Any, levels: Any, hour: int, passed: Any,
    pool: Any, worst: Any,
) -> None:
    """Look for the worst hours of the seats, and for large pools."""
    mark_of = np.searchsorted(marks, np.arange(marks[-1] + 1))
    chips = np.zeros(marks[-1] + 1, np.int64)
    for i in range(len(starts) - 1):
        hands = starts[i + 1] - starts[i]
        for seat in range(values.shape[1]):
            lowest = 0
            for n in range(1, hands + 1):
                chips[n] = chips[n - 1] + values[starts[i] + n - 1, seat]
                lowest = min(lowest, chips[n] - chips[max(0, n - hour)])
                worst[i, seat, mark_of[n]] = lowest
            worst[i, seat, mark_of[hands] :] = lowest
        level = 0
        for n in range(1, hands + 1):
            held = pools[starts[i] + n - 1]
            while level < len(levels) and held >= levels[level]:
                for m in range(mark_of[n], len(marks)):
                    passed[level, m] += 1
                level += 1
            if n == marks[mark_of[n]]:
                pool[i, mark_of[n]] = held


def passages(paths: Paths, lines: int) -> Passages:
    """Look for the first passages of some sessions, whose ``paths`` have the seats' ``value`` and
    the ``pool`` played for; ``lines`` sessions at most are kept hand by hand."""
    values, marks, banks = paths.entries["value"], np.array(MARKS), len(CHIPS)
    # A goal is reached where the walk of the losses has lost as much.
    down, up = (walk(side, paths.starts, MARKS, CHIPS) for side in (values, -values))
    seats = paths.sessions, values.shape[1], len(marks)
    found = Passages(
        np.zeros((banks, banks + 1, len(marks)), np.int64),
        np.zeros((banks, banks + 1, len(marks)), np.int64),
        np.zeros((banks, len(marks)), np.int64), np.zeros((len(POOLS), len(marks)), np.int64),
        np.full((paths.sessions, len(marks)), ENDLESS), np.zeros(seats, np.int64), down.lowest,
        _lines(paths, min(lines, paths.sessions)))
    _count_passages(down.gone, up.gone, marks, found.lost, found.won, found.squares)
    _watch(np.ascontiguousarray(values), np.ascontiguousarray(paths["pool"]), paths.starts, marks,
           np.array(POOLS), HOUR, found.passed, found.pool, found.worst)
    np.cumsum(found.lost, axis=2, out=found.lost)
    np.cumsum(found.won, axis=2, out=found.won)
    return found


def _lines(paths: Paths, sessions: int) -> Ints:
    """Return the chips of the first seat after every hand; a session that ended stays there."""
    lines = np.zeros((sessions, MARKS[-1]), np.int64)
    for i in range(sessions):
        own = np.cumsum(paths.entries["value"][paths.starts[i] : paths.starts[i + 1], 0])
        lines[i, : len(own)], lines[i, len(own) :] = own, own[-1]
    return lines


def added(pieces: Sequence[Passages], lines: int) -> Passages:
    """Put what pieces of sessions found together, in their order."""
    lost, won, squares, passed, *apart = zip(*pieces, strict=True)
    counts = (np.sum(field, axis=0) for field in (lost, won, squares, passed))
    *whole, first = (np.concatenate(field) for field in apart)
    return Passages._make([*counts, *whole, first[:lines]])


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
        """Estimate the smallest bank that is gone this rarely, as ``study risk`` does; the interval
        is at the ranks for the number of independent seats, as those of the chances are."""
        depth = quantile_of(-self.found.lowest[:, :, MARKS.index(hands)].ravel(), 1 - chance,
                            round(self.independent))
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
                 "won": self.won(bank, hands, goal) if goal else NOTHING}
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


def surface_of(run: Run, jobs: int | None = None, progress: Progress = silent) -> Surface:
    """Play a table and count what its sessions did."""
    game = find_game(run.game)
    entries = {**values_of(run), "pool": (game.row.pool, 1)}
    followed = follow(run, entries, lambda paths: passages(paths, LINES), jobs, progress=progress)
    return Surface(len(run.players), run.rules.as_dict().get("penalty", "none"), run.sessions,
                   added(followed.pieces, LINES))
