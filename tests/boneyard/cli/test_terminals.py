"""Terminals of any width and letters, readers that leave, programs that read what we write."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pandas as pd
import pytest

from boneyard.cli.lines import within
from reports.draw import style
from reports.page.files import without_formulas, write_csv
from tests.sizes import in_pieces

ROOT = Path(__file__).parents[3]


def command(*words, head=None, **environment):
    """Run the command in a process of its own."""
    told = {"PYTHONPATH": str(ROOT), **environment}
    started = subprocess.Popen(
        [sys.executable, "-m", "boneyard", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if name != "COLUMNS"} | told)
    if head is not None:
        out = started.stdout.read(head)
        started.stdout.close()
        return started.wait(), out, started.stderr.read()
    return (*started.communicate(), started.returncode)


def test_no_columns_are_as_good_as_none_said():
    plain = command("rules", "casino")
    assert plain[2] == 0 and plain[0].count(b"\n") > 10
    assert command("rules", "casino", COLUMNS="0") == plain


@in_pieces("words", "rules loo", "strategies loo", "--help")
def test_a_reader_that_leaves_is_no_error(words):
    # More than a pipe holds, so that the rest cannot be written.
    assert command(*words.split(), head=1, COLUMNS="4")[::2] == (0, b"")


@in_pieces("words", "study --help", "rules loo", "strategies")
def test_letters_that_a_terminal_lacks_are_replaced(words):
    out, err, status = command(*words.split(), PYTHONIOENCODING="ascii")
    assert (status, err) == (0, b"") and len(out) > 1000


@pytest.mark.parametrize(("text", "lines"), [
    ("as it is", ["as it is"]),
    ("one two three four", ["one two three", "four"]),
    ("  in it goes on further in", ["  in it goes", "    on further", "    in"]),
    ("a     b c d e f g h i", ["a     b c d e", "      f g h i"]),
    ("thisisonewordalone and", ["thisisonewordalone", "and"]),
    ("     one  two (2)  3\nab    10    0 (1)  4\nshort",
     ["    one", "ab   10", "    two (2)  3", "ab    0 (1)  4", "short"]),
    ("a line that is long\nand another of it..", ["a line that is", "long", "and another of",
                                                 "it.."])])
def test_lines_end_where_the_terminal_does(text, lines):
    assert list(within(text, 14)) == lines


def test_no_spreadsheet_reads_a_cell_as_a_formula_or_a_date(tmp_path):
    read = ["=1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠a",
            "6-3", "6/3", "12:30", "1.5", "6-3-2", "2024-05-01"]
    kept = ["a=1", "6-3 6-2", "[6|3]", "banker", "x 6-3", "cap:40", "n-1", ""]
    frame = pd.DataFrame({"tile": [*read, *kept], "6-3": 1.5}, index=pd.Index(
        [*read, *kept], name="hand"))
    shown = without_formulas(frame)
    assert shown["tile"].tolist() == shown.index.tolist() == [*(f"'{one}" for one in read), *kept]
    assert shown.columns.tolist() == ["tile", "'6-3"] and (shown["'6-3"] == 1.5).all()
    write_csv(frame, tmp_path / "table.csv")
    assert "\n'6-3,'6-3,1.5\n" in (tmp_path / "table.csv").read_text()


def test_a_name_that_the_font_lacks_is_drawn_in_silence():
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        with style.plot(title="大胆") as (figure, axes):
            axes.plot([1, 2], label="大胆")
        assert style.png(figure) and style.drawn(figure)
    assert not heard
