"""What it costs to name the second-best suit, where the best could be named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np

from reports.page.document import Column, Row, Table
from reports.stats.estimates import share_of_trials
from reports.studies.call import words as say
from reports.studies.call.chart import ALONE, LEAST, PASSES, Chart
from reports.studies.call.tells import mean
from simulate.books.tally import Floats, Ints
from simulate.games.euchre.views import make
from simulate.theory.euchre.auctions import Auctions, Node, best_suits, worth_of
from simulate.theory.euchre.forked_deals import Outcome
from simulate.theory.euchre.hand_kinds import KINDS, parts_of

_TRUMPS = np.array([parts_of(kind)[0] for kind in range(KINDS)])
#: The second-best suit by its length, against the best: the difference in trumps that it covers.
_LENGTHS = {"longer": (-6, -1), "as long": (0, 0), "one shorter": (1, 1),
            "shorter by two or more": (2, 6)}


#: The place of rows that count all places together.
ANY = "any"


@dataclass(frozen=True)
class _Named:
    """Hands that name a suit, and what their second-best suit would have done.

    ``shorter`` (int64[hands]): trumps that the second suit has fewer. ``change``, ``passing``
    (float64[hands]): points that it makes more than the best suit, and more than a pass.
    """

    shorter: Ints
    change: Floats
    passing: Floats

    def rows(self, place: str) -> Iterator[Row]:
        """Yield a row for each length of the second suit that came often enough."""
        for name, (low, high) in _LENGTHS.items():
            of = (self.shorter >= low) & (self.shorter <= high)
            if of.sum() >= LEAST:
                yield {"place": place, "suit": name,
                       "share": share_of_trials(int(of.sum()), len(of)),
                       "change": mean(self.change[of]), "passing": mean(self.passing[of])}


def suits_table(auctions: Auctions, chart: Chart) -> Table:
    """Return what naming the second-best suit loses, by place and by how much shorter it is.

    ``auctions``: on deals that the chart was not drawn from. ``chart``: says which hands name a
    suit, which suit is best, and whether to go alone.
    """
    found = {say.place(node): _named_at(auctions, chart, node)
             for node in chart.nodes[chart.players:]}
    every = found.values()
    together = _Named(*(np.concatenate([getattr(one, field.name) for one in every])
                        for field in fields(_Named)))
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
    ), (row for place, one in {ANY: together, **found}.items() for row in one.rows(place)),
        "Hands that name a suit by the chart, on the deals that measured it: their second-best "
        "suit named in its place, on the same deals. The best suit is the one whose row of the "
        "chart brings most; longer and shorter count trumps, bowers among them.", index=2)


def _named_at(auctions: Auctions, chart: Chart, node: Node) -> _Named:
    deals, order, p = auctions.deals, chart.order, node.position
    at = auctions.open[node.index]
    first = best_suits(deals, at, p, order)
    names = _moves(auctions, chart, node, at, first) != PASSES
    at, first = at[names], first[names]
    second = best_suits(deals, at, p, order, but=first)
    best, other = (_worth(auctions, chart, node, at, suits) for suits in (first, second))
    later = auctions.tails[node.index + 1]
    passed = worth_of(Outcome(later.maker[at], later.value[at]), node.side, auctions.worth)
    long = [_TRUMPS[_kinds(auctions, node, at, suits)] for suits in (first, second)]
    return _Named(long[0] - long[1], other - best, other - passed)


def _kinds(auctions: Auctions, node: Node, at: Ints, suits: Ints) -> Ints:
    kinds: Ints = auctions.deals.kinds[at, node.position, suits].astype(np.int64)
    return kinds


def _moves(auctions: Auctions, chart: Chart, node: Node, at: Ints, suits: Ints) -> Ints:
    """Return what the chart does with suits; in the second round no double is turned up."""
    moves: Ints = chart.best[node.index][2 * _kinds(auctions, node, at, suits)]
    return moves


def _worth(auctions: Auctions, chart: Chart, node: Node, at: Ints, suits: Ints) -> Floats:
    """Return what naming suits is worth, alone where the chart would."""
    alone = _moves(auctions, chart, node, at, suits) == ALONE
    return auctions.made_worth(node, at, make(suits, alone.astype(np.int64)))
