"""Reports on the terminal: strategies side by side, a line a figure."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from reports.sections import Cell, Report, Table

#: Too long for a terminal: they are in the files.
_LEFT_OUT = ("extremes", "pool_by_hand")
#: Rows of a table that a terminal shows, and strategies that stand side by side.
_ROWS, _SIDE_BY_SIDE = 20, 6


def _entry(cell: Cell) -> Text:
    """Write a number with its interval after it."""
    interval = cell.interval.replace(" to ", "..")
    return Text.assemble(cell.text, (f" {interval}" if interval else "", "dim"))


def _plain_table(title: str) -> RichTable:
    return RichTable(title=title, title_justify="left", title_style="bold",
                     box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)


def _side_by_side(table: Table) -> RichTable:
    """Turn a table with a row a strategy into one with a column a strategy."""
    rows = list(table.rows())
    shown = _plain_table(table.title)
    shown.add_column("")
    for row in rows:
        shown.add_column(row[0].text, justify="left")
    for i, column in enumerate(table.columns[1:], 1):
        shown.add_row(column.title, *(_entry(row[i]) for row in rows))
    return shown


def table_for_terminal(table: Table) -> RichTable:
    """Return a table with its rows and columns as they are."""
    shown = _plain_table(table.title)
    for column in table.columns:
        shown.add_column(column.title, justify="left")
    rows = list(table.rows())
    for row in rows[:_ROWS]:
        shown.add_row(*(_entry(cell) for cell in row))
    if len(rows) > _ROWS:
        shown.caption = f"{len(rows) - _ROWS} more rows are in the files that --out writes."
        shown.caption_justify = "left"
    return shown


def _is_turned(table: Table) -> bool:
    """Tell whether a table has a row a strategy, and few of them."""
    names = [row[0].text for row in table.rows()]
    by_strategy = table.columns[0].name == "strategy" and len(set(names)) == len(names)
    return by_strategy and len(names) <= _SIDE_BY_SIDE


def show(report: Report, console: Console, unit: str = ", clustered by session") -> None:
    """Print the answers, then the tables by strategy and those of the table as a whole.

    Tables by seat, long ones and those of chapters are left to the page and the files.
    """
    console.print(Text(f"{report.title}: {report.subtitle}", style="bold"))
    for answer in report.answers:
        console.print(Text(f"- {answer}"))
    for chapter in report.chapters:
        console.print(Text(f"\n{chapter.title}", style="bold"))
        for answer in chapter.answers:
            console.print(Text(f"- {answer}"))
    for section in report.sections:
        for table in section.tables:
            if table.columns[0].name == "seat" or table.name in _LEFT_OUT:
                continue
            console.print()
            shown = _side_by_side if _is_turned(table) else table_for_terminal
            console.print(shown(table))
    console.print(Text(f"\nBehind a number stands its 95% interval{unit}.", style="dim"))
