"""What kinds of tiles earn by pot and by round, from games of a run that are played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from reports.draw import heatmaps, style
from reports.stats.estimates import NOTHING, Estimate, Sums, mean
from simulate.runs.replay import histories

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.results.result import Result

#: The most games that are played again, and the fewest bets that a number may rest on.
_GAMES, _FEWEST = 3_000, 100
#: Pots of about the same size by the fewest tiles of each, and how they are called.
_POTS = {0: "empty", 1: "1 to 6", 7: "7 to 12", 13: "13 or more"}
#: The double blank is left out: it never wins.
KINDS = ("a double", "a tile with a blank", "any other tile")

#: By kind of tile, and by the size of the pot or by the round.
Earned = list[list[Estimate]]


class ByKind(NamedTuple):
    """What a bet of each kind wins, by the size of the pot before it and by the round."""

    by_pot: Earned
    by_round: Earned


def _kind(tile: str) -> int:
    high, low = tile.split("-")
    return 0 if high == low else 1 if low == "0" else 2


def _size(pot: int) -> int:
    return sum(pot >= fewest for fewest in _POTS) - 1


def _of_game(game: dict[str, Any]) -> np.ndarray:
    """Return the tiles won and the bets made in a game: int64[kinds, pots and rounds, 2]."""
    sums = np.zeros((len(KINDS), len(_POTS) + len(game["rounds"]), 2), np.int64)
    pot = 0
    for number, one in enumerate(game["rounds"]):
        for seat, tile in enumerate(one["bets"]):
            if tile != "0-0":
                for column in (_size(pot), len(_POTS) + number):
                    sums[_kind(tile), column] += len(one["won"][seat]), 1
        pot = len(one["pot"])
    return sums


def what_kinds_earn(result: Result) -> ByKind:
    """Return the tiles that a bet wins, itself included, by its kind, the pot and the round.

    A game is one trial, since its bets depend on each other.
    """
    games = min(result.run.sessions, _GAMES)
    totals: np.ndarray | float = 0.0
    for game, _ in histories(result.run, range(games)):
        won, bets = np.moveaxis(_of_game(game), -1, 0)
        totals = totals + np.array([won, bets, won * won, won * bets, bets * bets], np.float64)
    sums = np.asarray(totals)

    def earned(kind: int, column: int) -> Estimate:
        a, b, aa, ab, bb = sums[:, kind, column].tolist()
        return mean(Sums(a, b, aa, ab, bb, games)) if b >= _FEWEST else NOTHING

    found = [[earned(kind, column) for column in range(sums.shape[2])]
             for kind in range(len(KINDS))]
    pots = len(_POTS)
    return ByKind([row[:pots] for row in found], [row[pots:] for row in found])


def _figure(earned: Earned, columns: Sequence[str], counted: str, size: float) -> Figure:
    """Draw what kinds of tiles earn."""
    values = [e.value for row in earned for e in row if not np.isnan(e.value)]
    with style.style():
        figure, axes = style.blank(2.6)
        heatmaps.cells(axes, earned, heatmaps.MORE, (0, max(values, default=1)), size=size)
        heatmaps.name_cells(axes, KINDS, columns)
        axes.set_xlabel(counted)
        axes.set_title("Tiles won by a bet")
    return figure


def by_pot_figure(earned: Earned) -> Figure:
    """Draw what kinds of tiles earn by the pot."""
    return _figure(earned, list(_POTS.values()), "tiles in the pot before the round", 9)


def by_round_figure(earned: Earned) -> Figure:
    """Draw what kinds of tiles earn by the round."""
    rounds = [str(number + 1) for number in range(len(earned[0]))]
    # With two players there are fourteen rounds.
    return _figure(earned, rounds, "round", 9 if len(rounds) <= 7 else 6)
