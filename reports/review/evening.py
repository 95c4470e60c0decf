"""A seat's hands with the prices of its decisions: what they cost, luck, and their page."""

from __future__ import annotations

import html
import json
import math
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from reports.draw.shapes import Lines, Series
from reports.habits import NAMED, Habit, in_order, of_a_player
from reports.headlines import amount
from reports.later import pd
from reports.page.document import Column, Picture, Section, Table
from reports.page.files import Report
from reports.results.tabled import Made
from reports.stats.comparisons import looks
from reports.stats.estimates import Estimate, of_deals
from reports.stats.number_text import aligned, counted, with_interval
from reports.studies.advise.decision_input import kind_in_words
from reports.studies.answered import report_of_answer
from simulate.books.tally import CLEAR, Floats, standard_error
from simulate.branch.pricing import Cost
from simulate.errors import listed
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.runs.run import Run

#: What a hand costs counts in a rating up to so many stakes of an average hand, and down to so much
#: of that below nothing, where noise may have it.
_ABOVE, _BELOW = 2.0, 0.125
#: How many decisions the page lists.
_DEAREST = 20
#: Habits that are named, at most.
_MOST = 5
_PLAIN = {"marker": ""}
_TILE = re.compile(r"\d-\d")
#: What decisions about tiles are called where others were better; other words speak for themselves.
_DOES = {
    "take_turn_up": "decide wrongly on the turn-up", "keep_after_miss": "keep other tiles",
    "lead": "lead another tile", "follow": "play another tile",
    "discard": "discard another tile",
    "play": "play another tile or end", "bet": "bet another tile",
}


@dataclass(frozen=True)
class Decision:
    """One decision and its price."""

    session: int
    hand: int
    decision: str
    #: Both as a history writes them.
    answer: Any
    best: Any
    #: The same two in words.
    chosen: str
    advised: str
    price: Cost  #: how much less the answer is worth than the best that was found
    index: int = 0  #: among the decisions of the hand
    short: float = 0.0  #: how much less that is worth than the best there is, as far as deals show

    @property
    def cost(self) -> float:
        """How much less the answer is worth than the best."""
        return self.price.value

    @property
    def se(self) -> float:
        """The standard error of that."""
        return self.price.se

    def as_dict(self) -> dict[str, Any]:
        """Return the object that ``--format json`` prints."""
        return {
            "session": self.session, "hand": self.hand, "decision": self.decision,
            "answer": self.answer, "best": self.best, "cost": self.cost, "se": self.se,
        }


def cost_together(decisions: Sequence[Decision]) -> tuple[float, float]:
    """Return what decisions cost together, and its error: later pools are measured once for all."""
    own = [max(decision.se**2 - float(standard_error(decision.price.replicas)) ** 2, 0.0)
           for decision in decisions]
    return (math.fsum(decision.cost for decision in decisions),
            math.sqrt(math.fsum([*own, later_error(decisions) ** 2])))


def later_error(decisions: Sequence[Decision]) -> float:
    """Return the error of a sum of costs by the worth of later pools, added up by replica."""
    shared: dict[int, float | np.ndarray] = {}
    for decision in decisions:
        replicas = decision.price.replicas
        shared[len(replicas)] = shared.get(len(replicas), 0.0) + replicas
    return math.hypot(*(float(standard_error(np.asarray(total))) for total in shared.values()))


def _kind(decision: Decision) -> tuple[str, str]:
    """Return what was done and what is better; other tiles are not named."""
    if decision.decision not in _DOES and not _TILE.search(decision.chosen + decision.advised):
        return decision.chosen, decision.advised
    return _DOES.get(decision.decision, "choose other tiles"), ""


def habits_of(decisions: Sequence[Decision]) -> list[Habit]:
    """Return the costliest of the habits that surely cost something, all judged together."""
    groups: dict[tuple[str, str], list[Decision]] = {}
    for decision in decisions:
        if decision.chosen != decision.advised:
            groups.setdefault(_kind(decision), []).append(decision)
    habits = []
    for (does, better), some in groups.items():
        hands = dict.fromkeys((d.session, d.hand) for d in sorted(some, key=lambda d: -d.cost))
        habits.append(Habit(does, better, len(some), of_deals(*cost_together(some)),
                            hands=[*hands]))
    return [habit for habit, sure in in_order(habits) if sure][:_MOST]


