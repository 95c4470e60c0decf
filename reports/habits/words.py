"""Habits in words."""

from __future__ import annotations

from collections.abc import Iterable

from reports.habits.habit import Habit, in_order
from reports.stats.number_text import with_interval


def of_a_strategy(habit: Habit) -> str:
    """Say when a strategy does what: as dealer after 1 missed, with no trump, it drops..."""
    where = habit.where
    heard = "" if where["before"] == "nothing" else f" after {where['before']}"
    held = where["hand"].replace(":", ",")
    if "turned_up" in where:
        held += f" and {'a' if where['turned_up'] == 'a double' else 'no'} double turned up"
    return (f"as {where['place']}{heard}, with {held}, it {habit.does} where it should "
            f"{habit.better}")


def worst(habits: Iterable[Habit], judge: str) -> str:
    """Say what the costliest habit of a strategy is, in half a sentence.

    ``judge``: who says so, as in "the chart".
    """
    judged = in_order(habits)
    if not judged or not judged[0][1]:
        return f"it has no habit that surely costs it anything by {judge}"
    return f"its costliest habit is that {of_a_strategy(judged[0][0])}"


def of_a_player(habit: Habit, unit: str) -> str:
    """Say what a person did, how often, what it cost in all, and in which hands to look."""
    where = ", ".join(f"{session}:{hand}" for session, hand in habit.hands)
    times = "once" if habit.times == 1 else f"{habit.times:.0f} times"
    better = f" where to {habit.better} is better" if habit.better else ""
    return (f"{habit.does}{better} ({times}): {with_interval(habit.cost.value, habit.cost.se)} "
            f"{unit}; session:hand {where}")
