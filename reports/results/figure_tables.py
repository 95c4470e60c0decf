"""Tables of the figures that a game declares and of its rules, and what the columns mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from reports import commands
from reports.headlines import session_of
from reports.later import pd
from reports.page.document import SEAT, STRATEGY, Column, Kind, Row, Table
from reports.stats.measures import Measures, Unit
from simulate.books.books import Figure
from simulate.games.game import find_game
from simulate.runs.run import Run

SEATS = Column("seats", "seats", "count")

#: How the kinds of figures are written on a page.
_WRITTEN: Mapping[str, Kind] = {
    "count": "count", "share": "share", "won": "share", "mean": "amount", "chips": "signed",
    "value": "signed", "spread": "amount", "skew": "amount"}
_WITH_ERROR = ("mean", "chips", "value")


def _applies(run: Run, figure: Figure) -> bool:
    return figure.only in ("", "games" if session_of(run) == "game" else "sessions")


def _worded(run: Run, text: str) -> str:
    """Put a run's words into a name or a title."""
    return text.format(unit=find_game(run.game).unit(run.rules), session=session_of(run))


def rows_by_strategy(measures: Measures, figures: Callable[[Unit], Row]) -> list[Row]:
    """Return one row per strategy, in the order of the line-up."""
    return [{"strategy": measures.label(unit), "seats": len(measures.tally.units[unit]),
             **figures(unit)} for unit in measures.strategies]


def tables(measures: Measures) -> dict[str, tuple[Table, Table]]:
    """Return the figures that are declared for each table, by strategy and by seat."""
    declared = dict.fromkeys(figure.table for figure in measures.tally.books.figures)
    return {name: _figures(measures, name) for name in declared if name}


def _figures(measures: Measures, table: str) -> tuple[Table, Table]:
    shown = [figure for figure in measures.tally.books.figures
             if figure.table == table and _applies(measures.run, figure)]

    def row(unit: Unit) -> Row:
        return {
            _worded(measures.run, figure.name): measures.tally.form(
                figure.above, measures.tally.units[unit]) if figure.kind == "count"
            else measures.figure(figure, unit) for figure in shown}

    columns = [Column(_worded(measures.run, figure.name), with_error=figure.kind in _WITH_ERROR)
               for figure in shown]
    by_seat = "seats" if table == "strategies" else f"seat_{table}"
    return (
        Table.of(table, "", (STRATEGY, SEATS, *columns), rows_by_strategy(measures, row)),
        Table.of(by_seat, "", (SEAT, STRATEGY, *columns), (
            {"seat": seat, "strategy": measures.label(seat), **row(seat)}
            for seat in range(measures.seats))))


def table(measures: Measures) -> Table:
    """Return the table's own figures: a count of each, and what it is a share or a mean of."""
    rows = []
    for figure in measures.tally.books.session_figures:
        if figure.table and _applies(measures.run, figure):
            rows.append({
                "figure": figure.name if figure.made else figure.above,
                "of": _worded(measures.run, figure.title),
                "kind": "share" if figure.kind == "share" else "amount",
                "count": measures.tally.session_total(figure.above),
                "value": measures.of_the_table(figure)})
    return Table.of("table", "The table as a whole", (
        Column("figure", "figure", "text"), Column("count", "count", "count"),
        Column("value", "value", "row"), Column("of", "of", "text"), Column("kind")), rows)


def figures_of(run: Run) -> dict[str, Figure]:
    """Return the figures of the table as a whole that such a run has, in a table or not, by what
    they are called."""
    found = {}
    for figure in find_game(run.game).books.session_figures:
        if figure.is_ratio and _applies(run, figure):
            name = figure.name.replace("_", " ")
            worded = _worded(run, figure.title or name)
            found[name if worded == name else f"{name}: {worded}"] = figure
    return found


def columns_of(measures: Measures, section: str) -> tuple[Column, ...]:
    """Return the columns of a section of the page; a rare figure has one if it happened at all."""
    everybody = range(measures.seats)
    found = [figure for figure in measures.tally.books.figures
             if figure.section == section and _applies(measures.run, figure)
             and (not figure.rare or measures.tally.form(figure.above, everybody))]
    return tuple(
        Column(_worded(measures.run, figure.name), _worded(measures.run, figure.title),
               cast("Kind", figure.written) if figure.written else _WRITTEN[figure.kind])
        for figure in sorted(found, key=lambda figure: figure.kind != "value"))


