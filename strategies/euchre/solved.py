"""The solved auction as a strategy: calls from a file of chances.

The best calls found against it win at least 0.031 games of 100 (0.003 to 0.059) in the first hand
of a game with three players; with two and four none surely win (``docs/euchre.md``).

The library carries tables solved for two to four players, score by score, for the chance to win
the game (``strategies/euchre/solutions``).  They were solved for announced leads, and serve for
``lead_suit=high`` as well.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from simulate.books.tally import Floats
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import PASS, SEATS, Calling, make
from simulate.theory.euchre.auctions import load
from simulate.theory.euchre.forked_deals import CELLS, KINDS, suit_and_cell
from simulate.theory.solution_file import SOLUTION, Solution
from strategies.base import FromFile
from strategies.charts import action_at_score, by_score, first_state, with_score
from strategies.euchre.base import EuchreStrategy

SHIPPED = Path(__file__).parent / "solutions"


def chart_of(solutions: Sequence[Solution]) -> Floats:
    """Return solutions as a chart, the first for each number of players, behind an index."""
    index, parts, at = np.zeros(SEATS + 1), list[Floats](), SEATS + 1
    for solution in solutions:
        players = solution.about["players"]
        if index[players]:
            continue
        index[players] = at
        part = np.concatenate([solution["order"], by_score(solution, 0, np.arange(GAME_POINTS))])
        parts.append(part)
        at += len(part)
    return np.concatenate([index, *parts])


class Solved(FromFile, EuchreStrategy):
    """Calls by tables that were solved to win the game, not the hand."""

    name = "solved"
    looks_at = "its hand, position, who takes the turn-up, the score"
    file_ending = SOLUTION
    load = staticmethod(load)

    def chart(self) -> Floats:
        return chart_of([*self._own, *shipped()])

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        chart, is_dealer = p.chart, int(view.position == view.players - 1)
        start = int(chart[view.players])
        suit, cell = suit_and_cell(
            view.hand, view.turn_up, view.round, is_dealer, chart, start)
        policy, calls = start + KINDS, 2 if view.players == SEATS else 1
        score = first_state(view, chart, policy)
        for side in range(2 if view.players == SEATS else view.players):
            score = with_score(chart, policy, score, view.scores >> 4 * side & 15)
        node = (view.round - 1) * view.players + view.position
        action = action_at_score(
            chart, policy, score, node, cell, CELLS, 1 + calls, view.word)
        return PASS if action == 0 else make(suit, action - 1)


@cache
def shipped() -> tuple[Solution, ...]:
    """Return the library's tables."""
    return tuple(load(path) for path in sorted(SHIPPED.glob("*.npz")))
