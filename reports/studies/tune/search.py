"""Looking for the best values, on deals that all candidates share."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from reports.stats.estimates import Estimate
from reports.studies.tune.space import AgainstTables, Measured, Objective, Space, decimals
from simulate.errors import BoneyardError
from simulate.runs import safe_files
from simulate.runs.run import Player

Point = tuple[float, ...]

#: The first steps are this part of a range, the last ones are no smaller than this.
_FIRST_STEP, _LAST_STEP = 1 / 8, 1 / 128
#: So many directions are drawn by lot for each parameter.
_DRAWN = 4
#: A point is given up where it is behind by this many standard errors.
_BEHIND = 3.0
#: This many of the best points are measured again on other deals before one is chosen.
FINALISTS = 8
#: Seconds between two writings of what is kept.
_SECONDS = 5.0


class _Enough(Exception):
    """As many points as were asked for have been measured."""


@dataclass
class Search:
    """A search, and what it found so far."""

    space: Space
    objective: Objective
    trials: int  #: points to measure at most
    seed: int
    keep: Path | None = None  #: where points are kept, and looked for
    identity: dict[str, Any] = field(default_factory=dict)  #: what the worth of points follows from
    #: Called with the number of points measured, and in words the gain over the start so far.
    progress: Callable[[int, str], None] | None = None
    worth: dict[Point, float] = field(default_factory=dict, init=False)
    _kept: dict[Point, float] = field(default_factory=dict, init=False)
    _looked_at: dict[Point, Measured] = field(default_factory=dict, init=False)
    _written: float = field(default=0.0, init=False)

    @property
    def origin(self) -> Point:
        """Where the search begins."""
        return self.space.rounded(self.space.origin)

    def look(self) -> list[Point]:
        """Measure points; return the best of them, the best first and the start at the end."""
        self._restore()
        try:
            self._climb()
        except _Enough:
            pass
        finally:
            self._save(last=True)
        order = sorted(self.worth, key=lambda point: (-self.worth[point], point))
        return [point for point in order if point != self.origin][:FINALISTS] + [self.origin]

    def _climb(self) -> None:
        """Go on from the best point by steps that halve where none is better: in one value at a
        time, else in directions drawn by lot, since some values must change together."""
        spans = np.array([one.high - one.low for one in self.space.ranges])
        least = np.array([10.0 ** -decimals(one) for one in self.space.ranges])
        chance, count = np.random.default_rng(self.seed), len(spans)
        at, part = self.origin, _FIRST_STEP
        self._worth_of(at)
        while part >= _LAST_STEP:
            before, size = at, np.maximum(part * spans, least)
            drawn = chance.normal(size=(_DRAWN * count * (count > 1), count))
            for number, step in enumerate([*np.eye(count), *drawn]):
                if number >= count and at != before:
                    break
                for way in (size * step, -size * step):
                    while self._worth_of(to := self.space.rounded(at + way)) > self.worth[at]:
                        at = to
            part = part if at != before else part / 2

    def _worth_of(self, point: Point) -> float:
        """Return how good a point is on the deals of the search."""
        if point in self.worth:
            return self.worth[point]
        if len(self.worth) >= self.trials:
            raise _Enough
        if (value := self._kept.get(point)) is None:
            value = self._measured(point)
        self.worth[point] = value
        if self.progress:
            gain = self.objective.scale * (max(self.worth.values()) - self.worth[self.origin])
            self.progress(len(self.worth), f"{gain:+.3g} {self.objective.unit}")
        self._save()
        return value

    def _measured(self, point: Point) -> float:
        """Measure a point: on a quarter of the deals, if it is clearly behind the best there."""
        at = max(self.worth, key=lambda one: (self.worth[one], one), default=None)
        if isinstance(self.objective, AgainstTables) and at and self.objective.run.sessions >= 8:
            behind = self._early(point).minus(self._early(at))
            if behind.value + _BEHIND * behind.se < 0:
                return self.worth[at] + behind.value
        return self.objective.measure(self.space.player(point), "search").value.value

    def _early(self, point: Point) -> Measured:
        """Return how good a point is on the first quarter of the deals."""
        if point not in self._looked_at:
            self._looked_at[point] = self.objective.measure(self.space.player(point), "early")
        return self._looked_at[point]

    def _save(self, last: bool = False) -> None:
        if self.keep is None or (not last and time.monotonic() - self._written < _SECONDS):
            return
        self._written = time.monotonic()
        safe_files.write(self.keep, {
            "identity": self.identity, "points": [*{**self._kept, **self.worth}.items()]})

    def _restore(self) -> None:
        """Take up what is kept of the same search, if anything is."""
        if self.keep is None or not self.keep.exists():
            return
        remedy = f"name another file, or remove {str(self.keep)!r} to begin anew"
        try:
            found = safe_files.read(self.keep)
            if found["identity"] != json.loads(json.dumps(self.identity)):
                raise BoneyardError(f"{str(self.keep)!r} is of another search")
            self._kept = {tuple(point): float(value) for point, value in found["points"]}
        except BoneyardError as error:
            raise BoneyardError(f"{error}; {remedy}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise BoneyardError(f"{str(self.keep)!r} is damaged; {remedy}") from error


@dataclass(frozen=True)
class Tuned:
    """What tuning found."""

    space: Space
    objective: Objective
    #: Where it began, and the point that was chosen.
    start: Point
    best: Point
    gain: Estimate  #: by how much the chosen point is better, on deals that nothing was chosen on
    #: What the chosen point loses, on those deals, if one parameter goes back to the start.
    losses: dict[str, Estimate]
    #: Whether the start is surely better where the other seats, which play it, play the chosen
    #: point.
    is_circle: bool = False

    @property
    def is_better(self) -> bool:
        """Whether the chosen point is surely better than the start."""
        return self.gain.low > 0

    @property
    def point(self) -> tuple[float, ...]:
        """The values to play: where tuning began if nothing is surely better."""
        return self.best if self.is_better else self.start


def find_values(search: Search, progress: Callable[[float, str], None] | None = None) -> Tuned:
    """Look for the best values, choose among the best points, and prove the choice."""
    space, objective = search.space, search.objective
    report = progress or (lambda share, words: None)
    search.progress = lambda done, words: report(0.7 * done / search.trials, words)
    *points, start = search.look()
    report(0.7, "choosing among the best")
    # The start stands first: what plays the same, as a seat that nobody has, is not chosen.
    chosen = max((start, *points), key=lambda point: objective.measure(
        space.player(point), "choice").value.value)
    if chosen == start:
        return Tuned(space, objective, start, start, Estimate(0.0, 0.0, 0.0, 0.0), {})
    report(0.8, "proving it on fresh deals")
    best = objective.measure(space.player(chosen), "proof")
    gain = best.minus(objective.measure(space.player(start), "proof"))
    losses = {name: best.minus(objective.measure(
        space.player((*chosen[:i], start[i], *chosen[i + 1:])), "proof"))
        for i, name in enumerate(space.tuned) if chosen[i] != start[i]}
    return Tuned(space, objective, start, chosen, gain, losses,
                 gain.low > 0 and _is_circle(objective, space.player(start), space.player(chosen)))


def _is_circle(objective: Objective, start: Player, chosen: Player) -> bool:
    """Return whether the start is surely better against what is surely better against it."""
    tables = objective.turned(start, chosen) if isinstance(objective, AgainstTables) else None
    return tables is not None and tables.measure(start, "proof").minus(
        tables.measure(chosen, "proof")).low > 0
