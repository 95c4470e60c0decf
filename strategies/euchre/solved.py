"""The solved auction as a strategy: calls from a file of chances.

The best calls found against it win at least 0.031 games of 100 (0.003 to 0.059) in the first hand
of a game with three players; with two and four none surely win (``docs/euchre.md``).

The library carries tables solved for two to four players, score by score, for the chance to win
the game (``strategies/euchre/solutions``).  They were solved for announced leads, and serve for
``lead_suit=high`` as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.domino.tiles import HIGH, LOW, NUMBERS
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import PASS, Calling, make
from simulate.machine.compiling import helper
from simulate.theory.euchre.auctions import CallSolution
from simulate.theory.euchre.forked_deals import CELLS, KINDS, kind_of
from simulate.theory.solution_file import SOLUTION
from strategies.base import FromFile
from strategies.euchre.base import EuchreStrategy
from strategies.skills import chance_in

SHIPPED = Path(__file__).parent / "solutions"

#: A chart begins with the places where the table of each number of players begins, and with how
#: many dealing seats each distinguishes; a table is its order of suits and then its chances.
_MOST_PLAYERS = 4
_DEALERS = _MOST_PLAYERS + 1
_INDEX = 2 * _DEALERS


def chart_of(solutions: Sequence[CallSolution]) -> NDArray[np.float64]:
    """Return solutions as a chart, the first for each number of players: the chances of passing
    and, with four players, of calling with a partner; the last call has what is left to 1.
    """
    index, parts, at = np.zeros(_INDEX), [], _INDEX
    for solution in solutions:
        players = solution.about["players"]
        if index[players]:
            continue
        index[players], index[_DEALERS + players] = at, solution.dealers
        part = np.concatenate([solution.order, solution.chances[..., :-1].ravel()])
        parts.append(part)
        at += len(part)
    return np.concatenate([index, *parts])


@helper
def best_suit(chart: Any, start: int, hand: int, turned: int) -> int:
    """Return the suit other than the one turned whose kind comes first in a table's order."""
    best, most = -1, 0.0
    for suit in range(NUMBERS):
        if suit != turned:
            rank = chart[start + kind_of(hand, suit)]
            if best < 0 or rank > most:
                best, most = suit, rank
    return best


class Solved(FromFile, EuchreStrategy):
    """Calls by the chances of the solved table."""

    name = "solved"
    summary = "Calls by tables that were solved for winning the game, not the hand."
    looks_at = "its hand, position, who takes the turn-up, the score"
    file_ending = SOLUTION
    load = staticmethod(CallSolution.load)

    def chart(self) -> NDArray[np.float64]:
        return chart_of([*self._own, *shipped()])

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        chart = p.chart
        start = int(chart[view.players])
        suit = view.trump
        if view.round == 2:
            suit = best_suit(chart, start, view.hand, view.trump)
        calls = 2 if view.players == 4 else 1
        dealer = 0
        if chart[_DEALERS + view.players] > 1:
            dealer = (view.seat - view.position - 1) % view.players
        # The number of a score: the seat that deals, 0 where it does not matter, and the sides'
        # points as digits, 0 to 4 each.
        score = dealer
        for side in range(2 if view.players == 4 else view.players):
            score = GAME_POINTS * score + min(view.scores >> 4 * side & 15, GAME_POINTS - 1)
        node = (view.round - 1) * view.players + view.position
        is_dealer = view.position == view.players - 1
        held = view.hand
        if view.round == 1 and is_dealer:
            held |= 1 << view.turn_up
        turned = view.round == 1 and not is_dealer and HIGH[view.turn_up] == LOW[view.turn_up]
        row = (score * 2 * view.players + node) * CELLS + 2 * kind_of(held, suit) + int(turned)
        at = start + KINDS + row * calls
        chance = chance_in(view.word)
        if chance < chart[at]:
            return PASS
        alone = calls == 2 and chance >= chart[at] + chart[at + 1]
        return make(suit, int(alone))


@cache
def shipped() -> tuple[CallSolution, ...]:
    """Return the library's tables."""
    return tuple(CallSolution.load(path) for path in sorted(SHIPPED.glob("*.npz")))
