"""Solving and exploiting any game that says what can be declared (``simulate.theory.declared``).

A game of our own may tell more, as Loo does; this is what a game has from its own few lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from reports.headlines import lower_bound
from reports.page.document import CELL, Column, Picture, Row, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.solution import exploiting as shared
from reports.studies.solution.exploiting import gain_over_all
from reports.studies.solution.solved_table import (
    Counted,
    Solving,
    Tell,
    columns_of_seats,
    who_sits,
)
from reports.studies.solution.solver import Solver
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.runs.run import Player, Run
from simulate.theory.cfr import outcomes_of, reach_of
from simulate.theory.chips import DEALS, ROUNDS, STEPS, Chips, ChipStage, Solved, check
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import check_worth
from simulate.theory.solution_file import DeclaredSolution, solution_of
from strategies.declares import check_plays_tiles, declares_by

QUESTION = "What should a seat declare when everybody else declares well?"
AROUND = "What should the other seats declare around a player whose habits are known?"

POOL = Column("pool", "pool", "count", "chips", "the pool")
GAIN = Column("gain", "best response gains at least", "share", "share of the pool",
              "gained by declaring otherwise, at least")


@dataclass(frozen=True)
class SolvedPool:
    """The hands of a dealer at a pool, as they were solved."""

    table: Chips
    part: ChipStage
    one: Solved
    #: float64[leaves, shares]: how often each ending comes: around locked seats on ``deals`` deals
    #: that nothing was solved with.
    ends: Floats
    deals: int

    @classmethod
    def of(cls, table: Chips, part: ChipStage, one: Solved) -> Self:
        """Return how the hands of a dealer at a pool end."""
        if not table.locks:
            return cls(table, part, one, one.ends, len(part.rolled.outcomes))
        deals = part.deals([one.pool], part.test)
        ends = outcomes_of(part.declared.tree, one.chances, deals, table.jobs)
        return cls(table, part, one, ends, len(deals))

    @classmethod
    def shown(
        cls, table: Chips, solved: Sequence[Sequence[Solved]], pool: int | None
    ) -> list[Self]:
        """Return the pools that are told, that one first; around locked seats it alone, by dealer.
        ``solved``: by dealer, then by pool."""
        return [cls.of(table, part, one) for part, own in zip(table.parts, solved, strict=True)
                for one in sorted(own, key=lambda one: one.pool != pool)[
                    : 1 if table.locks else None]]

    @property
    def judged(self) -> int:
        """On how many deals best responses were measured."""
        return len(self.part.rolled.outcomes) - int(self.part.train.stop)

    @cached_property
    def declares(self) -> Floats:
        """How often each position declares what: float64[positions, actions]."""
        often = self.ends.sum(axis=1)
        return np.array([[often[own == action].sum() for action in range(self.table.at.actions)]
                         for own in np.array(self.part.declared.ends).T])

    def worth(self, p: int) -> Estimate:
        """Return what a hand is worth to a position. The scatter is that of hands in which
        declarations are drawn by chance: no smaller than that of the deals."""
        brought = self.part.pay(self.one.pool)[..., p]
        mean = float((self.ends * brought).sum())
        scatter = float((self.ends * (brought - mean) ** 2).sum())
        emptied = float(self.one.worth[p] - (self.one.ends * brought).sum())
        return around(mean + emptied, (scatter / self.deals) ** 0.5, self.deals)

    def gain(self, p: int) -> Estimate:
        """Return what a best response gains at least in a position, as a share of the pool."""
        gain = around(float(self.one.gain.mean[p]), float(self.one.gain.se[p]), self.judged)
        return gain.scaled(1 / self.one.pool)

    # What its tables have beside what all games have: columns, and their values.

    more_of_seats: ClassVar[tuple[Column, ...]] = ()
    more_of_pools: ClassVar[tuple[Column, ...]] = ()

    def more_of_seat(self, p: int) -> Row:
        """Return what the columns of one game have of a position."""
        return {}

    def more_of_pool(self) -> Row:
        """Return what the columns of one game have of a pool."""
        return {}

    def picture(self, name: str) -> Picture | None:
        """Return the chart as a figure, where a game draws one."""
        return None

    def chart(self) -> Iterator[Row]:
        """Yield how often each declaration is made in every cell that is not too rare."""
        at, seats = self.table.at, who_sits(self.table, self.part.dealer)
        often = reach_of(self.part.declared.tree, self.one.chances, self.part.deals(
            [self.one.pool]), self.table.jobs)[:, : at.kinds]
        for node, kind in np.argwhere(often > _RARE).tolist():
            heard, chances = at.declared.heard[node], self.one.chances[node, kind]
            yield {"place": seats[len(heard)]["place"], "before": at.heard_in_words(heard),
                   **at.hand_in_words(kind), "often": often[node, kind],
                   **{at.says[action]: chances[move]
                      for move, action in enumerate(at.declared.actions[node])}}

    def cells(self) -> Iterator[Row]:
        """Yield the chart of the seats that were solved: what a locked seat declares is no
        advice."""
        seats = {seat["place"]: seat for p, seat in enumerate(
            who_sits(self.table, self.part.dealer)) if p not in self.part.locked}
        return (row | seats[row["place"]] for row in self.chart() if row["place"] in seats)

    def seats(self) -> Iterator[Row]:
        """Yield what every position does and gets, with intervals."""
        asked = {action for node in self.part.declared.actions for action in node}
        for p, seat in enumerate(who_sits(self.table, self.part.dealer)):
            worth = self.worth(p)
            yield {"pool": self.one.pool, **seat, "worth": worth, "gain": self.gain(p),
                   "of_pool": worth.scaled(1 / self.one.pool), **self.more_of_seat(p),
                   **{word: self.share(self.declares[p, action])
                      for action, word in self.table.at.says.items() if action in asked}}

    def share(self, often: float) -> Estimate:
        """Return a share of the deals with its interval."""
        return share_of_trials(round(float(often) * self.deals), self.deals)


#: Cells of the chart that the page shows, and the share of hands below which one is left out.
_CELLS_SHOWN, _RARE = 30, 1e-4
#: Hands at most that measure a table around locks, and those of a session where what is left in
#: the pool counts.
HANDS, SESSION = 400_000, 20


def counted_in_chips(solving: Solving, pool: int) -> Counted:
    """Return what is counted in plain play for a pool: single hands where they alone count."""
    hands = min(HANDS, 2 * solving.deals)
    if solving.this_hand:
        return Counted(False, 1, hands, pool)
    return Counted(False, SESSION, hands // SESSION, pool, later=True)


@dataclass(frozen=True)
class SolvingInChips(Solving):
    """A table whose declarations are to be solved for a pool."""

    usual_deals, usual_rounds, decision = DEALS, ROUNDS, "declare"

    def check(self) -> None:
        """Raise ``BoneyardError`` if the table, its pool or its locks cannot be solved."""
        check(self.run, self.locks, self.pool)

    def table(self, tell: Tell | None) -> Chips:
        """Return the table."""
        return Chips(self.run, self.locks, self.deals, self.pool, self.this_hand, self.jobs, tell)


class SolvingDeclared(SolvingInChips):
    """The same at any game that says what can be declared, whose file names who plays the tiles."""

    def check(self) -> None:
        """Raise ``BoneyardError`` as its base does, or if nobody plays the tiles."""
        super().check()
        check_plays_tiles(self.run.players[0])

    def told(self, table: Chips) -> tuple[Study, DeclaredSolution]:
        """Return what the table says, and what its file keeps."""
        solved = table.solved()
        about: dict[str, Any] = {
            "game": self.run.game, "players": table.seats, "tiles": self.run.entries[0],
            "rules": dict(vars(self.run.rules)), "seed": self.run.seed, "deals": table.deals,
            "steps": STEPS * table.done, "this_hand": not table.counts_later}
        if table.locks:
            about["locks"] = {str(seat): player.label for seat, player in table.locks.items()}
        return study_declared(table, solved, self.pool), solution_of(self.run.game)(
            about, np.array([one.chances[:, : table.at.kinds] for own in solved for one in own]),
            np.array(table.pools))

    def counted(self) -> Counted:
        """Return what is counted in plain play."""
        return counted_in_chips(self, declared_at(self.run).first_pool)

    def plays_by(self, solution: Any) -> Player:
        """Return who declares by a solution, or who plays the tiles where there is none."""
        tiles = self.run.players[0]
        return tiles if solution is None else declares_by(solution, tiles, "solved")


def action_columns(run: Run, says: Mapping[int, str], unit: str = "share of hands") -> list[Column]:
    """Return the columns of how often each declaration is made, in a game's own words."""
    return in_own_words(run, [Column(
        word, word.replace("_", " "), "share", unit, f"how often it is to {word}")
        for word in says.values()])


