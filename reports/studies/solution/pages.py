"""What the pages of solved tables, and of best responses, share: charts, seats, what is won."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from reports.draw.shapes import Dots
from reports.habits import SURE, WHEN, Habit, costliest, habits_table
from reports.headlines import lower_bound, share, signed
from reports.page.document import SEAT, Column, Picture, Row, Section, Table
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.study import Study, each_once, in_parts, tried
from simulate.books.tally import Floats, Ints
from simulate.games.game import chair, find_game
from simulate.runs.run import Progress, Run
from simulate.theory.cfr import Gain
from simulate.theory.stage import Locks, StageGame

#: Rows of the chart that a page shows.
_SHOWN = 30
#: What a figure leaves to its caption.
MIXED = ("The wider the field of a letter, the more often that action is taken. Chance decides, or "
         "what the chart does not distinguish. Actions rarer than a quarter are not drawn.")


@dataclass(frozen=True)
class PolicyChart:
    """How often each action is taken in each information set."""

    histories: Sequence[Row]  #: in words, by column
    buckets: Sequence[Row]
    actions: Sequence[str]
    #: float64[histories, buckets, actions]: share of all hands that come there and go on so.
    taken: Floats
    least: float  #: sets with a smaller share of the hands are too rare

    @classmethod
    def of(
        cls, reach: Floats, policy: Floats, history: Ints, bucket: Ints, action: Ints,
        histories: Sequence[Row], buckets: Sequence[Row], actions: Sequence[str], least: float,
    ) -> PolicyChart:
        """Add the information sets up that people do not distinguish. ``reach``: float64[nodes,
        classes]. ``policy``: float64[nodes, classes, moves]. ``history`` (int64[nodes]), ``bucket``
        (int64[classes]) and ``action`` (int64[nodes, moves]): where each belongs."""
        taken = np.zeros((len(histories), len(buckets), len(actions)))
        np.add.at(taken, (history[:, None, None], bucket[:, None], action[:, None]),
                  reach[..., None] * policy)
        return cls(histories, buckets, actions, taken, least)

    @property
    def often(self) -> Floats:
        """Share of all hands that come to each set: float64[histories, buckets]."""
        often: Floats = self.taken.sum(axis=-1)
        return often

    @property
    def shown(self) -> Floats:
        """What is taken, but in sets that are too rare: float64[histories, buckets, actions]."""
        return np.where(self.often[..., None] > self.least, self.taken, 0)

    def rows(self) -> Iterator[Row]:
        """Yield the sets that are not too rare, with how often each action is taken there."""
        often = self.often
        for history, bucket in np.argwhere(often > self.least).tolist():
            chances = self.taken[history, bucket] / often[history, bucket]
            yield {**self.histories[history], **self.buckets[bucket],
                   "often": often[history, bucket],
                   **dict(zip(self.actions, chances.tolist(), strict=True))}


def strategy_of(locks: Locks, seat: int) -> str:
    """Return what a seat plays: the strategy that it is locked to, or ``solved``."""
    return locks[seat].label if seat in locks else "solved"


def chair_of(locks: Locks, seat: int) -> str:
    """Return what a seat plays, and the number of the seat."""
    return chair(strategy_of(locks, seat), seat)


def who_sits(table: StageGame, dealer: int) -> list[Row]:
    """Return who sits in each position where a seat deals; the place alone where all are alike."""
    names, rows = find_game(table.run.game).position_names(table.seats), list[Row]()
    for p, name in enumerate(names):
        seat = (dealer + 1 + p) % table.seats
        rows.append({"dealer": dealer, "deals": chair_of(table.locks, dealer), "seat": seat,
                     "strategy": strategy_of(table.locks, seat), "place": name}
                    if table.locks else {"place": name})
    return rows


def columns_of_seats(place: str = "place") -> tuple[Column, ...]:
    """Return the columns of ``who_sits``; a table drops those that it has not."""
    return (Column("place", place, "text"), SEAT,
            Column("deals", "who deals", "text", "text", "who deals: strategy and seat"),
            Column("dealer", "", "count", "number", "the seat that deals"), Column("strategy"))


def share_of(often: float, deals: int) -> Estimate:
    """Return a share of the deals with its interval."""
    return share_of_trials(round(float(often) * deals), deals)


def sections(
    table: StageGame, charts: Sequence[PolicyChart], pictures: Sequence[Picture],
    columns: Sequence[Column], note: str, seats: Table, gains: Table, answer: tuple[str, ...],
) -> tuple[Section, Section]:
    """Return the charts of a solved table, by dealer, and what every seat does. ``columns``: of the
    charts as a table, with a ``note``. What a locked seat does is no advice."""
    rows = list[Row]()
    for part, one in zip(table.parts, charts, strict=True):
        free = {seat["place"]: seat for p, seat in enumerate(who_sits(table, part.dealer))
                if p not in part.locked}
        rows += [row | free[row["place"]] for row in one.rows() if row["place"] in free]
    chart = Table.of(
        "solution", "The chart, with its numbers", columns,
        sorted(rows, key=lambda row: -row["often"]),
        f"{note}The {_SHOWN} cells that come most often; solution.csv has all.", index=0,
        most=_SHOWN)
    return (Section("solution", "The charts" if len(pictures) > 1 else "The chart", (),
                    tuple(pictures), (chart,)),
            Section("solution_seats", "What every seat does, and what a best response gains",
                    answer, (), (seats, gains)))


#: Deals on which a response is found; half as many more measure it.
RESPOND_ON = 200_000
#: Whom a best response answers, and a gain as a part of what is played for.
AGAINST = Column("strategy", "against", "text")
OF_POOL = Column("of_pool", "of the pool", "share", "share of the pool",
                 "the same, or the worth, for the pool that is played for")
#: Habits on the page.
_HABITS_SHOWN = 20
#: How a response was found, and what that makes of its gain.
MEASURED = "Found on some deals and measured on others: a best response gains at least this."


def tables_of(run: Run) -> list[Run]:
    """Return a table for each strategy of a line-up and of the library, which all its seats play.
    Slow ones of the library are left out: what sets them apart is how they play their tiles."""
    return [replace(run, players=(player,) * len(run.players))
            for player in each_once(*run.players, *tried(run).values())]


def gain_over_all(gains: Sequence[Gain], deals: int, unit: float = 1.0) -> Estimate:
    """Return what responses gain on average over positions and dealers, with its largest error.
    ``deals``: of each dealer, that measured it. ``unit``: what it is a share of."""
    mean, se = (float(np.nanmean([getattr(one, name) for one in gains])) for name in ("mean", "se"))
    return around(mean / unit, se / unit, deals)


@dataclass(frozen=True)
class Exploited:
    """A strategy, or a seat of a mixed table, and what a best response to the rest wins."""

    label: str
    gain: Estimate  #: on deals that the response was not found on
    row: Row = field(default_factory=dict)  #: of the table
    habits: Callable[[], Sequence[Habit]] = list  #: where it departs from the strategy
    response: Any = None


@dataclass(frozen=True, kw_only=True)
class ResponseKind:
    """How best responses of a kind are found, and how they are ranked, drawn and tabulated."""

    #: ``find(run, deals, jobs, progress)``: the response to the one strategy of all seats, or of
    #: each seat of a mixed table.
    find: Callable[[Run, int, int | None, Progress], Sequence[Exploited]]
    actions: str  #: what a response chooses: declarations, calls
    name: str  #: of table and figure
    columns: Sequence[Column]
    unit: str  #: of the gain
    question: str = "How much does a best response win from each strategy?"
    is_share: bool = False
    luck: float = 0.0  #: what is won without a response
    note: str = MEASURED
    where: Sequence[Column] = WHEN  #: when habits happen
    habits_name: str = ""
    habits_unit: str = ""
    hidden: Collection[str] = ()

    @property
    def scale(self) -> float:
        """What a gain is multiplied by where people read it."""
        return 100.0 if self.is_share else 1.0

    @property
    def unit_read(self) -> str:
        """The unit that it has then."""
        return f"{'% ' * self.is_share}{self.unit}"

    def study(
        self, tables: Sequence[Run], deals: int, jobs: int | None, progress: Progress
    ) -> Study:
        """Return what best responses win at some tables: the one that loses least comes first."""
        parts = in_parts(progress, [1] * len(tables))
        found = [one for table, part in zip(tables, parts, strict=True)
                 for one in self.find(table, deals, jobs, part)]
        ranked = sorted(found, key=lambda one: one.gain.value)
        habits, last = [list(one.habits()) for one in ranked], ranked[-1]
        answer = [lower_bound(
            f"{self.actions} against {last.label}", last.gain, self.unit, luck=self.luck,
            written=share if self.is_share else signed)]
        if last.gain.low > self.luck:
            answer.append(costliest(habits[-1]))
        title = "What a best response wins"
        tables_shown = [Table.of(self.name, title, (AGAINST, *self.columns), (
            {"strategy": one.label, **one.row} for one in ranked), self.note, hidden=self.hidden)]
        if any(habits):
            tables_shown.append(habits_table(
                self.habits_name, "The habits that it punishes", habits, self.where,
                self.habits_unit, "the response",
                f"{SURE} {self.habits_name}.csv has all.", most=_HABITS_SHOWN))
        picture = Picture(self.name, Dots.of(
            {one.label: one.gain for one in ranked}, f"best response wins, {self.unit_read}",
            neutral=self.luck * self.scale, scale=self.scale))
        section = Section(self.name, title, tuple(answer), (picture,), tuple(tables_shown))
        return Study(self.question, tuple(answer), (section,), {"exploited": tuple(ranked)})
