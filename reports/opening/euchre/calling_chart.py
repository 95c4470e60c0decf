"""The chart for the wall of Euchre: what good players call, from the deals of the answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.games.euchre.sentences import so_many
from reports.opening.euchre.good_calls import LETTERS, AtNode, GoodCalls
from reports.opening.margins import surely_best
from reports.studies.call import words as say
from reports.studies.call.plots import FILLS, by_place, paint, tint
from reports.studies.call.sentences import to_order_up
from simulate.solving.euchre.hand_kinds import CELLS, PLAIN_DOUBLES, TOPS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from simulate.solving.euchre.auctions import Node

#: A call that is ahead by so many games of 100 has the full colour.
_STRONG, _FAINTEST = 12.0, 0.3


@dataclass(frozen=True)
class CellCall:
    """What the chart says of a cell.

    Parameters
    ----------
    calls : str
        The letter of the best call; two and more where the best trumps below the bowers decide.
    clear : bool
        Whether one call is surely best.
    ahead : float
        By how many games of 100 the best call beats the next.
    """

    calls: str
    clear: bool
    ahead: float


def cell_call(at: AtNode, cell: int) -> CellCall | None:
    """Return what the chart says of a cell, nothing where its hands are too rare.

    What is sure of a class of the cell is not denied: where classes of a cell have different calls
    that are surely best, or a class another than the cell as a whole, the chart names all of them.
    """
    said = at.margins_of_cell(cell)
    if not said:
        return None
    best = surely_best(said)
    classes = range(cell * TOPS, (cell + 1) * TOPS)
    sure = {surely_best(at.margins(of_class)) for of_class in classes} | {best}
    calls = "".join(letter for letter in LETTERS if letter in sure)
    nearest = sorted(said, key=lambda letter: said[letter][0])
    return CellCall(calls or nearest[0], calls != "" and calls == best, said[nearest[1]][0])


def _draw(axes: Axes, at: AtNode, rows: list[int], up: int) -> None:
    """Draw the cells of a place where a double is turned up, or none."""
    for y, row in enumerate(rows):
        for x in range(len(PLAIN_DOUBLES)):
            told = cell_call(at, 2 * (row * len(PLAIN_DOUBLES) + x) + up)
            if told is None:
                continue
            strength = _FAINTEST + (1 - _FAINTEST) * min(1.0, told.ahead / _STRONG)
            if told.clear:
                paint(axes, x, y, tint(FILLS[LETTERS.index(told.calls)], strength), told.calls,
                      f"{told.ahead:.0f}" if told.ahead >= 1 else "<1")
            else:
                one = len(told.calls) == 1
                paint(axes, x, y, tint(FILLS[0], 0.0),
                      f"{told.calls.lower()}?" if one else "/".join(told.calls))


def calling_chart(calls: GoodCalls) -> Figure:
    """Draw what good players call in the first round with every kind of hand."""
    places = {at.node: at for at in calls.nodes}
    rows = sorted({cell // 2 // len(PLAIN_DOUBLES) for at in calls.nodes for cell in range(CELLS)
                   if at.margins_of_cell(cell)})

    def fill(axes: Axes, node: Node, up: int) -> None:
        _draw(axes, places[node], rows, up)

    return by_place(
        [at.node for at in calls.nodes], rows, (0, 1), fill,
        "Order up or pass, among good players?",
        "ahead by so many games of 100; small letter: too close to call")


def who_should_order(calls: GoodCalls) -> str:
    """Say from how many trumps on ordering up beats passing among good players, by place."""
    needed = {say.place(at.node): to_order_up(at.broader) for at in calls.nodes}
    known = {place: many for place, many in needed.items() if many is not None}
    if not known:
        return "The run is too small to tell who should order up."
    return (f"Counting trumps only, good players order up with {so_many(known, 'trump')} (a dealer "
            "counts the turn-up): with so many, all such hands together, that surely beats "
            "passing. The chart tells bowers and doubles apart.")
