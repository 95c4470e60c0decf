"""What to call with which hand, and what calls tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from reports.games.euchre.report import position_name
from reports.moves import Halves, MoveValues, is_clear
from reports.page.document import Column, Row, Table
from reports.stats.estimates import NOTHING, Estimate, around, share_of_trials
from simulate.books.tally import Floats, Ints
from simulate.games.euchre.kernel import BOWERS
from simulate.games.euchre.views import SEATS, TRICKS, make
from simulate.theory.euchre.auctions import (
    Asked,
    Auctions,
    Node,
    best_suits,
    nodes,
    seen_at,
    suit_order,
)
from simulate.theory.euchre.forked_deals import CELLS, KINDS, PLAIN_DOUBLES, parts_of

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


_PARTS = np.array([parts_of(kind) for kind in range(KINDS)])


def mean(values: Floats | Ints) -> Estimate:
    """Estimate the mean of independent values."""
    if len(values) < 2:
        return Estimate(float("nan"))
    error = float(values.std() / np.sqrt(len(values) - 1))
    return around(float(values.mean()), error, len(values)) if error else Estimate(
        float(values.mean()))


def held_table(auctions: Auctions, order: Floats) -> Table:
    """Return what those hold who are asked, by place and by what they call."""
    rows = []
    for node in nodes(auctions.deals.players):
        asked = auctions.asked(node, order)
        move = np.where(asked.made == 0, 0, 1 + asked.made % 2)
        suits = np.where(asked.made == 0, asked.suits, asked.made // 2 - 1)
        kinds = auctions.deals.kinds[asked.at, node.position, suits]
        for number, does in enumerate(DOES):
            who = move == number
            if who.sum() >= LEAST:
                trumps, bowers, doubles = _PARTS[kinds[who]].T
                rows.append({
                    "round": node.number + 1, "place": place(node), "does": does,
                    "share": share_of_trials(int(who.sum()), len(who)), "trumps": mean(trumps),
                    "right": share_of_trials(int((bowers >= 2).sum()), len(bowers)),
                    "left": share_of_trials(int((bowers % 2).sum()), len(bowers)),
                    "doubles": mean(doubles)})
    return Table.of("call_tells", "What they hold who pass and call", (
        ROUND, PLACE, Column("does", "does", "text", "text", "the call"),
        Column("share", "of those asked", "share", "share of those asked", "do it"),
        Column("trumps", "trumps", "amount", "tiles", "trumps held, on average"),
        *(Column(side, f"{side} bower", "share", "share",
                 f"of those hands that hold the {side} bower") for side in ("right", "left")),
        Column("doubles", "plain doubles", "amount", "tiles", "doubles held, on average"),
    ), rows,
        "Of the suit called; of those who pass, of the suit turned, or in the second round of "
        "their best. A dealer counts the turn-up in the first round.", index=3)


def heard_table(auctions: Auctions, order: Floats) -> Table:
    """Return what a pass before changes for a seat that calls: points, hands of a kind compared."""
    return Table.of("call_heard", "What a pass before changes", (
        ROUND, PLACE,
        Column("heard", "when", "text", "text", "the passes that were heard"),
        Column("share", "of deals", "share", "share of deals", "in which they are heard"),
        Column("change", "a call is worth more by, points", "signed", "points a hand",
               "what the call is worth more where they are heard"),
    ), (row for node in nodes(auctions.deals.players) for row in _heard(auctions, node, order)),
        "Points of a call, with a partner where there is one, by hands of the same kind. Told is "
        "how much more they are where that was heard than over all deals.", index=3)


def _passes(auctions: Auctions, node: Node) -> dict[str, Any]:
    """Return the deals in which each thing is heard; every seat is asked in every deal."""
    calls, n = auctions.calls, node.players
    heard: dict[str, Any] = {}
    if node.number == 0:
        for p in range(node.position):
            partner = n == SEATS and p == node.position ^ 2
            name = "the partner passes" if partner else f"the {place(Node(0, p, n))} passes"
            heard[name] = calls[:, 0, p] == 0
        everybody = (calls[:, 0, : node.position] == 0).all(axis=1)
        if node.position > 1:
            heard["all before pass"] = everybody
        return heard
    return {"all before pass": (
        (calls[:, 0] == 0).all(axis=1) & (calls[:, 1, : node.position] == 0).all(axis=1))}


def _heard(auctions: Auctions, node: Node, order: Floats) -> Iterator[Row]:
    deals = auctions.deals
    everywhere = np.arange(len(deals))
    suits, cells = seen_at(deals, node, order, everywhere)
    value = auctions.made_worth(node, everywhere, make(suits, 0))
    count = np.bincount(cells, minlength=CELLS)
    usual = np.bincount(cells, value, minlength=CELLS) / np.maximum(count, 1)
    for name, where in _passes(auctions, node).items():
        few = where & (count[cells] >= LEAST)
        if few.sum() >= LEAST:
            yield {
                "round": node.number + 1, "place": place(node), "heard": name,
                "share": share_of_trials(int(where.sum()), len(where)),
                "change": mean((value - usual[cells])[few])}


#: The second-best suit by its length, against the best: the difference in trumps that it covers.
_LENGTHS = {"longer": (-6, -1), "as long": (0, 0), "one shorter": (1, 1),
            "shorter by two or more": (2, 6)}
#: The place of rows that count all places together.
ANY = "any"


def suits_table(auctions: Auctions, chart: Chart) -> Table:
    """Return what naming the second-best suit loses, by place and by how much shorter it is, on
    deals that the chart was not drawn from."""
    found = {place(node): _named_at(auctions, chart, node)
             for node in chart.nodes[chart.players:]}
    rows: list[Row] = []
    for where, named in {
            ANY: np.concatenate(list(found.values()), axis=1), **found}.items():
        for name, (low, high) in _LENGTHS.items():
            _, change, passing = of = named[:, (named[0] >= low) & (named[0] <= high)]
            if of.shape[1] >= LEAST:
                rows.append({"place": where, "suit": name,
                             "share": share_of_trials(of.shape[1], named.shape[1]),
                             "change": mean(change), "passing": mean(passing)})
    return Table.of("call_suits", "What the second-best suit brings", (
        PLACE,
        Column("suit", "the second-best suit is", "text", "text",
               "the second-best suit, against the best"),
        Column("share", "of hands that name", "share", "share of hands",
               "of those that name a suit"),
        Column("change", "more than the best suit, points", "signed", "points a hand",
               "made more than by the best suit"),
        Column("passing", "more than a pass, points", "signed", "points a hand",
               "made more than by passing"),
    ), rows,
        "Hands that name a suit by the chart name their second-best suit in its place, on the same "
        "deals. The best suit is the one whose row of the chart brings most. Longer and shorter "
        "count trumps, bowers among them.", index=2)


def _named_at(auctions: Auctions, chart: Chart, node: Node) -> Floats:
    """Return, of hands that name a suit, float64[3, hands] of their second-best suit: trumps that
    it has fewer, and points that it makes more than the best suit, and more than a pass."""
    deals, order, p = auctions.deals, chart.order, node.position

    def kinds(at: Ints, suits: Ints) -> Ints:
        return deals.kinds[at, p, suits].astype(np.int64)

    def moves(at: Ints, suits: Ints) -> Ints:
        """Return what the chart does; in the second round no double is turned up."""
        return chart.best[node.index][2 * kinds(at, suits)]

    at = auctions.open[node.index]
    first = best_suits(deals, at, p, order)
    names = moves(at, first) != PASSES
    at, first = at[names], first[names]
    second = best_suits(deals, at, p, order, but=first)
    best, other = (
        auctions.made_worth(node, at, make(suits, (moves(at, suits) == ALONE).astype(np.int64)))
        for suits in (first, second))
    long, short = (_PARTS[kinds(at, suits), 0] for suits in (first, second))
    return np.stack([long - short, other - best, other - auctions.passed(node, at)])
