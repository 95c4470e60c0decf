"""The tables of Loo or Rounce that a page lets one choose, and what is best at them.

A page has the declarations of good players as they were solved, and what chips left in the pool are
worth (or scores): with these its script plays any hand out at any pool. What is best with every
class of hands is worked out here, at some pools (or scores): deals are played out once for each
number of players after everything that can be declared, and weighed at all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np

from reports.games.loo import words as say
from reports.games.loo.stakes import POOL_HANDS, pools_of
from reports.opening import asking
from reports.opening.loo_rules import FoundRule, HandKinds, Rule, RuleFinder, rules_at
from reports.page.packing import packed
from reports.results import commands
from reports.studies.miss.needs import Needs
from reports.studies.surface.laws import tables_of
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import CLEAR
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS, LooRules, miss_tiles, misses_in
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.games.loo.words import words_of
from simulate.runs.chunk import record_sessions
from simulate.runs.in_order import in_order
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run, count_jobs
from simulate.theory.cfr import Buckets, groups, normalised
from simulate.theory.declarations import Rolled
from simulate.theory.declared import Declared, declared_at
from simulate.theory.kept_numbers import Arrays, KeptNumbers, seated
from simulate.theory.later_pools import HANDS, PoolValues, kept_worth_of_pools
from simulate.theory.loo.at_score import GAMES, DeclaredMoves, error_of, moves_together
from simulate.theory.loo.declarations import RaceGains, in_digits, plays_for_chips
from simulate.theory.loo.declared import by_coarse
from simulate.theory.loo.hands import (
    CLASSES,
    COARSE,
    PATTERN,
    TURNED_KINDS,
    turned_kinds_of_classes,
)
from simulate.theory.loo.situations import Situation, situations
from simulate.theory.loo.solutions import Solution, entries
from strategies.loo.book import Misses
from strategies.loo.racer import shipped_race, win_chances
from strategies.loo.skills import learned_play
from strategies.loo.solved import APART, log_of_limit, log_of_share, shipped

#: Letters of declarations as the page has them; what may be best is a bit for each, in this order.
LETTER = {PLAY: "P", MISS: "M", DROP: "D", FOR_POOL: "F"}
#: Pools at which it is worked out what is best, in first pools, beside the smallest possible and
#: the one from which on the penalty grows no more. The last is the largest that the page asks for.
SCALES = (1, 2, 4, 16)
#: Needs of a seat, and of each of its rivals, at which it is worked out what is best.
NEEDS = (1, 3, 6, 10, 15)
#: Deals that tell what is best, and hands that tell what later pools are worth at other tables than
#: the report's own: after a small run an eighth.
DEALS, _WORTH = 1 << 17, HANDS // 4
#: One declaration in so many is taken to be made by lot: what hardly ever comes up is known, too.
_LOTS = 1_000
#: Parts of a chip, or of a game, in which the page has what pools and scores are worth.
CHIP, GAME = 50, 10_000
#: Evenings, and hands of each, that show which pools come up; the page has so many of these.
_EVENINGS, _EVENING, _USUAL = 10, 100, 40
#: Deals of which it is told how many give a hand of each class.
_DEALT = 100_000


@dataclass(frozen=True)
class PageTable:
    """A table that the page lets one choose: good players in all seats."""

    run: Run
    values: PoolValues | None  #: what pools are worth there; none where points are played for
    hands: int = 0  #: by which that was measured

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.run.players)

    @property
    def limit(self) -> int:
        """The pool from which on the penalty grows no more; 0 where there is none."""
        assert isinstance(self.run.rules, LooRules)
        return self.run.rules.penalty_parts.limit(self.players)

    @property
    def pools(self) -> list[int]:
        """The pools at which it is worked out what is best."""
        rules = self.run.rules
        assert isinstance(rules, LooRules)
        first = rules.first_pool(self.players)
        least = min(first, rules.next_pool(rules.empty_below, self.players))
        wanted = {least, self.limit, *(scale * first for scale in SCALES)}
        return sorted(pool for pool in wanted if pool >= least)


def page_tables(run: Run, thorough: bool = True, jobs: int | None = None) -> list[PageTable]:
    """Return the tables that one may choose, with good players, the run's own first."""
    if not plays_for_chips(run):
        # How a race of four goes is long to work out.
        sizes = dict.fromkeys((len(run.players), *((2, 3, 4) if thorough else ())))
        return [PageTable(asking.good_table(run, hands=None, seed=0, players=players), None)
                for players in sizes]
    found: list[PageTable] = []
    for players, rules in tables_of(run):
        own = asking.good_table(
            replace(run, rules=rules), hands=None, seed=0, players=players)
        hands = _WORTH if thorough else _WORTH // 8
        # What advice at the report's own table goes by.
        found.append(PageTable(own, kept_worth_of_pools(own, hands, jobs), hands) if found else
                     PageTable(own, pools_of(own), POOL_HANDS))
    return found