def rules_table(run: Run) -> Table:
    """Return every rule option with its value, its default and its meaning."""
    return Table.of("rules", "Rules", (
        Column("rule", "rule", "text"), Column("value", "value", "text"),
        Column("default", "default", "text"), Column("meaning", "meaning", "prose"),
    ), ({"rule": entry.name, "value": commands.rule_text(getattr(run.rules, entry.name)),
         "default": commands.rule_text(entry.default), "meaning": explained.meaning}
        for entry, explained in run.rules.options()), commands.notes(run))


# Tables name their columns as programs like them, short and without blanks; a page has its own
# titles. A column is described where it is declared (``reports.page.document.Column``); a game
# describes the figures that it declares (``GameReport.columns``), and here stands what means the
# same in all tables. ``{value}`` in a unit stands for chips, points or tiles.

#: Unit and meaning.
Meaning = tuple[str, str]

_ENDS: Mapping[str, str] = {
    "low": "lower end of the 95% interval of", "high": "upper end of the 95% interval of",
    "se": "standard error of"}

#: Columns that mean the same wherever they stand.
EVERYWHERE: Mapping[str, Meaning] = {
    "strategy": ("text", "the strategy, by its label in the line-up"),
    "seat": ("number", "the seat, from 0"),
    "seats": ("seats", "how many seats it plays in"),
    "seed": ("number", "the seed of the run"),
    "session": ("number", "the session, from 0"),
    "hand": ("number", "the hand of the session, from 0"),
    "replay": ("text", "the command that shows the hand"),
    "position": ("text", "the place at the table, counted from the dealer's left or the leader"),
    "place": ("text", "the place at the table, in words"),
    "tile": ("text", "the tile"),
    "chips": ("chips a hand", "what is made, with an equal share of the pool left at the end"),
    "points": ("points a hand", "what is made"),
    "tiles": ("tiles a game", "what is made"),
    "hand_number": ("hands", "the hand of the session, from 1"),
    "sessions": ("sessions", "how many"),
    "hands": ("hands", "how many"),
    "games": ("games", "how many"),
    "sd": ("{value}", "standard deviation of a hand"),
    "skew": ("none", "third moment of a hand: below 0 where large losses are likelier than gains"),
    "games_won": ("share of games", "games won; a tie counts for each"),
    "share": ("share of hands", "how often it comes up"),
    "net": ("chips a hand", "what is made, without the pool left at the end"),
    "figure": ("text", "what is counted"),
    "of": ("text", "what it is a share or a mean of"),
    "kind": ("text", "whether a share or an amount"),
    "count": ("number", "how many"), "value": ("as in the row", "the share or the mean"),
    "side": ("text", "worst or best")}


def meanings_of_figures(figures: Sequence[Figure]) -> dict[str, Meaning]:
    """Return unit and meaning of figures of a seat that no game's report describes."""
    return {figure.name: (f"share of {figure.of}" if figure.kind == "share" else figure.title,
                          figure.title)
            for figure in figures if figure.name not in EVERYWHERE}


def meanings_in(
    table: str, frame: pd.DataFrame, value: str, own: Mapping[str, Meaning]
) -> dict[str, Meaning]:
    """Return the unit and the meaning of columns of a table, index levels too. ``value``: what a
    hand is worth in: chips, points or tiles. ``own``: meanings by column or ``table.column``."""
    known = {**EVERYWHERE, **own}

    def meaning(column: str) -> Meaning:
        found = known.get(f"{table}.{column}") or known.get(column)
        plain, _, end = column.rpartition("_")
        if found is not None or not plain or end not in _ENDS:
            return found or ("", "")  # a game or a study may leave a column undescribed
        unit, of_plain = meaning(plain)
        return unit, f"{_ENDS[end]} {plain}: {of_plain}" if of_plain else ""

    levels = [level for level in frame.index.names if level is not None]
    found = {str(column): meaning(str(column)) for column in (*levels, *frame.columns)}
    return {column: (unit.format(value=value), words) for column, (unit, words) in found.items()}


def units_of(
    name: str, frame: pd.DataFrame, value: str, own: Mapping[str, Meaning]
) -> dict[str, str]:
    """Return the unit of each column of a table; of a number only where it is known."""
    numbers = {str(column) for column in frame.select_dtypes(["number", "bool"])}
    return {column: unit or "text"
            for column, (unit, _) in meanings_in(name, frame, value, own).items()
            if unit or column not in numbers}
