"""What a page has of a solved table: its policy in the information sets that people distinguish,
and who sits where."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reports.page.document import SEAT, Column, Picture, Row, Section, Table
from reports.stats.estimates import Estimate, share_of_trials
from simulate.books.tally import Floats, Ints
from simulate.games.game import chair, find_game
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

    @property
    def chances(self) -> Floats:
        """How often each action is taken there: float64[histories, buckets, actions]."""
        with np.errstate(invalid="ignore", divide="ignore"):
            chances: Floats = self.taken / self.often[..., None]
        return chances

    def rows(self) -> Iterator[Row]:
        """Yield the sets that are not too rare."""
        often, chances = self.often, self.chances
        for history, bucket in np.argwhere(often > self.least).tolist():
            yield {**self.histories[history], **self.buckets[bucket],
                   "often": often[history, bucket],
                   **dict(zip(self.actions, chances[history, bucket].tolist(), strict=True))}


def strategy_of(locks: Locks, seat: int) -> str:
    """Return what a seat plays: the strategy that it is locked to, or ``solved``."""
    return locks[seat].label if seat in locks else "solved"


def chair_of(locks: Locks, seat: int) -> str:
    """Return what a seat plays, and the number of the seat."""
    return chair(strategy_of(locks, seat), seat)


def who_sits(table: StageGame, dealer: int) -> list[Row]:
    """Return who sits in each position where a seat deals; the place alone where seats are
    alike."""
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


@dataclass(frozen=True)
class SolvedHands(ABC):
    """The hands of a dealer, as they were solved at a pool or a score."""

    table: Any
    part: Any

    @property
    @abstractmethod
    def chart(self) -> PolicyChart:
        """How often each action is taken."""

    @property
    @abstractmethod
    def deals(self) -> int:
        """On how many deals shares of hands are counted."""

    @abstractmethod
    def pictures(self, name: str) -> Iterable[Picture]:
        """Return the chart as figures."""

    @abstractmethod
    def seats(self) -> Iterator[Row]:
        """Yield what every position does and gets."""

    def cells(self) -> Iterator[Row]:
        """Yield the chart of the seats that were solved: what a locked seat does is no advice."""
        seats = {seat["place"]: seat for p, seat in enumerate(
            who_sits(self.table, self.part.dealer)) if p not in self.part.locked}
        return (row | seats[row["place"]] for row in self.chart.rows() if row["place"] in seats)

    def share(self, often: float) -> Estimate:
        """Return a share of the deals with its interval."""
        return share_of_trials(round(float(often) * self.deals), self.deals)


def sections(
    first: Sequence[SolvedHands], pictures: Sequence[Picture], cells: Sequence[Column], note: str,
    seats: Table, gains: Table, answer: tuple[str, ...],
) -> tuple[Section, Section]:
    """Return the charts of a solved table, and what every seat does. ``cells``: the columns of the
    chart of the ``first`` hands as a table, with a ``note``."""
    chart = Table.of(
        "solution", "The chart, with its numbers", cells,
        sorted((row for one in first for row in one.cells()), key=lambda row: -row["often"]),
        f"{note}The {_SHOWN} cells that come most often; solution.csv has all.", index=0,
        most=_SHOWN)
    return (Section("solution", "The charts" if len(pictures) > 1 else "The chart", (),
                    tuple(pictures), (chart,)),
            Section("solution_seats", "What every seat does, and what a best response gains",
                    answer, (), (seats, gains)))
