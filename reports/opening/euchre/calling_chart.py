"""The chart for the wall of Euchre: what good players call, from the deals of the answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.opening.euchre.good_calls import LETTERS, AtNode, GoodCalls
from reports.opening.margins import may_be_best, surely_best
from reports.studies.call.plots import FILLS, by_place, paint, tint
from simulate.theory.euchre.hand_kinds import CELLS, PLAIN_DOUBLES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from simulate.theory.euchre.auctions import Node

#: A call that is ahead by so many games of 100 has the full colour.
_STRONG, _FAINTEST = 12.0, 0.3


@dataclass(frozen=True)
class CellCall:
    """What the chart says of a cell.

    Parameters
    ----------
    calls : str
        The letters of the calls that may be best on average, the nearest first.
    clear : bool
        Whether the first is best with nearly every hand.
    ahead : float
        By how many games of 100 it beats the next on average.
    """

    calls: str
    clear: bool
    ahead: float


def cell_call(at: AtNode, cell: int) -> CellCall | None:
    """Return what the chart says of a cell, nothing where its hands are too rare."""
    said = at.margins(cell)
    if not said:
        return None
    return CellCall("".join(may_be_best(said)),
                    surely_best(at.margins_of_a_hand(cell)) is not None,
                    sorted(behind for behind, _ in said.values())[1])


def _draw(axes: Axes, at: AtNode, rows: list[int], up: int) -> None:
    """Draw the cells of a place where a double is turned up, or none."""
    for y, row in enumerate(rows):
        for x in range(len(PLAIN_DOUBLES)):
            told = cell_call(at, 2 * (row * len(PLAIN_DOUBLES) + x) + up)
            if told is None:
                continue
            first = told.calls[0]
            ahead = f"{told.ahead:.0f}" if told.ahead >= 1 else "<1"
            if told.clear:
                strength = _FAINTEST + (1 - _FAINTEST) * min(1.0, told.ahead / _STRONG)
                paint(axes, x, y, tint(FILLS[LETTERS.index(first)], strength), first, ahead)
            elif len(told.calls) > 1:
                paint(axes, x, y, tint(FILLS[0], 0.0), "/".join(told.calls))
            else:
                paint(axes, x, y, tint(FILLS[0], 0.0), first.lower(), ahead)


def calling_chart(calls: GoodCalls) -> Figure:
    """Draw what good players call in the first round with every kind of hand."""
    places = {at.node: at for at in calls.nodes}
    rows = sorted({cell // 2 // len(PLAIN_DOUBLES) for at in calls.nodes for cell in range(CELLS)
                   if at.margins(cell)})

    def fill(axes: Axes, node: Node, up: int) -> None:
        _draw(axes, places[node], rows, up)

    return by_place(
        [at.node for at in calls.nodes], rows, (0, 1), fill,
        "Order up or pass, among good players?",
        "ahead by so many games of 100; small letter: as a rule; several: too close to call")
