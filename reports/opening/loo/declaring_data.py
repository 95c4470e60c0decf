"""What a page needs to say what to declare with any hand: numbers by class, ready for JSON.

A script on the page finds the class of a hand as ``simulate.solving.loo.hand_classes`` does, and
looks up what we write here for the class: how often good players declare what (from the solved
table, by all that was declared before), and what each declaration is worth (from forked deals, by
situation and kind).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reports.opening.loo.good_table import GoodTable
from reports.studies.miss import words as say
from reports.studies.miss.chart import CLEAR, Chart
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.solving.loo.hand_classes import kinds_of_classes
from simulate.solving.loo.hand_kinds import HAND_KINDS, name_of_kind

#: Letters of declarations, as the page has them.
LETTER = {PLAY: "P", MISS: "M", DROP: "D", FOR_POOL: "F"}
#: The moves of a chart that make each declaration: a dealer may play with the turn-up or without.
MOVES_OF = {"P": (say.PLAY, say.TAKE), "M": (say.MISS,), "D": (say.DROP,), "F": (say.FOR_POOL,)}
_HUNDRED = 100


def margins(chart: Chart, s: int, kind: int) -> dict[str, list[float]] | None:
    """Return how far each declaration is behind the best one in a cell, with standard errors.

    Returns
    -------
    dict of str to [float, float] or None
        By the declaration's letter, in chips or points; None where too few deals came there.
    """
    if not chart.covered[s, kind]:
        return None
    behind, found = chart.ahead[s, kind], {}
    for letter, moves in MOVES_OF.items():
        legal = [move for move in moves if chart.legal[s, move]]
        if legal:
            move = min(legal, key=lambda k: behind[k])
            found[letter] = [round(float(behind[move]), 3),
                             round(float(chart.ahead_se[s, kind, move]), 4)]
    return found


def _nodes(table: GoodTable) -> dict[str, Any]:
    """Return what may be declared, and how often good players do: by what was declared before."""
    declared = table.declared
    return {
        "".join(LETTER[action] for action in said): {
            "moves": "".join(LETTER[action] for action in declared.actions[node]),
            "often": np.rint(_HUNDRED * table.chances[node, :, : len(declared.actions[node])])
            .astype(int).tolist(),
        }
        for node, said in enumerate(declared.heard)
    }


def _cells(chart: Chart) -> dict[str, list[dict[str, list[float]] | None]]:
    """Return what declarations are worth: by seats in, those of them that missed, and kind."""
    return {
        f"{s.position},{s.rivals},{s.missed}": [
            margins(chart, at, kind) for kind in range(HAND_KINDS)
        ]
        for at, s in enumerate(chart.situations)
    }


def declaring_data(table: GoodTable) -> dict[str, Any]:
    """Return what a page needs to say what to declare with any hand."""
    chart, stakes = table.forked, table.stakes
    is_rounce = table.run.game == "rounce"
    return {
        "players": table.players,
        "places": [say.place(p, table.players) for p in range(table.players)],
        "unit": chart.unit,
        "pool": stakes.pool if chart.in_chips else None,
        "miss": "dummy" if is_rounce else "miss",
        "looed": "rounced" if is_rounce else "looed",
        "clear": CLEAR,
        "kinds": [name_of_kind(kind) for kind in range(HAND_KINDS)],
        "kindOf": kinds_of_classes().tolist(),
        "nodes": _nodes(table),
        "cells": _cells(chart),
    }