# What good players declare, and what pools are worth to them: the page plays hands out with these.

def entries_of(players: int) -> list[tuple[Solution, int]]:
    """Return the solved tables that good players of this number go by, for chips."""
    return [(solution, g) for solution, g in entries(shipped())
            if solution.about["players"] == players and solution.about["game"] == "loo"
            and not solution.about["points"]]


def _keys(players: int) -> list[tuple[float, float, float]]:
    """Return what tells the entries apart: penalty, pool and limit."""
    return [(log_of_share(solution.penalties[g], solution.pools[g]),
             float(np.log(solution.pools[g])), log_of_limit(solution.penalty_limit))
            for solution, g in entries_of(players)]


def _declared_as(chances: Sequence[Floats]) -> str:
    """Pack the chances of all moves but the third: [entries, moves, nodes, classes]."""
    return packed(np.rint(255 * np.moveaxis(np.array(chances)[..., :2], -1, 1)), "u1")


def size_data(run: Run) -> dict[str, Any]:
    """Return what the page knows of a number of players."""
    players, words = len(run.players), words_of(run.rules)
    declared = declared_at(run).declared
    data = {
        "places": [say.place(p, players) for p in range(players)],
        "misses": misses_in(players), "missTiles": miss_tiles(players),
        # How often each class of hands is dealt to each position.
        "dealt": next([np.rint(_DEALT * np.bincount(solution.coarse_of, own)).astype(int).tolist()
                       for own in solution.shares]
                      for solution in shipped() if solution.about["players"] == players),
        # What may be declared, by what was declared before.
        "nodes": {letters(said): letters(declared.actions[node])
                  for node, said in enumerate(declared.heard)},
        "situations": [[one.position, say.heard_letters(one, words)]
                       for one in situations(players)],
        # The cells of the tables by which good players play their tiles, in steps of their own.
        "cells": packed(learned_play.read(
            learned_play.SHIPPED, learned_play.name_of(run.game, players)) / learned_play.STEP,
            "<i2")}
    if plays_for_chips(run):
        return data | {
            # Two players are told apart by more (``class_of``).
            "classes": CLASSES[players], "patterns": PATTERN.tolist() if players == 2 else None,
            "keys": list(map(list, _keys(players))),
            "chances": _declared_as([solution.chances[g] for solution, g in entries_of(players)])}
    race, wins, needs = shipped_race(run.game, players), win_chances(run.game, players), range(
        1, GAME_POINTS + 1)
    scores = np.array([[[Needs(players).score(p, own, rivals) for rivals in needs]
                        for own in needs] for p in range(players)])
    flat = scores.reshape(-1, players).tolist()
    classes = np.array([race.classes.number(score) for score in flat])
    used, entry = np.unique(classes, return_inverse=True)
    position = np.repeat(np.arange(players), len(needs) ** 2)
    later = wins.after(flat)[np.arange(len(flat)), :, position]
    return data | {
        # Rounce has fewer than Loo: nobody plays for the pool.
        "gains": {str(key): at for at, key in enumerate(in_digits(wins.gains))},
        "classes": COARSE, "entry": entry.tolist(), "chances": _declared_as(race.chances[used]),
        "later": packed(np.diff(np.rint(GAME * later), axis=0, prepend=0))}


def letters(said: Sequence[int]) -> str:
    """Return what was declared as the page writes it."""
    return "".join(LETTER[action] for action in said)


def _situation(said: Sequence[int]) -> Situation:
    return Situation(len(said), len(said) - said.count(DROP), said.count(MISS))


def table_data(table: PageTable) -> dict[str, Any]:
    """Return what the page knows of a table."""
    run, values = table.run, table.values
    told = {"players": table.players,
            "advise": f"boneyard advise {run.game} {commands.table_options(run)}"}
    if values is None:
        return told | {"at": [[own, rivals] for own in NEEDS for rivals in NEEDS]}
    assert isinstance(run.rules, LooRules)
    # Position p sits p + 1 seats to the left of the dealer.
    by_position = np.roll(values.chips[:, 0], -1, axis=-1)
    return told | {
        "penalty": run.rules.penalty, "kind": run.rules.penalty_parts.kind, "limit": table.limit,
        "first": values.table.first_pool, "at": table.pools, "grid": values.table.grid.tolist(),
        "pools": usual_pools(table),
        "worth": packed(np.diff(np.rint(CHIP * by_position), axis=1, prepend=0))}


