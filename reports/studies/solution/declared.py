"""Solving and exploiting any game that says what can be declared (``simulate.theory.declared``).

A game of our own may tell more, as Loo does; this is what a game has from its own few lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from reports.habits import HANDS, Cost, Habit
from reports.page.document import Column, Row, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.solution import exploiting as shared
from reports.studies.solution.locked import Counted
from reports.studies.solution.solved_table import Solving, Tell
from reports.studies.solution.solver import Solver
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.errors import BoneyardError
from simulate.games.game import chair, find_game
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.theory.best_response import how_often
from simulate.theory.chips import DEALS, ROUNDS, STEPS, ChipHands, Chips, Solved, check
from simulate.theory.declared import SILENT, Declared, declared_at
from simulate.theory.declared_response import Answer, answer
from simulate.theory.later_pools import check_worth, kept_worth_of_pools
from simulate.theory.solution_file import SolutionFile
from simulate.theory.table import with_dealer_last

QUESTION = "What should a seat declare when everybody else declares well?"
EXPLOITS = "How much does a best response win from each strategy?"
#: Cells of the chart that the page shows, and the share of hands below which one is left out.
_CELLS_SHOWN, _RARE = 30, 1e-4
#: Hands that the worth of later pools is measured with: at most, and for every deal.
_LATER_HANDS, _LATER_EACH = 1_000_000, 4
#: With fewer hands than this we do not speak of a habit.
_LEAST = 30
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


def heard_in_words(at: Declared, said: Sequence[int]) -> str:
    """Return what was declared before, the eldest hand's first."""
    return ", ".join(at.says[one] for one in said if one != SILENT) or "nothing"


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
            yield {"place": places[len(heard)], "before": heard_in_words(at, heard),
                   "hand": at.names[kind], "often": self.often[node, kind],
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
        "counted on; what best responses gain was measured on others.", index=0)
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


@dataclass(frozen=True)
class Exploited:
    """A strategy, or a seat of a mixed table that deals, and the best answer to the rest."""

    label: str
    at: Declared
    pool: int
    answers: Answer
    position: int | None

    def gain(self, position: int | None = None) -> Estimate:
        """What the answer gains a hand."""
        return around(*self.answers.gain(self.position if position is None else position))

    def habits(self) -> list[Habit]:
        """Return where the answer departs from the strategy, and what that costs the strategy."""
        tried, at, found = self.answers.judged, self.at, list[Habit]()
        best = self.answers.best[tried.node, tried.kind]
        mine = np.ones(len(best), np.bool_) if self.position is None \
            else tried.position == self.position
        asked = np.flatnonzero(mine & (best >= 0) & (best != tried.told))
        keys = np.stack([tried.node, tried.kind, tried.told, best])[:, asked]
        hands, places = int(mine.sum()), at.game.position_names(at.players)
        for node, kind, told, better in np.unique(keys, axis=1).T.tolist():
            own = asked[((node, kind, told, better) == keys.T).all(axis=1)]
            if len(own) < _LEAST:
                continue
            lost = self.answers.gains[:, own]
            cost = Cost(len(own), float(lost[0].sum()), float((lost[0] ** 2).sum()),
                        lost.sum(axis=1))
            heard, moves = at.declared.heard[node], at.declared.actions[node]
            found.append(Habit(
                f"says {at.says[moves[told]]}", f"say {at.says[moves[better]]}", len(own),
                cost.among(hands).scaled(HANDS),
                {"strategy": self.label, "place": places[len(heard)],
                 "before": heard_in_words(at, heard), "hand": at.names[kind]},
                len(own) / hands, cost.among(len(own)), len(own)))
        return found


def exploit(
    run: Run, deals: int, pool: int | None, jobs: int | None, progress: Progress | None
) -> list[Exploited]:
    """Find the best answers to a strategy in all seats, or to every seat of a table as the dealer.
    """
    alike, seats = len(set(run.labels)) == 1, len(run.players)
    values = kept_worth_of_pools(run, min(_LATER_HANDS, _LATER_EACH * deals), jobs) \
        if alike else None
    found = list[Exploited]()
    for dealer in ((seats - 1,) if alike else range(seats)):
        at = declared_at(with_dealer_last(run, dealer))
        stake = at.first_pool if pool is None else pool
        label = run.labels[dealer] if alike else chair(run.labels[dealer], dealer)
        found.append(Exploited(
            label, at, stake, answer(at, stake, deals, deals // 2, values, jobs, progress),
            None if alike else seats - 1))
    return found


def study_exploit(
    run: Run, library_too: bool, deals: int, pool: int | None, jobs: int | None,
    progress: Progress | None, this_hand: bool,
) -> Study:
    """Answer how much a best response wins from strategies, and which habits it punishes."""
    unit = find_game(run.game).unit(run.rules)

    def told(one: Exploited) -> str:
        gain = one.gain()
        return shared.lower_bound(
            "declarations", gain,
            f"{amount(gain)} {unit} a hand, {share(gain.scaled(1 / one.pool))} of the pool")

    def section(found: Sequence[Exploited]) -> Section:
        at = found[0].at
        gains = Table.of(
            "exploitability", "What a best response gains",
            (shared.AGAINST,
             Column("gain", f"{unit} a hand", "amount", "{value} a hand",
                    "what a best response wins, at least"),
             Column("of_pool", "of the pool", "share", "share of the pool", "the same")),
            ({"strategy": one.label, "gain": one.gain(),
              "of_pool": one.gain().scaled(1 / one.pool)} for one in found),
            f"Pool {found[0].pool:,}, penalty {at.stakes(found[0].pool)[1]:,}; {at.game.title}, "
            f"{at.players} players. The response heeds who declared what before, and the kind of "
            "its hand; it plays its tiles as the strategy does. Found on some deals and measured "
            "on others: a best response gains at least this. Under each number stands its 95% "
            "interval.")
        punished = shared.punished_table(
            "exploit_habits", (one.habits() for one in found),
            (Column("place", "as", "text"), replace(_BEFORE, title="after"),
             Column("hand", "with", "text", "text", "the kind of hand")), unit,
            "What the eldest hand declared stands first.", pool=found[0].pool)
        return shared.section_of(
            "exploit", (gains, punished), [(one.label, one.gain()) for one in found],
            f"best response gains at least, {unit} a hand",
            "What a seat gains a hand that answers others with the best declarations that were "
            "found", picture="exploitability")

    return shared.study_responses(
        EXPLOITS, (one for table, tell in shared.tables_of(run, library_too, progress)
                   for one in exploit(table, deals, pool, jobs, tell)),
        lambda one: one.gain(), told, section, shared.found_on("declarations", deals))


def _check(run: Run, pool: int | None) -> None:
    check_worth(run)
    declared_at(run).pools(pool)


def solver(game: str) -> Solver:
    """Return how a game is solved that says what can be declared."""
    return Solver(tiles=find_game(game).default_lineup[0], check_exploit=_check,
                  solving=lambda run, this_hand: SolvingDeclared, exploit=study_exploit)
