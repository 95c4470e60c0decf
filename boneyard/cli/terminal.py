"""Reports on the terminal: strategies side by side, one line per figure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from reports.page.document import Cell, Table
from reports.page.files import Report

#: Tables that are too long for a terminal; they are in the files.
_LEFT_OUT = ("extremes", "pool_by_hand")
#: Rows of a table that a terminal shows, and strategies that stand side by side.
_ROWS, _SIDE_BY_SIDE = 20, 6
#: Rows of an answer that fits on a screen; another command prints the others.
_ON_A_SCREEN = 10
#: Characters between two columns.
_GAP = 3
#: A report's answers that its ending has.
_ANSWERS = 3


def _entry(cell: Cell) -> Text:
    """Write a number with its interval after it."""
    interval = cell.interval.replace(" to ", "..")
    return Text.assemble(cell.text, (f" {interval}" if interval else "", "dim"))


@dataclass(frozen=True)
class _Grid:
    """A table as a terminal shows it; so many ``keys``, from the left, differ from row to row."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Text]]
    keys: int = 1

    def drawn(self, columns: Sequence[int], room: int, title: str = "") -> RichTable:
        """Return some of the columns, drawn within this many characters."""
        # Cells are Text objects: in a plain string, [b] would be a style and [/b] an error.
        shown = RichTable(title=Text(title) if title else None, title_justify="left",
                          title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for i, width in zip(columns, self._widths(columns, room), strict=True):
            shown.add_column(Text(self.headings[i]), justify="left", width=width)
        for row in self.rows:
            shown.add_row(*(row[i] for i in columns))
        return shown

    def _entries(self, column: int) -> list[str]:
        return [self.headings[column], *(row[column].plain for row in self.rows)]

    def _least(self, column: int) -> int:
        """Return the width in which no word of a column is cut."""
        return max(cell_len(word) for word in " ".join(self._entries(column)).split(" "))

    def _widths(self, columns: Sequence[int], room: int) -> list[int]:
        """Return widths in which no word is cut; spare room goes to the tallest entries."""
        widths = [self._least(i) for i in columns]
        wished = [max(map(cell_len, self._entries(i))) for i in columns]
        spare = room - sum(widths) - _GAP * (len(widths) - 1)
        for _ in range(spare):
            lines = [wish / max(width, 1) for wish, width in zip(wished, widths, strict=True)]
            if max(lines) <= 1:
                break
            widths[lines.index(max(lines))] += 1
        return widths

    def fitting(self, room: int) -> Iterator[list[int]]:
        """Yield groups of columns that fit the width, each after the key columns."""
        keys = list(range(self.keys))
        taken = sum(self._least(i) + _GAP for i in keys) - _GAP
        group, width = list[int](), taken
        for i in range(self.keys, len(self.headings)):
            more = _GAP + self._least(i)
            if group and width + more > room:
                yield [*keys, *group]
                group, width = [], taken
            group.append(i)
            width += more
        yield [*keys, *group]


def _side_by_side(table: Table) -> _Grid:
    """Turn a table with one row per strategy into one with one column per strategy."""
    rows = list(table.rows())
    return _Grid(["", *(row[0].text for row in rows)], [
        [Text(column.title), *(_entry(row[i]) for row in rows)]
        for i, column in enumerate(table.columns[1:], 1)])


def _as_it_is(table: Table, most: int | None) -> _Grid:
    """Return a table with its columns as they are, and its first rows."""
    rows = list(table.rows())[:most]
    keys = next((n for n in range(1, len(table.columns))
                 if len({tuple(cell.text for cell in row[:n]) for row in rows}) == len(rows)), 1)
    return _Grid([column.title for column in table.columns],
                 [[_entry(cell) for cell in row] for row in rows], keys)


def print_table(
    table: Table, console: Console, brief: bool = False, most: int | None = _ROWS,
) -> bool:
    """Print a table that has rows, cut between columns where it is too wide. Return whether a
    command is to print the rest; ``brief`` leaves out columns that do not fit."""
    if not len(table.frame):
        return False
    names = [row[0].text for row in table.rows()]
    by_strategy = table.columns[0].name == "strategy" and len(set(names)) == len(names)
    is_turned = by_strategy and len(names) <= _SIDE_BY_SIDE
    grid, title = _side_by_side(table) if is_turned else _as_it_is(table, most), table.title
    groups = list(grid.fitting(console.width))
    shown = groups[:1] if brief and not is_turned else groups
    for columns in shown:
        console.print()
        console.print(grid.drawn(columns, console.width, title))
        title = ""
    more = 0 if most is None else max(len(names) - most, 0)
    if more and not brief:
        console.print(Text(f"{more} more rows are in the files that --out writes.", style="dim"))
    return len(shown) < len(groups) or more > 0


def _head(title: str, answers: Sequence[str], console: Console) -> None:
    """Print a title, and answers as a list."""
    console.print(Text(title, style="bold"))
    for answer in answers:
        console.print(Text(f"- {answer}"))


def show_briefly(report: Report, console: Console) -> None:
    """Print what a report is about and its first answers; its page has the rest."""
    _head(f"{report.title}: {report.subtitle}", report.answers[:_ANSWERS], console)


def show(
    report: Report, console: Console, unit: str = ", clustered by session", rest: str = "",
    whole: bool = False,
) -> None:
    """Print the answers, then the tables but for long ones; with a command ``rest`` that prints the
    others only the first, with ``whole`` all rows."""
    colon = "" if report.title.endswith("?") else ":"
    _head(f"{report.title}{colon} {report.subtitle}", report.answers, console)
    for chapter in report.chapters:
        _head(f"\n{chapter.title}", chapter.answers, console)
    tables = [table for section in report.sections for table in section.tables
              if table.on_page and table.name not in _LEFT_OUT and len(table.frame)]
    most = None if whole else _ON_A_SCREEN if rest else _ROWS
    cut = [print_table(table, console, bool(rest), most)
           for table in (tables[:1] if rest else tables)]
    console.print(Text(f"\nA 95% interval follows each number{unit}.", style="dim"))
    if rest and (len(tables) > 1 or any(cut)):
        console.print(Text(f"For the rest: {rest}"), soft_wrap=True)
