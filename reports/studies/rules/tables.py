"""The tables of ``study rules``."""

from __future__ import annotations

from collections.abc import Mapping

from reports.page.document import Column, Kind, Row, Table
from reports.results.figure_tables import title_of
from reports.stats.ahead import sessions_needed
from reports.stats.estimates import NOTHING, Estimate
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


def _value(title: str, kind: Kind, unit: str, meaning: str) -> Column:
    return Column("value", title, kind, unit, meaning, with_error=True)


def _change(kind: Kind) -> Column:
    return Column("change", "change", kind, "as the value",
                  "the value less that under the table's own rules", with_error=True)


_PARTS = {"figures": "figure", "strategies": "strategy", "positions": "position"}


def figures(found: Comparison, listed: list[Figure], unit: str, session: str) -> Table:
    """Return the figures of the table under every set of rules, without those that never change."""
    rows: list[Row] = []
    for figure in listed:
        if len({one.figures[figure.name].value.value for one in found.played}) == 1:
            continue
        kind = "share" if figure.kind == "share" else "amount"
        rows += [{"figure": title_of(figure, unit, session), **row}
                 for row in _changes(found, "figures", figure.name, kind)]
    return Table.of("rules_table", "What changes at the table", (
        Column("figure", "figure", "text"), _RULES, _KIND,
        _value("value", "row", "as the figure says", "the figure under these rules"),
        _change("row"), _SURE,
    ), rows, "Figures that are the same under all rules are left out. " + _NOTE)


def strategies(found: Comparison, unit: str, scale: float) -> Table:
    """Return what every strategy makes under every set of rules, with its rank."""
    orders = [found.ranked(at) for at in range(len(found.names))]
    rows: list[Row] = []
    for label in orders[0]:
        made = _changes(found, "strategies", label, "signed", scale)
        rows += [{"strategy": label, **row, "rank": orders[at].index(label) + 1}
                 for at, row in enumerate(made)]
    return Table.of("rules_strategies", "What changes for the strategies", (
        Column("strategy", "strategy", "text"), _RULES, _KIND,
        Column("rank", "rank", "count", "number", "the place in the ranking"),
        _value(unit, "amount", "{value} a hand, or games of 100", "made under these rules"),
        _change("signed"), _SURE,
    ), rows, "The line-up in all rotations. " + _NOTE)


def positions(found: Comparison, unit: str) -> Table:
    """Return what every position is worth under every set of rules."""
    rows: list[Row] = []
    for name in found.own.positions:
        rows += [{"position": name, **row} for row in _changes(found, "positions", name, "signed")]
    return Table.of("rules_positions", "What changes for the places at the table", (
        Column("position", "place", "text"), _RULES, _KIND,
        _value(f"{unit} above the mean place", "signed", "{value} a hand",
               "made at the place under these rules"),
        _change("signed"), _SURE,
    ), rows, _NOTE)


def skill(found: Comparison, session: str) -> Table:
    """Return how much of a session is skill under every set of rules."""
    first, last = found.ends
    rows: list[Row] = []
    for at, name in enumerate(found.names):
        edge = found.edge(at)
        risen: Estimate = found.edge_change(at) if at else NOTHING
        rows.append({"rules": name, "edge": edge, "change": risen,
                     "sessions": sessions_needed(edge)})
    note = (f"{first} against {last}, the first and the last under the table's rules. The edge is "
            f"what a seat of the one makes in a {session} more than a seat of the other, over the "
            "standard deviation of that difference: luck. ")
    return Table.of("rules_skill", "What changes in skill", (
        _RULES,
        Column("edge", f"edge a {session}, in standard deviations", "amount", "none",
               "mean difference of a session over its standard deviation", with_error=True),
        _change("signed"),
        Column("sessions", f"{session}s until ahead with 95%", "amount", "sessions",
               "until the better of two is ahead, 95 times of 100"),
    ), rows, note + _NOTE)
