"""What the page of Euchre asks its reader to call, and the chart that it answers with."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from reports.draw.heatmaps import tint
from reports.opening.euchre.good_calls import LETTERS, AtNode, GoodCalls, moves_of, solved_table
from reports.opening.euchre.single_hands import HUNDRED, prices_of
from reports.opening.shared import Margins, hands_looked_at, may_be_best, surely_best
from reports.results import commands
from reports.results.stakes import MATTERS
from reports.studies.advise.decision_input import read_limits
from reports.studies.advise.stakes import Table
from reports.studies.call import words as say
from reports.studies.call.plots import FILLS, by_place, paint
from simulate.branch.limits import CLEAR, MOST_DEALS
from simulate.branch.pricing import Prices
from simulate.domino.tiles import mask, name, names
from simulate.games.euchre.hand import EUCHRE_POINTS, LONE_MATCH_POINTS, MATCH_POINTS
from simulate.games.euchre.row import TRICKS
from simulate.theory.euchre.auctions import Node
from simulate.theory.euchre.hand_kinds import CELLS, KINDS, PLAIN_DOUBLES
from simulate.theory.euchre.win_chances import ScoreChances, score_after

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from simulate.theory.euchre.auctions import Node

#: Hands that are priced to find one of a call, and how many times surer than others it has to be.
_TRIED, _SURER = 8, 2


@dataclass(frozen=True)
class DrawnHand:
    """The eldest hand's tiles, the turn-up, and what each call is worth with them."""

    tiles: tuple[str, ...]
    turn_up: str
    margins: Margins


def margins_of(prices: Prices) -> Margins:
    """Return how far each call is behind the best, in games of a hundred."""
    behind = map(prices.behind, range(len(prices.answers)))
    return {letter: (HUNDRED * gap, HUNDRED * se)
            for letter, (gap, se) in zip(LETTERS, behind, strict=False)}


def draw_hand(table: Table) -> DrawnHand:
    """Return a hand with which the eldest surely goes alone, if any; else one that calls or passes.

    Only hands that good players call so with are priced, as ``advise`` prices them.
    """
    players, limits = len(table.run.players), read_limits(MOST_DEALS)
    hands = [(mask(tiles), turn_up) for tiles, turn_up in hands_looked_at(TRICKS)]
    for wanted in reversed(range(len(LETTERS))):
        likely = (hand for hand in hands if moves_of(players, 0, *hand).argmax() == wanted)
        for hand, turn_up in islice(likely, _TRIED):
            prices = prices_of(table, hand, turn_up, Node(0, 0, players), limits)
            drawn = DrawnHand(tuple(names(hand)), name(turn_up), margins_of(prices))
            surer = {letter: (gap, _SURER * se) for letter, (gap, se) in drawn.margins.items()}
            if surely_best(surer) == LETTERS[wanted]:
                return drawn
    return drawn


#: A call that is ahead by so many games of 100 has the full colour.
_STRONG, _FAINTEST = 12.0, 0.3


@dataclass(frozen=True)
class CellCall:
    """What the chart says of a cell.

    ``calls``: the letters of the calls that may be best on average, the nearest first. ``clear``:
    whether the first is best with nearly every hand. ``ahead``: by how many games of 100 it beats
    the next on average.
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


#: Doubles that are no trumps, without a bower in the hand and with one, which is a double, too.
_DOUBLES = (("no double", "one double", "2 or more doubles"),
            ("no other double", "one other double", "2 or more other doubles"))
#: A score as ``advise`` is told it, from the eldest hand on: partners have the same points.
_EXAMPLE_SCORES = {2: "4,1", 3: "4,1,0", 4: "4,1,4,1"}
_TIMES = ("", "a pass", "two passes", "three passes")
#: How a hand can end: points to the maker, or with a minus to the others.
_POINTS = (-EUCHRE_POINTS, 0, 1, MATCH_POINTS, LONE_MATCH_POINTS)
#: Chances in the file of a solved table are so many parts of one.
_WHOLE = 255


def passes_before(node: Node) -> str:
    """Return the passes that a seat has heard, as letters."""
    return "P" * node.index


def names_of(node: Node) -> dict[str, str]:
    """Return what the moves at a node are called, by letter."""
    make = "pick it up" if node.position == node.players - 1 else "order it up"
    return dict(zip(LETTERS, ("pass", make, f"{make} alone"), strict=True))


def _asked(node: Node) -> str:
    """Return who is asked, and after what."""
    heard = f", after {_TIMES[node.position]}" if node.position else ""
    return f"{say.place(node)}{heard}"


def _worth(table: Table) -> list[list[list[float]]]:
    """Return what endings of a game's first hand are worth, as ``advise`` has it: [side][replica].

    Each is a side's chance to win by the maker's side and the points to it; the first replica is
    the chance, the others leave out a part of the games that it was measured in.
    """
    chances, players = table.once(ScoreChances), len(table.run.players)
    start = (0,) * chances.sides
    after = np.array([score_after(start, maker, value)
                      for maker in range(chances.sides) for value in _POINTS])
    return [chances.replicas(after, players - 1, side).round(5).tolist()
            for side in range(chances.sides)]


def _solved(players: int) -> tuple[list[int], list[list[list[int]]]]:
    """Return the order of the suits to name, and the chances of all calls but the last.

    Both are those of the library's table at the start of a game, the chances in parts of 255 by
    node and cell.
    """
    table = solved_table(players)
    order = np.unique(table.order, return_inverse=True)[1]
    chances = np.rint(_WHOLE * table.chances[0, :, :, :-1]).astype(int)
    return order.tolist(), chances.tolist()


def calling_data(calls: GoodCalls, hand: DrawnHand) -> dict[str, Any]:
    """Return what a page needs to say what to call with any hand, and the one it opens with."""
    asked = [at.node for at in calls.nodes]
    order, chances = _solved(calls.players)
    return {
        "players": calls.players,
        "score": _EXAMPLE_SCORES[calls.players],
        "unit": "games of 100",
        "move": "call",
        "good": calls.run.labels[0],
        "clear": CLEAR,
        "near": HUNDRED * MATTERS,
        "most": MOST_DEALS,
        "asked": {passes_before(node): _asked(node) for node in asked},
        "names": {passes_before(node): names_of(node) for node in asked},
        "places": [say.place(node) for node in asked],
        "trumps": [say.suit_hand(kind) for kind in range(0, KINDS, len(PLAIN_DOUBLES))],
        "doubles": _DOUBLES,
        "letters": LETTERS if calls.partners else LETTERS[:-1],
        "leadsHigh": getattr(calls.run.rules, "lead_suit", "") == "high",
        "order": order,
        "chances": chances,
        "worth": _worth(calls.table),
        "hand": hand.tiles,
        "turnUp": hand.turn_up,
        "opened": [hand.margins[letter] for letter in LETTERS if letter in hand.margins],
        "advise": f"boneyard advise {calls.run.game} {commands.table_options(calls.run)}",
    }
