"""What every decision of a seat cost, and what the result would be without luck."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from reports.habits.habit import Habit
from reports.habits.words import of_a_player
from reports.later import pd
from reports.request import Lineup
from reports.review.decision import Decision, cost_together
from reports.review.habits import habits_of
from reports.studies.advise import decision_words as words
from reports.studies.advise.history_input import (
    Line,
    known_seats,
    lineup_of,
    rules_of,
    run_of,
    seats_of,
)
from reports.studies.advise.stakes import Stakes, Table
from simulate.errors import BoneyardError
from simulate.games.rules import Rules
from simulate.games.spot import Event, asking
from simulate.rollout.luck import luck_of
from simulate.rollout.pricing import cost_of, price
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.runs.safe_files import write_together

#: Deals of a decision at most: a review is of many.
MOST_DEALS = 2048
_A_HUNDRED = 100

Progress = Callable[[float, int], None]
#: The arguments of ``_go_through``.
_Task = tuple[Table, Mapping[str, Any], int, int, int, int, frozenset[int]]


@dataclass(frozen=True)
class Reviewed:
    """A hand gone through.

    Attributes
    ----------
    line : int
    decisions : list of Decision
    result : float or None
        Chips or points of the seat; None if the hand does not tell.
    luck : float or None
    left : float
        What the pool that it leaves is worth to the seat.
    unit : str
        Of the costs.
    result_unit : str
    """

    line: int
    decisions: list[Decision]
    result: float | None
    luck: float | None
    left: float
    unit: str
    result_unit: str


@dataclass
class Review:
    """A seat's hands.

    Attributes
    ----------
    hands : list of Reviewed
    seat : int
    against : list of str
        Who the others are taken to be.
    faults : list of str
        Hands that could not be gone through, and why.
    left_variance : float
        Of what the pool is worth to the seat that such an evening leaves.

    Examples
    --------
    >>> import boneyard
    >>> hands = boneyard.replay("casino", lineup="random", players=3, session=0)
    >>> found = boneyard.review([hand.history for hand in hands], deals=512, jobs=1)
    >>> list(found.by_kind.index)
    ['bet']
    """

    hands: list[Reviewed]
    seat: int
    against: list[str]
    faults: list[str] = field(default_factory=list)
    left_variance: float = 0.0

    @property
    def decisions(self) -> list[Decision]:
        """All decisions in the order in which they were taken."""
        return [decision for hand in self.hands for decision in hand.decisions]

    @property
    def cost(self) -> tuple[float, float]:
        """What they cost together, and the standard error."""
        return cost_together(self.decisions)

    @property
    def unit(self) -> str:
        """Of the costs."""
        return self.hands[0].unit if self.hands else "chips"

    @property
    def result(self) -> float:
        """What the seat won."""
        return math.fsum(hand.result for hand in self.hands if hand.result is not None)

    def _spread(self, without_luck: bool) -> tuple[float, float] | None:
        """Return a sum over the hands and its standard error; None if it cannot be told.

        The worth of the pool is counted from hand to hand, so that no hand answers for the
        stakes that another has left.  At the end it is nobody's yet, which adds its own spread:
        that of line-ups like this one, since one evening says little of the largest pools.
        """
        told = [hand for hand in self.hands if hand.result is not None and hand.luck is not None]
        if len(told) < 2 or len(told) < len(self.hands):
            return None
        results = np.array([hand.result for hand in told])
        luck = np.array([hand.luck for hand in told]) if without_luck else np.zeros(len(told))
        left = np.array([hand.left for hand in told])
        moves = results - luck + np.diff(left, prepend=0.0)
        variance = len(told) * moves.var(ddof=1) + self.left_variance
        return float((results - luck).sum()), float(np.sqrt(variance))

    @property
    def without_luck(self) -> tuple[float, float] | None:
        """The result with luck taken out, and its standard error."""
        return self._spread(True)

    @property
    def variance_factor(self) -> float | None:
        """How many times fewer hands tell as much as without taking luck out."""
        raw, calm = self._spread(False), self._spread(True)
        return None if raw is None or calm is None or not calm[1] else (raw[1] / calm[1]) ** 2

    def last(self) -> dict[str, Any]:
        """Return the last object that ``--format json`` prints."""
        cost, error = self.cost
        calm = self.without_luck or (None, None)
        return {
            "decisions": len(self.decisions), "cost": cost, "se": error, "result": self.result,
            "result_without_luck": calm[0], "se_without_luck": calm[1],
            "variance_factor": self.variance_factor,
        }

    def json_lines(self) -> Iterator[str]:
        """Yield an object a decision and a last one, as the exchange format has them."""
        for decision in self.decisions:
            yield json.dumps(decision.as_dict())
        yield json.dumps(self.last())

    @property
    def frame(self) -> pd.DataFrame:
        """A row a decision."""
        rows = [{**d.as_dict(), "answer": d.said, "best": d.advised} for d in self.decisions]
        columns = ["session", "hand", "decision", "answer", "best", "cost", "se"]
        return pd.DataFrame(rows, columns=columns)

    @property
    def by_kind(self) -> pd.DataFrame:
        """A row a kind of decision: how many, what they cost, and what a hundred of them cost."""
        rows = []
        for kind in dict.fromkeys(d.decision for d in self.decisions):
            some = [d for d in self.decisions if d.decision == kind]
            cost, error = cost_together(some)
            rows.append({
                "decision": kind, "decisions": len(some), "cost": cost, "se": error,
                "a_hundred": _A_HUNDRED * cost / len(some),
                "a_hundred_se": _A_HUNDRED * error / len(some),
                "not_the_best": sum(d.said != d.advised for d in some),
            })
        return pd.DataFrame(rows).set_index("decision") if rows else pd.DataFrame()

    @property
    def habits(self) -> list[Habit]:
        """The dearest habits that surely cost something, at most five."""
        return habits_of(self.decisions)

    def __str__(self) -> str:
        """Return the review as text."""
        cost, error = self.cost
        lines = [f"Seat {self.seat}: {len(self.hands):,} hands, {len(self.decisions):,} "
                 f"decisions, against {', '.join(self.against)}",
                 f"They cost {cost:.4g} ± {error:.2g} {self.unit} in all.", ""]
        heads = f"{'cost':>16} {'a hundred':>16}"
        lines.append(f"{'decision':<18} {'taken':>6} {'not best':>9} {heads}")
        for kind, row in self.by_kind.iterrows():
            errors = {"cost": row["se"], "a_hundred": row["a_hundred_se"]}
            told = (f"{row[name]:.3g} ± {error:.2g}" for name, error in errors.items())
            lines.append(" ".join([f"{kind:<18} {row['decisions']:>6.0f}",
                                   f"{row['not_the_best']:>9.0f}",
                                   *(f"{cell:>16}" for cell in told)]))
        if self.habits:
            lines += ["", "The dearest habits"]
            lines += [f"  {of_a_player(habit, self.unit)}" for habit in self.habits]
        return "\n".join([*lines, "", self._result_line(), *self.faults])

    def save(self, folder: Path) -> None:
        """Write the review into a folder: a text, the objects, and the tables.

        Raises
        ------
        OSError
            If it cannot be written; what was there stays.
        """
        habits = pd.DataFrame(
            [{"does": h.does, "better": h.better, "times": h.times, "cost": h.cost.value,
              "se": h.cost.se,
              "hands": " ".join(f"{session}:{hand}" for session, hand in h.hands)}
             for h in self.habits])
        texts = {"review.txt": f"{self}\n", "review.jsonl": "\n".join([*self.json_lines(), ""]),
                 "decisions.csv": self.frame.to_csv(index=False),
                 "kinds.csv": self.by_kind.to_csv(),
                 "habits.csv": habits.to_csv(index=False)}
        write_together(folder, {name: text.encode() for name, text in texts.items()})

    def _result_line(self) -> str:
        calm, factor = self.without_luck, self.variance_factor
        line = f"Result: {self.result:+.6g} {self.hands[0].result_unit if self.hands else 'chips'}."
        if calm and factor:
            line += (f" With the luck of the tiles taken out: {calm[0]:+.4g} ± {calm[1]:.2g}; "
                     f"that tells as much as {factor:.1f} times as many hands would.")
        return line

    def _repr_html_(self) -> str:
        kinds = self.by_kind.to_html(float_format=lambda number: f"{number:.3g}")
        return f"<p>{self._result_line()}</p>{kinds}"


class _Tables:
    """The tables of a file: hands of one line-up under the same rules share what is worked out."""

    def __init__(self, lineup: Lineup | None, rules: Rules | None, seed: int) -> None:
        self._lineup, self._rules, self._seed = lineup, rules, seed
        self._known: dict[str, Table] = {}

    def of(self, hand: Mapping[str, Any]) -> Table:
        """Return the table of a hand."""
        rules = rules_of(hand, self._rules)
        who = [str(entry) for entry in lineup_of(hand, self._lineup)]
        key = json.dumps([hand["game"], seats_of(hand), rules.as_dict(), who], default=str)
        if key not in self._known:
            run = run_of(hand, self._lineup, rules, self._seed)
            table = Table(run)
            # Worked out here, by one thread.
            table.stakes(0, 0, 1)
            self._known[key] = table
        return self._known[key]


def _decide(
    run: Run, hand: Mapping[str, Any], events: Sequence[Event], index: int, stakes: Stakes,
    most: int,
) -> Decision | None:
    """Price a decision that was taken; None if there was no choice."""
    asked, ask = events[index], asking(run.game)
    if asked.answer is None:
        return None
    prices = price(run, ask.spot(hand, run.rules, events, index), stakes.worth, stakes.matters,
                   most, replicas=stakes.replicas)
    if prices is None:
        return None
    if asked.answer not in prices.answers:
        raise BoneyardError(f"{asked.about}: the rules do not allow that")
    best = prices.answers[prices.order[0]]
    cost = cost_of(prices, asked.answer, stakes.worth, stakes.replicas)
    told = [words.in_words(run.game, asked, answer) for answer in (asked.answer, best)]
    return Decision(
        int(hand.get("session") or 0), int(hand.get("hand") or 0), asked.decision,
        ask.write(asked, asked.answer), ask.write(asked, best), told[0], told[1], cost)


def _result(hand: Mapping[str, Any], seat: int) -> float | None:
    """Return what a seat made of a hand, if it is told."""
    for name in ("net", "points"):
        if hand.get(name) is not None:
            return float(hand[name][seat])
    if hand.get("winners") is not None and hand["game"] == "casino":
        return float(seat in hand["winners"]) / len(hand["winners"])
    return None


def _go_through(
    table: Table, hand: Mapping[str, Any], seat: int, line: int, number: int, most: int,
    known: frozenset[int],
) -> Reviewed | BoneyardError:
    """Price all decisions of a seat in a hand, and its luck; or say what is wrong with it."""
    run, ask = table.run, asking(str(hand["game"]))
    try:
        events = ask.events(hand, run.rules)
        stakes = table.stakes(seat, int(hand.get("dealer") or 0),
                              int(hand.get("pool") or 1), hand.get("points_before") or ())
        found = [_decide(run, hand, events, index, stakes, most)
                 for index, event in enumerate(events) if event.seat == seat]
        result = _result(hand, seat)
        told = result is not None
        luck = luck_of(run, hand, events, seat, stakes.of_result or stakes.worth, number,
                       known - {seat}) if told else None
        left = table.left(seat, hand) if told else 0.0
    except BoneyardError as error:
        return error
    except (KeyError, TypeError, ValueError, IndexError, AssertionError) as error:
        return BoneyardError(f"it is not written as the exchange format has it ({error!r})")
    return Reviewed(line, [d for d in found if d is not None], result, luck, left, stakes.unit,
                    stakes.result)


def review(
    lines: Iterable[Line], seat: int, lineup: Lineup | None = None, rules: Rules | None = None,
    seed: int = 0, jobs: int | None = None, most: int = MOST_DEALS,
    progress: Progress | None = None,
) -> Review:
    """Go through hands decision by decision.

    Parameters
    ----------
    lines : iterable of (int, hand)
        See ``reports.studies.advise.history_input.lines_of``.
    seat : int
        Whose decisions are priced.
    lineup, rules : optional
        Who the players are taken to be, and the rules; as each hand says when not given, and
        good players where it does not.
    seed : int
    jobs : int, optional
        Threads; the result does not depend on them.
    most : int
        Deals a decision.
    progress : callable, optional

    Raises
    ------
    BoneyardError
        If there is no hand to go through.
    """
    tables, faults = _Tables(lineup, rules, seed), []
    tasks: list[_Task] = []
    for line, hand in lines:
        try:
            if isinstance(hand, BoneyardError):
                raise hand
            if not 0 <= seat < seats_of(hand):
                raise BoneyardError(f"there is no seat {seat}")
            known = frozenset() if lineup is not None else known_seats(hand)
            tasks.append((tables.of(hand), hand, seat, line, len(tasks), most, known))
        except BoneyardError as error:
            faults.append(_fault(line, error))
    hands: list[Reviewed] = []
    for done, found in enumerate(in_order(_go_through, tasks, jobs)):
        if isinstance(found, BoneyardError):
            faults.append(_fault(tasks[done][3], found))
        else:
            hands.append(found)
        if progress:
            progress((done + 1) / len(tasks), done + 1)
    if not hands:
        raise BoneyardError(f"no hand to review: {faults[0] if faults else 'the file is empty'}")
    against = [str(who) for p, who in enumerate(tasks[0][0].run.labels) if p != seat]
    last, of_last = tasks[-1][1], tasks[-1][0]
    length = sum(hand.get("session") == last.get("session") for _, hand, *_ in tasks)
    return Review(hands, seat, sorted(set(against)), faults, of_last.left_variance(seat, length))


def _fault(line: int, error: BoneyardError) -> str:
    text = str(error)
    return text if text.startswith("line ") else f"line {line}: {text}"
