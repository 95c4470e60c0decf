"""Solving and exploiting tables of declarations, pool by pool (``simulate.theory.declared``).

What a game shows besides, as Loo does, are columns and a figure of its own ``SolvedPool``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import ClassVar

import numpy as np

from reports.habits import HANDS, Cost, Habit
from reports.headlines import amount, largest, lower_bound, share, signed
from reports.page.document import CELL, Column, Picture, Row, Table
from reports.stats.estimates import Estimate, around
from reports.studies.solution import pages
from reports.studies.solution.solved_table import Counted, Solver, Solving, Way
from reports.studies.study import Study
from simulate.books.tally import Floats, Ints
from simulate.games.game import chair, find_game
from simulate.runs.run import Progress, Run, count_jobs, silent
from simulate.theory.cfr import sweep
from simulate.theory.chips import DEALS, Chips, ChipStage, PoolSolution, check, solution_of
from simulate.theory.declared import declared_at
from simulate.theory.exploit import ALL, Response
from simulate.theory.exploit import exploit as exploit_declarations
from simulate.theory.later_pools import Payoff, check_worth, worth_of_pools
from simulate.theory.solution_file import Solution
from strategies.base import FromFile

QUESTION = "What should a seat declare when everybody else declares well?"
AROUND = "What should the other seats declare around a player whose habits are known?"
POOL = Column("pool", "pool", "count", "chips", "the pool")
GAIN = Column("gain", "best response gains at least", "share", "share of the pool",
              "gained by declaring otherwise, at least")
#: The share of hands below which a cell of the chart is left out.
_RARE = 1e-4
#: Hands at most that measure a table around locks, and those of a session where what is left in
#: the pool counts.
_HANDS, _SESSION = 400_000, 20


@dataclass(frozen=True)
class SolvedPool:
    """The hands of a dealer at a pool."""

    table: Chips
    part: ChipStage
    one: PoolSolution

    #: Columns of the seats that a game has beside those of all games.
    more: ClassVar[tuple[Column, ...]] = ()

    def more_of_seat(self, p: int) -> Row:
        """Return what these columns have of a position."""
        return {}

    def pictures(self, name: str) -> Iterable[Picture]:
        """Return the chart as figures, where a game draws it."""
        return ()

    def histories(self) -> tuple[Ints, list[Row]]:
        """Return the history of every node, int64[nodes], and what histories are in words."""
        at, names = self.table.at, find_game(self.table.run.game).position_names(self.table.seats)
        found = at.declared.histories
        return np.arange(len(found)), [
            {"place": names[len(one)], "before": at.history_in_words(one)} for one in found]

    @cached_property
    def deals(self) -> int:
        """How many deals count endings: around locks those that nothing was solved with."""
        return len(self.part.rolled.outcomes) - (self.part.test.start if self.table.locks else 0)

    @cached_property
    def ends(self) -> Floats:
        """How often each ending comes: float64[leaves, shares]."""
        if not self.table.locks:
            return self.one.ends
        (ends,) = self.part.ends_of(
            [self.one.pool], [self.one.chances], self.part.test, self.table.jobs)
        return ends

    def worth(self, p: int) -> Estimate:
        """Return what a hand is worth to a position. The scatter is that of hands in which
        declarations are drawn by chance: no smaller than that of the deals."""
        brought = self.part.pay(self.one.pool)[..., p]
        mean = float((self.ends * brought).sum())
        scatter = float((self.ends * (brought - mean) ** 2).sum())
        emptied = float(self.one.worth[p] - (self.one.ends * brought).sum())
        return around(mean + emptied, (scatter / self.deals) ** 0.5, self.deals)

    @property
    def judged(self) -> int:
        """On how many deals best responses were measured."""
        return len(self.part.rolled.outcomes) - int(self.part.train.stop)

    @cached_property
    def chart(self) -> pages.PolicyChart:
        """How often each declaration is made, by what was declared before and kind of hand."""
        at, declared, kinds = self.table.at, self.part.declared, self.table.at.kinds
        deals = self.part.deals([self.one.pool])
        hands = deals.buckets._replace(column=declared.tree.player)
        swept = sweep(declared.tree, self.one.chances, deals, self.table.jobs, seen=hands)
        reach = swept.others[:, :kinds] / len(deals)
        history, histories = self.histories()
        place, moves = list(at.words).index, self.one.chances.shape[-1]
        action = np.array([[*map(place, own), *[0] * (moves - len(own))]
                           for own in declared.actions])
        buckets = [at.hand_in_words(kind) for kind in range(int(at.counted.max()) + 1)]
        return pages.PolicyChart.of(reach, self.one.chances[:, :kinds], history, at.counted, action,
                              histories, buckets, tuple(at.words.values()), _RARE)

    def seats(self) -> Iterator[Row]:
        """Yield what every position does and gets, with intervals."""
        asked, pool = set().union(*self.part.declared.actions), self.one.pool
        declares = self.part.declares(self.ends, self.table.at.actions)
        for p, seat in enumerate(pages.who_sits(self.table, self.part.dealer)):
            worth = self.worth(p)
            gain = around(float(self.one.gain.mean[p]), float(self.one.gain.se[p]), self.judged)
            yield {"pool": pool, **seat, "worth": worth, "gain": gain.scaled(1 / pool),
                   "of_pool": worth.scaled(1 / pool), **self.more_of_seat(p),
                   **{word: pages.share_of(declares[p, action], self.deals)
                      for action, word in self.table.at.words.items() if action in asked}}


def action_columns(run: Run, words: Sequence[str], unit: str = "share of hands") -> list[Column]:
    """Return the columns of how often each declaration is made, in the words of a game."""
    own = find_game(run.game).in_own_words
    return [Column(word, own(word.replace("_", " ")), "share", unit, f"how often it is to {word}")
            for word in words]


def study_declared(
    table: Chips, solved: Sequence[Sequence[PoolSolution]], pool: int | None,
    kind: type[SolvedPool] = SolvedPool,
) -> Study:
    """Return the pages of a solved table: by dealer, then by pool, the one asked for first; around
    locked seats that pool alone. ``kind``: what a game adds."""
    at, run, locks = table.at, table.run, table.locks
    game, asked = find_game(run.game), at.stakes_of(pool).pool
    shown = [kind(table, part, one) for part, own in zip(table.parts, solved, strict=True)
             for one in sorted(own, key=lambda one: one.pool != asked)[: 1 if locks else None]]
    first = [one for one in shown if one.one.pool == asked]
    of, scale, written = (("of the pool a hand", 1, share) if at.counts_later
                          else ("points a hand", asked, signed))
    bound = lower_bound("declarations", _gain(first, "fine_gain").scaled(scale), of,
                        written=written)
    most = largest(
        {place: first[0].worth(p)
         for p, place in enumerate(game.position_names(table.seats))}, first[0].deals,
        f"The {{who}} may expect most, {{found}} {game.unit(run.rules)} a hand.", written=amount)
    answer = (bound,) if locks else (most, bound)
    return Study(AROUND if locks else QUESTION, answer, pages.sections(
        table, [one.chart for one in first], [picture for one in shown for picture in one.pictures(
            f"solution_dealer_{one.part.dealer}" if locks else
            "solution" if one.one.pool == asked else f"solution_{one.one.pool}")],
        (*pages.columns_of_seats("you are"), *CELL,
         *action_columns(run, [*at.words.values()], "share of these hands")),
        f"Pool {asked:,}, penalty {shown[0].one.penalty:,}. ", _seats(shown), _gains(shown),
        answer))


def _gain(some: Sequence[SolvedPool], which: str) -> Estimate:
    """Return what best responses gain at a pool: its ``gain``, or ``fine_gain``."""
    return pages.gain_over_all(
        [getattr(one.one, which) for one in some], some[0].judged, some[0].one.pool)


def _seats(shown: Sequence[SolvedPool]) -> Table:
    table = shown[0].table
    game, locks = find_game(table.run.game), table.locks
    return Table.of("solution_seats", "Seat by seat", (
        POOL, *pages.columns_of_seats(), *action_columns(table.run, [*table.at.words.values()]),
        *(replace(column, title=game.in_own_words(column.title)) for column in shown[0].more),
        Column("worth", f"worth, {game.unit(table.run.rules)}", "signed" if locks else "amount",
               "{value} a hand", "what the seat may expect", with_error=True),
        pages.OF_POOL, GAIN), (row for one in shown for row in one.seats()),
        "Shares of all hands. A locked seat is not asked to respond. Antes are not subtracted."
        if locks else "Shares of all hands.", index=0, hidden={"of_pool"} if locks else ()
        if table.at.counts_later else {"pool", "of_pool", "gain"})


def _gains(shown: Sequence[SolvedPool]) -> Table:
    by_pool = {one.one.pool: [other for other in shown if other.one.pool == one.one.pool]
               for one in shown}
    return Table.of("solution_gains", "What a best response gains", (
        POOL, Column("penalty", "penalty", "count", "chips", "what a penalty costs"), GAIN,
        Column("fine", "in finer classes", "share", "share of the pool",
               "the same in finer classes of hands")),
        ({"pool": pool, "penalty": some[0].one.penalty, "gain": _gain(some, "gain"),
          "fine": _gain(some, "fine_gain")} for pool, some in by_pool.items()),
        f"Found on {int(shown[0].part.train.stop):,} deals and measured on others: a best "
        "response gains at least this.", index=0)


def _counted(asked: Solving) -> Counted:
    """Return what is counted in plain play: single hands where they alone count."""
    hands = min(_HANDS, 2 * asked.deals)
    if asked.this_hand or not declared_at(asked.run).counts_later:
        game = find_game(asked.run.game)
        return Counted(False, 1, hands, ahead=game.partners(len(asked.run.players)))
    return Counted(False, _SESSION, hands // _SESSION, later=True)


def pool_by_pool(
    strategy: type[FromFile] | None = None, kind: type[SolvedPool] = SolvedPool
) -> Way:
    """Return how declarations are solved; ``kind``: what a game shows."""
    def found(asked: Solving, table: Chips) -> tuple[Study, Solution]:
        solved = table.solved()
        return study_declared(table, solved, asked.pool, kind), solution_of(table, solved)

    return Way("declare", strategy, DEALS, check, lambda asked, progress: Chips(
        asked.run, asked.locks, asked.deals, asked.pool, asked.this_hand, asked.jobs, progress),
        found, _counted)


# Best responses, for chips or points a hand.

#: Hands that the worth of later pools is measured with: at most, and for every deal.
_LATER_HANDS, _LATER_EACH = 1_000_000, 4
#: A habit is one of so many hands or more.
_LEAST = 30


def _habits(label: str, response: Response, unit: int) -> list[Habit]:
    """Return where a response departs from the strategy, and what that costs the strategy."""
    at, found = response.at, response.departures
    hands = response.hands(unit) * response.seats_a_unit
    places, rows = at.game.position_names(at.players), list[Habit]()
    for some in response.habits(unit):
        times, gained = len(some), found.gain[some]
        if times < _LEAST:
            continue
        node, kind, does, better = (int(each[some[0]]) for each in found[3:7])
        before = at.declared.histories[node]
        cost = Cost(times, gained.sum(), (gained**2).sum(), response.later(some))
        rows.append(Habit(
            at.verbs(does)[0], at.verbs(better)[1], times,
            cost.among(hands).scaled(HANDS),
            {"strategy": label, "place": places[len(before)],
             "before": at.history_in_words(before), **at.hand_in_words(kind)},
            times / hands, cost.among(times), times))
    return rows


def exploit(
    run: Run, deals: int = pages.RESPOND_ON, pool: int | None = None, jobs: int | None = None,
    progress: Progress = silent,
) -> list[pages.Exploited]:
    """Find the best response to every seat of a table, or to the one strategy of all. It is found
    on so many deals, and half as many more measure it: deal i is the first hand of session i."""
    at, judged = declared_at(run), deals // 2
    stakes = at.stakes_of(pool)
    check_worth(run)
    values = worth_of_pools(
        run, min(_LATER_HANDS, _LATER_EACH * deals), jobs) if at.counts_later else None
    found = exploit_declarations(
        at, Payoff.of(at, stakes, values), deals, judged, count_jobs(jobs),
        lambda done: progress(done / (deals + judged), done))

    def seat(unit: int, label: str) -> pages.Exploited:
        gains = [around(*found.gain(unit, position), found.hands(unit, position))
                 for position in (ALL, *range(at.players))]
        shares = [one.scaled(1 / stakes.pool) for one in gains]
        row = {"gain": gains[0], "of_pool": shares[0],
               **{f"of_pool_{p}": one for p, one in enumerate(shares[1:])}}
        return pages.Exploited(label, (shares if at.counts_later else gains)[0], row,
                         partial(_habits, label, found, unit), found)

    if len(set(run.labels)) == 1:
        return [seat(0, run.labels[0])]
    return [seat(unit, chair(label, unit)) for unit, label in enumerate(run.labels)]


def declarations(run: Run, pool: int | None = None) -> pages.ResponseKind:
    """Return what best responses win at a pool from each strategy; raise ``BoneyardError`` if none
    can be found at a table, or no hand can have that pool."""
    check_worth(run)
    at = declared_at(run)
    stakes, unit, has_pool = at.stakes_of(pool), at.game.unit(at.rules), at.counts_later
    of_pool = [pages.OF_POOL, *(Column(
        f"of_pool_{p}", f"as {place}", "share", "share of the pool",
        f"what a best response wins at position {p}, at least")
        for p, place in enumerate(at.game.position_names(at.players)))]
    return pages.ResponseKind(
        find=lambda table, deals, jobs, progress: exploit(table, deals, pool, jobs, progress),
        actions="declarations", name="exploitability",
        columns=(Column("gain", f"{unit} a hand", "amount", "{value} a hand",
                        "what a best response wins, at least"), *of_pool),
        unit="of the pool a hand" if has_pool else f"{unit} a hand", is_share=has_pool,
        hidden=[] if has_pool else [column.name for column in of_pool],
        habits_name="exploit_habits", habits_unit=unit,
        note=f"Pool {stakes.pool:,}, penalty {stakes.penalty:,}. " * has_pool + pages.MEASURED)


def solver(game: str) -> Solver:
    """Return how a game of declarations is solved."""
    return Solver(tiles=find_game(game).default_lineup[0],
                  way=lambda run, this_hand: pool_by_pool(),
                  exploit=lambda run, this_hand, pool: declarations(run, pool))
