"""Habits of strategies as tables: their columns in files, and on the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from reports.habits.habit import HANDS, Habit, in_order
from reports.later import pd
from reports.page.document import Column
from reports.results.frames import columns

#: The note below every table of habits.
SURE = ("Those that surely cost something come first: by Holm's rule, all of a strategy's judged "
        "together.")
_COSTS = ("share", "each", "each_se", "each_low", "each_high", "cost", "cost_se", "cost_low",
          "cost_high", "cost_in_pools", "sure")


def _row(habit: Habit, sure: bool, pool: int) -> dict[str, Any]:
    return {
        **habit.where, "does": habit.does, "better": habit.better, "share": habit.share,
        **columns("each", habit.each, error=True), **columns("cost", habit.cost, error=True),
        "cost_in_pools": habit.cost.value / pool, "sure": "yes" if sure else "no",
    }


def habits_frame(
    strategies: Iterable[Iterable[Habit]], pool: int, where: Sequence[str]
) -> pd.DataFrame:
    """Return the habits of some strategies: first the dearest of each, then the second of each.

    ``strategies``: the habits of each. ``pool``: chips that are one pool. ``where``: the columns
    that say when a habit happens; a table without rows has them too.
    """
    rows = [(rank, _row(habit, sure, pool)) for habits in strategies
            for rank, (habit, sure) in enumerate(in_order(habits))]
    rows.sort(key=lambda ranked: (ranked[0], ranked[1]["sure"] == "no", -ranked[1]["cost"]))
    names = [*where, "does", "better", *_COSTS]
    return pd.DataFrame([row for _, row in rows], columns=names)


def page_columns(unit: str, instead: str, pools: bool, *where: Column) -> tuple[Column, ...]:
    """Return the columns that the page shows.

    ``unit``: of the costs. ``instead``: what the column of the better move is called. ``pools``:
    whether the costs are told in pools as well. ``*where``: the columns that say when a habit
    happens.
    """
    costs = [Column("share", "of its hands"), Column("each", f"costs, {unit}", "amount"),
             Column("cost", f"{unit} in {HANDS} hands", "amount")]
    if pools:
        costs.append(Column("cost_in_pools", "in pools", "amount"))
    return (Column("strategy", "strategy", "text"), *where, Column("does", "what it does", "text"),
            Column("better", instead, "text"), *costs, Column("sure", "sure", "text"))
