"""The command line as a person uses it: help, errors, terminals, files."""

import io
import os
import resource
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console

from boneyard import simulate
from boneyard.cli.lines import within
from boneyard.cli.terminal import print_table, show
from reports.draw import style
from reports.page.document import Column, Section, Table
from reports.page.files import without_formulas, write_csv
from tests.sizes import in_pieces
from tests.waiting import environment

STRATEGY = '''
from simulate.games.loo.views import DROP, PLAY
from strategies.loo.base import LooStrategy


class Bold(LooStrategy):
    name = "my-bold"
    summary = "Plays whatever comes."
    looks_at = "nothing"

    @staticmethod
    def declare(view, p):
        return PLAY


class Cheat(Bold):
    name = "my-cheat"

    @staticmethod
    def follow(view, p):
        return 27
'''


SMALL = ("--sessions", "32", "--hands", "10")


@pytest.fixture
def mine(tmp_path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(STRATEGY)
    return path


def test_an_illegal_tile_stops_the_run_and_says_how_to_see_it(run, mine, tmp_path):
    folder = tmp_path / "out"
    status, out, err = run("simulate", "loo", "--lineup", f"{mine}:Cheat", "--players", "2",
                           *SMALL, "--out", str(folder))
    assert status == 2
    assert "'my-cheat' in seat" in err
    assert "answered 6-6; legal were" in err
    assert "boneyard replay loo" in err
    assert not out
    assert not folder.exists()


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("found", "said"), [
    pytest.param(True, "", marks=pytest.mark.slow), (False, "No browser was found")])
def test_report_shows_its_page_in_a_browser_if_asked(run, tmp_path, monkeypatch, found, said):
    shown = []
    monkeypatch.setattr("webbrowser.open", lambda address: shown.append(address) or found)
    out = tmp_path / "a report"
    words = ("report", "casino", "--sessions", "32", "--studies", "none", "--out", str(out),
             "--jobs", "1", "--open", "--quiet")
    status, _, err = run(*words)
    assert status == 0
    assert shown == [(out / "index.html").as_uri()]
    assert said in err


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


def test_a_table_without_rows_is_left_out():
    nothing = replace(WIDE, frame=WIDE.frame[:0])
    assert printed(nothing, 80) == ""
    assert Section("one", "One", tables=(WIDE, nothing)).tables_on_page == (WIDE,)


def test_rows_that_are_left_out_are_printed_by_the_command_for_the_rest():
    long = replace(WIDE, frame=pd.concat([WIDE.frame] * 9, ignore_index=True))
    report = replace(simulate("loo", "bold", players=2, sessions=20, hands=2, jobs=1).report(),
                     sections=(Section("one", "One", tables=(long,)),))
    for asked, rows, hint in [({"rest": "again --all"}, 10, "For the rest: again --all"),
                              ({"whole": True}, 27, ""), ({}, 20, "7 more rows are in the files")]:
        console = Console(file=io.StringIO(), width=400)
        show(report, console, **asked)
        text = console.file.getvalue()
        lines = [line for line in text.splitlines() if line.startswith(("eldest", "dealer"))]
        assert len(lines) == rows
        assert hint in text
        assert ("in the files" in text) == hint.endswith("files")


def started(folder, *words, before=None, **more):
    """Start the command in a process of its own, in a folder, after something was done there."""
    return subprocess.Popen(
        [sys.executable, "-m", "boneyard", *words], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=before,
        env=environment(COLUMNS=more.pop("COLUMNS", None), **more))


def ended(*given, **more):
    """Carry out the command in a process of its own; return exit status, output and errors."""
    out, err = (process := started(*given, **more)).communicate()
    return process.returncode, out, err


@pytest.mark.slow
@pytest.mark.parametrize("words", [
    "simulate casino --sessions 64 --out out",
    "exploit rounce stay --this-hand --players 2 --deals 1000 --out out",
    "solve loo --players 2 --deals 2e4 --rounds 1 --rule penalty=cap:20 --out out",
    "report casino --sessions 64 --studies none",
    "study skill casino --players 2 --sessions 512 --out out",
    "tune loo book --parameters first --players 2 --against stay --trials 2 --sessions 8 --out out",
])
def test_a_command_works_where_nobody_hears_its_errors(tmp_path, words):
    status, out, _ = ended(tmp_path, *words.split(), before=lambda: os.close(2))
    assert status == 0 and out
    assert (tmp_path / "out" / "index.html").is_file()
    assert not (tmp_path / "out" / ".boneyard").exists()


@in_pieces("stream", 2, 0, 1)
def test_what_is_wrong_is_refused_and_leaves_nothing(tmp_path, stream):
    words = ("simulate", "casino", "--players", "9", "--out", "out")
    status, _, err = ended(tmp_path, *words, before=lambda: os.close(stream))
    assert status == 2 and bool(err) == (stream != 2)
    assert list(tmp_path.iterdir()) == []


def test_where_few_files_may_be_open_the_limit_is_named(tmp_path):
    status, _, err = ended(
        tmp_path, "simulate", "casino", "--sessions", "64", "--out", "o",
        before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8)))
    assert status == 2
    assert err == b"boneyard: too many open files: allow more with 'ulimit -n 256'\n"
    assert not list(tmp_path.rglob("*"))


def test_no_columns_are_as_good_as_none_said(tmp_path):
    plain = ended(tmp_path, "rules", "casino")
    assert plain[0] == 0 and plain[1].count(b"\n") > 10
    assert ended(tmp_path, "rules", "casino", COLUMNS="0") == plain


@in_pieces("words", "rules loo", "strategies loo", "--help")
def test_a_reader_that_leaves_is_no_error(tmp_path, words):
    # More than a pipe holds, so that the rest cannot be written.
    process = started(tmp_path, *words.split(), COLUMNS="4")
    process.stdout.read(1)
    process.stdout.close()
    assert (process.wait(), process.stderr.read()) == (0, b"")


@in_pieces("words", "study --help", "rules loo", "strategies")
def test_letters_that_a_terminal_lacks_are_replaced(tmp_path, words):
    status, out, err = ended(tmp_path, *words.split(), PYTHONIOENCODING="ascii")
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