def usual_pools(table: PageTable) -> list[int]:
    """Return pools as they come up among good players, each equally often, up to the largest known.
    """
    evenings = replace(table.run, sessions=_EVENINGS, hands=_EVENING)
    row = find_game(table.run.game).row
    pools = [played[row.pool] for played in record_sessions(evenings, range(_EVENINGS))]
    shares = (np.arange(_USUAL) + 0.5) / _USUAL
    found: list[int] = np.minimum(np.quantile(pools, shares, method="nearest"), table.pools[-1]
                                  ).astype(int).tolist()
    return found


# What is best with every class of hands, in every situation: what the chart for the wall shows.

@dataclass(frozen=True)
class Best:
    """What is best at a table, at each of its pools or scores."""

    #: Bits of ``LETTER``, int64[pools or scores, situations, COARSE]: one where it is clear,
    #: several where it is too close to call, none where no such hand is dealt.
    moves: Ints
    rules: list[FoundRule]  #: to remember, at each pool

    def arrays(self) -> Arrays:
        """Return what ``of`` makes it of again."""
        rules = [[*one.rule[:-1], *one.rule.misses] for one in self.rules]
        costs = [[one.costs.get(k + beside, _NO_COST) for beside in _BESIDE]
                 for k, one in enumerate(self.rules)]
        return {"moves": self.moves.astype(np.int8), "rules": np.array(rules, np.int16),
                "costs": np.array(costs)}

    @classmethod
    def of(cls, arrays: Arrays) -> Best:
        """Return what was made into arrays."""
        return cls(arrays["moves"].astype(np.int64), [
            FoundRule(Rule._make([*needed, Misses(most, dealers, bool(shuns))]), {
                k + beside: (cost, se)
                for beside, (cost, se) in zip(_BESIDE, costs, strict=True) if cost == cost})
            for k, ((*needed, most, dealers, shuns), costs) in enumerate(zip(
                arrays["rules"].tolist(), arrays["costs"].tolist(), strict=True))])


#: The pools at which a rule's costs are known: its own, and those beside; NaN where there is none.
_BESIDE, _NO_COST = (-1, 0, 1), (np.nan, np.nan)
_BEST = KeptNumbers("best_moves", "what is best is measured again", 64,
                    Path(__file__).with_name("best_moves.npz"))


def best_moves(
    tables: Sequence[PageTable], thorough: bool = True, jobs: int | None = None,
    progress: Progress = silent,
) -> list[Best]:
    """Return what may be best at every table."""
    # There are many more scores than pools.
    deals = DEALS // (1 if thorough else 8) // (1 if tables[0].values else 4)
    seats = [who for table in tables if (who := seated(table.run)) is not None]  # all are ours
    modules = {__name__, *(module for _, own in seats for module in own)}
    keys = [(*who, table.hands, deals) for (who, _), table in zip(seats, tables, strict=True)]
    found = {k: Best.of(arrays) for k, key in enumerate(keys)
             if (arrays := _BEST.find(key, modules)) is not None}
    for size in dict.fromkeys(table.players for table in tables):
        own = [k for k, table in enumerate(tables) if table.players == size and k not in found]
        if own:
            for k, best in zip(own, _best_of([tables[k] for k in own], deals, jobs), strict=True):
                _BEST.keep(keys[k], modules, best.arrays())
                found[k] = best
        progress(len(found) / len(tables), deals * len(found))
    return [found[k] for k in range(len(tables))]


