"""When to take the miss: the chart, how it moves with the pool, and what a line-up does wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd

from reports import words
from reports.estimates import Estimate
from reports.sections import Cell, Column, Picture, Section, Table
from reports.studies import later_pools
from reports.studies import miss_words as say
from reports.studies.later_pools import LaterPools
from reports.studies.miss_chart import Chart
from reports.studies.miss_figures import pool_and_penalty, wall_chart, worst_habits
from reports.studies.miss_habits import HANDS, Habits, worst_of
from reports.studies.study import Study
from simulate.batch import Run
from simulate.errors import BoneyardError
from simulate.game import find_game
from simulate.loo.forks import Question, fork_more, plays_for_chips, stakes_of
from simulate.loo.holdings import DOUBLE_KINDS, TRUMP_KINDS
from simulate.numbers import whole

#: Deals of the first round; every further one doubles them.
_FIRST_ROUND = 131_072
DEALS = 4_194_304
#: Share of the decisions that should be clear.
RESOLVED = 0.95
_LATER_SESSIONS = 60_000
#: Rows of the long tables that a page shows.
_CELLS_SHOWN, _HABITS_SHOWN = 40, 20
#: A hand whose best move is the same in this share of its decisions has a rule of its own.
_NEARLY_ALWAYS = 0.97

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Excerpt(Table):
    """A table that shows its first rows only; its files have all of them."""

    most: int = 20

    def rows(self) -> Iterator[list[Cell]]:
        """Yield the rows to show."""
        return islice(super().rows(), self.most)


@dataclass(frozen=True)
class MissStudy:
    """The finished study, in pieces.

    Parameters
    ----------
    chart : Chart
        With the worth of later pools, where there are any.
    alone : Chart
        The same deals with nothing but the hand itself counted.
    """

    chart: Chart
    alone: Chart

    @property
    def run(self) -> Run:
        """Game, rules, players and seed."""
        return self.chart.run

    @property
    def in_chips(self) -> bool:
        """Whether there is a pool."""
        return plays_for_chips(self.run)

    @property
    def unit(self) -> str:
        """What a hand is worth, in words."""
        return "chips" if self.in_chips else "points"

    @cached_property
    def habits(self) -> Habits:
        """The departures of the line-up from the chart."""
        return Habits(self.chart)

    @cached_property
    def habit_frame(self) -> pd.DataFrame:
        """Every habit, the costliest first."""
        return self.habits.frame()

    def study(self) -> Study:
        """Return question, answer and sections."""
        return Study(
            "When should a seat play, take the miss, or drop?", answers(self), sections(self)
        )


def _check(run: Run, deals: object, resolved: float) -> int:
    """Return the most deals.

    Raises
    ------
    BoneyardError
        If the game has no miss, or a number is wrong.
    """
    if run.game not in ("loo", "rounce"):
        title = find_game(run.game).title
        raise BoneyardError(f"study miss: {title} has no miss; choose loo or rounce")
    if not 0 <= resolved <= 1:
        raise BoneyardError(f"resolved {resolved!r} is not a share from 0 to 1")
    return whole(deals, "deals", 1_000, 10**12)


def miss(
    run: Run, pool: int | None = None, deals: int = DEALS, resolved: float = RESOLVED,
    jobs: int | None = None, progress: Progress | None = None,
) -> MissStudy:
    """Fork deals until the chart is clear, or there are enough of them.

    Parameters
    ----------
    run : Run
        Game, rules, players and seed; deal i is the first hand of session i.
    pool : int, optional
        At the start of play; that of a session's first hand when not given.
    deals : int
        The most deals.  Rounds have fixed sizes, so that the result depends on the seed
        and not on the workers.
    resolved : float
        Stop after a round in which the best move is clear, by two standard errors, in
        this share of the decisions.
    jobs : int, optional
        Workers; all cores when not given.
    progress : callable, optional
        Called with the deals done and the most that there can be.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.
    """
    most = _check(run, deals, resolved)
    stakes = stakes_of(run, pool)
    question = Question(run, stakes)
    later = later_pools.by_strategy(run, stakes, jobs, _LATER_SESSIONS)
    forks = question.blank()
    chart = Chart(run, stakes, later, forks)
    while forks.deals < most:
        more = min(max(forks.deals, _FIRST_ROUND), most - forks.deals)
        fork_more(question, forks, more, jobs, progress and (lambda done: progress(done, most)))
        chart = Chart(run, stakes, later, forks)
        if chart.resolved >= resolved:
            break
    return MissStudy(chart, Chart(run, stakes, LaterPools.nothing(*later.value.shape), forks))


def study_miss(
    run: Run, progress: Progress | None = None, pool: int | None = None, deals: int = DEALS,
    resolved: float = RESOLVED, jobs: int | None = None,
) -> Study:
    """Answer when to take the miss; see ``miss`` for the arguments."""
    return miss(run, pool, deals, resolved, jobs, progress).study()


def _amount(estimate: Estimate, signed: bool = False) -> str:
    return words.phrase(words.amount(estimate.value, estimate.low, estimate.high, signed))


def _share_of(chart: Chart, position: int, moves: tuple[int, ...]) -> float:
    """Return the share of a position's decisions in which one of some moves is best."""
    here = [s for s, at in enumerate(chart.positions) if at == position]
    count = np.where(chart.covered, chart.cells.count, 0)[here]
    return float(count[np.isin(chart.best[here], moves)].sum() / max(count.sum(), 1))


