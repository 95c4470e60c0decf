"""The answer of a table that was solved around seats that keep to a strategy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.page.document import SEAT, Column, Picture, Row, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats.estimates import Estimate, around
from reports.studies.miss import words as say
from reports.studies.solution.exploiting import lower_bound
from reports.studies.solution.locked import DEALER, DEALS, chair_of, said, strategy_of
from reports.studies.solution.loo.chart import SolutionChart
from reports.studies.solution.loo.plots import wall_chart
from reports.studies.solution.loo.seats import POOL, Ended, columns_of
from reports.studies.study import Study
from simulate.games.game import find_game
from simulate.games.loo.words import words_of
from simulate.theory.best_response import Gain
from simulate.theory.loo.chips import Chips, Solved
from simulate.theory.table import position_of

QUESTION = "What should the other seats declare around a player whose habits are known?"


def _named(table: Chips, dealer: int, position: int) -> str:
    """Return a position's place, its strategy and its seat."""
    seats = len(table.run.players)
    seat = (dealer + 1 + position) % seats
    return f"{say.place(position, seats)}: {chair_of(table.locks, seat)}"


def study_locked(
    table: Chips, solved: Sequence[Sequence[Solved]], pool: int | None, jobs: int = 1
) -> Study:
    """Return the answer of a table that was solved around locked seats.

    ``solved``: by dealer, then by pool. ``pool``: the one that was asked for; that of a session's
    first hand when not given.
    """
    found = [next(one for one in of_dealer if one.pool == pool) if pool else of_dealer[0]
             for of_dealer in solved]
    charts = [SolutionChart(part, one, jobs)
              for part, one in zip(table.parts, found, strict=True)]
    rows = _rows(table, found, jobs)
    return Study(QUESTION, _answer(table, found, rows), (
        Section("solution_seats", "What every seat does, and what it is worth", (), (),
                (_seats_table(table, rows),)),
        Section("solution", "The charts", (),
                tuple(_picture(table, dealer, chart) for dealer, chart in enumerate(charts))),
    ))


def _rows(table: Chips, found: Sequence[Solved], jobs: int) -> list[Row]:
    """Return what every seat does and gets at every dealer's game."""
    rows, seats = [], len(table.run.players)
    for dealer, (part, one) in enumerate(zip(table.parts, found, strict=True)):
        fresh = Ended.fresh(part, one, jobs)
        for seat in range(seats):
            p = position_of(seat, dealer, seats)
            rows.append({
                "pool": one.pool, "dealer": dealer, "deals": chair_of(table.locks, dealer),
                "seat": seat,
                "strategy": strategy_of(table.locks, seat),
                "place": say.place(p, seats), **fresh.row(p),
            })
    return rows


def _mean_worth(rows: Sequence[Row], seat: int) -> Estimate:
    """Return what a hand is worth to a seat over all dealers, with the largest error it can have:
    the dealers' hands are of the same packs.
    """
    own = [row for row in rows if row["seat"] == seat]
    return Estimate(*(float(mean) for mean in np.mean([row["worth"] for row in own], axis=0)))


def _answer(
    table: Chips, found: Sequence[Solved], rows: Sequence[Row]
) -> tuple[str, ...]:
    unit = find_game(table.run.game).unit(table.run.rules)
    seats = range(len(table.run.players))
    worth = ", ".join(
        f"{chair_of(table.locks, seat)} "
        f"{amount(_mean_worth(rows, seat), signed=True)}" for seat in seats)
    later = ", what it leaves in the pool counted, antes not" if table.counts_later else ""
    pool = found[0].pool
    gain = Gain(np.concatenate([one.gain.mean for one in found]),
                np.concatenate([one.gain.se for one in found]))
    fine = Gain(np.concatenate([one.fine_gain.mean for one in found]),
                np.concatenate([one.fine_gain.se for one in found]))

    def wins(what: Gain) -> str:
        own = around(what.total / pool, what.total_se / pool, 10**6)
        return lower_bound("declarations", own, f"{share(own)} of the pool")

    return (
        f"Where {said(table.locks)}, a hand brings, in {unit} over all dealers{later}: {worth}.",
        f"In the classes that were solved {wins(gain)} a hand, and in finer ones {wins(fine)}. "
        "They were learnt from as many deals as the solution, and from few deals little is learnt.",
    )


def _seats_table(table: Chips, rows: Sequence[Row]) -> Table:
    hidden = {"pool", "for_pool", "silent", "of_pool",
              *(["drops"] if len(table.run.players) == 2 else [])}
    return Table.of(
        "solution_seats", "Seat by seat",
        (Column("place", "place", "text"), SEAT, DEALS, POOL, DEALER, Column("strategy"),
         *columns_of(table.run, "signed")), rows,
        "Shares of all hands, on deals that nothing was solved with; best responses as shares of "
        "the pool, found on some deals and measured on others. A locked seat is not asked to "
        "respond. Worth: what a hand brings and what it leaves in the pool, above an emptied one "
        "and as the solution values pools, the antes not subtracted. Under each number stands its "
        "95% interval.", index=0, hidden=hidden)


def _picture(table: Chips, dealer: int, chart: SolutionChart) -> Picture:
    run, one = table.run, chart.solved
    seats = [_named(table, dealer, position) for position in range(len(run.players))]
    subtitle = (f"{find_game(run.game).title}; pool {one.pool:,}, penalty {one.penalty:,}; "
                f"{'; '.join(seats)}")
    deals = chair_of(table.locks, dealer)
    return Picture(
        f"solution_dealer_{dealer}", lambda: wall_chart(chart.wall, "What to declare", subtitle),
        f"How often every seat plays, takes {words_of(run.rules).taken} and drops where "
        f"{deals} deals; a locked seat as it does. A divided cell shows how often each is "
        "declared; a letter alone means always. The lower part of a cell is for a double turned "
        "up, where that changes it.", wide=True)
