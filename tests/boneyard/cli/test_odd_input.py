"""Input that once hung, crashed or lost letters: one sentence, at once."""

import hashlib
import json
import os
import re

import pytest
import typer

from boneyard.cli.main import app
from simulate.errors import BoneyardError, read_place
from strategies.lineup import seat_players
from tests.tools.fuzzing import HAND, LINEUPS, NO_STRATEGIES

SMALL = ("--sessions", "16", "--hands", "2", "--jobs", "1")
MARKED = """
from simulate.games.loo.views import PLAY
from strategies.loo.base import LooStrategy


class Closing(LooStrategy):
    name = "[/b]"

    @staticmethod
    def declare(view, p):
        return PLAY


class Red(Closing):
    name = "[bold red]x[/]"
"""


@pytest.fixture(autouse=True)
def in_a_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("words", "sentence"), [
    (("simulate", "loo", "--preset", "deep.toml"), "is longer than 10,000 bytes"),
    (("simulate", "loo", "--preset", "less.toml"), "a is a section, not a number"),
    (("simulate", "loo", "--lineup", "pipe.npz"), "it is no file"),
    (("solve", "loo", "--file", "nested.npz"), "is not a file: name another"),
    (("simulate", "loo", "--lineup", "pipe.py:X"), "does not exist or is not a file"),
    (("simulate", "loo", "--preset", "pipe.toml"), "does not exist or is not a file"),
    (("review", "pipe.toml"), "'pipe.toml' cannot be read: it is a pipe, and nobody writes to it"),
    (("resume", "unfinished"), "is no file"),
    (("merge", "finished", "finished"), "is no file"),
    (("verify", "finished"), "holds no finished run"),
    (("advise", "euchre", "--history", "hand.jsonl", "--decision", "9" * 5000), "name one of this"),
    (("play", "loo", "--session", "1e19"), "is not a whole number from 0 to 46116860184273"),
    (("simulate", "loo", "--lineup", "pipe.toml"), "does not exist or is not a file"),
    (("verify", "nested"), "is no summary of a run"), (("merge", "nested", "nested"), "is no JSON"),
])
def test_odd_input_is_refused_in_a_sentence_at_once(run, tmp_path, words, sentence):
    (tmp_path / "deep.toml").write_text(".".join("a" * 40_000) + " = 1\n")
    (tmp_path / "less.toml").write_text(".".join("a" * 4_900) + " = 1\n")
    (tmp_path / "hand.jsonl").write_text(json.dumps(HAND) + "\n")
    for folder in ("unfinished/.boneyard", "finished"):
        (tmp_path / folder).mkdir(parents=True)
    nested = "[" * 200_000
    for folder in ("nested", "nested.npz"):
        (tmp_path / folder).mkdir()
    (tmp_path / "nested" / "summary.json").write_text(nested)
    (tmp_path / "nested" / "totals.json").write_text(
        f"boneyard 1 sha256 {hashlib.sha256(nested.encode()).hexdigest()}\n{nested}\n")
    for pipe in ("pipe.npz", "pipe.py", "pipe.toml", "unfinished/.boneyard/run.json",
                 "finished/totals.json", "finished/summary.json"):
        os.mkfifo(tmp_path / pipe)
    more = SMALL if words[0] in ("simulate", "study") else ()
    status, _, errors = run(*words, *more)
    assert status == 2 and sentence in errors and errors.count("\n") == 1


@pytest.mark.parametrize("entry", NO_STRATEGIES)
def test_a_file_that_cannot_be_read_is_an_error_in_python_too(entry):
    with pytest.raises(BoneyardError):
        seat_players("loo", [entry, "random"])


@pytest.mark.parametrize("entry", LINEUPS)
def test_a_file_that_was_not_named_is_not_imported(run, tmp_path, entry):
    (tmp_path / "random.py").write_text("raise SystemExit('imported')")
    status, _, errors = run("simulate", "loo", "--sessions", "1", "--hands", "1", "--quiet",
                            "--lineup", entry)
    assert status in (0, 2) and "imported" not in errors


