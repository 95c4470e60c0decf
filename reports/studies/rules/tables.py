"""The tables of ``study rules``."""

from __future__ import annotations

from collections.abc import Mapping

from reports.page.document import Column, Kind, Row, Table
from reports.results.figure_tables import title_of
from reports.stats.ahead import sessions_needed
from reports.stats.estimates import NOTHING
from reports.studies.contests import Scores
from reports.studies.rules.comparison import Comparison, change
from simulate.books.books import Figure

_NOTE = ("Under each number stands its 95% interval; changes are paired on the same deals. A "
         "change that is sure is one when all changes of the study are judged together (Holm).")
_SAID = {1: "up", -1: "down", 0: ""}


def _changes(
    found: Comparison, part: str, name: str, kind: str, scale: float = 1.0
) -> list[Row]:
    """Return a row a set of rules: its value, and the change from the table's rules."""
    scores: list[Mapping[str, Scores]] = [getattr(one, part) for one in found.played]
    rows: list[Row] = []
    for at, label in enumerate(found.names):
        risen = change(scores[0][name], scores[at][name]) if at else NOTHING
        sign = found.decided[at].get((_PARTS[part], name), 0) if at else 0
        rows.append({"rules": label, "kind": kind, "value": scores[at][name].value.scaled(scale),
                     "change": risen.scaled(scale), "sure": _SAID[sign]})
    return rows


_RULES, _KIND = Column("rules", "rules", "text", "text", "the rules"), Column("kind")
_SURE = Column("sure", "sure", "text", "text",
               "up or down where the change is sure, all judged together")
_PARTS = {"figures": "figure", "strategies": "strategy", "positions": "position"}


def _change(kind: Kind) -> Column:
    return Column("change", "change", kind, "as the value",
                  "the value less that under the table's own rules", with_error=True)


def figures(found: Comparison, listed: list[Figure], unit: str, session: str) -> Table:
    """Return the figures of the table under every set of rules, without those that never change."""
    return Table.of("rules_table", "What changes at the table", (
        Column("figure", "figure", "text"), _RULES, _KIND,
        Column("value", "value", "row", "as the figure says", "the figure under these rules",
               with_error=True), _change("row"), _SURE,
    ), ({"figure": title_of(figure, unit, session), **row}
        for figure in listed
        if len({one.figures[figure.name].value.value for one in found.played}) > 1
        for row in _changes(found, "figures", figure.name,
                            "share" if figure.kind == "share" else "amount")),
        "Figures that are the same under all rules are left out. " + _NOTE)


def strategies(found: Comparison, unit: str, scale: float) -> Table:
    """Return what every strategy makes under every set of rules, with its rank."""
    orders = [found.ranked(at) for at in range(len(found.names))]
    return Table.of("rules_strategies", "What changes for the strategies", (
        Column("strategy", "strategy", "text"), _RULES, _KIND,
        Column("rank", "rank", "count", "number", "the place in the ranking"),
        Column("value", unit, "amount", "{value} a hand, or games of 100",
               "made under these rules", with_error=True), _change("signed"), _SURE,
    ), ({"strategy": label, **row, "rank": orders[at].index(label) + 1}
        for label in orders[0]
        for at, row in enumerate(_changes(found, "strategies", label, "signed", scale))),
        "The line-up in all rotations. " + _NOTE)


def positions(found: Comparison, unit: str) -> Table:
    """Return what every position is worth under every set of rules."""
    return Table.of("rules_positions", "What changes for the places at the table", (
        Column("position", "place", "text"), _RULES, _KIND,
        Column("value", f"{unit} above the mean place", "signed", "{value} a hand",
               "made at the place under these rules", with_error=True), _change("signed"), _SURE,
    ), ({"position": name, **row} for name in found.own.positions
        for row in _changes(found, "positions", name, "signed")), _NOTE)


def skill(found: Comparison, session: str) -> Table:
    """Return how much of a session is skill under every set of rules."""
    edges = [found.edge(at) for at in range(len(found.names))]
    note = ("{} against {}, the first and the last under the table's rules. The edge is ".format(
        *found.ends) + f"what a seat of the one makes in a {session} more than a seat of the other,"
        " over the standard deviation of that difference: luck. ")
    return Table.of("rules_skill", "What changes in skill", (
        _RULES,
        Column("edge", f"edge a {session}, in standard deviations", "amount", "none",
               "mean difference of a session over its standard deviation", with_error=True),
        _change("signed"),
        Column("sessions", f"{session}s until ahead with 95%", "amount", "sessions",
               "until the better of two is ahead, 95 times of 100"),
    ), ({"rules": name, "edge": edge, "change": found.edge_change(at) if at else NOTHING,
         "sessions": sessions_needed(edge)}
        for at, (name, edge) in enumerate(zip(found.names, edges, strict=True))), note + _NOTE)