@dataclass(frozen=True)
class Reviewed:
    """A hand that was reviewed."""

    line: int
    #: Hands of one sitting follow one another, and each finds the pool that the last one left.
    sitting: int
    decisions: list[Decision]
    result: float | None  #: chips or points of the seat; None if unknown
    luck: float | None
    left: float  #: what the pool that it leaves is worth to the seat
    unit: str  #: of the costs
    result_unit: str
    dealer: int | None = None  #: where there is one
    stake: float = 1.0  #: what the hand is played for, in that unit

    def cost(self, kind: str = "") -> float:
        """Return what the decisions of a kind (of all) cost together."""
        return math.fsum(d.cost for d in self.decisions if kind in ("", d.decision))

    def lost(self, kind: str = "") -> float:
        """Return what they cost against the best there is, which deals find in part."""
        return math.fsum(d.cost + d.short for d in self.decisions if kind in ("", d.decision))


def _spread_within(moves: Floats, groups: Sequence[object]) -> float:
    """Return the variance about the mean of groups; of all where groups are too small."""
    some: dict[object, list[float]] = {}
    for move, group in zip(moves.tolist(), groups, strict=True):
        some.setdefault(group, []).append(move)
    if len(moves) < 2 * len(some):
        return float(moves.var(ddof=1))
    squares = math.fsum(len(own) * float(np.var(own)) for own in some.values())
    return squares / (len(moves) - len(some))


_WHICH = Column("decision", "decision", "text", "text", "the kind of decision")


def _costs(unit: str) -> tuple[Column, ...]:
    """Return the columns of what decisions cost; the page shows the first."""
    return (Column("cost", "cost", "signed", unit, "what it cost against the best answer found"),
            Column("se", "", "amount", unit, "standard error of cost"))