@pytest.mark.parametrize("command", [
    ("simulate", "loo", *SMALL, "--extremes", "1"), ("study", "duel", "loo", *SMALL),
    ("replay", "loo", "--session", "0", "--hand", "0"),
])
def test_names_are_no_markup(run, tmp_path, command):
    (tmp_path / "mine.py").write_text(MARKED)
    status, out, errors = run(*command, "--lineup", "mine.py:Closing,mine.py:Red")
    assert (status, errors) == (0, "")
    assert "[/b]" in out and "[bold red]x[/]" in out


@pytest.mark.parametrize(("mebibytes", "status"), [(700, 2), (1200, 2), (1300, 0), (-1, 0)])
def test_too_little_memory_is_said_before_anything_is_compiled(
        run, monkeypatch, mebibytes, status):
    resource = pytest.importorskip("resource", reason="this system limits no memory")
    limit = mebibytes * 2**20 if mebibytes > 0 else resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (limit, limit))
    assert run("rules", "loo")[0] == 0
    found, _, errors = run("replay", "loo", "--session", "0", "--hand", "0", "--lineup", "random")
    assert found == status and ("memory is limited to " in errors) == (status == 2)


@pytest.mark.parametrize("error", [
    MemoryError(), RuntimeError("can't start new thread"),
    ImportError("aggregations.so: failed to map segment from shared object"),
])
def test_memory_that_runs_out_later_is_said_in_a_sentence(run, monkeypatch, error):
    def fail(*arguments, **settings):
        raise error

    monkeypatch.setattr("boneyard.cli.main.app", fail)
    status, _, errors = run("games")
    assert (status, errors) == (
        2, "boneyard: there is not memory enough for this: fewer --jobs need less\n")


@pytest.mark.parametrize(("words", "played"), [
    ("sweep loo --vary bold.risk=0.1,0.2 --lineup bold",
     "reports.compare.play_all"),
    ("review hand.jsonl", "reports.review.review.review"),
    ("simulate loo", "simulate.runs.play.play"),
    ("report loo --out out", "simulate.runs.play.play"),
    ("study duel loo", "reports.studies.answered.hold_study"),
    ("solve loo --this-hand", "reports.progress.watched"),
    ("exploit loo bold --this-hand", "reports.studies.exploit.exploit_table"),
    ("tune loo bold", "reports.progress.watched"),
])
def test_a_rule_without_effect_is_told_before_anything_is_played(
    run, monkeypatch, tmp_path, words, played
):
    def play(*arguments, **options):
        raise BoneyardError("now it is played")

    monkeypatch.setattr(played, play)
    (tmp_path / "hand.jsonl").write_text('{"game": "loo"}')
    rules = ["--rule", "scoring=points", "--rule", "penalty=cap:40"]
    status, _, errors = run(*words.split(), *rules)
    assert status == 2
    assert errors == ("penalty=cap:40 changes nothing here: it matters only with scoring=chips.\n"
                      "boneyard: now it is played\n")


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("words", "found"), [
    ("simulate casino --sessions 8 --quiet --out ~/a", "a/summary.json"),
    ("new-strategy own --folder ~", "own.py"),
])
def test_a_tilde_is_the_home_of_the_person(run, monkeypatch, tmp_path, words, found):
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    status, _, errors = run(*words.split())
    assert (status, errors) == (0, "")
    assert (tmp_path / "home" / found).is_file() and list(tmp_path.iterdir()) == [tmp_path / "home"]


def test_no_option_names_a_place_that_is_not_read_so():
    unread = [
        f"{name} {option.name}" for name, command in typer.main.get_command(app).commands.items()
        for option in command.params
        if re.search(r"DIR|FILE|A B", option.metavar or "") and option.callback is None]
    assert unread == []


@pytest.mark.parametrize("name", ["", "a\0b", "caf\udce9", "~nosuchuser", 5, None])
def test_what_is_no_place_is_refused(name):
    with pytest.raises(BoneyardError, match=r"name|home"):
        read_place(name)
