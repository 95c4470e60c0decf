"""What a solved table says: the chart, the worth of every seat, and how good it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats import number_text
from reports.stats.estimates import Estimate, around
from reports.stats.tails import solve_root
from reports.studies.miss import words as say
from reports.studies.solution.exploiting import found_on, lower_bound
from reports.studies.solution.loo.chart import SolutionChart
from reports.studies.solution.loo.plots import wall_chart
from reports.studies.solution.loo.seats import POOL, Ended, columns_of, declared, looed
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.games.loo.views import DROP, MISS, PLAY, TRICKS
from simulate.games.loo.words import words_of
from simulate.theory.best_response import Gain
from simulate.theory.loo.chips import ChipHands, Solved
from simulate.theory.loo.what_if_counts import plays_for_chips

QUESTION = "What should a seat declare when everybody else declares well?"
_CELLS_SHOWN = 30


def study_solution(solver: ChipHands, solved: Sequence[Solved], jobs: int = 1) -> Study:
    """Return what a solved table says.

    ``solved``: one a pool, that of a session's first hand, or the one asked for, first.
    """
    charts = [SolutionChart(solver, one, jobs) for one in solved]
    return Study(QUESTION, _answer(solver, solved, charts[0]), _sections(solver, solved, charts))


def growth(solver: ChipHands, one: Solved) -> tuple[float, float]:
    """Return what a hand multiplies the pool by on average, and the root of E[M^a] = 1.

    M is that of an unlimited pool: the seats looed, and a fifth for every trick that
    nobody is paid (see ``simulate.games.loo.game``).
    """
    fifths = TRICKS * solver.endings.looed.sum(axis=-1) + solver.endings.kept
    chances = np.zeros(TRICKS * 4 + 1)
    np.add.at(chances, fifths.ravel(), one.ends.ravel())
    mean = float(chances @ np.arange(len(chances)) / TRICKS)
    return mean, float(solve_root(chances[None, :], TRICKS))


def _gain(gain: Gain, one: Solved) -> Estimate:
    """Return what best responses gain, as a share of the pool."""
    return around(gain.total / one.pool, gain.total_se / one.pool, 10**6)


def _answer(solver: ChipHands, solved: Sequence[Solved], chart: SolutionChart) -> tuple[str, ...]:
    one, often, words = solved[0], declared(solver, solved[0]), words_of(solver.run.rules)
    players = often.shape[0]
    eldest = (f"Against good players the eldest hand plays {often[0, PLAY]:.0%} of its hands and "
              f"takes {words.taken} with {often[0, MISS]:.0%}")
    if players > 2:
        eldest += f"; the dealer, when anybody is in, drops {_dealer_drops(often):.0%}"
    worth = [f"{say.place(p, players)} {_worth(solver, one, p)}" for p in range(players)]
    what = "Of the pool" if plays_for_chips(solver.run) else "Of points a hand"
    counted = "" if not solver.counts_later else ", with what later pools are worth to them"
    return (
        f"{eldest}.",
        f"{what} the seats may expect: {', '.join(worth)}{counted}.",
        f"{looed(solver, one).sum():.3f} seats are {words.looed} a hand{_fate(solver, one)}.",
        f"In the classes that were solved {_gain_said(solver, one, one.gain)} a hand.",
        f"In finer classes {_gain_said(solver, one, one.fine_gain)} a hand.",
        found_on("declarations", solver.learned.stop),
    )


def _gain_said(solver: ChipHands, one: Solved, gain: Gain) -> str:
    """Say what best responses gain: a share of the pool, or points."""
    own = _gain(gain, one)
    told = (f"{share(own)} of the pool" if plays_for_chips(solver.run)
            else f"{amount(own.scaled(one.pool), signed=True)} points")
    return lower_bound("declarations", own, told)


def _worth(solver: ChipHands, one: Solved, p: int) -> str:
    """Say what a seat may expect: a share of the pool, or points."""
    if plays_for_chips(solver.run):
        return share(Ended.of(solver, one).worth(p).scaled(1 / one.pool))
    return amount(Ended.of(solver, one).worth(p), signed=True)


def _fate(solver: ChipHands, one: Solved) -> str:
    """Say what becomes of unlimited pools."""
    if not solver.counts_later:
        return ""
    mean, root = growth(solver, one)
    grows = f"; a hand multiplies an unlimited pool by {mean:.2f} on average"
    if np.isinf(root):
        return f"{grows}, and never makes it grow but for what the dealer adds"
    fate = "finite" if root > 1 else "infinite"
    return (f"{grows}; of large pools one twice as large is {2**root:.3g} times as rare, so the "
            f"mean pool is {fate}")


def _dealer_drops(often: Floats) -> float:
    asked = often[-1, PLAY:].sum()
    return float(often[-1, DROP] / asked) if asked else 0.0


def _seats_table(solver: ChipHands, solved: Sequence[Solved]) -> Table:
    rows: list[Row] = []
    players = len(solver.run.players)
    for one in solved:
        ended = Ended.of(solver, one)
        rows += [{"pool": one.pool, "place": say.place(p, players), **ended.row(p)}
                 for p in range(players)]
    hidden = {"drops", "for_pool", "silent"} if players == 2 else set()
    if not plays_for_chips(solver.run):
        hidden |= {"pool", "of_pool", "for_pool", "gain"}
    return Table.of(
        "solution_seats", "Seat by seat",
        (POOL, Column("place", "place", "text"), *columns_of(solver.run, "amount")), rows,
        "Shares of all hands. Under each number stands its 95% interval, for the deals that it was "
        "counted on.", index=0, hidden=hidden)


def _pools_table(solver: ChipHands, solved: Sequence[Solved]) -> Table:
    rows: list[Row] = []
    for one in solved:
        mean, root = growth(solver, one)
        rows.append({
            "pool": one.pool, "penalty": one.penalty, "looed": looed(solver, one).sum(),
            "mean": mean, "root": root, "dealer": one.worth[-1] / one.pool,
            "gain": _gain(one.gain, one), "fine": _gain(one.fine_gain, one)})
    return Table.of("solution_pools", "Pool by pool", (
        POOL, Column("penalty", "penalty", "count", "chips", "what a looed seat pays"),
        Column("looed", f"seats {words_of(solver.run.rules).looed} a hand", "amount",
               "seats a hand", "looed"),
        Column("mean", "pool multiplied by", "amount", "none",
               "what a hand multiplies an unlimited pool by, on average"),
        Column("root", "tail exponent", "amount", "none",
               "the tail exponent: pools twice as large are 2 to this power times as rare"),
        Column("dealer", "the dealer's worth", "share", "share of the pool",
               "what the dealer may expect"),
        Column("gain", "best response gains at least", "share", "share of the pool",
               "gained by declaring otherwise, at least"),
        Column("fine", "in finer classes", "share", "share of the pool",
               "the same in finer classes of hands"),
    ), rows,
        "Pools as shares of themselves; what best responses gain is measured on deals that "
        "neither the solution nor the response was found on, with 95% intervals: a best response "
        "gains at least this. Multiplied by "
        "and the tail exponent a (pools twice as large are 2^a times as rare) are those that an "
        "unlimited penalty would give.",
        index=0, hidden=() if solver.counts_later else ("mean", "root"))


def _cells_table(chart: SolutionChart) -> Table:
    of_these = "share of these hands"
    return Table.of("solution", "The chart, with its numbers", (
        Column("place", "you are", "text"),
        Column("before", "you hear", "text", "text", "what was declared before"),
        Column("turned_up", "turned up", "text", "text", "whether the turn-up is a double"),
        Column("hand", "you hold", "text", "text", "the kind of hand"),
        Column("often", "of hands", "share", "share of hands at the place",
               "how often it comes up"),
        Column("play", "play", "share", of_these, "how often to play is right"),
        Column("miss", chart.words.miss, "share", of_these, "how often the miss is right"),
        Column("drop", "drop", "share", of_these, "how often to drop is right"),
        Column("for_pool", "for the pool", "share", of_these,
               "how often to play for the pool is right"),
    ), sorted(chart.rows(), key=lambda row: -row["often"]),
        f"The {_CELLS_SHOWN} cells that come most often; solution.csv has all.", index=0,
        most=_CELLS_SHOWN)


def _sections(
    solver: ChipHands, solved: Sequence[Solved], charts: Sequence[SolutionChart]
) -> tuple[Section, ...]:
    players, taken = len(solver.run.players), words_of(solver.run.rules).taken

    def picture(chart: SolutionChart) -> Picture:
        one = chart.solved
        subtitle = (f"{find_game(solver.run.game).title}, {players} players; pool {one.pool:,}, "
                    f"penalty {one.penalty:,}; "
                    + ("this hand alone" if not solver.counts_later else "later pools counted"))
        name = "solution" if one is solved[0] else f"solution_{one.pool}"
        return Picture(
            name, lambda: wall_chart(chart.wall, "What to declare among good players", subtitle),
            f"How often to play, take {taken} and drop, by the hand (down) and by who sits "
            "there and what was declared before (across), at a pool of "
            f"{number_text.number(one.pool)}. "
            "A divided cell shows how often the table declares each; a letter alone means always. "
            "The lower part of a cell is for a double turned up, where that changes it.", wide=True,
        )

    first = Section(
        "solution", "The chart", (), (picture(charts[0]),), (_cells_table(charts[0]),))
    return (
        first,
        Section("solution_seats", "What every seat does, and what it is worth", (), (),
                (_seats_table(solver, solved), _pools_table(solver, solved))),
        *([Section("solution_pools", "Larger pools", (),
                   tuple(picture(chart) for chart in charts[1:]))] if len(charts) > 1 else []),
    )
