"""The answer of an auction that was solved around seats that keep to a strategy."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from reports.games.euchre.figures import position_name
from reports.later import pd
from reports.page.document import Column, Picture, Section, Table
from reports.results.frames import columns
from reports.results.shared_sentences import amount
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.solution.euchre.study import CELLS_SHOWN, GAMES, CallChances, draw_calls
from reports.studies.solution.exploiting import lower_bound
from reports.studies.solution.locks import chair_of, said, strategy_of
from reports.studies.study import Study
from simulate.games.euchre.row import SEATS
from simulate.theory.best_response import Gain
from simulate.theory.euchre.auctions import spoken
from simulate.theory.euchre.calls import Calls
from simulate.theory.euchre.win_chances import Score, scores
from simulate.theory.table import position_of

QUESTION = "What should the other seats call around a player whose habits are known?"


def study_locked_calls(table: Calls) -> Study:
    """Return what an auction says that was solved around locked seats."""
    charts = [_chart(table, dealer) for dealer in range(table.seats)]
    coarse, fine = table.gains
    sections = [
        Section("solution_seats", "What every seat does, and what a best response gains", (), (),
                (_seats_table(table, charts, coarse, fine),)),
        Section("solution", "The charts", (),
                tuple(_picture(table, dealer, chart) for dealer, chart in enumerate(charts)),
                (_cells_table(table, charts),)),
    ]
    if table.games:
        sections.append(Section("solution_scores", "The chance to win from every score", (), (),
                                (_scores_table(table),)))
    return Study(QUESTION, (_answer(table, coarse, fine),), tuple(sections))


def _chart(table: Calls, dealer: int) -> CallChances:
    """Return how often each call is made at no score where a seat deals."""
    part = table.parts[dealer]
    chances = part.solution(table.start)
    moves, _ = part.spoken(table.start, 1)
    cells, _ = spoken(part.halves[1], table.order)
    passes = chances[np.arange(len(chances)), moves, 0]
    return CallChances(table.seats, part.chart(table.start), cells, passes)


def _unit(table: Calls) -> tuple[str, float]:
    """Return what gains are told in, and the scale."""
    return (f"of {GAMES} games a hand", GAMES) if table.games else ("points a hand", 1.0)


def _gain_said(gains: list[Gain], table: Calls) -> str:
    """Say what the seats that were solved gain on average, with its largest interval."""
    unit, scale = _unit(table)
    mean, se = (float(np.nanmean([getattr(one, name) for one in gains])) for name in ("mean", "se"))
    own = around(mean, se, 10**6).scaled(scale)
    return lower_bound("calls", own, f"{amount(own, signed=True)} {unit}")


def _answer(table: Calls, coarse: list[Gain], fine: list[Gain]) -> str:
    takes = f" a game takes {table.hands:.1f} hands, and" if table.games else ""
    return (f"Where {said(table.locks)},{takes} at no score, in the classes that were solved, "
            f"{_gain_said(coarse, table)}; in finer classes {_gain_said(fine, table)}. "
            "They were learnt from as many deals as the solution, and from few deals little is "
            "learnt.")


def _seats_table(
    table: Calls, charts: list[CallChances], coarse: list[Gain], fine: list[Gain]
) -> Table:
    unit, scale = _unit(table)
    rows = []
    for dealer, chart in enumerate(charts):
        for seat in range(table.seats):
            p = position_of(seat, dealer, table.seats)
            row: dict[str, Any] = {
                "dealer": dealer, "deals": chair_of(table.locks, dealer), "seat": seat,
                "strategy": strategy_of(table.locks, seat),
                "place": position_name(p, table.seats)}
            for number, name in enumerate(("orders", "names")):
                called = round(chart.called[number * table.seats + p] * chart.deals)
                row |= columns(name, share_of_trials(called, chart.deals))
            for name, gains in (("gain", coarse), ("fine", fine)):
                row |= columns(name, _gain(gains[dealer], p, chart.deals).scaled(scale))
            rows.append(row)
    return Table(
        "solution_callers", "Seat by seat", pd.DataFrame(rows).set_index(["dealer", "seat"]),
        (Column("place", "place", "text"), Column("seat", "seat", "chair"),
         Column("deals", "who deals", "text"),
         Column("orders", "orders up"), Column("names", "names"),
         Column("gain", f"best response gains at least, {unit}", "signed"),
         Column("fine", "in finer classes", "signed")),
        "Shares of all hands at no score, on deals that nothing was solved with. One seat answers "
        "all others, its partner too; the response was found on some deals and measured on "
        "others. A locked seat is not asked to respond. Under each number stands its 95% "
        "interval.")


def _gain(gain: Gain, position: int, deals: int) -> Estimate:
    """Return what a position gains; none where it is locked, no interval where nothing varied."""
    value, se = float(gain.mean[position]), float(gain.se[position])
    return around(value, se, deals) if se > 0 else Estimate(value)


def _picture(table: Calls, dealer: int, chart: CallChances) -> Picture:
    seats = "; ".join(
        f"{position_name(position_of(seat, dealer, table.seats), table.seats)}: "
        f"{chair_of(table.locks, seat)}" for seat in range(table.seats))
    deals = chair_of(table.locks, dealer)
    return Picture(
        f"solution_dealer_{dealer}",
        partial(draw_calls, chart, 1, f"How often to call where {deals} deals, %"),
        f"How often a seat calls where {deals} deals ({seats}), by trumps and bowers (down), "
        "place, round and plain doubles (across), in per cent of the hands of a seat that is "
        "asked, at no score; a locked seat as it does.", wide=True)


def _cells_table(table: Calls, charts: list[CallChances]) -> Table:
    rows = []
    for dealer, chart in enumerate(charts):
        free = {position_name(p, table.seats) for p in table.parts[dealer].free}
        deals = chair_of(table.locks, dealer)
        rows += [{"dealer": dealer, "deals": deals, **row}
                 for row in chart.rows() if row["place"] in free]
    rows.sort(key=lambda row: -row["often"])
    shown = [
        Column("deals", "who deals", "text"), Column("round", "round", "count"),
        Column("place", "you are", "text"), Column("hand", "you hold", "text"),
        Column("often", "of hands"), Column("pass", "pass"), Column("call", "call"),
        Column("alone", "call alone"),
    ]
    if table.seats < SEATS:
        del shown[-1]
    return Table("solution_calls", "The charts, with their numbers", pd.DataFrame(rows),
                 tuple(shown), f"The {CELLS_SHOWN} that come most often, of the seats that were "
                 "solved; solution_calls.csv has all. Shares are parts of the solution and have no "
                 "error of their own.", most=CELLS_SHOWN)


def _scores_table(table: Calls) -> Table:
    rows = [
        {"score": " - ".join(map(str, score)), "dealer": dealer,
         "deals": chair_of(table.locks, dealer), "seat": seat,
         "player": chair_of(table.locks, seat),
         **columns("won", _chance(table, dealer, score, seat))}
        for score in scores(table.sides) for dealer in range(table.seats)
        for seat in range(table.seats)]
    return Table(
        "solution_scores", "Games won from every score", pd.DataFrame(rows).set_index("score"),
        (Column("score", "score", "text"), Column("deals", "who deals", "text"),
         Column("player", "player", "text"), Column("won", "won")),
        "Points of the sides, that of the eldest hand first. The chances follow from how hands end "
        "at every score on deals that nothing was solved with; they have the largest 95% interval "
        "that they can have.", on_page=False)


def _chance(table: Calls, dealer: int, score: Score, seat: int) -> Estimate:
    """Return a seat's chance to win, with the largest interval that it can have."""
    chance = float(table.chances_from(dealer, score)[seat])
    return around(chance, table.largest_error(chance), 10**6)
