"""What tiles earn by pot and by round, from games of a run that are played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from reports.draw import heatmaps, style
from reports.stats.estimates import NOTHING, Estimate, Sums, mean
from simulate.domino.tiles import HIGH, name
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
#: From the double six down.
TILES = [name(tile) for tile in range(len(HIGH) - 1, 0, -1)]

#: By tile or kind of tile, and by the size of the pot or by the round.
Earned = list[list[Estimate]]


class ByKind(NamedTuple):
    """What a bet of each kind wins, by the size of the pot before it and by the round.

    ``by_pot``, ``by_round``: a row a kind of tile. ``tiles``: a row a tile, the double six first,
    without the double blank; by pot, then by round.
    """

    by_pot: Earned
    by_round: Earned
    tiles: Earned


def _kind(tile: str) -> int:
    high, low = tile.split("-")
    return 0 if high == low else 1 if low == "0" else 2


def _of_game(game: dict[str, Any]) -> np.ndarray:
    """Return the tiles won and the bets made: int64[kinds and tiles, pots and rounds, 2]."""
    sums = np.zeros((len(KINDS) + len(TILES), len(_POTS) + len(game["rounds"]), 2), np.int64)
    pot = 0
    for number, one in enumerate(game["rounds"]):
        for seat, tile in enumerate(one["bets"]):
            if tile != "0-0":
                for column in (sum(pot >= fewest for fewest in _POTS) - 1, len(_POTS) + number):
                    earned = len(one["won"][seat]), 1
                    sums[_kind(tile), column] += earned
                    sums[len(KINDS) + TILES.index(tile), column] += earned
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

    found = [[earned(row, column) for column in range(sums.shape[2])]
             for row in range(sums.shape[1])]
    kinds, tiles, pots = found[: len(KINDS)], found[len(KINDS) :], len(_POTS)
    return ByKind([row[:pots] for row in kinds], [row[pots:] for row in kinds], tiles)


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


def by_tile_figure(tiles: Earned) -> Figure:
    """Draw what each tile earns, by the pot on the left and by the round on the right."""
    pots, rounds = len(_POTS), len(tiles[0]) - len(_POTS)
    values = [e.value for row in tiles for e in row if not np.isnan(e.value)]
    scale = 0, max(values, default=1)
    sizes = [words.replace(" or ", " or\n") for words in _POTS.values()]
    with style.style():
        figure = style.new_figure(style.WIDTH, 9.6)
        left, right = figure.subplots(1, 2, width_ratios=(pots, rounds), sharey=True)
        for axes, columns, named, counted in (
                (left, slice(pots), sizes, "tiles in the pot before the round"),
                (right, slice(pots, None), [str(n + 1) for n in range(rounds)], "round")):
            heatmaps.cells(axes, [row[columns] for row in tiles], heatmaps.MORE, scale, size=6)
            heatmaps.name_cells(axes, TILES, named)
            axes.set_xlabel(counted)
            axes.tick_params(labelsize=7)
        figure.suptitle("Tiles won by a bet of each tile", x=0.02, ha="left", fontweight="bold")
    return figure
