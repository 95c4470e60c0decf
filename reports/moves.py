"""What each action is worth at a kind of decision, by history and bucket: the same for all games.

Every decision of the kind is forked: its hand is played once more under each action that the rules
allow, all else being equal. For a chart, half of the deals (train) choose what looks best, the
others (test) measure it, so that nothing looks better because luck chose it. A game declares its
decisions in ``reports/games/GAME/decisions.py``.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from typing import Any

import numpy as np

from reports import headlines
from reports.draw.actions import Action
from reports.draw.shapes import Cells, Dots, Plot
from reports.page.document import Column, Picture, Section, Table
from reports.results.game_report import ValuedTable
from reports.stats.estimates import Estimate
from reports.stats.move_values import Halves, MoveValues, ratio
from simulate.books.tally import Floats, Ints
from simulate.branch.forced import Forks, fork
from simulate.domino.tiles import NUMBERS, TILES
from simulate.games.game import find_game
from simulate.games.spot import asking
from simulate.runs.run import Progress, Run, silent


@dataclass(frozen=True)
class Buckets:
    """Buckets of numbers that a decision brings, along one or two axes."""

    axes: tuple[tuple[Column, Sequence[str]], ...]  #: a column of words, and the words
    #: ``of(run, forks, worth)``: the buckets, -1 for none, and the numbers, both of one shape with
    #: the decisions along its first axis. ``worth``: float64[decisions, answers].
    of: Callable[[Run, Forks, Floats], tuple[Ints, Floats]]
    value: Column  #: what the mean of a bucket is
    times: str = "times"  #: what the numbers of a bucket are counted as
    title: str = ""  #: the question that they answer
    note: str = ""  #: what one must know to read them

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
class InformationSets:
    """What a seat knows when it decides, as far as a chart distinguishes it."""

    columns: tuple[Column, ...]  #: of the words of a history, then of a bucket
    histories: Sequence[tuple[str, ...]]  #: in words
    buckets: Sequence[tuple[str, ...]]
    actions: Sequence[Action]
    #: ``of(run, forks)``: int64[decisions] history and bucket, and int64[decisions, answers] the
    #: action that each answer is, -1 for none.
    of: Callable[[Run, Forks], tuple[Ints, Ints, Ints]]
    unit: str  #: what actions are worth, in words
    finer: Sequence[str] = ()  #: columns that habits leave out

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.histories) * len(self.buckets)


@dataclass(frozen=True)
class Start:
    """How a hand begins whose decisions are forked."""

    entries: Mapping[int, int] = field(default_factory=dict)  #: of the row
    score: tuple[int, ...] = ()  #: by seat, as a history has it, where games are played for


@dataclass(frozen=True)
class Decision:
    """A kind of decision at a table."""

    name: str  #: the game's own
    noted: Mapping[str, int]  #: entries of the row that the buckets read
    buckets: Mapping[str, Buckets] = field(default_factory=dict)
    sets: InformationSets | None = None
    starts: Sequence[Start] = (Start(),)  #: of the sessions of each half, in equal parts
    scale: float = 1.0  #: what a unit of the stakes counts as
    #: What outcomes are worth, where that is not what ``advise`` plays for.
    worth: Callable[[Ints], Floats] | None = None


#: The name of the values by information set.
SETS = "sets"


class _Forked:
    """Reads the forks of a decision at a table."""

    def __init__(self, run: Run, decision: Decision, table: ValuedTable) -> None:
        self.run, self.decision, self.game = run, decision, find_game(run.game)
        self.asking, self.stakes = asking(run.game), table
        self.kept = sorted({entry for seat in range(len(run.players))
                            for entry in self.asking.kept(seat, run.rules)})
        self.noted = {**decision.noted, "_first": self.game.begins[0],
                      "_pool": getattr(self.game.row, "pool", self.game.begins[0])}
        if decision.worth is None:
            self.stakes.stakes(0, 0, 1)  # worked out here, so that only one thread does it

    def values(self, start: Start, forks: Forks) -> Floats:
        """Return what every answer is worth to its seat: float64[decisions, answers], or NaN."""
        worth = np.full(forks.answers.shape, np.nan)
        most = slice(forks.count.max(initial=0))  # of the answers that there is room for
        seats = len(self.run.players)
        groups = (forks.noted["_pool"] * seats + forks.noted["_first"]) * seats + forks.seat
        for group in np.unique(groups).tolist():
            own, seat = groups == group, group % seats
            pool, first = divmod(group // seats, seats)
            at = [self.kept.index(entry) for entry in self.asking.kept(seat, self.run.rules)]
            of = self.decision.worth or self.stakes.stakes(seat, first, pool, start.score).worth
            worth[own, most] = of(forks.outcomes[own, most][:, :, at])
        given = np.arange(forks.answers.shape[1]) < forks.count[:, None]
        return np.where(given, self.decision.scale * worth, np.nan)

    def in_buckets(self, forks: Forks, worth: Floats) -> dict[str, MoveValues]:
        """Add up what the decision's buckets are made of."""
        found = {}
        for name, one in self.decision.buckets.items():
            bucket, value = one.of(self.run, forks, worth)
            session = np.repeat(forks.session, bucket.size // max(len(bucket), 1))
            found[name] = MoveValues.of_sessions(
                session, bucket.ravel(), value.ravel(), one.size, forks.sessions)
        return found

    def in_sets(self, forks: Forks, worth: Floats) -> tuple[Ints, Ints, Ints, Floats]:
        """Return of each decision strategy, information set, action taken and what each action is
        worth: the mean of answers that are one action; others are the last."""
        sets = self.decision.sets
        if sets is None:
            return *np.zeros((3, 0), np.int64), np.zeros((0, 0))
        history, bucket, action = sets.of(self.run, forks)
        by_action = np.full((len(worth), len(sets.actions)), np.nan)
        for k in range(len(sets.actions)):
            some = action == k
            total = np.where(some, worth, 0).sum(1)
            by_action[:, k] = ratio(total, some.sum(1))
        made = np.take_along_axis(action, forks.taken[:, None], 1)[:, 0]
        made = np.where(made < 0, len(sets.actions), made)
        return strategy_of(self.run, forks), history * len(sets.buckets) + bucket, made, by_action

    def half(self, first: int, end: int, start: Start, jobs: int | None, part: Progress
             ) -> dict[str, MoveValues]:
        """Fork the decisions of some sessions, and add them up."""
        def read(forks: Forks) -> tuple[dict[str, MoveValues], tuple[Ints, Ints, Ints, Floats]]:
            worth = self.values(start, forks)
            return self.in_buckets(forks, worth), self.in_sets(forks, worth)

        parts = fork(replace(self.run, sessions=end - first), self.decision.name, self.noted,
                     self.kept, read, start.entries, jobs=jobs, progress=part, first=first)
        found, sets = reduce(_added, (one for one, _ in parts)), self.decision.sets
        if sets is None:
            return found
        label, cell, made, worth = map(np.concatenate, zip(*(one for _, one in parts), strict=True))
        shape = len(set(self.run.labels)), sets.size, len(sets.actions) + 1
        by = np.ravel_multi_index((label, cell, made), shape)
        values = MoveValues.of(by, worth, math.prod(shape)).each(
            lambda sums: sums.reshape(*shape, *sums.shape[1:]))
        return {**found, SETS: replace(values, sessions=end - first)}


def strategy_of(run: Run, forks: Forks) -> Ints:
    """Return the strategy that decides, numbered as the line-up has them: int64[decisions]."""
    labels = list(dict.fromkeys(run.labels))
    return np.array([labels.index(label) for label in run.labels])[forks.seat]


def measure(
    run: Run, decision: Decision, jobs: int | None = None, progress: Progress = silent,
    table: ValuedTable | None = None,
) -> dict[str, Halves]:
    """Fork every such decision in the first hand of each session, the seats in turn. Return what
    buckets bring, by name; as ``SETS`` what actions are worth by strategy, set and action taken.
    ``table``: values outcomes, where several decisions are measured."""
    forked, starts = _Forked(run, decision, table or ValuedTable(run)), decision.starts
    sessions = max(run.sessions, 2 * len(starts))  # either half has one of every start
    ends = np.linspace(0, sessions, 2 * len(starts) + 1).astype(int).tolist()

    def half(first: int, end: int, start: Start) -> dict[str, MoveValues]:
        return forked.half(first, end, start, jobs, lambda done, hands: progress(
            (first + done * (end - first)) / sessions, first + hands))

    found = list(map(half, ends[:-1], ends[1:], [*starts] * 2))
    train, test = (reduce(_added, half) for half in (found[:len(starts)], found[len(starts):]))
    return {name: Halves(train[name], test[name]) for name in train}


def _added(one: dict[str, MoveValues], other: dict[str, MoveValues]) -> dict[str, MoveValues]:
    return {name: values + other[name] for name, values in one.items()}


def above_others(worth: Floats, count: Ints) -> Floats:
    """Return what each action brings more than the mean of the others: float64[decisions, actions].
    ``count`` (int64[decisions]): how many actions each has, two or more."""
    given = np.arange(worth.shape[1]) < count[:, None]
    total = np.where(given, worth, 0).sum(1, keepdims=True)
    return np.subtract(worth, (total - worth) / (count[:, None] - 1), dtype=np.float64)


def headline(buckets: Buckets, found: MoveValues) -> str:
    """Return which bucket comes first, which are too close to it to call, and the last one
    where it surely is."""
    known, value = dict[str, Estimate](), buckets.value
    for bucket in range(buckets.size):
        name, *more = buckets.words(bucket).values()
        if np.isfinite((mean := found.mean(bucket)).value):
            known[f"{name} ({more[0]})" if more else name] = mean
    if len(known) < 2:
        return f"{buckets.title} There were too few deals to tell."

    def lead(one: str, other: str) -> Estimate:
        # Both are of the same deals. However these hang together, their errors at most add up.
        ahead, behind = known[one], known[other]
        return Estimate(ahead.value - behind.value, ahead.se + behind.se)

    words: dict[str, Any] = {"written": headlines.share} if value.kind == "share" else {
        "unit": value.title, "written": partial(headlines.amount, signed=value.kind == "signed")}
    return headlines.capital(headlines.first(
        known, lead, found.sessions, is_first="comes first", last=True, **words))


def table_of(name: str, buckets: Buckets, found: MoveValues) -> Table:
    """Return what the buckets bring that came often enough."""
    return Table.of(name, buckets.title, (
        *(column for column, _ in buckets.axes),
        Column("times", buckets.times, "count", buckets.times, "how often"), buckets.value,
    ), ({**buckets.words(bucket), "times": int(found.count[bucket]), buckets.value.name: mean}
        for bucket in range(buckets.size)
        if np.isfinite((mean := found.mean(bucket)).value)), buckets.note, index=len(buckets.axes))


def plot_of(buckets: Buckets, found: MoveValues, **words: Any) -> Plot:
    """Return what the buckets bring: tiles by their ends, other buckets as a grid or as dots."""
    means = [found.mean(bucket) for bucket in range(buckets.size)]
    (first, *more) = [list(words) for _, words in buckets.axes]
    known = [k for k, one in enumerate(means) if np.isfinite(one.value)]
    share = buckets.value.kind == "share"
    rows = len(first) if len(first) < TILES else NUMBERS
    look: dict[str, Any] = {"height": 1.2 + 0.32 * rows, "scale": 100 if share else 1, **words}
    if known and more:
        wide = len(more[0])
        grid = [means[k * wide:][:wide] for k in range(len(first))]
        return Cells(grid, first, more[0], intervals=True, **look)
    if known and len(first) == TILES:
        return Cells.of_tiles(means, intervals=True, **look)
    return Dots([first[k] for k in known], {"": [means[k] for k in known]}, **{
        "xlabel": f"{buckets.value.title}{', %' * share}",
        "neutral": 0 if buckets.value.kind == "signed" else None, **look})


def sections_of(
    study: str, buckets: Mapping[str, Buckets], found: Mapping[str, Halves],
) -> tuple[Section, ...]:
    """Return a headline, a figure and a table of what each sort of buckets brings."""
    return tuple(Section(
        called, one.title, (headline(one, halves.both),),
        (Picture(called, plot_of(one, halves.both), one.title),),
        (table_of(called, one, halves.both),))
        for name, one in buckets.items()
        for called, halves in [(f"{study}_{name}", found[name])])
