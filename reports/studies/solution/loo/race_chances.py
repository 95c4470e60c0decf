"""What reports of solved races share: needs in words, and the chance to win as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from reports.draw import heatmaps, style
from reports.page.document import Column, Row, Table
from reports.stats.estimates import Estimate
from reports.studies.solution.loo.seats import columns_of
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS
from simulate.runs.run import Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Classes of scores that come up less often in a game are left out of the table; rows shown.
RARE, SHOWN = 0.002, 30
#: Points that a seat may still need.
NEEDED = range(1, GAME_POINTS + 1)
_CELL, _MARGIN, _LETTERS = 0.42, 1.2, 6.5


def chances(title: str, heads: Sequence[Column], who: str, rows: Iterable[Row], note: str) -> Table:
    """Return the table of the chance to win from every score; ``who`` is "you" or "it"."""
    return Table.of("solution_race", title, (
        *heads, Column("own", f"{who} need{'' if who == 'you' else 's'}", "count", "points",
                       "that the seat still needs"),
        Column("rivals", "each rival needs", "count", "points", "that each rival still needs"),
        Column("wins", f"{who} win{'' if who == 'you' else 's'}", "share", "share of games",
               "won from there"),
    ), rows, f"{note} The first {SHOWN} rows are here; solution_race.csv has all.", index=0,
        most=SHOWN)


def declared(
    run: Run, heads: Sequence[Column], rows: Iterable[Row], note: str, index: Sequence[str]
) -> Table:
    """Return the table of what seats declare by the score."""
    return Table.of("solution_race_scores", "What every seat declares, by the score", (
        Column("needs", "the seats need", "text", "text",
               "points that the seats still need, the eldest hand's first"), *heads,
        Column("visits", "hands a game", "amount", "hands a game", "dealt at such a score"),
        *columns_of(run, "amount")[:4],
    ), rows, f"Needs are points up to 15, the eldest hand's first and the dealer's last, in the "
        f"classes that were solved. {note}The {SHOWN} rows of the scores that come up most often "
        "are here; solution_race_scores.csv has those that come once in 500 games.", index=index,
        hidden=("drops", "for_pool") if len(run.players) == 2 else (), most=SHOWN)


def span(cuts: tuple[int, ...], cut: int) -> str:
    """Return the needs of a class in words: 9-12."""
    at = cuts.index(cut)
    if at == len(cuts) - 1:
        return f"{cut}+"
    last = cuts[at + 1] - 1
    return str(cut) if last == cut else f"{cut}-{last}"


def draw_chances(grid: Sequence[Sequence[Estimate]], who: str, run: Run, how: str) -> Figure:
    """Draw the chance of a seat to win by the points that it and its rivals need.

    ``grid``: by own needs, then by those of each rival. ``who``: the seat. ``how``: what its table
    is, for the title.
    """
    players = len(run.players)
    with style.style():
        side = _CELL * len(NEEDED)
        figure, axes = style.blank(side + _MARGIN, side + _MARGIN)
        heatmaps.cells(axes, grid, heatmaps.GAIN, (0, 1), 100, size=_LETTERS)
        heatmaps.name_cells(axes, NEEDED, NEEDED)
        rivals = "the rival needs" if players == 2 else "each of the rivals needs"
        axes.set_xlabel(f"points that {rivals}")
        axes.set_ylabel(f"points that {who} needs")
        axes.set_title(f"{who[0].upper()}{who[1:]} wins, %: {find_game(run.game).title}, "
                       f"{players} players, {how}")
    return figure