def _what_is_best(study: MissStudy) -> str:
    """Say how often each move is best, position by position."""
    chart, players = study.chart, len(study.run.players)
    parts = []
    for position in range(players):
        said = [
            (name, 100 * _share_of(chart, position, moves))
            for name, moves in (
                ("plays", (say.PLAY, say.TAKE)), ("misses", (say.MISS,)),
                ("drops", (say.DROP,)), ("plays for the pool", (say.FOR_POOL,)),
            )
        ]
        listed = words.listed([f"{name} {share:.0f}" for name, share in said if share >= 0.5])
        parts.append(f"the {say.place(position, players).replace('the ', '')} {listed}")
    text = "; ".join(parts)
    return f"Of a hundred hands, played as each is worth most, {text}."


def _value_of_the_miss(study: MissStudy) -> str:
    """Say what a seat would lose that never took the miss."""
    chart = study.chart
    lost, deals = 0.0, chart.forks.deals
    squares = 0.0
    for s, kind in zip(*np.nonzero(chart.covered & (chart.best == say.MISS)), strict=True):
        second = chart.order[s, kind, 1]
        count = chart.cells.count[s, kind]
        lost += chart.ahead[s, kind, second] * count
        squares += chart.ahead_se[s, kind, second] * count
    a_hand = lost / deals / len(study.run.players)
    error = 2 * squares / deals / len(study.run.players)
    cost = Estimate(a_hand, error / 2, a_hand - error, a_hand + error)
    share = sum(
        _share_of(chart, p, (say.MISS,)) for p in range(len(study.run.players))
    ) / len(study.run.players)
    if not lost:
        return "The miss is never the best choice here."
    pools = f", {100 * a_hand / chart.stakes.pool:.1f}% of the pool" if study.in_chips else ""
    return (
        f"The miss is best in {100 * share:.0f}% of a seat's decisions, on average over the "
        f"positions; never to take it would cost {_amount(cost)} {study.unit} a hand{pools}."
    )


def _rules_of_thumb(study: MissStudy) -> str:
    """Say which trumps are played whatever is heard, and which never."""
    chart = study.chart
    count = np.where(chart.covered, chart.cells.count, 0)
    stays = np.isin(chart.best, (say.PLAY, say.TAKE)) * count
    always, never = [], []
    for trumps, name in enumerate(TRUMP_KINDS):
        kinds = slice(trumps * len(DOUBLE_KINDS), (trumps + 1) * len(DOUBLE_KINDS))
        seen = count[:, kinds].sum()
        share = stays[:, kinds].sum() / seen if seen else 0.5
        if share >= _NEARLY_ALWAYS:
            always.append(name.replace(":", ","))
        elif share <= 1 - _NEARLY_ALWAYS:
            never.append(name.replace(":", ","))
    parts = []
    if always:
        parts.append(f"nearly always played, whatever is heard before: {'; '.join(always)}")
    if never:
        parts.append(f"nearly never: {'; '.join(never)}")
    if not parts:
        return "No number of trumps is played, or not, whatever is heard before."
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)


def _how_sure(study: MissStudy) -> str:
    chart = study.chart
    return (
        f"{words.whole(chart.forks.deals)} deals were played out under every move; the best "
        f"one is clear, by two standard errors, in {100 * chart.resolved:.1f}% of the decisions."
    )


