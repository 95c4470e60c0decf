"""Solved policies as numbers of a chart, for compiled decisions to draw actions from.

Chances of actions are added up in 255ths, a byte each but for the last action's.  A policy by score
begins with the seats whose deals are kept apart (1: it does not matter who deals), its nodes, the
classes of one side's scores, the lowest score that is distinguished, how many are, and the class of
each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.machine.compiling import inlined
from simulate.machine.layouts import pointer
from simulate.theory.solution_file import WHOLE, Solution
from strategies.skills import chance_in

_DEALERS, _NODES, _CLASSES, _FLOOR, _SIZES, _HEAD = range(6)
_BYTES = 8


def in_bytes(chances: Floats) -> Floats:
    """Return the chances of actions, float64[..., actions], as numbers of a chart."""
    added = np.rint(WHOLE * chances[..., :-1].cumsum(axis=-1)).astype(np.uint8).ravel()
    return np.pad(added, (0, -added.size % _BYTES)).view(np.float64)


def by_score(solution: Solution, floor: int, of_score: Ints) -> Floats:
    """Return a policy by score: ``of_score`` has the class of each from the lowest score on."""
    return np.concatenate([
        [solution.dealers, solution.chances.shape[1], of_score.max() + 1, floor, len(of_score)],
        of_score, in_bytes(solution.chances)])


@inlined
def first_byte(place: int) -> int:
    """Return the byte of a chart at which chances begin that stand from a place on."""
    return _BYTES * place


@inlined
def action_by(chart: Any, at: int, actions: int, word: int) -> int:
    """Return which of so many actions a word draws: their chances begin at a byte of the chart."""
    added, chance, action = pointer(chart.view(np.uint8)), WHOLE * chance_in(word), 0
    while action < actions - 1 and chance >= added[at + action]:
        action += 1
    return action


@inlined
def dealing_seat(view: Any) -> int:
    """Return the seat that deals, from that and the position of the one who is asked."""
    return (view.seat - view.position - 1) % view.players


@inlined
def first_state(view: Any, chart: Any, place: int) -> int:
    """Return the first part of the number of a state, before the scores: who deals."""
    return dealing_seat(view) if chart[place + _DEALERS] > 1 else 0


@inlined
def with_score(chart: Any, place: int, state: int, score: int) -> int:
    """Return the number of a state with the class of one more side's score."""
    own = min(max(score - int(chart[place + _FLOOR]), 0), int(chart[place + _SIZES]) - 1)
    return state * int(chart[place + _CLASSES]) + int(chart[place + _HEAD + own])


@inlined
def action_at_score(
    chart: Any, place: int, state: int, node: int, bucket: int, buckets: int, actions: int,
    word: int,
) -> int:
    """Return which of so many actions a word draws by the policy that begins at a place."""
    row = (state * int(chart[place + _NODES]) + node) * buckets + bucket
    chances = first_byte(place + _HEAD + int(chart[place + _SIZES]))
    return action_by(chart, chances + row * (actions - 1), actions, word)