@dataclass(repr=False, eq=False)
class Review(Made):
    """A seat's hands that were reviewed, with a page and files to keep.

    Examples
    --------
    >>> import boneyard
    >>> hands = boneyard.replay("casino", lineup="random", players=3, session=0)
    >>> found = boneyard.review([hand.history for hand in hands], deals=512, jobs=1)
    >>> list(found.by_kind.index)
    ['bet']
    """

    hands: list[Reviewed]
    seat: int | str  #: as was asked: a seat, or a player, who may sit elsewhere in each session
    run: Run  #: the table of the last hand
    against: list[str]  #: who the others are assumed to be
    faults: list[str] = field(default_factory=list)  #: hands that could not be reviewed, and why
    #: Variance of what the last pools of such sittings are worth to the seat, added up.
    left_variance: float = 0.0
    #: Whom those players resemble who were seen to act, and have no known strategy: one line each.
    alike: list[str] = field(default_factory=list)
    who: str = ""  #: the player whose hands they are: a name, or a strategy with its seat
    again: int = 0  #: hands that came once more, and were left out
    unread: int = 0  #: hands left out for want of a line before them
    tasks: list[Any] = field(default_factory=list)  #: what was gone through, hand by hand
    command: str = field(init=False)  #: what reviews a file with these hands

    def __post_init__(self) -> None:
        self.command = f"boneyard review FILE --seat {shlex.quote(str(self.seat))}"

    def report(self) -> Report:
        """Return the review as everything that its page shows and its folder holds."""
        return report_of(self)

    @cached_property
    def decks(self) -> dict[str, bytes]:
        """The costliest mistakes to practise, as files: ``practice.json`` for a report's page,
        ``practice.txt`` for Anki; none where nothing was surely a mistake."""
        from reports.review.deck import decks  # knows the pages of all games, which are slow

        return decks(self, [(task.table, task.hand) for task in self.tasks])

    def _files(self) -> Mapping[str, bytes]:
        """Return the decks, and the review as a text and as objects."""
        return {**self.decks, "review.txt": f"{self}\n".encode(),
                "review.jsonl": "\n".join([*self.json_lines(), ""]).encode()}

    @property
    def decisions(self) -> list[Decision]:
        """All decisions in the order in which they were taken."""
        return [decision for hand in self.hands for decision in hand.decisions]

    @property
    def cost(self) -> tuple[float, float]:
        """What they cost together, and the standard error."""
        return cost_together(self.decisions)

    def ratings(self, kind: str = "") -> tuple[Floats, Floats, Floats]:
        """Return what is lost a hand by decisions of a kind (by all), after each of the hands, and
        the ends of its interval, which holds at all of them together: float64[hands] each."""
        stakes = [hand.stake for hand in self.hands]
        most = min(_ABOVE * float(np.mean(stakes)), max(stakes))
        lost = np.array([hand.lost(kind) for hand in self.hands]).clip(-_BELOW * most, most)
        low, high = looks(lost, -_BELOW * most, most)
        later = later_error([d for d in self.decisions if kind in ("", d.decision)])
        reach = CLEAR * later / len(lost)
        mean = np.cumsum(lost) / np.arange(1, len(lost) + 1)
        # No play is better than the best: what deals alone bring below 0 is 0.
        return np.maximum(mean, 0.0), np.maximum(low - reach, 0.0), high + reach

    def rating(self, kind: str = "") -> Estimate:
        """Return what is lost a hand against best answers, by decisions of a kind or by all."""
        value, low, high = (float(column[-1]) for column in self.ratings(kind))
        return Estimate(value, low=low, high=high)

    @property
    def unit(self) -> str:
        """The unit of the costs."""
        return self.hands[0].unit if self.hands else "chips"

    @property
    def result(self) -> float | None:
        """What the seat won in the hands that have it; None if none does."""
        known = [hand.result for hand in self.hands if hand.result is not None]
        return math.fsum(known) if known else None

    def _spread(self, without_luck: bool) -> tuple[float, float] | None:
        """Return a sum over the hands and its standard error, if known. What a hand leaves in the
        pool is moved from the hand that left it; the last pool of a sitting is nobody's yet."""
        known = [hand for hand in self.hands if hand.result is not None and hand.luck is not None]
        if len(known) < 2 or len(known) < len(self.hands):
            return None
        results = np.array([hand.result for hand in known])
        luck = np.array([hand.luck for hand in known]) if without_luck else np.zeros(len(known))
        left = np.array([hand.left for hand in known])
        found = np.concatenate([[0.0], left[:-1]])
        found[np.diff([hand.sitting for hand in known], prepend=-1) != 0] = 0.0
        moves = results - luck + left - found
        spread = _spread_within(moves, [hand.dealer for hand in known])
        variance = len(known) * spread + self.left_variance
        return float((results - luck).sum()), float(np.sqrt(variance))

    @property
    def without_luck(self) -> tuple[float, float] | None:
        """The result with luck taken out, and its standard error."""
        return self._spread(True)

    @property
    def variance_factor(self) -> float | None:
        """How many times fewer hands give the same precision once luck is taken out."""
        raw, calm = self._spread(False), self._spread(True)
        if not raw or not calm or not raw[1] or not calm[1]:
            return None  # hands that all ended alike do not show how far results spread
        return (raw[1] / calm[1]) ** 2

    def last(self) -> dict[str, Any]:
        """Return the last object that ``--format json`` prints."""
        cost, error = self.cost
        rating, calm = self.rating(), self.without_luck or (None, None)
        return {
            "decisions": len(self.decisions), "cost": cost, "se": error, "a_hand": rating.value,
            "a_hand_low": rating.low, "a_hand_high": rating.high, "result": self.result,
            "result_without_luck": calm[0], "se_without_luck": calm[1],
            "variance_factor": self.variance_factor, "again": self.again, "unread": self.unread,
        }

    def json_lines(self) -> Iterator[str]:
        """Yield one object per decision and a last one, as the exchange format has them."""
        for decision in self.decisions:
            yield json.dumps(decision.as_dict())
        yield json.dumps(self.last())

    def decisions_table(self) -> Table:
        """Return all decisions, the costliest first."""
        rows = [{**d.as_dict(), "decision": kind_in_words(d.decision), "answer": d.chosen,
                 "best": d.advised, "cost": of_deals(d.cost, d.se)}
                for d in sorted(self.decisions, key=lambda d: -d.cost)]
        return Table.of("decisions", "All decisions, the costliest first", (
            Column("session", "session", "count"), Column("hand", "hand", "count"),
            _WHICH, Column("answer", "answer", "text", "text", "what was done"),
            Column("best", "best", "text", "text", "what would have been best"), *_costs(self.unit),
        ), rows, "The page has the first twenty, the files have all.", index=0, most=_DEAREST)

    @property
    def frame(self) -> pd.DataFrame:
        """One row per decision, in the order in which they were taken."""
        if not self.decisions:
            return pd.DataFrame()
        order = sorted(range(len(self.decisions)), key=lambda k: -self.decisions[k].cost)
        return self.tables["decisions"].set_axis(order).sort_index()

    def kinds_table(self) -> Table:
        """Return what decisions cost, by kind: how many, in all, and a hand (``rating``)."""
        rows = []
        for kind in dict.fromkeys(d.decision for d in self.decisions):
            some = [d for d in self.decisions if d.decision == kind]
            cost, error = cost_together(some)
            rows.append({
                "decision": kind_in_words(kind), "decisions": len(some),
                "cost": of_deals(cost, error), "se": error, "a_hand": self.rating(kind),
                "not_the_best": sum(d.cost > 0 for d in some)})
        return Table.of("kinds", "What decisions cost, by kind", (
            _WHICH,
            Column("decisions", "taken", "count", "decisions", "how many were taken"),
            Column("not_the_best", "not the best", "count", "decisions", "that were not the best"),
            *_costs(self.unit), Column("a_hand", "cost a hand", "signed", f"{self.unit} a hand",
                                       "what they cost a hand"),
        ), rows, f"In {self.unit}; a cost may come out a little below zero. The cost per "
            "hand also counts what the best answer found may miss.")

    @property
    def by_kind(self) -> pd.DataFrame:
        """One row per kind of decision: how many, what they cost, and what that is a hand."""
        frame = self.kinds_table().frame
        return frame[[name for name in frame if not str(name).endswith(("_low", "_high"))]]

    @property
    def habits(self) -> list[Habit]:
        """The costliest habits that surely cost something, at most five."""
        return habits_of(self.decisions)

    def __str__(self) -> str:
        """Return the review as text."""
        lines = [f"{how_many(len(self.hands), 'hand')} and "
                 f"{how_many(len(self.decisions), 'decision')} of {self.who}, against "
                 f"{listed(self.against)}", *self.rated()]
        if self.decisions:
            lines += ["", *aligned(self._kinds())]
        if self.habits:
            lines += ["", "The costliest habits"]
            lines += [f"  {self._of_habit(habit)}" for habit in self.habits]
        lines += ["", self.result_line(), "Brackets hold 95% intervals."]
        if self.alike:
            lines += ["", "Whom the players resemble", *(f"  {line}" for line in self.alike)]
        return "\n".join([*lines, *self.faults])

    __repr__ = __str__

    def _of_habit(self, habit: Habit) -> str:
        return of_a_player(habit, self.unit, len({one.session for one in self.decisions}))

    def _kinds(self) -> list[list[str]]:
        """Return a row of texts a kind of decision, the heads first."""
        heads = ["decision", "taken", "not best", f"cost, {self.unit}", "cost a hand"]
        return [heads, *(
            [str(kind), f"{row['decisions']:.0f}", f"{row['not_the_best']:.0f}",
             with_interval(row["cost"], row["se"]), amount(Estimate(
                 row["a_hand"], low=row["a_hand_low"], high=row["a_hand_high"]))]
            for kind, row in self.kinds_table().frame.iterrows())]

    def rated(self) -> tuple[str, ...]:
        """Return what the decisions cost a hand, and what its interval is good for."""
        count = "is there again and counts" if self.again == 1 else "are there again and count"
        again = (f"{how_many(self.again, 'hand')} {count} once.",) if self.again else ()
        if not self.decisions:
            return (*again, f"No decision of {self.who} is in these hands, so there is no rating.")
        rating = counted(amount(self.rating()), self.unit)
        return (*again, f"Rating: {rating} lost a hand against best "
                "answers.", "That interval holds after every hand: look, and stop, when you like.")

    def habits_table(self) -> Table:
        """Return the habits: what is done, what is better, how often, what it cost, and where."""
        rows = [{"does": h.does, "better": h.better, "times": h.times, "cost": h.cost,
                 "se": h.cost.se, "hands": " ".join(map("{0[0]}:{0[1]}".format, h.hands[:NAMED]))}
                for h in self.habits]
        return Table.of("habits", "What costs most", (
            Column("does", "does", "text", "text", "what was done"),
            Column("better", "better", "text", "text", "what is better"),
            Column("times", "times", "count", "times", "how often it was done"),
            *_costs(self.unit), Column("hands", "session:hand", "text"),
        ), rows, "Those that surely cost something, all judged together.", index=0)

    @property
    def result_unit(self) -> str:
        """The unit of the result."""
        return self.hands[0].result_unit if self.hands else "chips"

    def result_line(self) -> str:
        """Return what the seat won, and what of it is not luck."""
        if self.result is None:
            return f"The hands have no result in {self.result_unit}."
        calm, factor = self.without_luck, self.variance_factor
        line = f"Result: {counted(f'{self.result:+.6g}', self.result_unit)}."
        if calm and factor:
            line += (f" With the luck of the tiles taken out: {with_interval(*calm, signed=True)}. "
                     f"To know that as well from results alone takes {factor:.1f} times as many "
                     "hands.")
        return line

    def _repr_html_(self) -> str:
        heads, *rows = self._kinds()
        kinds = pd.DataFrame(rows, columns=heads).to_html(index=False)
        habits = "".join(f"<li>{html.escape(self._of_habit(habit))}</li>"
                         for habit in self.habits)
        return f"<p>{html.escape(self.result_line())}</p>{kinds}<ul>{habits}</ul>"


