"""What a page needs to say what to declare with any hand: numbers by class, ready for JSON.

A script on the page finds the class of a hand as ``simulate.solving.loo.hand_classes`` does, and
looks up what we write here for the class: how often good players declare what (from the solved
table, by all that was declared before), and what each declaration is worth (from forked deals, by
situation and class). Where chips are played for, we write both for several pools. Since a class is
not a hand, we also write how far its hands differ.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reports.opening.loo.by_class import MOVES_OF, ByClass, margins, names_of_classes
from reports.opening.loo.good_table import GoodTable
from reports.opening.margins import Spread, scaled
from reports.opening.packing import LEAST_POWER, SIGNS, packed, packed_shares, scale_of
from reports.results import commands
from reports.studies.miss import words as say
from reports.studies.miss.chart import CLEAR
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.solving.loo.hand_classes import COARSE

#: Letters of declarations, as the page has them.
LETTER = {PLAY: "P", MISS: "M", DROP: "D", FOR_POOL: "F"}
_HUNDRED = 100


def _nodes(table: GoodTable) -> dict[str, str]:
    """Return what may be declared, by what was declared before."""
    declared = table.declared
    return {
        "".join(LETTER[action] for action in said):
            "".join(LETTER[action] for action in declared.actions[node])
        for node, said in enumerate(declared.heard)
    }


def _often(table: GoodTable, at: int) -> dict[str, str]:
    """Return how often good players declare what at a pool: by what was declared, and class.

    As ``packed_shares``: all declarations of a class, then those of the next.
    """
    declared, chances = table.declared, table.chances_at(at)
    return {
        "".join(LETTER[action] for action in said):
            packed_shares(
                np.rint(_HUNDRED * chances[node, :, : len(declared.actions[node])])
                .astype(int).ravel().tolist())
        for node, said in enumerate(declared.heard)
    }


def _margins(by_class: ByClass) -> dict[str, list[list[float]]]:
    """Return what declarations are worth: by seats in, those of them that missed, and class.

    Of each class: how far the declarations are behind the best, one after the other in the
    order of their letters PMDF (those that there are), each with its standard error; nothing where
    too few deals came there.
    """
    found = {}
    for at, s in enumerate(by_class.finest.situations):
        cells = (by_class.cell(at, of_class) for of_class in range(COARSE))
        found[f"{s.position},{s.rivals},{s.missed}"] = [
            [] if cell is None else [number for pair in margins(cell).values() for number in pair]
            for cell in cells]
    return found


def _table(table: GoodTable, at: int, spread: Spread) -> dict[str, Any]:
    """Return what goes at one of the pools; the margins of classes stand apart by a blank."""
    found = _margins(table.forked[at])
    every = [number for classes in found.values() for cell in classes for number in cell]
    scale = scale_of(max(every, default=0.0))
    finest = table.forked[at].finest
    return {
        "pool": finest.stakes.pool if finest.in_chips else None, "scale": scale,
        "spread": {pair: float(f"{value:.3g}")
                   for pair, value in scaled(spread, finest.much).items()},
        "often": _often(table, at),
        "cells": {key: " ".join("".join(packed(number, scale) for number in cell)
                                for cell in classes) for key, classes in found.items()},
    }


def _letters(by_class: ByClass) -> dict[str, str]:
    """Return the declarations that there are in each situation, in the order of the cells."""
    chart = by_class.finest
    return {
        f"{s.position},{s.rivals},{s.missed}": "".join(
            letter for letter, moves in MOVES_OF.items() if chart.legal[at, list(moves)].any())
        for at, s in enumerate(chart.situations)
    }


def declaring_data(table: GoodTable, spread: Spread) -> dict[str, Any]:
    """Return what a page needs to say what to declare with any hand.

    Parameters
    ----------
    table : GoodTable
    spread : mapping
        How far hands of one class differ (``spread_within_classes``).
    """
    first = table.forked[0].finest
    return {
        "players": table.players,
        "places": [say.place(p, table.players) for p in range(table.players)],
        "unit": first.unit,
        "move": "declaration",
        "good": table.run.labels[0],
        "taken": table.words.taken,
        "miss": table.words.miss,
        "clear": CLEAR,
        "classes": names_of_classes(),
        "nodes": _nodes(table),
        "letters": _letters(table.forked[0]),
        "signs": SIGNS,
        "least": LEAST_POWER,
        "tables": [_table(table, at, spread) for at in range(len(table.forked))],
        "advise": f"boneyard advise {table.run.game} {commands.table_options(table.run)}",
    }
