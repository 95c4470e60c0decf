"""Solving and exploiting any game that says what can be declared (``simulate.theory.declared``).

A game of our own may tell more, as Loo does; this is what a game has from its own few lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from reports.page.document import Column, Row, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import around, share_of_trials
from reports.studies.solution import exploiting as shared
from reports.studies.solution.exploited import study_exploit
from reports.studies.solution.locked import Counted
from reports.studies.solution.solved_table import Solving, Tell
from reports.studies.solution.solver import Solver
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.run import Run
from simulate.theory.best_response import how_often
from simulate.theory.chips import DEALS, ROUNDS, STEPS, ChipHands, Chips, Solved, check
from simulate.theory.declared import Declared, declared_at
from simulate.theory.later_pools import check_worth
from simulate.theory.solution_file import SolutionFile

QUESTION = "What should a seat declare when everybody else declares well?"
#: Cells of the chart that the page shows, and the share of hands below which one is left out.
_CELLS_SHOWN, _RARE = 30, 1e-4
_POOL = Column("pool", "pool", "count", "chips", "the pool")
_PLACE = Column("place", "you are", "text")
_BEFORE = Column("before", "you hear", "text", "text", "what was declared before")


class DeclaredSolution(SolutionFile):
    """A solved table of any game, as its file keeps it."""

    form = "declared 1"
    arrays = {"chances": np.uint8}  # noqa: RUF012  # read only

    def damage(self) -> str:
        """Return nothing: it is not read yet."""
        return ""


@dataclass(frozen=True)
class SolvingDeclared(Solving):
    """A table whose declarations are to be solved."""

    usual_deals, usual_rounds, decision = DEALS, ROUNDS, "declare"

    def check(self) -> None:
        """Raise ``BoneyardError`` if the table or its pool cannot be solved, or seats are locked:
        no strategy plays by the solution.
        """
        check(self.run, self.locks, self.pool)
        if self.locks:
            raise BoneyardError(f"solve {self.run.game} knows no locked seats: leave lock out")

    def table(self, tell: Tell | None) -> Chips:
        """Return the table."""
        return Chips(self.run, None, self.deals, self.pool, self.this_hand, self.jobs, tell)

    def told(self, table: Chips) -> tuple[Study, DeclaredSolution]:
        """Return what the table says, and what its file keeps."""
        ((*found,),) = table.solved()
        about: dict[str, Any] = {
            "game": self.run.game, "players": table.seats, "tiles": self.run.labels[0],
            "rules": dict(vars(self.run.rules)), "seed": self.run.seed, "deals": table.deals,
            "steps": STEPS * table.done, "pools": [one.pool for one in found],
            "this_hand": not table.counts_later}
        return study_declared(table, found, self.pool), DeclaredSolution(
            about, np.array([one.chances for one in found]))

    def counted(self) -> Counted:
        """Return what would be counted around locked seats."""
        return Counted(False, 1, self.deals)


@dataclass(frozen=True)
class _Pool:
    """A pool of a solved table."""

    table: Chips
    part: ChipHands
    one: Solved

    @cached_property
    def often(self) -> Floats:
        """How often positions come to their nodes with each kind: float64[nodes, kinds]."""
        return how_often(self.part.declared.tree, self.one.chances, self.part.deals(
            [self.one.pool]), self.table.jobs)

    def chart(self) -> Iterator[Row]:
        """Yield how often each declaration is made in every cell that is not too rare."""
        at, places = self.table.at, self.part.at.game.position_names(self.table.seats)
        for node, kind in np.argwhere(self.often > _RARE).tolist():
            heard, chances = at.declared.heard[node], self.one.chances[node, kind]
            yield {"place": places[len(heard)], "before": at.heard_in_words(heard),
                   **at.hand_in_words(kind), "often": self.often[node, kind],
                   **{at.says[action]: chances[move]
                      for move, action in enumerate(at.declared.actions[node])}}

    def seats(self) -> Iterator[Row]:
        """Yield what every position does and gets, with intervals."""
        at, deals = self.table.at, len(self.part.rolled.outcomes)
        judged, brought = deals - int(self.part.learned.stop), self.part.pay(self.one.pool)
        leaves, said = self.one.ends.sum(axis=1), np.array(at.declared.ends).T
        for p, place in enumerate(at.game.position_names(self.table.seats)):
            scatter = float((self.one.ends * (
                brought[..., p] - (self.one.ends * brought[..., p]).sum()) ** 2).sum())
            worth = around(float(self.one.worth[p]), (scatter / deals) ** 0.5, deals)
            gain = around(float(self.one.gain.mean[p]), float(self.one.gain.se[p]), judged)
            yield {"pool": self.one.pool, "place": place, "worth": worth,
                   "of_pool": worth.scaled(1 / self.one.pool),
                   "gain": gain.scaled(1 / self.one.pool),
                   **{word: share_of_trials(round(float(leaves[said[p] == action].sum()) * deals),
                                            deals) for action, word in at.says.items()}}


def _said_columns(at: Declared, unit: str) -> list[Column]:
    return [Column(word, word, "share", unit, f"how often it is to {word}")
            for word in at.says.values()]


def study_declared(table: Chips, solved: Sequence[Solved], pool: int | None) -> Study:
    """Return what a solved table says; the pool that was asked for comes first."""
    (part,), at = table.parts, table.at
    wanted = at.first_pool if pool is None else pool
    shown = [_Pool(table, part, one)
             for one in sorted(solved, key=lambda one: one.pool != wanted)]
    first, unit = shown[0], find_game(table.run.game).unit(table.run.rules)
    seats = Table.of("solution_seats", "Seat by seat", (
        _POOL, replace(_PLACE, title="place"), *_said_columns(at, "share of hands"),
        Column("worth", f"worth, {unit}", "amount", "{value} a hand", "what the seat may expect"),
        Column("of_pool", "of the pool", "share", "share of the pool", "the same"),
        Column("gain", "best response gains at least", "share", "share of the pool",
               "gained by declaring otherwise, at least")),
        (row for one in shown for row in one.seats()),
        "Shares of all hands. Under each number stands its 95% interval, for the deals that it was "
        "counted on. What best responses gain was measured on others.", index=0)
    chart = Table.of("solution", "The chart", (
        _PLACE, _BEFORE, Column("hand", "you hold", "text", "text", "the kind of hand"),
        Column("often", "of hands", "share", "share of hands at the place",
               "how often it comes up"), *_said_columns(at, "share of these hands")),
        sorted(first.chart(), key=lambda row: -row["often"]),
        f"Pool {first.one.pool:,}, penalty {first.one.penalty:,}. The {_CELLS_SHOWN} cells that "
        "come most often; solution.csv has all.", index=0, most=_CELLS_SHOWN)
    own, *_ = rows = list(first.seats())
    words = ", ".join(f"{row['place']} {share(row['of_pool'])}" for row in rows)
    says = ", ".join(f"{word} {own[word].value:.0%}" for word in at.says.values())
    later = ", with what later pools are worth to them" if table.counts_later else ""
    deals = len(part.rolled.outcomes)
    gain = shared.gain_over_all([first.one.gain], deals - int(part.learned.stop), first.one.pool)
    return Study(QUESTION, (
        f"Against good players the {own['place']} is to {says} of its hands.",
        f"Of the pool of {first.one.pool:,} the seats may expect: {words}{later}.",
        "In the kinds that were solved " + shared.lower_bound(
            "declarations", gain, f"{share(gain)} of the pool a hand") + ".",
        shared.found_on("declarations", int(part.learned.stop)),
    ), (Section("solution", "The chart", (), (), (chart,)),
        Section("solution_seats", "What every seat does, and what it is worth", (), (), (seats,))))


def check_exploit(run: Run, pool: int | None) -> None:
    """Raise ``BoneyardError`` if no best response can be found, or no hand can have that pool."""
    check_worth(run)
    declared_at(run).stakes_of(pool)


def solver(game: str) -> Solver:
    """Return how a game is solved that says what can be declared."""
    return Solver(tiles=find_game(game).default_lineup[0], check_exploit=check_exploit,
                  solving=lambda run, this_hand: SolvingDeclared,
                  exploit=lambda run, library_too, deals, pool, jobs, progress, this_hand:
                  study_exploit(run, library_too, deals, pool, jobs, progress))