def _plot_rating(review: Review) -> Lines:
    """Return the rating after each hand; its interval is cut while it is very wide."""
    value, low, high = review.ratings()
    most = 3 * max(value[-1], high[-1] / 2)
    found = [Estimate(one, low=least, high=most) for one, least, most in zip(
        value, low, high.clip(max=most), strict=True)]
    return Lines({"": Series(found, np.arange(1, len(value) + 1))}, bands=True, bottom=0,
                 look=_PLAIN, xlabel="hands", ylabel=f"{review.unit} lost a hand",
                 title="The rating, hand by hand")


def _plot_course(review: Review) -> Lines:
    """Return the result hand by hand, as it was and without luck."""
    known = [hand for hand in review.hands if hand.result is not None]
    results = np.array([hand.result for hand in known])
    ways = {"as it was": results}
    if all(hand.luck is not None for hand in known):
        ways["without the luck of the tiles"] = results - np.array([hand.luck for hand in known])
    return Lines(
        {way: Series([*map(Estimate, each.cumsum())], np.arange(1, len(known) + 1))
         for way, each in ways.items()}, neutral=0, look=_PLAIN, xlabel="hands",
        ylabel=review.result_unit, title="The result, hand by hand")


def report_of(review: Review) -> Report:
    """Return a review as a report, ready to be shown and saved."""
    run = review.run
    answers = (
        f"{how_many(len(review.decisions), 'decision')} in {how_many(len(review.hands), 'hand')} "
        "were priced.", *review.rated(), review.result_line())
    course = () if review.result is None else (Picture(
        "course", _plot_course(review), "Hands in the order in which they were written down."),)
    sections = [Section("course", "How the hands went", (), course)] if course else []
    if review.decisions:
        habits = review.habits_table()
        none = () if len(habits.frame) else ("No habit surely costs something.",)
        rated = Picture("rating", _plot_rating(review),
                        "The line is what was lost a hand up to there. All of the band holds with "
                        "a chance of 95%.")
        sections = [
            Section("kinds", "Which decisions cost most", (), (rated,),
                    (review.kinds_table(),)),
            Section("habits", "The costliest habits", none, (), (habits,)),
            Section("decisions", "The costliest decisions", (), (), (review.decisions_table(),)),
            *sections]
    if review.alike:
        sections.append(Section("alike", "Whom the players resemble", tuple(review.alike)))
    return report_of_answer(
        run, f"{find_game(run.game).title}: review of {review.who}",
        f"against {', '.join(review.against)}", "What did the decisions cost?", answers,
        tuple(sections), review.command, {**review.last(), "faults": review.faults},
        "The interval of the rating, and of what each kind costs a hand, holds after every hand.")
