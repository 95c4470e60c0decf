"""Tables of the figures that a game declares: their rows, and their columns on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, cast

from reports.later import pd
from reports.page.document import Column, Kind
from reports.results import frames
from reports.results.frames import Row
from reports.stats.measures import Measures, Unit
from simulate.games.game import find_game
from simulate.runs.run import Run

if TYPE_CHECKING:
    from simulate.books.books import Figure

#: How the kinds of figures are written on a page.
_WRITTEN: Mapping[str, Kind] = {
    "count": "count", "share": "share", "won": "share", "mean": "amount", "chips": "signed",
    "value": "signed", "spread": "amount", "skew": "amount",
}
_WITH_ERROR = ("mean", "chips", "value")


class Counted(Protocol):
    """A finished run whose figures can be read, as ``Result`` is one."""

    @property
    def measures(self) -> Measures:
        """Its figures."""

    @property
    def is_game(self) -> bool:
        """Whether a session is a game that is played to its end."""

    @property
    def unit(self) -> str:
        """What a hand is worth, in words."""


def _applies(result: Counted, figure: Figure) -> bool:
    return figure.only in ("", "games" if result.is_game else "sessions")


def _worded(result: Counted, text: str) -> str:
    """Put this run's words into a name or a title."""
    return text.format(unit=result.unit, session="game" if result.is_game else "session")


def _columns(measures: Measures, figure: Figure, name: str, unit: Unit) -> Row:
    """Return the columns of a figure."""
    if figure.kind == "count":
        return {name: measures.tally.form(figure.above, measures.tally.units[unit])}
    return frames.columns(name, measures.figure(figure, unit), error=figure.kind in _WITH_ERROR)


def value_column(result: Counted) -> str:
    """Return the column of what a hand is worth, as in ``chips``; empty if there is none."""
    found = (_worded(result, figure.name) for figure in result.measures.tally.books.figures
             if figure.kind == "value" and _applies(result, figure))
    return next(found, "")


def rows_of(result: Counted, table: str = "strategies") -> Callable[[Unit], Row]:
    """Return the function that makes the row of a seat or a strategy in a table."""
    measures = result.measures
    shown = [(figure, _worded(result, figure.name)) for figure in measures.tally.books.figures
             if figure.table == table and _applies(result, figure)]

    def row(unit: Unit) -> Row:
        found: Row = {}
        for figure, name in shown:
            found |= _columns(measures, figure, name, unit)
        return found

    return row


def strategies(result: Counted) -> pd.DataFrame:
    """Return the figures of each strategy, its seats taken together."""
    return frames.by_strategy(result.measures, rows_of(result))


def seats(result: Counted) -> pd.DataFrame:
    """Return the figures of each seat."""
    return frames.by_seat(result.measures, rows_of(result))


def table(result: Counted) -> pd.DataFrame:
    """Return the table's own figures: a count of each, and what it is a share or a mean of."""
    measures, rows = result.measures, []
    for figure in measures.tally.books.session_figures:
        if figure.table and _applies(result, figure):
            share = figure.kind == "share"
            estimate = (measures.session_rate if share else measures.session_mean)(figure.name)
            row: Row = {"figure": figure.above, "of": _worded(result, figure.title),
                        "kind": "share" if share else "amount"}
            row["count"] = measures.tally.session_total(figure.above)
            rows.append(row | frames.columns("value", estimate))
    return pd.DataFrame(rows).set_index("figure")


def figures_of(run: Run) -> list[Figure]:
    """Return the figures of the table as a whole that such a run has, in a table or not."""
    game = find_game(run.game)
    wanted = "games" if game.plays_to_the_end(run.rules) else "sessions"
    return [figure for figure in game.books.session_figures
            if figure.is_ratio and figure.only in ("", wanted)]


def title_of(figure: Figure, unit: str, session: str) -> str:
    """Return what a figure of the table is called."""
    title = figure.title or figure.name.replace("_", " ")
    name = figure.name.replace("_", " ")
    said = title.format(unit=unit, session=session)
    return name if said == name else f"{name}: {said}"


def _is_seen(result: Counted, figure: Figure) -> bool:
    """Tell whether a figure gets a column: a rare one gets it only if it happened at all."""
    everybody = range(result.measures.seats)
    return not figure.rare or bool(result.measures.tally.form(figure.above, everybody))


def columns_of(result: Counted, section: str) -> tuple[Column, ...]:
    """Return the columns of a section of the page: the value of a hand, then as declared."""
    found = [figure for figure in result.measures.tally.books.figures
             if figure.section == section and _applies(result, figure)
             and _is_seen(result, figure)]
    return tuple(
        Column(_worded(result, figure.name), _worded(result, figure.title),
               cast("Kind", figure.written) if figure.written else _WRITTEN[figure.kind])
        for figure in sorted(found, key=lambda figure: figure.kind != "value")
    )
