"""Where the score changes the call: the chart counted in games won, score by score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from reports.page.document import Column, Row, Table
from reports.stats.estimates import Estimate
from reports.studies.call import words as say
from reports.studies.call.chart import LEAST, Chart, values_at
from reports.studies.call.tells import mean
from simulate.books.tally import Floats
from simulate.theory.euchre.auctions import Auctions, nodes
from simulate.theory.euchre.forked_deals import ForkedDeals, Small, calls_at, sides
from simulate.theory.euchre.hand_kinds import CELLS
from simulate.theory.euchre.win_chances import Score, WinChances


@dataclass
class AskedDeals:
    """Forked deals, and what the line-up calls there at each score that is asked for."""

    deals: ForkedDeals
    jobs: int | None = None
    _calls: dict[Score, Small] = field(default_factory=dict)

    def calls(self, score: Score) -> Small:
        """Return the calls at a score; side 0 is that of the eldest hand."""
        if score not in self._calls:
            self._calls[score] = calls_at(self.deals, score, jobs=self.jobs)
        return self._calls[score]

    def beginning(self, deals: int) -> AskedDeals:
        """Return the first deals; nobody is asked again where the calls are known."""
        known = {score: calls[:deals] for score, calls in self._calls.items()}
        return AskedDeals(self.deals.some(0, deals), self.jobs, known)

    def auctions(self, score: Score, worth: Floats) -> Auctions:
        """Return the auctions at a score, for what endings are worth."""
        return Auctions(self.deals, self.calls(score), worth)


@dataclass(frozen=True)
class Heeded:
    """What heeding the score is worth at one score, to one seat.

    ``gain``: games won a hand of a seat, above the calls that make most points. ``rows``: the cells
    where another call wins more games.
    """

    own: int
    other: int
    gain: Estimate
    rows: list[Row]


def heeded(
    learned: AskedDeals, judged: AskedDeals, chart: Chart, chances: WinChances, own: int,
    other: int,
) -> Heeded:
    """Return what heeding a score is worth.

    A call is changed where the deals learned from clearly show that another wins more games; what
    that brings is measured on the other deals.
    """
    hands, rows = len(judged.deals), []
    gains, by_side = np.zeros(hands), dict[int, tuple[Auctions, Auctions]]()
    for node in nodes(chart.players):
        if node.side not in by_side:
            # The side has its points and all others theirs.
            score = tuple(own if side == node.side else other
                          for side in range(sides(chart.players)))
            worth = chances.worth(score)
            by_side[node.side] = learned.auctions(score, worth), judged.auctions(score, worth)
        some, others = by_side[node.side]
        values, base = values_at(some.asked(node, chart.order)), chart.best[node.index]
        surely = values.worse(values.best, LEAST)[np.arange(CELLS), base]
        better = np.where(surely, values.best, base)
        asked = others.asked(node, chart.order)
        row, cells = np.arange(len(asked.at)), asked.cells
        gains[asked.at] += asked.worth[row, better[cells]] - asked.worth[row, base[cells]]
        measured = values_at(asked)
        for cell in np.flatnonzero((better != base) & (measured.count >= 2)).tolist():
            rows.append({
                "own": own, "other": other, "round": node.number + 1, "place": say.place(node),
                "hand": say.hand(node, cell), "points_call": say.MOVES[base[cell]],
                "better": say.MOVES[better[cell]], "often": measured.count[cell] / hands,
                "gain": measured.margin(cell, int(better[cell]), int(base[cell])),
            })
    return Heeded(own, other, mean(gains / chart.players), rows)


def changes_table(found: Sequence[Heeded]) -> Table:
    """Return the calls that the score changes, those first that bring most games."""
    return Table.of("call_scores", "Calls that the score changes", (
        Column("own", "own points", "count", "points", "the seat's own"),
        Column("other", "others' points", "count", "points", "those of the others"),
        say.ROUND, say.WHERE, say.HAND,
        Column("points_call", "for points", "text", "text", "the call that is best in points"),
        Column("better", "for the game", "text", "text", "the call that is better"), say.OFTEN,
        Column("gain", "games won more", "share", "share of games", "won more by the better call",
               with_error=True),
    ), sorted((row for one in found for row in one.rows),
              key=lambda row: -row["often"] * row["gain"].value),
        "Those that bring most stand first. Changed where the deals that chose say clearly that "
        "another call wins more games; measured on the others. The chance to win from a score is "
        "worked out from how this line-up's hands end at every score.", index=2)
