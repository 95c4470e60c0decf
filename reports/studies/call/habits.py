"""Where strategies depart from the chart, and what that costs; what a seat gains by a change.

A departure is a call that is clearly worse than the best by the chart. Its cost is measured in just
those deals in which it happens, and on deals that the chart was not drawn from; so a strategy that
knows better than the chart is seen to gain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from reports import habits as finder
from reports.habits import HANDS, SURE, Habit, habits_table
from reports.moves import MoveValues
from reports.page.document import STRATEGY, Column, Table
from reports.stats.estimates import Estimate
from reports.studies.call import words as say
from reports.studies.call.by_score import AskedDeals
from reports.studies.call.chart import LEAST, Chart
from reports.studies.call.tells import mean
from simulate.books.tally import Floats
from simulate.games.euchre.hand import GAME_POINTS
from simulate.games.euchre.row import SEATS
from simulate.games.euchre.views import make
from simulate.runs.run import Run
from simulate.theory.euchre.auctions import Auctions, Node, nodes, seen_at, worth_of
from simulate.theory.euchre.forked_deals import MOST_POINTS, ForkedDeals, Small, sides
from simulate.theory.euchre.hand_kinds import CELLS
from simulate.theory.euchre.win_chances import Score, WinChances, score_after, scores

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
                where = {"strategy": label, "round": str(node.number + 1),
                         "place": say.place(node)}
                yield Habit(say.DOES[made], say.MOVES[better], cost.times,
                            each.scaled(HANDS * share), where, share, each, cost.times)


def _by_call(
    auctions: Auctions, chart: Chart, run: Run, node: Node, label: str
) -> MoveValues:
    """Return what moves are worth by cell and by the move that a strategy makes.

    The move made is worth what the strategy's own call brings, which may be another suit.
    """
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
        changed: Small = (calls & ~1).astype(np.int8)
        return changed

    def always_alone(deals: ForkedDeals, position: int, calls: Small) -> Small:
        changed: Small = np.where(calls > 0, calls | 1, 0).astype(np.int8)
        return changed

    if chart.players < SEATS:
        return {BY_CHART: by_chart}
    return {BY_CHART: by_chart, "never goes alone": never_alone, "always goes alone": always_alone}


def _advantage(
    auctions: Auctions, position: int, change: Change, own: Any
) -> tuple[Floats, Any, Any]:
    """Return what a changed seat gains in each deal, and how the hands end then.

    Returns: float64[deals], then the maker's side and the points to it after the change.
    """
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
    """Estimate what share of games more a seat of a strategy wins by a change.

    The gain of a changed policy is the sum, over all states, of how often they are visited under
    the new policy times what the change brings there against the worth of states under the old
    one (the performance difference lemma: Kakade and Langford, ICML 2002).  So every deal has one
    number, and their spread gives the interval.
    """
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
        "One seat changes, its partner and the others stay as they are; the chart is that of "
        "points at no score. A minus is what the change costs.", index=2)

