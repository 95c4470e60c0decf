"""What calls tell: hands that pass and call, what a pass before changes, the second-best suit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from reports.page.document import Column, Row, Table
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.call import chart as say
from reports.studies.call.chart import ALONE, LEAST, PASSES, Chart
from simulate.books.tally import Floats, Ints
from simulate.games.euchre.views import SEATS, make
from simulate.theory.euchre.auctions import Auctions, Node, best_suits, nodes, seen_at
from simulate.theory.euchre.forked_deals import CELLS, KINDS, parts_of

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
        for number, does in enumerate(say.DOES):
            who = move == number
            if who.sum() >= LEAST:
                trumps, bowers, doubles = _PARTS[kinds[who]].T
                rows.append({
                    "round": node.number + 1, "place": say.place(node), "does": does,
                    "share": share_of_trials(int(who.sum()), len(who)), "trumps": mean(trumps),
                    "right": share_of_trials(int((bowers >= 2).sum()), len(bowers)),
                    "left": share_of_trials(int((bowers % 2).sum()), len(bowers)),
                    "doubles": mean(doubles)})
    return Table.of("call_tells", "What they hold who pass and call", (
        say.ROUND, say.PLACE, Column("does", "does", "text", "text", "the call"),
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
        say.ROUND, say.PLACE,
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
            name = "the partner passes" if partner else f"the {say.place(Node(0, p, n))} passes"
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
                "round": node.number + 1, "place": say.place(node), "heard": name,
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
    found = {say.place(node): _named_at(auctions, chart, node)
             for node in chart.nodes[chart.players:]}
    rows: list[Row] = []
    for place, named in {ANY: np.concatenate(list(found.values()), axis=1), **found}.items():
        for name, (low, high) in _LENGTHS.items():
            _, change, passing = of = named[:, (named[0] >= low) & (named[0] <= high)]
            if of.shape[1] >= LEAST:
                rows.append({"place": place, "suit": name,
                             "share": share_of_trials(of.shape[1], named.shape[1]),
                             "change": mean(change), "passing": mean(passing)})
    return Table.of("call_suits", "What the second-best suit brings", (
        say.PLACE,
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
