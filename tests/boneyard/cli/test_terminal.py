"""Tables on the terminal: whatever its width, no number is cut."""

import io
from dataclasses import replace

import pandas as pd
import pytest
from rich.console import Console

from boneyard.cli.terminal import print_table, show
from reports.api import simulate
from reports.page.document import Column, Section, Table

WIDE = Table(
    "wide", "A wide table",
    pd.DataFrame(
        {"place": ["eldest hand", "eldest hand", "dealer"], "tile": ["no trump", "1 trump", "none"]}
        | {f"n{i}": [0.1234 * i, 0.3, 0.00012] for i in range(9)}
        | {f"n{i}_low": [0.1233 * i, 0.2, 0.00011] for i in range(9)}
        | {f"n{i}_high": [0.1235 * i, 0.4, 0.00013] for i in range(9)}),
    (Column("place", "you are", "text"), Column("tile", "you hold", "text"),
     *(Column(f"n{i}", f"figure number {i}") for i in range(9))),
)


def printed(table: Table, width: int) -> str:
    console = Console(file=io.StringIO(), width=width)
    print_table(table, console)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [40, 60, 80, 100, 132, 400])
def test_nothing_is_cut(width):
    text = printed(WIDE, width)
    assert "…" not in text
    assert all(len(line.rstrip()) <= width for line in text.splitlines())
    words = text.split()
    for row in WIDE.rows():
        for cell in row:
            for word in f"{cell.text} {cell.interval.replace(' to ', '..')}".split():
                assert word in words


def test_what_tells_the_rows_apart_stands_before_every_part():
    parts = printed(WIDE, 60).strip().split("\n\n")
    assert len(parts) > 2
    for part in parts:
        assert part.count("eldest") == 2 and part.count("dealer") == 1
        assert part.count("trump") == 2 and part.count("none") == 1
    assert "A wide table" in parts[0] and "A wide table" not in "".join(parts[1:])


def test_a_wide_terminal_has_a_line_a_row():
    assert len(printed(WIDE, 400).strip().splitlines()) == 3 + 3


def test_a_table_without_rows_is_left_out():
    nothing = replace(WIDE, frame=WIDE.frame[:0])
    assert printed(nothing, 80) == ""
    assert Section("one", "One", tables=(WIDE, nothing)).tables_on_page == (WIDE,)


def test_tables_by_seat_are_shown_where_a_strategy_has_several_seats():
    for lineup, shown in (("bold,stay", False), ("bold,stay,bold", True)):
        console = Console(file=io.StringIO(), width=100)
        show(simulate("loo", lineup, sessions=20, hands=2, jobs=1).report(), console)
        assert ("What each wins, by seat" in console.file.getvalue()) == shown
