"""What kinds of tiles earn by the pot before the round: games of a run, looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from reports.draw import heatmaps, style
from reports.stats.estimates import NOTHING, Estimate, Sums, mean
from simulate.runs.replay import histories

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.results.result import Result

#: The most games that are looked at, and the fewest bets that a number rests on.
_GAMES, _FEWEST = 3_000, 100
#: Pots of about the same size by the fewest tiles of each, and how they are called.
_POTS = {0: "empty", 1: "1 to 6", 7: "7 to 12", 13: "13 or more"}
#: The double blank is left out: it never wins.
KINDS = ("a double", "a tile with a blank", "any other tile")

#: By kind of tile and size of the pot.
Earned = list[list[Estimate]]


def _kind(tile: str) -> int:
    high, low = tile.split("-")
    return 0 if high == low else 1 if low == "0" else 2


def _size(pot: int) -> int:
    return sum(pot >= fewest for fewest in _POTS) - 1


def _of_game(game: dict[str, Any]) -> np.ndarray:
    """Return the tiles won and the bets made in a game: int64[kinds, pots, 2]."""
    sums = np.zeros((len(KINDS), len(_POTS), 2), np.int64)
    pot = 0
    for one in game["rounds"]:
        for seat, tile in enumerate(one["bets"]):
            if tile != "0-0":
                sums[_kind(tile), _size(pot)] += len(one["won"][seat]), 1
        pot = len(one["pot"])
    return sums


def what_kinds_earn(result: Result) -> Earned:
    """Return the tiles that a bet wins, itself included, by its kind and by the pot before it.

    A game is one trial: its bets hang together.
    """
    games = min(result.run.sessions, _GAMES)
    totals = np.zeros((5, len(KINDS), len(_POTS)))
    for game, _ in histories(result.run, range(games)):
        won, bets = np.moveaxis(_of_game(game), -1, 0)
        totals += won, bets, won * won, won * bets, bets * bets

    def earned(kind: int, size: int) -> Estimate:
        a, b, aa, ab, bb = totals[:, kind, size].tolist()
        return mean(Sums(a, b, aa, ab, bb, games)) if b >= _FEWEST else NOTHING

    return [[earned(kind, size) for size in range(len(_POTS))] for kind in range(len(KINDS))]


def by_pot_figure(earned: Earned) -> Figure:
    """Draw what kinds of tiles earn by the pot."""
    values = [e.value for row in earned for e in row if not np.isnan(e.value)]
    with style.style():
        figure, axes = style.blank(2.6)
        heatmaps.cells(axes, earned, heatmaps.MORE, (0, max(values, default=1)), size=9)
        heatmaps.name_cells(axes, KINDS, list(_POTS.values()))
        axes.set_xlabel("tiles in the pot before the round")
        axes.set_title("Tiles won by a bet")
    return figure