def _mistakes(study: MissStudy) -> list[str]:
    """Say of each strategy how often it departs from the chart, what it costs, and the worst."""
    sentences = []
    for unit, strategy in enumerate(study.habits.strategies):
        share, cost = study.habits.total(unit)
        pool = study.chart.stakes.pool
        pools = f", {cost.value / pool:.2f} pools" if study.in_chips else ""
        sentences.append(
            f"{strategy} departs from the chart in {100 * share:.1f}% of its decisions, which "
            f"costs it {_amount(cost)} {study.unit}{pools}, in a hundred hands; "
            f"{worst_of(study.habit_frame, strategy)}."
        )
    return sentences


def answers(study: MissStudy) -> tuple[str, ...]:
    """Return the answer in plain sentences."""
    return (
        _what_is_best(study), _value_of_the_miss(study), _rules_of_thumb(study),
        *_mistakes(study), _how_sure(study),
    )


def _lineup(study: MissStudy) -> str:
    labels = list(dict.fromkeys(study.run.labels))
    return ", ".join(labels)


def _subtitle(study: MissStudy, counted: str) -> str:
    """Return what was played, in a line."""
    game, stakes = find_game(study.run.game).title, study.chart.stakes
    played = f"{game}, {len(study.run.players)} players ({_lineup(study)})"
    if not study.in_chips:
        return f"{played}; a trick a point, five lost without one"
    return f"{played}; pool {stakes.pool:,}, penalty {stakes.penalty:,}; {counted}"


def _chart_pictures(study: MissStudy) -> tuple[Picture, ...]:
    title = "Play, miss or drop?"
    caption = (
        "The move that is worth most, by the hand (down) and by who sits there and what was "
        "declared before (across). White cells are too close to call."
    )
    pictures = [Picture(
        "miss_chart", lambda: wall_chart(
            study.chart, title, _subtitle(study, "chips of later pools counted")), caption,
    )]
    if study.in_chips:
        pictures.append(Picture(
            "miss_chart_alone", lambda: wall_chart(
                study.alone, title, _subtitle(study, "this hand's chips alone")),
            "The same for a seat that thinks of this hand alone, as if a penalty were lost "
            "for good and a pool left over were nobody's.",
        ))
    return tuple(pictures)


def _by_letter(row: dict[str, Any], name: str, text: str) -> str:
    """Write a number of each move, after its letter."""
    values = ((letter, row.get(f"{name}_{letter}")) for letter in say.LETTERS)
    return ", ".join(
        f"{letter} {format(value, text)}" for letter, value in values
        if value is not None and value == value
    )


def _changes(row: dict[str, Any]) -> str:
    """Say at which pools the best move changes."""
    parts = []
    for side, word in (("falls", "below"), ("grows", "above")):
        if row[f"if_pool_{side}"]:
            ratio, error = row[f"ratio_{side}"], 2 * row[f"ratio_{side}_se"]
            places = max(1, words.decimals(ratio, ratio - error, ratio + error) - 1)
            parts.append(f"{row[f'if_pool_{side}']} {word} {ratio:.{places}f} ± {error:.{places}f}")
    return "; ".join(parts)


def cells_frame(chart: Chart) -> pd.DataFrame:
    """Return the chart as a table, the most frequent cells first.

    Beside what ``Chart.frame`` has: how often a hand comes to the cell, and in words what
    each move brings and at which pools the best one changes.
    """
    rows = []
    for row in chart.rows():
        looed = {f"looed_{letter}": row.get(f"{letter}_0") for letter in "PTM"}
        rows.append(row | {
            "often": row["deals"] / chart.forks.deals,
            "move": row["best"] if row["clear"] else f"{row['best']}?",
            "tricks": _by_letter(row, "tricks", ".2f"),
            "looed": _by_letter(looed, "looed", ".0%"),
            "changes": _changes(row),
        })
    frame = pd.DataFrame(rows).sort_values("deals", ascending=False, kind="stable")
    return frame.set_index(["place", "before", "hand"])


def _chart_table(study: MissStudy) -> Table:
    looed = "looed" if study.run.game == "loo" else "rounced"
    columns = [
        Column("place", "you are", "text"), Column("before", "you hear", "text"),
        Column("hand", "you hold", "text"), Column("often", "of hands"),
        Column("move", "best", "text"), Column("margin", f"ahead by, {study.unit}", "amount"),
        Column("second", "of", "text"), Column("tricks", "tricks by move", "text"),
        Column("looed", f"{looed} by move", "text"),
    ]
    note = (
        f"The {_CELLS_SHOWN} cells that come most often; miss_chart.csv has all, with the whole "
        "distribution of tricks by move. A question mark: too close to call. "
    )
    if study.in_chips:
        columns.append(Column("changes", "best instead, by pool ÷ penalty", "text"))
        note += (
            "The last column follows from the same tricks, if nobody else heeds the pool, and "
            "later pools are worth what they are here."
        )
    return Excerpt("miss_chart", "The chart, with its numbers", cells_frame(study.chart),
                   tuple(columns), note, most=_CELLS_SHOWN)


