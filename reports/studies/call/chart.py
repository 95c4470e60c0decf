"""What to call with which hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from reports.games.euchre.report import position_name
from reports.page.document import Column, Row, Table
from reports.stats.estimates import NOTHING
from reports.stats.move_values import Halves, MoveValues, is_clear
from simulate.books.tally import Floats, Ints
from simulate.games.euchre.kernel import BOWERS
from simulate.games.euchre.views import TRICKS
from simulate.theory.euchre.auctions import Asked, Auctions, Node, nodes, suit_order
from simulate.theory.euchre.forked_deals import CELLS, PLAIN_DOUBLES, parts_of

#: What a seat may do, in the order of a chart's moves.
MOVES = ("pass", "call", "call alone")
DOES = ("passes", "calls", "calls alone")
DID = ("passed", "called", "went alone")
UNDECIDED = "too close"
COLUMNS = ("passed", "called", "alone")
ROUND = Column("round", "round", "count", "number", "the round of calls, 1 or 2")
PLACE, WHERE = Column("place", "place", "text"), Column("place", "you are", "text")
HAND = Column("hand", "you hold", "text", "text", "the kind of hand")
OFTEN = Column("often", "of hands", "share", "share of hands", "how often it comes up")
_HELD = {"none": "no bower", "left": "left bower", "right": "right bower", "both": "both bowers"}


def place(node: Node) -> str:
    """Return what a place is called: eldest, second and third from the dealer's left, or dealer."""
    return position_name(node.position, node.players)


def suit_hand(kind: int) -> str:
    """Return trumps and bowers of a kind, in words."""
    trumps, held, _ = parts_of(kind)
    many = f"{trumps} trump{'' if trumps == 1 else 's'}{' or more' if trumps == TRICKS else ''}"
    return many if trumps == 0 else f"{many}, {_HELD[BOWERS[held]]}"


def hand(node: Node, cell: int) -> str:
    """Return a cell's hand in words."""
    kind, double_up = divmod(cell, 2)
    _, _, doubles = parts_of(kind)
    turned = "; a double is turned up" if double_up else ""
    return f"{suit_hand(kind)}, {PLAIN_DOUBLES[doubles]}{turned}"


PASSES, CALLS, ALONE = range(3)
#: Deals that a cell needs in either half to be on the chart.
LEAST = 30


def values_at(asked: Asked) -> MoveValues:
    """Return what the moves at a node are worth, by cell."""
    return MoveValues.of(asked.cells, asked.worth, CELLS)


@dataclass(frozen=True)
class Chart:
    """What to call: the best call of each cell, and what it is worth on other deals."""

    players: int
    order: Floats  #: float64[KINDS]: which suit to name
    halves: list[Halves]  #: by node, the deals that chose the calls and those that measure them
    hands: int  #: the number of deals that measured

    @classmethod
    def of(cls, learned: Auctions, judged: Auctions, order: Floats | None = None) -> Chart:
        """Draw the chart from the two halves of the deals of a study; the order of suits is learned
        where none is given."""
        players = learned.deals.players
        if order is None:
            order = suit_order(learned, players)
        values = [Halves(*(values_at(half.asked(node, order)) for half in (learned, judged)))
                  for node in nodes(players)]
        return cls(players, order, values, len(judged.deals))

    @property
    def nodes(self) -> list[Node]:
        """The nodes of the auction in order."""
        return nodes(self.players)

    @cached_property
    def best(self) -> list[Ints]:
        """The best move by node: int64[CELLS]."""
        return [half.learned.best for half in self.halves]

    def covers(self, node: Node) -> list[int]:
        """Return the cells of a node that came often enough."""
        return self.halves[node.index].covered(LEAST).tolist()

    def rows(self, games: Chart | None = None) -> Iterator[Row]:
        """Yield the cells; ``games`` is the same chart counted in games won. A cell is left
        undecided where the deals that measure do not find the best move ahead."""
        for node in nodes(self.players):
            half = self.halves[node.index]
            judged = half.judged
            for cell in self.covers(node):
                best, second, margin = half.margin(cell)
                known, doubt = margin.value >= 0, "" if is_clear(margin) else "?"
                row: Row = {
                    "round": node.number + 1, "place": place(node),
                    "hand": hand(node, cell),
                    "often": judged.count[cell] / self.hands,
                    "best": f"{MOVES[best]}{doubt}" if known else UNDECIDED,
                    "second": MOVES[second] if known else "",
                    "margin": margin if known else NOTHING}
                if games is not None:
                    in_games = games.halves[node.index].judged.margin(cell, best, second)
                    row["margin_games"] = in_games if known else NOTHING
                for move in range(judged.totals.shape[1]):
                    row[f"points_{COLUMNS[move]}"] = judged.mean(cell, move)
                yield row

    def table(self, games: Chart) -> Table:
        """Return the chart as a table, the cells that come most often first."""
        return Table.of("call_chart", "The chart, with its numbers", (
            ROUND, WHERE, HAND, OFTEN,
            Column("best", "best", "text", "text",
                   "the best call; ? where it is not surely ahead"),
            Column("second", "next best", "text", "text", "the next best call"),
            Column("margin", "ahead by, points", "amount", "points a hand",
                   "what the best call is worth above the next best", with_error=True),
            Column("margin_games", "in games won", "share", "share of games",
                   "what the best call wins above the next best", with_error=True),
            *(Column(f"points_{name}", f"{move}: points", "signed", "points a hand",
                     f"of the seat's side where it {how}")
              for name, move, how in zip(COLUMNS, MOVES, DID, strict=True)),
        ), sorted(self.rows(games), key=lambda row: -row["often"]),
            "Those that come most often stand first. Half of the deals chose the best calls, the "
            "others measured them. Every deal was played out under every call. A dealer counts "
            "the turn-up in the first round. In the second round the suit is the one whose row of "
            "the chart brings most. A question mark: too close to call. No call is named where the "
            "deals that measured do not bear out those that chose. Games won are those of the side "
            "from no score, hand by hand.", index=3)
