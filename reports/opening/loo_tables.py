"""The tables of Loo or Rounce that a page lets one choose.

A page has the policy of good players as it was solved, and what chips left in the pool are worth
(or scores): with these its script draws the chart, and plays any hand out at any pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from reports import commands
from reports.games.loo.decisions import heard_letters, place
from reports.games.loo.stakes import pools_of
from reports.opening import asking
from reports.page.html import packed
from reports.studies.race import Needs
from reports.studies.surface.laws import tables_of
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS, LooRules, miss_tiles, misses_in
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.games.loo.words import Words, words_of
from simulate.runs.chunk import record_sessions
from simulate.runs.run import Run
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import HANDS, PoolValues, kept_worth_of_pools
from simulate.theory.loo.declared import in_digits, plays_for_chips
from simulate.theory.loo.hands import CLASSES, COARSE, PATTERN, coarse_of_classes, situations
from simulate.theory.loo.solutions import by_coarse, classes_of
from simulate.theory.solution_file import Solution
from strategies.loo import solved
from strategies.loo.skills import learned_play
from strategies.loo.solved import win_chances

#: Letters of declarations as the page has them.
LETTER = {PLAY: "P", MISS: "M", DROP: "D", FOR_POOL: "F"}
#: The largest pool that the page asks for, in first pools, where no limit is beyond.
_LARGEST = 16
#: Hands that show what later pools are worth at other tables than the report's own: after a small
#: run an eighth.
_WORTH = HANDS // 4
#: Parts of a chip, or of a game, in which the page has what pools and scores are worth.
CHIP, GAME = 50, 10_000
#: Evenings, and hands of each, that show which pools come up; the page has so many of these.
_EVENINGS, _EVENING, _USUAL = 10, 100, 40
#: Deals of which it is shown how many give a hand of each class.
_DEALT = 100_000


@dataclass(frozen=True)
class PageTable:
    """A table that the page lets one choose: good players in all seats."""

    run: Run
    values: PoolValues | None  #: what pools are worth there; none where points are played for

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.run.players)

    @property
    def words(self) -> Words:
        """What the game calls its own."""
        return words_of(self.run.rules)

    @property
    def limit(self) -> int:
        """The pool from which on the penalty grows no more; 0 where there is none."""
        assert isinstance(self.run.rules, LooRules)
        return self.run.rules.penalty_parts.limit(self.players)

    @property
    def pools(self) -> tuple[int, int]:
        """The smallest pool, and the largest that the page asks for."""
        rules = self.run.rules
        assert isinstance(rules, LooRules)
        first = rules.first_pool(self.players)
        least = min(first, rules.next_pool(rules.empty_below, self.players))
        return least, max(self.limit, _LARGEST * first)

    @cached_property
    def chances(self) -> Floats:
        """How often good players declare what in a first hand: float64[nodes, COARSE, actions]."""
        if self.values is not None:
            return by_coarse(*entry_at(self, declared_at(self.run).first_pool))
        race = solved.shipped_race(self.run.game, self.players)
        at_start: Floats = race.chances[classes_of(race).number((0,) * self.players)]
        return at_start


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
        # What advice at the report's own table goes by.
        found.append(PageTable(own, kept_worth_of_pools(
            own, _WORTH if thorough else _WORTH // 8, jobs) if found else pools_of(own)))
    return found


# What good players declare, and what pools are worth to them: the page plays hands out with these.

def entries_of(players: int) -> list[tuple[Solution, int]]:
    """Return the solved tables that good players of this number go by, for chips."""
    return [(solution, g) for solution in solved.carried("loo", False)
            if solution.about["players"] == players and solution.at.counts_later
            for g in range(len(solution.pools))]


def _declared_as(chances: Sequence[Floats]) -> str:
    """Pack the chances of all moves but the third: [entries, moves, nodes, classes]."""
    return packed(np.rint(255 * np.moveaxis(np.array(chances)[..., :2], -1, 1)), "u1")


def size_data(run: Run) -> dict[str, Any]:
    """Return what the page knows of a number of players."""
    players, words = len(run.players), words_of(run.rules)
    declared, in_chips = declared_at(run).declared, plays_for_chips(run)
    known = next(one for one in solved.shipped() if one.about["players"] == players)
    # Players of a race go by coarse classes.
    of, shares = coarse_of_classes(players), known["shares"]
    coarse = of if in_chips else np.arange(COARSE)
    dealt = shares if in_chips else np.array([np.bincount(of, own) for own in shares])
    data = {
        "places": [place(p, players) for p in range(players)],
        "misses": misses_in(players), "missTiles": miss_tiles(players),
        # How often each class of hands is dealt to each position, and the coarse class of each.
        "dealt": packed(np.rint(_DEALT * dealt)), "coarse": packed(coarse, "u1"),
        # What may be declared, by what was declared before.
        "nodes": {letters(history): letters(declared.actions[node])
                  for node, history in enumerate(declared.histories)},
        "situations": [[one.position, heard_letters(one, words)]
                       for one in situations(players)],
        # The cells of the tables by which good players play their tiles, in steps of their own.
        "cells": packed(learned_play.read(
            learned_play.SHIPPED, learned_play.name_of(run.game, players)) / learned_play.STEP,
            "<i2")}
    if in_chips:
        return data | {
            # Hands of two players are sorted by more (``class_of``).
            "classes": CLASSES[players], "patterns": PATTERN.tolist() if players == 2 else None,
            "keys": [[*solved.key_of(*entry)] for entry in entries_of(players)],
            "chances": _declared_as([solution.chances[g] for solution, g in entries_of(players)])}
    race, wins = solved.shipped_race(run.game, players), win_chances(run.game, players)
    needs = range(1, GAME_POINTS + 1)
    scores = np.array([[[Needs(players).score(p, own, rivals) for rivals in needs]
                        for own in needs] for p in range(players)])
    flat = scores.reshape(-1, players).tolist()
    classes = np.array([classes_of(race).number(score) for score in flat])
    used, entry = np.unique(classes, return_inverse=True)
    position = np.repeat(np.arange(players), len(needs) ** 2)
    later = wins.after(flat)[np.arange(len(flat)), :, position]
    return data | {
        # Rounce has fewer than Loo: nobody plays for the pool.
        "gains": {str(key): at for at, key in enumerate(in_digits(wins.gains))},
        "classes": COARSE, "entry": entry.tolist(), "chances": _declared_as(race.chances[used]),
        "later": packed(np.diff(np.rint(GAME * later), axis=0, prepend=0))}


def letters(history: Sequence[int]) -> str:
    """Return what was declared as the page writes it."""
    return "".join(LETTER[action] for action in history)


def table_data(table: PageTable) -> dict[str, Any]:
    """Return what the page knows of a table."""
    run, values = table.run, table.values
    known = {"players": table.players,
            "advise": f"boneyard advise {run.game} {commands.table_options(run)}"}
    if values is None:
        return known
    assert isinstance(run.rules, LooRules)
    # Position p sits p + 1 seats to the left of the dealer.
    by_position = np.roll(values.chips[:, 0], -1, axis=-1)
    return known | {
        "penalty": run.rules.penalty, "kind": run.rules.penalty_parts.kind, "limit": table.limit,
        "first": values.table.first_pool, "at": table.pools, "grid": values.table.grid.tolist(),
        "pools": usual_pools(table),
        "worth": packed(np.diff(np.rint(CHIP * by_position), axis=1, prepend=0))}


def usual_pools(table: PageTable) -> list[int]:
    """Return pools as they come up among good players, each equally often, to the largest known."""
    evenings = replace(table.run, sessions=_EVENINGS, hands=_EVENING)
    row = find_game(table.run.game).row
    pools = [played[row.pool] for played in record_sessions(evenings, range(_EVENINGS))]
    shares = (np.arange(_USUAL) + 0.5) / _USUAL
    found: list[int] = np.minimum(np.quantile(pools, shares, method="nearest"), table.pools[1]
                                  ).astype(int).tolist()
    return found


def entry_at(table: PageTable, pool: int) -> tuple[Solution, int]:
    """Return the solved table that good players go by at a pool, and its number there."""
    stakes = declared_at(table.run).stakes_of(pool)
    asked = (solved.log_of_share(stakes.penalty, pool), np.log(pool),
             solved.log_of_limit(table.limit))
    entries = entries_of(table.players)
    apart = np.abs(np.array([solved.key_of(*entry) for entry in entries]) - asked) * solved.APART
    return entries[int(apart.sum(axis=1).argmin())]
