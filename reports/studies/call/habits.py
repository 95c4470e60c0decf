"""Where the score changes the call: the chart counted in games won, score by score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from reports import habits as finder
from reports.habits import HANDS, SURE, Habit, habits_table
from reports.page.document import STRATEGY, Column, Row, Table
from reports.stats.estimates import Estimate, around
from reports.stats.move_values import MoveValues
from reports.studies.call import chart as say
from reports.studies.call.chart import LEAST, Chart, values_at
from simulate.books.tally import Floats
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import SEATS, make
from simulate.runs.run import Run
from simulate.theory.euchre import forked_deals
from simulate.theory.euchre.auctions import Auctions, Node, nodes, seen_at, worth_of
from simulate.theory.euchre.forked_deals import CELLS, MOST_POINTS, ForkedDeals, Small, sides
from simulate.theory.euchre.win_chances import Score, WinChances, score_after, scores


@dataclass
class AskedDeals:
    """Forked deals, and what the line-up calls there at each score that is asked for."""

    deals: ForkedDeals
    jobs: int | None = None
    _calls: dict[Score, Small] = field(default_factory=dict)

    def calls(self, score: Score) -> Small:
        """Return the calls at a score; side 0 is that of the eldest hand."""
        if score not in self._calls:
            self._calls[score] = forked_deals.calls_at(self.deals, score, jobs=self.jobs)
        return self._calls[score]

    def beginning(self, deals: int) -> AskedDeals:
        """Return the first deals; nobody is asked again where the calls are known."""
        known = {score: calls[:deals] for score, calls in self._calls.items()}
        return AskedDeals(self.deals.some(0, deals), self.jobs, known)

    def auctions(self, score: Score, worth: Floats) -> Auctions:
        """Return the auctions at a score, for what endings are worth."""
        return Auctions(self.deals, self.calls(score), worth)


@dataclass(frozen=True)
class Heeded:
    """What heeding the score is worth at one score, to one seat."""

    own: int
    other: int
    gain: Estimate  #: games won a hand of a seat, above the calls that make most points
    rows: list[Row]  #: the cells where another call wins more games


def mean(values: Floats) -> Estimate:
    """Estimate the mean of independent values."""
    if len(values) < 2:
        return Estimate(float("nan"))
    error = float(values.std() / np.sqrt(len(values) - 1))
    return around(float(values.mean()), error, len(values)) if error else Estimate(
        float(values.mean()))


def heeded(
    learned: AskedDeals, judged: AskedDeals, chart: Chart, chances: WinChances, own: int,
    other: int,
) -> Heeded:
    """Return what heeding a score is worth. A call is changed where the deals learned from clearly
    show that another wins more games; what that brings is measured on the other deals."""
    hands, rows = len(judged.deals), []
    gains, by_side = np.zeros(hands), dict[int, tuple[Auctions, Auctions]]()
    for node in nodes(chart.players):
        if node.side not in by_side:
            # The side has its points and all others theirs.
            score = tuple(own if side == node.side else other
                          for side in range(sides(chart.players)))
            worth = chances.worth(score)
            by_side[node.side] = learned.auctions(score, worth), judged.auctions(score, worth)
        some, others = by_side[node.side]
        values, base = values_at(some.asked(node, chart.order)), chart.best[node.index]
        surely = values.worse(values.best, LEAST)[np.arange(CELLS), base]
        better = np.where(surely, values.best, base)
        asked = others.asked(node, chart.order)
        row, cells = np.arange(len(asked.at)), asked.cells
        gains[asked.at] += asked.worth[row, better[cells]] - asked.worth[row, base[cells]]
        measured = values_at(asked)
        for cell in np.flatnonzero((better != base) & (measured.count >= 2)).tolist():
            rows.append({
                "own": own, "other": other, "round": node.number + 1, "place": say.place(node),
                "hand": say.hand(node, cell), "points_call": say.MOVES[base[cell]],
                "better": say.MOVES[better[cell]], "often": measured.count[cell] / hands,
                "gain": measured.margin(cell, int(better[cell]), int(base[cell]))})
    return Heeded(own, other, mean(gains / chart.players), rows)


def scores_table(found: Sequence[Heeded]) -> Table:
    """Return the calls that the score changes, those first that bring most games."""
    return Table.of("call_scores", "Calls that the score changes", (
        Column("own", "own points", "count", "points", "the seat's own"),
        Column("other", "others' points", "count", "points", "those of the others"),
        say.ROUND, say.WHERE, say.HAND,
        Column("points_call", "for points", "text", "text", "the call that is best in points"),
        Column("better", "for the game", "text", "text", "the call that is better"), say.OFTEN,
        Column("gain", "games won more", "share", "share of games", "won more by the better call",
               with_error=True),
    ), sorted((row for one in found for row in one.rows),
              key=lambda row: -row["often"] * row["gain"].value),
        "Those that bring most stand first. Changed where the deals that chose say clearly that "
        "another call wins more games; measured on the others. The chance to win from a score is "
        "worked out from how this line-up's hands end at every score.", index=2)


#: Gains in games are told for this many games.
GAMES = 100
#: What a seat changes that calls as the chart says.
BY_CHART = "calls by the chart"
#: Deals from which games are counted; at every score all of them are asked about.
_GAME_DEALS = 20_000
#: Games are followed until no more than this share of them goes on.
_ENDED = 1e-9

#: The columns that say when a strategy departs.
WHERE = (Column("round", "round", "text", "text", "the round of calls, 1 or 2"),
         Column("place", "as", "text"))


def owns(run: Run, deals: ForkedDeals, position: int, label: str) -> Any:
    """Return in which deals a strategy has a position: bool[deals]."""
    labels = np.array([one == label for one in run.labels])
    return labels[deals.seat_at(position)]


def departures(auctions: Auctions, chart: Chart, run: Run, label: str) -> Iterator[Habit]:
    """Yield where a strategy departs from the chart, with what that costs."""
    hands = sum(int(owns(run, auctions.deals, p, label).sum()) for p in range(chart.players))
    for node in nodes(chart.players):
        learned = chart.halves[node.index].learned
        found = finder.departures(_by_call(auctions, chart, run, node, label),
                                  learned.worse(learned.best, LEAST), learned.best)
        costs = finder.gathered(found, lambda one: (one.made, one.better))
        for (made, better), cost in sorted(costs.items()):
            if cost.times >= LEAST:
                each, share = cost.among(cost.times), cost.times / hands
                where = {"strategy": label, "round": str(node.number + 1), "place": say.place(node)}
                yield Habit(say.DOES[made], say.MOVES[better], cost.times,
                            each.scaled(HANDS * share), where, share, each, cost.times)


def _by_call(auctions: Auctions, chart: Chart, run: Run, node: Node, label: str) -> MoveValues:
    """Return what moves are worth by cell and by what a strategy, whose own call is the move,
    does."""
    asked = auctions.asked(node, chart.order)
    own = owns(run, auctions.deals, node.position, label)[asked.at]
    at, made, worth = asked.at[own], asked.made[own], asked.worth[own].copy()
    move, called = np.where(made == 0, 0, 1 + made % 2), made > 0
    worth[called, move[called]] = auctions.made_worth(node, at[called], made[called])
    moves = worth.shape[1]
    found = MoveValues.of(asked.cells[own] * moves + move, worth, CELLS * moves)
    return found.each(lambda sums: sums.reshape(CELLS, moves, *sums.shape[1:]))


def departures_table(auctions: Auctions, chart: Chart, run: Run) -> Table:
    """Return the departures of every strategy, the costliest first."""
    return habits_table(
        "call_habits", "Where it departs from the chart",
        (departures(auctions, chart, run, label) for label in dict.fromkeys(run.labels)), WHERE,
        "points", "what is better",
        "Measured in those very deals, which the chart was not drawn from. A negative cost is a "
        f"gain: there the strategy knows more than the chart. {SURE}")


#: Returns a seat's calls in both rounds, changed: int8[deals, ROUNDS] from the deals, the
#: position and what it calls itself.
Change = Callable[[ForkedDeals, int, Small], Small]


def changes(chart: Chart) -> dict[str, Change]:
    """Return the changes that a seat might make, by name."""

    def by_chart(deals: ForkedDeals, position: int, calls: Small) -> Small:
        everywhere, changed = np.arange(len(deals)), calls.copy()
        for node in nodes(chart.players):
            if node.position == position:
                suits, cells = seen_at(deals, node, chart.order, everywhere)
                move = chart.best[node.index][cells]
                changed[:, node.number] = np.where(
                    move == 0, 0, make(suits, np.maximum(move - 1, 0)))
        return changed

    def never_alone(deals: ForkedDeals, position: int, calls: Small) -> Small:
        return (calls & ~1).astype(np.int8)

    def always_alone(deals: ForkedDeals, position: int, calls: Small) -> Small:
        return np.where(calls > 0, calls | 1, 0).astype(np.int8)

    if chart.players < SEATS:
        return {BY_CHART: by_chart}
    return {BY_CHART: by_chart, "never goes alone": never_alone, "always goes alone": always_alone}


def _advantage(
    auctions: Auctions, position: int, change: Change, own: Any
) -> tuple[Floats, Any, Any]:
    """Return what a changed seat gains by deal, then whose side makes it and the points to it."""
    deals, calls = auctions.deals, auctions.calls
    changed = calls.copy()
    changed[own, :, position] = change(deals, position, calls[:, :, position])[own]
    differ = np.flatnonzero((changed != calls).any(axis=(1, 2)))
    before = auctions.tails[0]
    after = deals.at(differ).outcome(changed[differ])
    maker, value = before.maker.copy(), before.value.copy()
    maker[differ], value[differ] = after.maker, after.value
    count = sides(deals.players)
    gain = np.zeros(len(deals))
    worth, side = auctions.worth, position % count
    gain[differ] = worth_of(after, side, worth) - worth_of(before, side, worth)[differ]
    return gain, np.where(maker < 0, 0, maker % count), value


def points_gained(auctions: Auctions, run: Run, label: str, change: Change) -> Estimate:
    """Estimate what a seat of a strategy gains a hand by a change, the others as they are."""
    total, hands = np.zeros(len(auctions.deals)), 0
    for position in range(auctions.deals.players):
        own = owns(run, auctions.deals, position, label)
        total += _advantage(auctions, position, change, own)[0]
        hands += int(own.sum())
    return mean(total * len(total) / hands)


def games_gained(
    asked: AskedDeals, chances: WinChances, run: Run, label: str, change: Change
) -> Estimate:
    """Estimate what share of games more a seat of a strategy wins by a change: over all states, how
    often the new policy visits them, times what the change brings there at the worth of states
    under the old one (the performance difference lemma: Kakade and Langford, ICML 2002). Every deal
    has one number, and their spread gives the interval."""
    n = asked.deals.players
    own = [owns(run, asked.deals, p, label) for p in range(n)]
    gains: dict[tuple[Score, int], Floats] = {}
    ends: dict[tuple[Score, int], Floats] = {}
    for score in scores(sides(n)):
        auctions = asked.auctions(score, chances.worth(score))
        for p in range(n):
            gain, maker, value = _advantage(auctions, p, change, own[p])
            gains[score, p] = gain * own[p] / max(own[p].mean(), 1e-9)
            cells = (maker * (2 * MOST_POINTS + 1) + value + MOST_POINTS)[own[p]]
            counted = np.bincount(cells, minlength=sides(n) * (2 * MOST_POINTS + 1))
            ends[score, p] = counted.reshape(sides(n), -1) / max(int(own[p].sum()), 1)
    visits = _visits(n, ends)
    return mean(np.sum([visits[state] * gains[state] for state in visits], axis=0))


def _visits(players: int, ends: dict[tuple[Score, int], Floats]) -> dict[tuple[Score, int], float]:
    """Return how often a game comes to each score with the seat in each position."""
    count = sides(players)
    now = {((0,) * count, p): 1 / players for p in range(players)}
    visits: dict[tuple[Score, int], float] = {}
    while sum(now.values()) > _ENDED:
        later: dict[tuple[Score, int], float] = {}
        for (score, p), chance in now.items():
            visits[score, p] = visits.get((score, p), 0.0) + chance
            for (maker, value), share in np.ndenumerate(ends[score, p]):
                after = score_after(score, maker, value - MOST_POINTS)
                if share and max(after) < GAME_POINTS:
                    state = (*after[1:], after[0]), (p - 1) % players
                    later[state] = later.get(state, 0.0) + chance * share
        now = later
    return visits


def changes_table(
    judged: AskedDeals, auctions: Auctions, chart: Chart, chances: WinChances, run: Run
) -> Table:
    """Return what seats of each strategy gain by each change, in points a hand and in games."""
    for_games = judged.beginning(_GAME_DEALS)
    return Table.of("call_changes", "What a seat gains that calls otherwise", (
        STRATEGY, Column("change", "a seat that", "text", "text", "the calls that are changed"),
        Column("points", "points a hand", "signed", "points a hand", "made more than before"),
        Column("games", f"of {GAMES} games", "signed", f"of {GAMES} games",
               "won more than before"),
    ), ({"strategy": label, "change": name,
         "points": points_gained(auctions, run, label, change),
         "games": games_gained(for_games, chances, run, label, change).scaled(GAMES)}
        for label in dict.fromkeys(run.labels) for name, change in changes(chart).items()),
        "One seat changes, its partner and the others stay as they are. The chart is that of "
        "points at no score. A minus is what the change costs.", index=2)
