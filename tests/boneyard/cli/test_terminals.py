"""Terminals of any width and letters, readers that leave, programs that read what we write."""

import io
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pandas as pd
import pytest

from boneyard.cli.lines import within
from boneyard.cli.main import app
from reports.draw import style
from reports.page.files import without_formulas, write_csv
from simulate.games.game import game_names

ROOT = Path(__file__).parents[3]
HAND = ("--hand", "6-6 6-2 4-4 3-1 2-0", "--turn-up", "6-3", "--position", "third", "--before",
        "miss,drop", "--pool", "40")
HELP = [("--help",), *((command.callback.__name__.replace("_", "-"), "--help")
                       for command in app.registered_commands)]


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
    assert command("rules", "casino", COLUMNS="0") == command("rules", "casino", COLUMNS="00")
    assert command("rules", "casino", COLUMNS="0") == plain


@pytest.mark.parametrize("words", [("rules", "loo"), ("strategies", "loo"), ("--help",)])
def test_a_reader_that_leaves_is_no_error(words):
    # More than a pipe holds, so that the rest cannot be written.
    assert command(*words, head=1, COLUMNS="4")[::2] == (0, b"")


@pytest.mark.parametrize("letters", ["ascii", "latin-1"])
@pytest.mark.parametrize("words", [("study", "--help"), ("rules", "loo"), ("strategies",)])
def test_letters_that_a_terminal_lacks_are_replaced(words, letters):
    out, err, status = command(*words, PYTHONIOENCODING=letters)
    assert (status, err) == (0, b"") and len(out) > 1000


@pytest.mark.parametrize("words", HELP, ids=lambda words: words[0])
def test_help_fits_eighty_columns(run, words, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _ = run(*words)
    assert status == 0 and max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("game", game_names())
def test_replay_fits_eighty_columns(run, game, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _ = run("replay", game, "--session", "0:3")
    assert status == 0 and max(map(len, out.splitlines())) <= 80


def test_advice_review_and_play_fit_eighty_columns(run, monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    shown = [run("advise", "loo", *HAND, "--lineup", "book", "--deals", "512")[1]]
    (tmp_path / "hand.jsonl").write_text(
        run("replay", "loo", "--lineup", "book", "--session", "0", "--hand", "0:2",
            "--format", "jsonl")[1])
    shown.append(run("review", str(tmp_path / "hand.jsonl"), "--deals", "512")[1])
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\nodd\n" + "1\n" * 12))
    shown.append(run("play", "loo", "--lineup", "book", "--hands", "2")[1])
    for text in shown:
        assert text.count("\n") > 10 and max(map(len, text.splitlines())) <= 80


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


def test_a_sweep_is_written_as_other_tables_are(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "from boneyard.loo import PLAY, LooStrategy\n\n\nclass Own(LooStrategy):\n"
        "    name = '6-3'\n\n    @staticmethod\n    def declare(view, p):\n        return PLAY\n")
    status, _, err = run(
        "sweep", "loo", "--vary", "penalty=cap:20,cap:40", "--lineup", "own.py:Own,stay",
        "--sessions", "20", "--hands", "3", "--file", "swept.csv", "--jobs", "1")
    assert status == 0, err
    assert "cap:20,'6-3," in (tmp_path / "swept.csv").read_text()


def test_a_name_that_the_font_lacks_is_drawn_in_silence():
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        with style.plot(title="大胆") as (figure, axes):
            axes.plot([1, 2], label="大胆")
        assert style.png(figure) and style.svg(figure)
    assert not heard


@pytest.mark.parametrize("said", ["nan", "inf", "10nn", "n", "4.5"])
def test_a_penalty_is_quoted_as_it_was_written(run, said):
    status, _, err = run("simulate", "loo", "--rule", f"penalty=cap:{said}")
    assert status == 2 and f"'{said}'" in err