def in_own_words(run: Run, columns: Sequence[Column]) -> list[Column]:
    """Return columns with the words of a game for those that it shares with another."""
    words = find_game(run.game).in_own_words
    return [replace(column, title=words(column.title)) for column in columns]


def study_declared(
    table: Chips, solved: Sequence[Sequence[Solved]], pool: int | None,
    kind: type[SolvedPool] = SolvedPool,
) -> Study:
    """Return what a solved table says: by dealer, then by pool, the one asked for first. ``kind``:
    what a game adds."""
    at, run = table.at, table.run
    unit, has_pool = find_game(run.game).unit(run.rules), at.counts_later
    shown = kind.shown(table, solved, at.first_pool if pool is None else pool)
    first, *others = [shown] if table.locks else [[one] for one in shown]
    hidden = {"of_pool"} if table.locks else set() if has_pool else {"pool", "of_pool", "gain"}
    seats = Table.of("solution_seats", "Seat by seat", (
        POOL, *columns_of_seats(), *action_columns(run, at.says),
        *in_own_words(run, kind.more_of_seats),
        Column("worth", f"worth, {unit}", "signed" if table.locks else "amount", "{value} a hand",
               "what the seat may expect", with_error=True),
        Column("of_pool", "of the pool", "share", "share of the pool",
               "the same, or the worth, for the pool that is played for"), GAIN),
        (row for one in shown for row in one.seats()),
        "Shares of all hands. A locked seat is not asked to respond. Antes are not subtracted."
        if table.locks else "Shares of all hands.", index=0, hidden=hidden)
    gains = [[gain_over_all([getattr(one.one, which) for one in of], of[0].judged, of[0].one.pool)
              for which in ("gain", "fine_gain")] for of in (first, *others)]
    pools = Table.of("solution_pools", "What a best response gains, pool by pool", (
        POOL, Column("penalty", "penalty", "count", "chips", "what a penalty costs"),
        *in_own_words(run, kind.more_of_pools), GAIN,
        Column("fine", "in finer classes", "share", "share of the pool",
               "the same in finer classes of hands")),
        ({"pool": of[0].one.pool, "penalty": of[0].one.penalty, "gain": gain, "fine": fine,
          **({} if table.locks else of[0].more_of_pool())}
         for of, (gain, fine) in zip((first, *others), gains, strict=True)),
        f"Found on {int(first[0].part.train.stop):,} deals and measured on others: a best "
        "response gains at least this.", index=0)
    cells = Table.of("solution", "The chart, with its numbers", (
        *columns_of_seats("you are"), *CELL, *action_columns(run, at.says, "share of these hands")),
        sorted((row for one in first for row in one.cells()), key=lambda row: -row["often"]),
        f"Pool {first[0].one.pool:,}, penalty {first[0].one.penalty:,}. The {_CELLS_SHOWN} cells "
        "that come most often; solution.csv has all.", index=0, most=_CELLS_SHOWN)

    def pictures(some: Sequence[SolvedPool], name: Callable[[SolvedPool], str]
                 ) -> tuple[Picture, ...]:
        return tuple(found for one in some if (found := one.picture(name(one))))

    bound = lower_bound("declarations", gains[0][1], "of the pool a hand", written=share)
    if not has_pool:
        bound = lower_bound("declarations", gains[0][1].scaled(first[0].one.pool), "points a hand")
    best = max(range(table.seats), key=lambda p: first[0].worth(p).value)
    place = find_game(run.game).position_names(table.seats)[best]
    answer = (bound,) if table.locks else (
        f"The {place} may expect most, {amount(first[0].worth(best))} {unit} a hand.", bound)
    larger = pictures([one for of in others for one in of], lambda one: f"solution_{one.one.pool}")
    return Study(AROUND if table.locks else QUESTION, answer, (
        Section("solution", "The charts" if table.locks else "The chart", (), pictures(
            first, lambda one: f"solution_dealer_{one.part.dealer}" if table.locks
            else "solution"), (cells,)),
        Section("solution_seats", "What every seat does, and what it is worth", answer, (),
                (seats, pools)),
        *[Section("solution_pools", "Larger pools", (), larger)] * bool(larger)))


def check_exploit(run: Run, pool: int | None) -> None:
    """Raise ``BoneyardError`` if no best response can be found, or no hand can have that pool."""
    check_worth(run)
    declared_at(run).stakes_of(pool)


def solver(game: str) -> Solver:
    """Return how a game is solved that says what can be declared."""
    return Solver(tiles=find_game(game).default_lineup[0], check_exploit=check_exploit,
                  solving=lambda run, this_hand: SolvingDeclared,
                  exploit=lambda run, library_too, deals, pool, jobs, progress, this_hand:
                  shared.study_exploit(run, library_too, deals, pool, jobs, progress))
