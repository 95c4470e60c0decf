"""Habits: what players do wrong again and again, what it costs, and which habits are sure.

Three things look for habits: the chart of a strategy, a best response to it, and the review of
hands that were played. Each finds them in its own way. What habits cost, which are sure, and in
what order and words they are shown is the same for all three.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import numpy as np

from reports.page.document import STRATEGY, Column, Row, Table
from reports.stats.comparisons import p_value, signs
from reports.stats.estimates import NOTHING, Estimate, around
from reports.stats.move_values import Flags, MoveValues
from reports.stats.number_text import gerund, with_interval
from simulate.books.tally import Floats, Ints, standard_error
from simulate.errors import listed
from simulate.games.narrating import ordinal

T = TypeVar("T", bound=Hashable)

#: Costs of a strategy's habits are given for this many of its hands.
HANDS = 100
#: Hands of a habit that are named.
NAMED = 3
#: When a strategy does what.
WHEN = (Column("place", "as", "text"),
        Column("before", "after", "text", "text", "what was declared before"),
        Column("hand", "with", "text", "text", "the kind of hand"),
        Column("turned_up", "turned up", "text", "text", "whether the turn-up is a double"))
#: How a sentence has what stands in a column.
_IN_WORDS = {"round": "in round {}", "place": "as {}", "before": "after {}",
             "turned_up": "{} turned up"}
#: The note below every table of habits.
SURE = ("Those that surely cost something come first: by Holm's rule, all of a strategy's judged "
        "together.")


@dataclass(frozen=True)
class Cost:
    """What was lost in some deals, added up."""

    times: float  #: how often
    #: Sums of what was lost, and of its square.
    lost: float
    squares: float
    #: float64[R]: what was lost, or the part of it that comes from later pools: first as measured,
    #: then by every replica of the worth of pools.
    replicas: Floats = field(default_factory=lambda: np.zeros(1))

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.times + other.times, self.lost + other.lost, self.squares + other.squares,
            self.replicas + other.replicas)

    def among(self, deals: float) -> Estimate:
        """Estimate what is lost a deal, at most one loss in each."""
        mean = self.lost / deals
        variance = max(0.0, self.squares / deals - mean**2) / max(deals - 1, 1)
        later = float(standard_error(self.replicas)) / deals
        return around(mean, math.hypot(math.sqrt(variance), later), int(deals))


class Departure(NamedTuple):
    """A move that is made in a cell though another is clearly better, and what that costs."""

    cell: int
    made: int
    better: int
    cost: Cost


def departures(measured: MoveValues, worse: Flags, best: Ints) -> list[Departure]:
    """Return where moves are made that are clearly worse (bool[cells, moves]) than the best
    (int64[cells]). On other deals, the cost is what the best would have brought more in just those,
    so that a player who knows better gains."""
    return [Departure(cell, made, better, Cost(
        float(measured.count[cell, made]),
        float(measured.totals[cell, made, better] - measured.totals[cell, made, made]),
        float(measured.squares[cell, made, better, made])))
        for cell, made in np.argwhere(worse & (measured.count > 0)).tolist()
        for better in [int(best[cell])]]


@dataclass(frozen=True)
class Habit:
    """One thing that a player does where another is better."""

    #: What is done, and what would be better.
    does: str
    better: str
    times: float  #: how often that was seen
    #: In ``HANDS`` hands, or in a review in all its hands; below zero where the player gains by it.
    cost: Estimate
    #: When it happens: whose habit it is, the place, what was declared before, the hand.
    where: Mapping[str, str] = field(default_factory=dict)
    share: float = math.nan  #: of the hands of the player
    each: Estimate = NOTHING  #: what it costs once
    units: float = math.inf  #: independent units that the standard error of the cost was taken from
    #: Session and hand of all cases, the costliest first, where single hands are reviewed.
    hands: Sequence[tuple[int, int]] = ()


def which_are_sure(habits: Sequence[Habit]) -> list[bool]:
    """Return whether each habit surely costs something, all judged together (Holm's rule)."""
    costs = [habit.cost for habit in habits]
    by_itself = [p_value(habit.cost, habit.units) for habit in habits]
    return [sign > 0 for sign in signs(costs, by_itself)]


def in_order(habits: Iterable[Habit]) -> list[tuple[Habit, bool]]:
    """Return each habit and whether it surely costs something: sure ones first, then by cost."""
    some = list(habits)
    judged = zip(some, which_are_sure(some), strict=True)
    return sorted(judged, key=lambda pair: (not pair[1], -pair[0].cost.value))


def habits_table(
    name: str, title: str, strategies: Iterable[Iterable[Habit]], where: Sequence[Column],
    unit: str, instead: str, note: str, **shown: Any,
) -> Table:
    """Return the habits of some strategies: first the costliest of each, then the second of each.
    ``where``: the columns of when a habit happens.
    ``instead``: what the column of the better move is called."""
    rows: list[tuple[int, Row]] = [(rank, {
        **habit.where, "does": habit.does, "better": habit.better, "share": habit.share,
        "each": habit.each, "cost": habit.cost,
        "sure": "yes" if sure else "no",
    }) for habits in strategies for rank, (habit, sure) in enumerate(in_order(habits))]
    rows.sort(key=lambda one: (one[0], one[1]["sure"] == "no", -one[1]["cost"].value))
    return Table.of(name, title, (
        STRATEGY, *where,
        Column("does", "what it does", "text", "text", "what the strategy does"),
        Column("better", instead, "text", "text", "what is better"),
        Column("share", "of its hands"),
        Column("each", f"costs, {unit}", "amount", "{value}", "what it costs each time",
               with_error=True),
        Column("cost", f"{unit} in {HANDS} hands", "amount", "{value} in 100 hands",
               "what it costs", with_error=True),
        Column("sure", "sure", "text", "text",
               "whether it costs anything for certain, all habits judged together"),
    ), (row for _, row in rows), note, index=0, **shown)


def costliest(habits: Iterable[Habit]) -> str:
    """Return the costliest habit of a strategy; nothing where none surely costs anything."""
    judged = in_order(habits)
    if not judged or not judged[0][1]:
        return ""
    worst = judged[0][0]
    where = ", ".join(_IN_WORDS.get(name, "{}").format(word.replace("another tile", "no double"))
                      for name, word in worst.where.items()
                      if name != "strategy" and word != "nothing")
    return f"Its costliest habit: {where}. It {worst.does}, and should {worst.better}."


def of_a_player(habit: Habit, unit: str, sessions: int = 1) -> str:
    """Return what a person did, how often, what it cost in all, and in which hands to look: those
    of the only session, or of some that are named."""
    where = listed([
        f"the {ordinal(hand + 1)} hand" + (f" of session {session}" if sessions > 1 else "")
        for session, hand in habit.hands[:NAMED]])
    times = "once" if habit.times == 1 else f"{habit.times:.0f} times"
    better = f" where {gerund(habit.better)} is better" if habit.better else ""
    cost = with_interval(habit.cost.value, habit.cost.se)
    most = "in" if len(habit.hands) <= NAMED else "most in"
    return f"{gerund(habit.does)}{better} ({times}): {cost} {unit}, {most} {where}"
