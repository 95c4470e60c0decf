"""Solving and exploiting tables of declarations, pool by pool (``simulate.theory.declared``).

What a game shows besides, as Loo does, are columns and a figure of its own ``SolvedPool``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from reports.headlines import amount, lower_bound, share, signed
from reports.page.document import CELL, Column, Picture, Row, Section, Table
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.solution import exploiting
from reports.studies.solution.chart import PolicyChart
from reports.studies.solution.exploiting import gain_over_all
from reports.studies.solution.solved_table import (
    Counted,
    Solving,
    Way,
    columns_of_seats,
    who_sits,
)
from reports.studies.solution.solver import Solver
from reports.studies.study import Study
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.runs.run import Run
from simulate.theory.cfr import outcomes_of, reach_of
from simulate.theory.chips import (
    DEALS,
    ROUNDS,
    Chips,
    ChipStage,
    Solved,
    check,
    solution_of,
)
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import check_worth
from simulate.theory.solution_file import Solution
from strategies.base import FromFile

QUESTION = "What should a seat declare when everybody else declares well?"
AROUND = "What should the other seats declare around a player whose habits are known?"
POOL = Column("pool", "pool", "count", "chips", "the pool")
GAIN = Column("gain", "best response gains at least", "share", "share of the pool",
              "gained by declaring otherwise, at least")
#: Rows of the chart that the page shows, and the share of hands below which one is left out.
_SHOWN, _RARE = 30, 1e-4
#: Hands at most that measure a table around locks, and those of a session where what is left in
#: the pool counts.
_HANDS, _SESSION = 400_000, 20


@dataclass(frozen=True)
class SolvedPool:
    """The hands of a dealer at a pool, as they were solved."""

    table: Chips
    part: ChipStage
    one: Solved

    #: Columns that its tables have beside those of all games.
    more_of_seats: ClassVar[tuple[Column, ...]] = ()
    more_of_pools: ClassVar[tuple[Column, ...]] = ()

    def more_of_seat(self, p: int) -> Row:
        """Return what these columns have of a position."""
        return {}

    def more_of_pool(self) -> Row:
        """Return what they have of the pool."""
        return {}

    def picture(self, name: str) -> Picture | None:
        """Return the chart as a figure, where a game draws one."""
        return None

    def histories(self) -> tuple[Ints, list[Row]]:
        """Return the history of every node, int64[nodes], and what histories are in words."""
        at, names = self.table.at, find_game(self.table.run.game).position_names(self.table.seats)
        found = at.declared.histories
        return np.arange(len(found)), [
            {"place": names[len(one)], "before": at.history_in_words(one)} for one in found]

    @classmethod
    def shown(
        cls, table: Chips, solved: Sequence[Sequence[Solved]], pool: int
    ) -> list[Self]:
        """Return the pools that are shown, ``pool`` first; around locked seats it alone, by dealer.
        ``solved``: by dealer, then by pool."""
        return [cls(table, part, one) for part, own in zip(table.parts, solved, strict=True)
                for one in sorted(own, key=lambda one: one.pool != pool)[
                    : 1 if table.locks else None]]

    @cached_property
    def deals(self) -> int:
        """On how many deals endings are counted: around locked seats those that nothing was solved
        with."""
        return len(self.part.rolled.outcomes) - (self.part.test.start if self.table.locks else 0)

    @cached_property
    def ends(self) -> Floats:
        """How often each ending comes: float64[leaves, shares]."""
        if not self.table.locks:
            return self.one.ends
        return outcomes_of(self.part.declared.tree, self.one.chances,
                           self.part.deals([self.one.pool], self.part.test), self.table.jobs)

    @cached_property
    def declares(self) -> Floats:
        """How often each position declares what: float64[positions, actions]."""
        declared, some = self.part.declared, self.part.test if self.table.locks else slice(None)
        deals = self.part.deals([self.one.pool], some)
        reach = reach_of(declared.tree, self.one.chances, deals, self.table.jobs, deals.buckets)
        found = np.zeros((self.table.seats, self.table.at.actions))
        np.add.at(found, (declared.tree.player[:, None], declared.codes),
                  np.einsum("nb,nba->na", reach, self.one.chances))
        return found

    def worth(self, p: int) -> Estimate:
        """Return what a hand is worth to a position. The scatter is that of hands in which
        declarations are drawn by chance: no smaller than that of the deals."""
        brought = self.part.pay(self.one.pool)[..., p]
        mean = float((self.ends * brought).sum())
        scatter = float((self.ends * (brought - mean) ** 2).sum())
        emptied = float(self.one.worth[p] - (self.one.ends * brought).sum())
        return around(mean + emptied, (scatter / self.deals) ** 0.5, self.deals)

    @property
    def judged(self) -> int:
        """On how many deals best responses were measured."""
        return len(self.part.rolled.outcomes) - int(self.part.train.stop)

    @cached_property
    def chart(self) -> PolicyChart:
        """How often each declaration is made, by what was declared before and kind of hand."""
        at, declared, kinds = self.table.at, self.part.declared, self.table.at.kinds
        reach = reach_of(declared.tree, self.one.chances, self.part.deals([self.one.pool]),
                         self.table.jobs)[:, :kinds]
        history, histories = self.histories()
        place, moves = list(at.words).index, self.one.chances.shape[-1]
        action = np.array([[*map(place, own), *[0] * (moves - len(own))]
                           for own in declared.actions])
        buckets = [at.hand_in_words(kind) for kind in range(int(at.counted.max()) + 1)]
        return PolicyChart.of(reach, self.one.chances[:, :kinds], history, at.counted, action,
                              histories, buckets, tuple(at.words.values()), _RARE)

    def cells(self) -> Iterator[Row]:
        """Yield the chart of the seats that were solved: what a locked seat declares is no
        advice."""
        seats = {seat["place"]: seat for p, seat in enumerate(
            who_sits(self.table, self.part.dealer)) if p not in self.part.locked}
        return (row | seats[row["place"]] for row in self.chart.rows() if row["place"] in seats)

    def seats(self) -> Iterator[Row]:
        """Yield what every position does and gets, with intervals."""
        asked, pool = set().union(*self.part.declared.actions), self.one.pool
        for p, seat in enumerate(who_sits(self.table, self.part.dealer)):
            worth = self.worth(p)
            gain = around(float(self.one.gain.mean[p]), float(self.one.gain.se[p]), self.judged)
            yield {"pool": pool, **seat, "worth": worth, "gain": gain.scaled(1 / pool),
                   "of_pool": worth.scaled(1 / pool), **self.more_of_seat(p),
                   **{word: self.share(self.declares[p, action])
                      for action, word in self.table.at.words.items() if action in asked}}

    def share(self, often: float) -> Estimate:
        """Return a share of the deals with its interval."""
        return share_of_trials(round(float(often) * self.deals), self.deals)


def in_own_words(run: Run, columns: Sequence[Column]) -> list[Column]:
    """Return columns with the words of a game for those that it shares with another."""
    words = find_game(run.game).in_own_words
    return [replace(column, title=words(column.title)) for column in columns]


def action_columns(run: Run, words: Sequence[str], unit: str = "share of hands") -> list[Column]:
    """Return the columns of how often each declaration is made."""
    return in_own_words(run, [Column(word, word.replace("_", " "), "share", unit,
                                     f"how often it is to {word}") for word in words])


def study_declared(
    table: Chips, solved: Sequence[Sequence[Solved]], pool: int | None,
    kind: type[SolvedPool] = SolvedPool,
) -> Study:
    """Return the pages of a solved table: by dealer, then by pool, the one asked for first.
    ``kind``: what a game adds."""
    at, run, around_locks = table.at, table.run, bool(table.locks)
    unit, has_pool = find_game(run.game).unit(run.rules), at.counts_later
    shown = kind.shown(table, solved, at.stakes_of(pool).pool)
    first, *others = [shown] if around_locks else [[one] for one in shown]
    gains = [[gain_over_all([getattr(one.one, which) for one in of], of[0].judged, of[0].one.pool)
              for which in ("gain", "fine_gain")] for of in (first, *others)]
    words = list(at.words.values())
    seats = Table.of("solution_seats", "Seat by seat", (
        POOL, *columns_of_seats(), *action_columns(run, words),
        *in_own_words(run, kind.more_of_seats),
        Column("worth", f"worth, {unit}", "signed" if around_locks else "amount",
               "{value} a hand", "what the seat may expect", with_error=True),
        exploiting.OF_POOL, GAIN), (row for one in shown for row in one.seats()),
        "Shares of all hands. A locked seat is not asked to respond. Antes are not subtracted."
        if around_locks else "Shares of all hands.", index=0,
        hidden={"of_pool"} if around_locks else () if has_pool else {"pool", "of_pool", "gain"})
    pools = Table.of("solution_pools", "What a best response gains, pool by pool", (
        POOL, Column("penalty", "penalty", "count", "chips", "what a penalty costs"),
        *in_own_words(run, kind.more_of_pools), GAIN,
        Column("fine", "in finer classes", "share", "share of the pool",
               "the same in finer classes of hands")),
        ({"pool": of[0].one.pool, "penalty": of[0].one.penalty, "gain": gain, "fine": fine,
          **({} if around_locks else of[0].more_of_pool())}
         for of, (gain, fine) in zip((first, *others), gains, strict=True)),
        f"Found on {int(first[0].part.train.stop):,} deals and measured on others: a best "
        "response gains at least this.", index=0)
    cells = Table.of("solution", "The chart, with its numbers", (
        *columns_of_seats("you are"), *CELL, *action_columns(run, words, "share of these hands")),
        sorted((row for one in first for row in one.cells()), key=lambda row: -row["often"]),
        f"Pool {first[0].one.pool:,}, penalty {first[0].one.penalty:,}. The {_SHOWN} cells "
        "that come most often; solution.csv has all.", index=0, most=_SHOWN)
    charts = [one.picture(f"solution_dealer_{one.part.dealer}" if around_locks else "solution")
              for one in first]
    larger = [one.picture(f"solution_{one.one.pool}") for of in others for one in of]
    of, scale = ("of the pool a hand", 1) if has_pool else ("points a hand", first[0].one.pool)
    bound = lower_bound("declarations", gains[0][1].scaled(scale), of,
                        written=share if has_pool else signed)
    best = max(range(table.seats), key=lambda p: first[0].worth(p).value)
    place = find_game(run.game).position_names(table.seats)[best]
    answer = (bound,) if around_locks else (
        f"The {place} may expect most, {amount(first[0].worth(best))} {unit} a hand.", bound)
    return Study(AROUND if around_locks else QUESTION, answer, (
        Section("solution", "The charts" if around_locks else "The chart", (),
                tuple(filter(None, charts)), (cells,)),
        Section("solution_seats", "What every seat does, and what it is worth", answer, (),
                (seats, pools)),
        *[Section("solution_pools", "Larger pools", (), tuple(filter(None, larger)))] * any(
            larger)))


def _counted(asked: Solving) -> Counted:
    """Return what is counted in plain play: single hands where they alone count."""
    hands = min(_HANDS, 2 * asked.deals)
    if asked.this_hand or not declared_at(asked.run).counts_later:
        game = find_game(asked.run.game)
        return Counted(False, 1, hands, ahead=game.partners(len(asked.run.players)))
    return Counted(False, _SESSION, hands // _SESSION, later=True)


def pool_by_pool(
    strategy: type[FromFile] | None = None, kind: type[SolvedPool] = SolvedPool
) -> Way:
    """Return how declarations are solved; ``kind``: what a game shows."""
    def found(asked: Solving, table: Chips) -> tuple[Study, Solution]:
        solved = table.solved()
        return study_declared(table, solved, asked.pool, kind), solution_of(table, solved)

    return Way("declare", strategy, (DEALS, ROUNDS), check, lambda asked, progress: Chips(
        asked.run, asked.locks, asked.deals, asked.pool, asked.this_hand, asked.jobs, progress),
        found, _counted)


def check_exploit(run: Run, pool: int | None) -> None:
    """Raise ``BoneyardError`` if no best response can be found, or no hand can have that pool."""
    check_worth(run)
    declared_at(run).stakes_of(pool)


def solver(game: str) -> Solver:
    """Return how a game of declarations is solved."""
    return Solver(tiles=find_game(game).default_lineup[0], check_exploit=check_exploit,
                  way=lambda run, this_hand: pool_by_pool(),
                  exploit=lambda run, this_hand: exploiting.study_exploit)
