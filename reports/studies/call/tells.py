"""What calls tell: what those hold who pass and call, and what a pass before changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from reports.page.document import Column, Row, Table
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.call import words as say
from reports.studies.call.chart import LEAST
from simulate.books.tally import Floats, Ints
from simulate.games.euchre.views import SEATS, make
from simulate.theory.euchre.auctions import Auctions, Node, nodes, seen_at
from simulate.theory.euchre.hand_kinds import CELLS, KINDS, parts_of

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
                    "doubles": mean(doubles),
                })
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
        "Points of a call with a partner (or against all others) by hands of the same kind: in "
        "deals where that was heard, above its mean over all deals.", index=3)


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
                "change": mean((value - usual[cells])[few]),
            }