def _chart_section(study: MissStudy) -> Section:
    return Section(
        "miss", "When to take the miss",
        (_what_is_best(study), _value_of_the_miss(study), _rules_of_thumb(study),
         _how_sure(study)),
        _chart_pictures(study), (_chart_table(study),),
    )


def _later_table(study: MissStudy) -> Table:
    """Return the worth of a chip in the next pool by strategy and position."""
    players, later = len(study.run.players), study.chart.later
    rows = [
        {"strategy": strategy, "place": say.place(p, players), "worth": later.value[u, p],
         "worth_se": later.se[u, p], "worth_low": later.value[u, p] - 2 * later.se[u, p],
         "worth_high": later.value[u, p] + 2 * later.se[u, p]}
        for u, strategy in enumerate(study.habits.strategies) for p in range(players)
    ]
    low, high = later_pools.two_pools(study.chart.stakes)
    return Table(
        "miss_later", "What a chip left in the pool is worth",
        pd.DataFrame(rows).set_index(["strategy", "place"]),
        (Column("strategy", "strategy", "text"), Column("place", "seat in this hand", "text"),
         Column("worth", "chips to that seat", "amount")),
        f"Measured: the line-up plays on from pools of {low:,} and {high:,} on the same deals, for "
        "two rounds of deals, and what is then left is shared. The eldest hand deals next.",
    )


def _pool_section(study: MissStudy) -> Section:
    now = study.chart.stakes
    dashed = f"the dashed line is this table, {now.pool / now.penalty:.2g}" if now.penalty else ""
    return Section(
        "miss_pool", "How the chart moves with the pool",
        ("A pool that is large beside the penalty pays for boldness; all of it follows from "
         "the same deals, as long as the others declare as they do at this pool.",),
        (Picture(
            "miss_pool", lambda: pool_and_penalty(study.chart),
            "Share of the hands with which each move is best, by the pool divided by the "
            f"penalty{'; ' + dashed if dashed else ''}.",
        ),),
        (_later_table(study),),
    )


def _habit_tables(study: MissStudy) -> tuple[Table, ...]:
    costs = [
        Column("share", "of its hands"), Column("each", f"costs, {study.unit}", "amount"),
        Column("cost", f"{study.unit} in {HANDS} hands", "amount"),
    ]
    if study.in_chips:
        costs.append(Column("cost_in_pools", "in pools", "amount"))
    does = (Column("does", "what it does", "text"), Column("better", "what is better", "text"))
    who = Column("strategy", "strategy", "text")
    where = (
        Column("place", "as", "text"), Column("before", "after", "text"),
        Column("hand", "with", "text"),
    )
    note = (
        "Against the best move of the chart, on the deals in which it departed. A negative "
        "cost is a gain: there the strategy knows more than the chart."
    )
    return (
        Table("miss_departures", "What it does instead", study.habits.kinds(),
              (who, *does, *costs), note),
        Excerpt("miss_habits", "The worst habits", study.habit_frame,
                (who, *where, *does, *costs),
                f"The {_HABITS_SHOWN} costliest; miss_habits.csv has all.", most=_HABITS_SHOWN),
    )


def _habit_section(study: MissStudy) -> Section:
    pictures: tuple[Picture, ...] = ()
    if len(study.habit_frame):
        pictures = (Picture(
            "miss_habits", lambda: worst_habits(study.habit_frame, study.unit),
            f"What the costliest habits lose in {HANDS} hands, with 95% intervals; letters say "
            "what was declared before: P play, M miss, D drop.",
        ),)
    return Section(
        "miss_habits", "What the strategies do wrong", tuple(_mistakes(study)), pictures,
        _habit_tables(study),
    )


def sections(study: MissStudy) -> tuple[Section, ...]:
    """Return what a page shows of the study."""
    parts = [_chart_section(study), _habit_section(study)]
    if study.in_chips:
        parts.insert(1, _pool_section(study))
    return tuple(parts)