def _best_of(tables: Sequence[PageTable], deals: int, jobs: int | None) -> list[Best]:
    """Return what may be best at tables of the same number of players."""
    size, at = tables[0].players, declared_at(tables[0].run)
    rolled = by_coarse(at.roll(deals, count_jobs(jobs)), size)
    kinds = HandKinds.of(rolled.coarse, rolled.fine)
    games = [list(_games(at, table)) for table in tables]
    weigh, each = partial(_weighed, at, rolled, kinds), 1 if tables[0].values else size
    tasks = [(few,) for few in groups([one for some in games for one in some])]
    moves = iter([one for some in in_order(weigh, tasks, jobs) for one in some])
    alike, found = situations_of(at), []
    for table, some in zip(tables, games, strict=True):
        halves = [list(islice(moves, each)) for _ in range(len(some) // each)]
        may = [_may_be_best([one.plus(other) for one, other in game], kinds, size)
               for game in halves]
        found.append(Best(np.array(may), rules_at([
            RuleFinder(half, chances, kinds, pool, deals // 2, alike)
            for (half,), (chances, _), pool in zip(halves, some, table.pools, strict=True)
        ]) if table.values else []))
    return found


def situations_of(at: Declared) -> Ints:
    """Return the number of the situation of every node: int64[nodes]."""
    known = situations(at.players)
    return np.array([known.index(_situation(said)) for said in at.declared.heard])


#: How good players declare, and what endings bring: float64[nodes, COARSE, moves], float64[leaves,
#: shares, positions].
_Game = tuple[Floats, Floats]


def _games(at: Declared, table: PageTable) -> Iterator[_Game]:
    """Yield what is walked over: a game a pool, or for each score one for each position."""
    players, values = table.players, table.values
    if values is None:
        race, wins = shipped_race(table.run.game, players), win_chances(table.run.game, players)
        gains = RaceGains.of(at.declared)
        for own, rivals in product(NEEDS, NEEDS):
            for p in range(players):
                score = Needs(players).score(p, own, rivals)
                (later,) = wins.after([score])
                yield race.chances[race.classes.number(score)], GAMES * later[gains.number]
        return
    for pool in table.pools:
        yield chances_at(table, pool), values.brought(values.table.stakes(pool), players - 1)


def chances_at(table: PageTable, pool: int) -> Floats:
    """Return with what chances good players declare at a pool: float64[nodes, COARSE, moves]."""
    solution, g = entry_at(table, pool)
    return solution.by_coarse(g)


def entry_at(table: PageTable, pool: int) -> tuple[Solution, int]:
    """Return the solved table that good players go by at a pool, and its number there."""
    stakes = declared_at(table.run).stakes_of(pool)
    asked = log_of_share(stakes.penalty, pool), np.log(pool), log_of_limit(table.limit)
    nearest = int((np.abs(np.array(_keys(table.players)) - asked) * APART).sum(axis=1).argmin())
    return entries_of(table.players)[nearest]


def _weighed(
    at: Declared, rolled: Rolled, kinds: HandKinds, games: Sequence[_Game]
) -> list[tuple[DeclaredMoves, DeclaredMoves]]:
    """Return what moves are worth in up to four games, on each half of the deals."""
    tree = at.declared.tree
    uniform = normalised(tree, np.zeros((len(tree.player), 1, tree.follows.shape[1])))
    policies = [chances + (uniform - chances) / _LOTS for chances, _ in games]
    middle = len(rolled.coarse) // 2
    halves = [moves_together(
        at.declared, policies, [pay for _, pay in games],
        Buckets(rolled.coarse[some], tree.player, COARSE), rolled.outcomes[some],
        Buckets(kinds.seen[some], tree.player, len(kinds.classes)))
        for some in (slice(middle), slice(middle, None))]
    return list(zip(*halves, strict=True))


def _may_be_best(moves: Sequence[DeclaredMoves], hands: HandKinds, players: int) -> Ints:
    """Return what may be best in every situation (int64[situations, COARSE]) by the moves of all
    positions, or of each. A class too rare to tell goes by its kind."""
    kinds, found = turned_kinds_of_classes(), np.zeros((len(situations(players)), COARSE), np.int64)
    for s, situation in enumerate(situations(players)):
        own = moves[situation.position % len(moves)]
        nodes = [n for n, said in enumerate(own.declared.heard) if _situation(said) == situation]
        bits = np.array([1 << [*LETTER].index(action) for action in own.declared.actions[nodes[0]]])
        regrets = hands.by_class(own.regrets[:, nodes].sum(1))
        by_class = _close(regrets, bits)
        of_kinds = (np.arange(TURNED_KINDS)[:, None] == kinds).astype(np.float64)
        by_kind = _close(np.einsum("kc,gca->gka", of_kinds, regrets), bits)[kinds]
        told = np.where(np.isin(by_class, bits) | ~np.isin(by_kind, bits), by_class, by_kind)
        found[s] = np.where(hands.by_class(own.reach[nodes].sum(0)[None])[0] > 0, told, 0)
    return found


def _close(parts: Floats, bits: Ints) -> Ints:
    """Return which actions are not surely worse than the best one, by regrets in the parts of the
    deals (float64[parts, cells, actions]): int64[cells], bits."""
    parts = parts[..., : len(bits)]
    best = parts.sum(0).argmax(1)[None, :, None]
    behind = np.take_along_axis(parts, best, 2) - parts
    errors, behind = error_of(behind), behind.sum(0)
    return (((behind < CLEAR * errors) | (behind <= 0)) * bits).sum(axis=1)
