"""What each action is worth at a kind of decision, by history and bucket: the same for all games.

Every decision of the kind is forked: its hand is played once more under each action that the rules
allow, all else being equal. Half of the deals (train) choose what looks best, the others (test)
measure it, so that nothing looks better because luck chose it. A game declares its decisions in
``reports/games/GAME/decisions.py``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

import numpy as np

from reports.draw import heatmaps, shapes, style
from reports.draw.parts import Axes, Figure
from reports.page.document import Column, Picture, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats.estimates import Estimate
from reports.stats.move_values import MoveValues
from reports.studies.advise.decision_input import Table as Stakes
from reports.studies.study import in_parts
from simulate.books.tally import Floats, Ints
from simulate.branch.forks import Forks, fork
from simulate.domino.tiles import NUMBERS, TILES
from simulate.games.game import find_game
from simulate.games.spot import asking
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run


@dataclass(frozen=True)
class Buckets:
    """Buckets of numbers that a decision brings, along one or two axes."""

    axes: tuple[tuple[Column, Sequence[str]], ...]  #: a column of words, and the words
    #: ``of(run, forks, worth)``: the buckets, -1 for none, and the numbers, both of one shape whose
    #: first axis is that of the decisions. ``worth``: see ``values_of``.
    of: Callable[[Run, Forks, Floats], tuple[Ints, Floats]]
    value: Column  #: what the mean of a bucket is
    times: str = "times"  #: what the numbers of a bucket are counted as

    @property
    def size(self) -> int:
        """How many buckets there are."""
        return math.prod(len(words) for _, words in self.axes)

    def words(self, bucket: int) -> dict[str, str]:
        """Return a bucket in words, by column."""
        at = np.unravel_index(bucket, [len(words) for _, words in self.axes])
        return {column.name: words[int(k)]
                for (column, words), k in zip(self.axes, at, strict=True)}


@dataclass(frozen=True)
class Decision:
    """A kind of decision at a table."""

    name: str  #: the game's own
    noted: Mapping[str, int]  #: entries of the row that the buckets read
    buckets: Mapping[str, Buckets]
    #: The sessions of each half begin with these entries of the row, in equal parts.
    states: Sequence[Mapping[int, int]] = ({},)
    scale: float = 1.0  #: what a unit of the stakes counts as


@dataclass(frozen=True)
class Halves:
    """What actions are worth on two halves of the deals: one chooses, the other measures."""

    train: MoveValues
    test: MoveValues

    @cached_property
    def both(self) -> MoveValues:
        """The same on all deals."""
        return self.train + self.test


def values_of(run: Run, stakes: Stakes, forks: Forks, kept: Sequence[int]) -> Floats:
    """Return what every action is worth to the seat that takes it, as ``advise`` counts it:
    float64[decisions, actions], NaN where there is none."""
    worth = np.full(forks.answers.shape, np.nan)
    groups = np.stack([forks.seat, forks.noted["_first"], forks.noted["_pool"]], axis=1)
    for seat, first, pool in np.unique(groups, axis=0).tolist():
        own = (groups == (seat, first, pool)).all(1)
        at = [kept.index(entry) for entry in asking(run.game).kept(seat, run.rules)]
        worth[own] = stakes.stakes(seat, first, pool).worth(forks.outcomes[own][:, :, at])
    worth[np.arange(worth.shape[1]) >= forks.count[:, None]] = np.nan
    return worth


def measure(
    run: Run, decision: Decision, jobs: int | None = None, progress: Progress = silent
) -> dict[str, Halves]:
    """Fork every such decision of a line-up, the seats in turn: the first hand of each session."""
    game, seats, states = find_game(run.game), len(run.players), decision.states
    kept = sorted({entry for seat in range(seats)
                   for entry in asking(run.game).kept(seat, run.rules)})
    noted = {**decision.noted, "_first": game.begins[0],
             "_pool": getattr(game.row, "pool", game.begins[0])}
    stakes = Stakes(run)
    stakes.stakes(0, 0, 1)  # worked out here, so that only one thread does it

    def read(forks: Forks) -> dict[str, MoveValues]:
        worth, found = decision.scale * values_of(run, stakes, forks, kept), {}
        for name, one in decision.buckets.items():
            bucket, value = one.of(run, forks, worth)
            session = np.repeat(forks.session, bucket[0].size) if len(bucket) else forks.session
            found[name] = MoveValues.of_sessions(
                session, bucket.ravel(), value.ravel(), one.size, forks.sessions)
        return found

    ends = np.linspace(0, run.sessions, 2 * len(states) + 1).astype(int).tolist()
    parts = in_parts(progress, np.diff(ends).tolist())
    found = [reduce(_added, fork(replace(run, sessions=end - first), decision.name, noted, kept,
                                 read, state, jobs=jobs, progress=part, first=first))
             for first, end, state, part in zip(ends, ends[1:], [*states] * 2, parts, strict=False)]
    train, test = (reduce(_added, half) for half in (found[:len(states)], found[len(states):]))
    return {name: Halves(train[name], test[name]) for name in train}


def _added(one: dict[str, MoveValues], other: dict[str, MoveValues]) -> dict[str, MoveValues]:
    return {name: values + other[name] for name, values in one.items()}


def above_others(worth: Floats, count: Ints) -> Floats:
    """Return what each action brings more than the mean of the others: float64[decisions, actions].
    ``count`` (int64[decisions]): how many actions each has, two or more."""
    given = np.arange(worth.shape[1]) < count[:, None]
    total = np.where(given, worth, 0).sum(1, keepdims=True)
    return np.subtract(worth, (total - worth) / (count[:, None] - 1), dtype=np.float64)


def in_words(estimate: Estimate, column: Column) -> str:
    """Return a number with its interval, as its column has it."""
    if column.kind == "share":
        return share(estimate)
    return f"{amount(estimate, column.kind == 'signed')} {column.title}"


def ranked(buckets: Buckets, found: Halves) -> str:
    """Say which bucket brings most, and which least: chosen on one half, measured on the other."""
    train = [found.train.mean(bucket) for bucket in range(buckets.size)]
    known = [bucket for bucket, one in enumerate(train) if np.isfinite(one.value)
             and np.isfinite(found.test.mean(bucket).value)]
    if len(known) < 2:
        return "There were too few deals to tell."
    order = sorted(known, key=lambda bucket: -train[bucket].value)
    best, worst = ((", ".join(buckets.words(bucket).values()), found.test.mean(bucket))
                   for bucket in (order[0], order[-1]))
    if best[1].low <= worst[1].high:
        return f"{best[0].capitalize()} and {worst[0]} are too close to call."
    return (f"Most brings {best[0]}, {in_words(best[1], buckets.value)}. Least brings {worst[0]}, "
            f"{in_words(worst[1], buckets.value)}.")


def table_of(name: str, title: str, buckets: Buckets, found: MoveValues, note: str = "") -> Table:
    """Return what the buckets bring that came often enough."""
    return Table.of(name, title, (
        *(column for column, _ in buckets.axes),
        Column("times", buckets.times, "count", buckets.times, "how often"), buckets.value,
    ), ({**buckets.words(bucket), "times": int(found.count[bucket]), buckets.value.name: mean}
        for bucket in range(buckets.size)
        if np.isfinite((mean := found.mean(bucket)).value)), note, index=len(buckets.axes))


def draw(axes: Axes, buckets: Buckets, found: MoveValues) -> None:
    """Draw what the buckets bring: tiles by their ends, other buckets as a grid or as dots."""
    means = [found.mean(bucket) for bucket in range(buckets.size)]
    scale, (first, *more) = 100 if buckets.value.kind == "share" else 1, [
        list(words) for _, words in buckets.axes]
    known = [k for k, one in enumerate(means) if np.isfinite(one.value)]
    if not known:
        style.say_empty(axes)
    elif more:
        wide = len(more[0])
        heatmaps.gains(axes, [means[k * wide:][:wide] for k in range(len(first))], scale,
                       shapes.CELL, intervals=True)
        heatmaps.name_cells(axes, first, more[0])
    elif len(first) == TILES:
        heatmaps.gains(axes, heatmaps.by_ends(means), scale, shapes.CELL, intervals=True)
        heatmaps.name_ends(axes, shapes.NAME)
    else:
        shapes.dotted(axes, [first[k] for k in known], [means[k] for k in known], scale,
                      0 if buckets.value.kind == "signed" else None)
        axes.set_xlabel(f"{buckets.value.title}{', %' if scale == 100 else ''}")


def section_of(
    name: str, title: str, buckets: Buckets, found: Halves, note: str = "", pictured: bool = True
) -> Section:
    """Return a headline, a figure and a table of what the buckets bring."""
    rows = len(buckets.axes[0][1])

    def figure() -> Figure:
        with style.plot(1.2 + 0.32 * (rows if rows < TILES else NUMBERS)) as (figure, axes):
            draw(axes, buckets, found.both)
        return figure

    picture = Picture(name, figure, f"{title} With 95% intervals.")
    return Section(name, title, (ranked(buckets, found),), (picture,) * pictured,
                   (table_of(name, title, buckets, found.both, note),))
