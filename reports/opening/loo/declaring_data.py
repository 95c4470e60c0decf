"""What a page needs to play declarations out for any hand: numbers ready for JSON.

A script on the page (``loo_playing_on.js``) deals the others what they can hold, lets them declare
by the solved table and play, and adds up what hands are worth.  We write the table, by all that was
declared before and the class of the hand, and the worth of every end of a hand, which is that of
``advise``. Where chips are played for, we write both for several pools.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reports.opening.loo.class_words import names_of_classes
from reports.opening.loo.good_table import GoodTable
from reports.opening.packing import SIGNS, packed_parts
from reports.results import commands
from reports.studies.advise.stakes import Table
from reports.studies.miss import words as say
from reports.studies.miss.chart import CLEAR
from simulate.books.tally import Ints
from simulate.games.loo.rules import LooRules, RounceRules, miss_tiles, misses_in
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.theory.loo.at_score import GAMES
from simulate.theory.loo.endings import gains_of, in_digits, left_by_end, taken_by_end
from simulate.theory.loo.what_if_counts import unit_of

#: Letters of declarations, as the page has them.
LETTER = {PLAY: "P", MISS: "M", DROP: "D", FOR_POOL: "F"}
_FIGURES = 6


def letters(said: tuple[int, ...]) -> str:
    """Return what was declared as the page writes it."""
    return "".join(LETTER[action] for action in said)


def _nodes(table: GoodTable) -> dict[str, str]:
    """Return what may be declared, by what was declared before."""
    declared = table.declared
    return {letters(said): letters(declared.actions[node])
            for node, said in enumerate(declared.heard)}


def _often(table: GoodTable, at: int) -> dict[str, str]:
    """Return how often good players declare what at a pool: by what was declared, and class.

    As ``packed_parts``: all declarations of a class but the last, then those of the next.
    """
    declared, chances = table.declared, table.chances_at(at)
    return {letters(said): packed_parts(
                chances[node, :, : len(declared.actions[node]) - 1].ravel().tolist())
            for node, said in enumerate(declared.heard)}


def _later(
    priced: Table, pool: int, kept: Ints, many: float = 1
) -> list[list[list[float]]]:
    """Return what ends of hands leave to each position, and what it is by every replica.

    Parameters
    ----------
    priced : Table
    pool : int
    kept : int64[ends, entries]
        What is kept of a hand that ends so (``simulate.games.loo.spots``).
    many : float
        So many times as much is told.
    """
    last = len(priced.run.players) - 1
    later = np.array([replicas(np.ones(1), kept[None]) for replicas in (
        priced.stakes(position, last, pool).replicas for position in range(last + 1))
        if replicas is not None])
    if (later == later[..., :1]).all():
        later = later[..., :1]
    return [[[float(f"{many * one:.{_FIGURES}g}") for one in end] for end in ends]
            for ends in later]


def _worth(table: GoodTable, priced: Table, at: int) -> dict[str, Any]:
    """Return what ends of hands bring and leave at a pool, or games of a hundred for points."""
    stakes = table.stakes_at(at)
    if not table.in_chips:
        gains = gains_of(table.players)
        kept = np.concatenate([np.zeros((len(gains), 2), np.int64), gains], axis=1)
        return {"pool": None, "later": _later(priced, 0, kept, GAMES)}
    left = left_by_end(stakes.pool, stakes.penalty)
    return {"pool": stakes.pool, "penalty": stakes.penalty,
            "taken": taken_by_end(stakes.pool, stakes.penalty).tolist(),
            "later": _later(priced, stakes.pool, np.stack([0 * left, left], axis=-1))}


def declaring_data(table: GoodTable) -> dict[str, Any]:
    """Return what a page needs to say what to declare with any hand."""
    run, rules = table.run, table.run.rules
    priced, points = Table(table.asked), not table.in_chips
    assert isinstance(rules, LooRules | RounceRules)
    return {
        "players": table.players,
        "places": [say.place(p, table.players) for p in range(table.players)],
        "unit": f"games of {GAMES}" if points else unit_of(run),
        "move": "declaration",
        "good": run.labels[0],
        "taken": table.words.taken,
        "miss": table.words.miss,
        "clear": CLEAR,
        "classes": names_of_classes(),
        "nodes": _nodes(table),
        "signs": SIGNS,
        "rules": {"mustTrump": rules.must_trump, "leadTrumps": rules.lead_trump_min},
        "misses": misses_in(table.players), "missTiles": miss_tiles(table.players),
        "gains": {str(key): at for at, key in enumerate(in_digits(gains_of(table.players)))}
        if points else {},
        "tables": [_worth(table, priced, at) | {"often": _often(table, at)}
                   for at in range(len(table.pools))],
        "advise": f"boneyard advise {run.game} {commands.table_options(run)}",
    }
