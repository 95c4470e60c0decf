"""Solving and exploiting any game that says what can be declared (``simulate.theory.declared``).

A game of our own may tell more, as Loo does; this is what a game has from its own few lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from reports.page.document import CELL, Column, Row, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.solution import exploiting as shared
from reports.studies.solution.solved_table import (
    Counted,
    Solving,
    Tell,
    chair_of,
    columns_of_seats,
    said,
    who_sits,
)
from reports.studies.solution.solver import Solver
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.runs.run import Player, Run
from simulate.theory.cfr import outcomes_of, reach_of
from simulate.theory.chips import DEALS, ROUNDS, STEPS, Chips, ChipStage, Solved, check
from simulate.theory.declared import Declared, declared_at
from simulate.theory.later_pools import check_worth
from simulate.theory.solution_file import DeclaredSolution, solution_of
from simulate.theory.stage import position_of
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


def around_locks(table: Chips, shown: Sequence[SolvedPool]) -> Iterator[str]:
    """Say what a hand is worth over all dealers, with the largest error: they share the packs."""
    unit = find_game(table.run.game).unit(table.run.rules)
    worth = []
    for seat in range(table.seats):
        own = [of.worth(position_of(seat, of.part.dealer, table.seats)) for of in shown]
        mean = Estimate(*(float(mean) for mean in np.mean(own, axis=0)))
        worth.append(f"{chair_of(table.locks, seat)} {amount(mean, signed=True)}")
    later = ", what it leaves in the pool counted, antes not" if table.counts_later else ""
    yield (f"Where {said(table.locks)}, a hand brings, in {unit} over all dealers{later}: "
           f"{', '.join(worth)}.")

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


class _Pool(SolvedPool):
    """The hands of a dealer at a pool, as they were solved."""

    def chart(self) -> Iterator[Row]:
        """Yield how often each declaration is made in every cell that is not too rare."""
        at, seats = self.table.at, who_sits(self.table, self.part.dealer)
        often = reach_of(self.part.declared.tree, self.one.chances, self.part.deals(
            [self.one.pool]), self.table.jobs)[:, : at.kinds]
        for node, kind in np.argwhere(often > _RARE).tolist():
            heard, chances = at.declared.heard[node], self.one.chances[node, kind]
            if len(heard) not in self.part.locked:  # what a locked seat declares is no advice
                yield {**seats[len(heard)], "before": at.heard_in_words(heard),
                       **at.hand_in_words(kind), "often": often[node, kind],
                       **{at.says[action]: chances[move]
                          for move, action in enumerate(at.declared.actions[node])}}

    def seats(self) -> Iterator[Row]:
        """Yield what every position does and gets, with intervals."""
        for p, seat in enumerate(who_sits(self.table, self.part.dealer)):
            worth = self.worth(p)
            yield {"pool": self.one.pool, **seat, "worth": worth, "gain": self.gain(p),
                   "of_pool": worth.scaled(1 / self.one.pool),
                   **{word: share_of_trials(round(float(self.declares[p, action]) * self.deals),
                                            self.deals)
                      for action, word in self.table.at.says.items()}}


def _said_columns(at: Declared, unit: str) -> list[Column]:
    return [Column(word, word, "share", unit, f"how often it is to {word}")
            for word in at.says.values()]


def study_declared(
    table: Chips, solved: Sequence[Sequence[Solved]], pool: int | None
) -> Study:
    """Return what a solved table says: by dealer, then by pool, the one asked for first."""
    at, unit = table.at, find_game(table.run.game).unit(table.run.rules)
    shown = _Pool.shown(table, solved, at.first_pool if pool is None else pool)
    first, charts = shown[0], shown if table.locks else shown[:1]
    seats = Table.of("solution_seats", "Seat by seat", (
        POOL, *columns_of_seats(), *_said_columns(at, "share of hands"),
        Column("worth", f"worth, {unit}", "signed" if table.locks else "amount", "{value} a hand",
               "what the seat may expect"),
        Column("of_pool", "of the pool", "share", "share of the pool", "the same"),
        GAIN),
        (row for one in shown for row in one.seats()),
        "Shares of all hands. Under each number stands its 95% interval, for the deals that it was "
        "counted on. What best responses gain was measured on others.", index=0,
        hidden={"of_pool"} if table.locks else ())
    chart = Table.of("solution", "The chart", (
        *columns_of_seats("you are"), *CELL, *_said_columns(at, "share of these hands")),
        sorted((row for one in charts for row in one.chart()), key=lambda row: -row["often"]),
        f"Pool {first.one.pool:,}, penalty {first.one.penalty:,}. The {_CELLS_SHOWN} cells that "
        "come most often; solution.csv has all.", index=0, most=_CELLS_SHOWN)
    gain = shared.gain_over_all([one.one.gain for one in charts], first.judged, first.one.pool)
    return Study(AROUND if table.locks else QUESTION, (
        *(around_locks(table, shown) if table.locks else _among_good_players(first)),
        "In the kinds that were solved " + shared.lower_bound(
            "declarations", gain, f"{share(gain)} of the pool a hand") + ".",
        shared.found_on("declarations", int(first.part.train.stop)),
    ), (Section("solution", "The chart", (), (), (chart,)),
        Section("solution_seats", "What every seat does, and what it is worth", (), (), (seats,))))


def _among_good_players(first: _Pool) -> Iterator[str]:
    """Say what the eldest hand declares, and what all may expect."""
    own, *_ = rows = list(first.seats())
    words = " ".join(f"The {row['place']} may expect {share(row['of_pool'])} of the pool."
                     for row in rows)
    says = ", ".join(f"{word} {own[word].value:.0%}" for word in first.table.at.says.values())
    yield f"Against good players the {own['place']} is to {says} of its hands."
    later = " What later pools are worth is counted." if first.table.counts_later else ""
    yield f"{words}{later}"


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
