"""Interrupted commands: ``boneyard resume`` completes them, or refuses with a reason."""

import json
import os
import re
import shutil
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from boneyard.proof.tools import boneyard
from reports.kept import Task
from reports.request import set_up
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs import chunk, resuming, safe_files
from simulate.runs.resuming import Checkpoint
from strategies.loo.solved import SHIPPED
from tests.simulate.runs.kept_runs import interrupt, keep_every_chunk, slots
from tests.sizes import in_pieces
from tests.waiting import start, wait_for

SLOW = '''
from simulate.games.loo.views import DROP, PLAY
from strategies.loo.base import LooStrategy


class Slow(LooStrategy):
    name = "slow"
    summary = "Takes its time."
    looks_at = "nothing"

    @staticmethod
    def declare(view, p):
        x = view.hand
        for _ in range(10_000_000):
            x = (x * 1103515245 + 12345) % 2147483648
        return PLAY if x % 1000 or view.players == 2 else DROP
'''


@pytest.fixture(autouse=True)
def every_chunk_is_kept(monkeypatch):
    keep_every_chunk(monkeypatch)


@pytest.mark.parametrize("note", [
    {}, {"table": {}}, {"task": {"command": "simulate", "more": 1}, "table": {}},
    {"task": {"command": "simulate"}, "table": 5}])
def test_a_note_that_names_no_task_is_refused(note):
    with pytest.raises(BoneyardError, match="names no task"):
        Task.from_note(note)


@pytest.mark.parametrize("command", [
    ("study", "risk", "loo", "--sessions", "16", "--hands", "2", "--players", "2"),
    ("exploit", "loo", "stay", "--deals", "1000", "--players", "2"),
    ("solve", "loo", "--deals", "3000", "--rounds", "1", "--players", "2")])
def test_a_folder_in_use_is_left_alone_by_every_command(run, tmp_path, command):
    interrupt(tmp_path / "kept", 64)
    with Checkpoint(tmp_path / "used"):
        for where, words in (("used", "in use by another run"), ("kept", "an unfinished run")):
            status, _, errors = run(*command, "--quiet", "--out", str(tmp_path / where))
            assert status == 2 and words in errors
    assert slots(tmp_path / "kept")
    assert [path.name for path in (tmp_path / "kept").iterdir()] == [resuming.FOLDER]


FAILS_LATE = SLOW.replace("10_000_000", "0").replace(
    "        x = view.hand", "        if view.hand % 1024 == 37:\n"
    "            return 99\n        x = view.hand")


def small(monkeypatch) -> None:
    """Let chunks be so small that totals are kept of a short run."""
    monkeypatch.setattr("simulate.runs.play.find_pace", lambda run: 16)


def test_a_strategy_that_fails_late_does_not_take_the_totals_along(run, tmp_path, monkeypatch):
    small(monkeypatch)
    (tmp_path / "mine.py").write_text(FAILS_LATE)
    status, _, errors = run("simulate", "loo", "--lineup", f"{tmp_path / 'mine.py'}:Slow",
        "--players", "2", "--sessions", "4_000", "--hands", "2", "--jobs", "1", "--out",
        str(tmp_path / "out"))
    assert status == 2 and "answered 99" in errors and "what was played is kept" in errors
    assert slots(tmp_path / "out")


@pytest.mark.usefixtures("undrawn")
@in_pieces("error", OSError(28, "No space left on device"), EOFError(), MemoryError(),
       RuntimeError("cache"))
def test_an_error_of_the_computer_is_not_the_strategys_and_keeps_all(
    run, tmp_path, monkeypatch, capsys, error
):
    interrupt_command(tmp_path / "out", monkeypatch, capsys)
    before = slots(tmp_path / "out")[-1].read_bytes()

    def kernel(*arguments):
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(chunk, "find_game", lambda name: replace(find_game(name), kernel=kernel))
        status, _, errors = boneyard(broken, capsys, "resume", str(tmp_path / "out"))
    assert status == 2 and "strategy" not in errors
    assert "compiled code is kept in" in errors and "boneyard resume" in errors
    assert slots(tmp_path / "out")[-1].read_bytes() == before
    assert run("resume", str(tmp_path / "out"), "--quiet")[0] == 0


@in_pieces("error", OSError(28, "No space left on device"), MemoryError(), BoneyardError("no"))
def test_an_error_in_a_study_leaves_the_run_of_its_report(run, tmp_path, monkeypatch, error):
    def hold(*arguments, **settings):
        raise error

    out = tmp_path / "out"
    small(monkeypatch)
    monkeypatch.setattr("reports.studies.answered.hold_study", hold)
    status, _, errors = run("report", "loo", "--players", "2", "--lineup", "random", "--studies",
        "risk", "--sessions", "64", "--hands", "4", "--jobs", "1", "--out", str(out))
    assert status == 2 and errors.count("\n") == 1
    assert safe_files.read(slots(out)[-1])["sessions"] == 64


def interrupt_command(folder, monkeypatch, capsys, lineup="random", players="3"):
    """Begin a run with a command and have it interrupted."""
    real, left = Checkpoint.save, [3]

    def save(keep, tally, seconds, last=False):
        real(keep, tally, seconds, last)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        small(patch)
        patch.setattr(Checkpoint, "save", save)
        status, _, errors = boneyard(
            patch, capsys, "simulate", "loo", "--lineup", lineup, "--players", players,
            "--sessions", "96", "--hands", "4", "--jobs", "1", "--out", str(folder))
    assert status == 130, errors
    assert slots(folder)


@pytest.mark.usefixtures("undrawn")
@in_pieces("where", "a,b/two.npz", "a (b) c/mine.py:Slow", "./two.npz", "a,b/mine.py:Slow",
       "d)e/mine.py:Slow", "d)e/two.npz")
def test_a_run_with_a_file_in_its_line_up_goes_on_from_anywhere(
    run, tmp_path, monkeypatch, capsys, where
):
    folder, entry = where.split("/")
    home = tmp_path / folder
    home.mkdir(exist_ok=True)
    (home / "mine.py").write_text(SLOW.replace("10_000_000", "1"))
    (home / "two.npz").write_bytes((SHIPPED / "loo-2-cap10.npz").read_bytes())
    monkeypatch.chdir(home)
    interrupt_command(tmp_path / "out", monkeypatch, capsys, f"{entry},random", "2")
    monkeypatch.chdir("/")
    assert run("resume", str(tmp_path / "out"), "--quiet") == (0, "", "")
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["lineup"] == ["two.npz" if entry == "two.npz" else "slow", "random"]


def test_a_changed_helper_of_a_strategy_file_does_not_go_on(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    for name, level in (("helpers_of_mine", 1), ("helpers_of_mine", 2)):
        (tmp_path / f"{name}.py").write_text(f"LEVEL = {level}\n")
        (tmp_path / "mine.py").write_text(SLOW.replace(
            "from strategies", "import helpers_of_mine\nfrom strategies").replace(
            "10_000_000", "helpers_of_mine.LEVEL"))
        sys.modules.pop(name, None)
        shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
        table = {"game": "loo", "lineup": f"{tmp_path / 'mine.py'}:Slow", "players": 2,
                 "sessions": 32, "hands": 2}
        with Checkpoint(tmp_path / "out") as keep:
            if level == 1:
                keep.begin(set_up(**table), {})
            else:
                keep.reopen()
                with pytest.raises(BoneyardError, match="begun with strategy files"):
                    keep.check(set_up(**table))


@in_pieces("words", "--jobs 1", "--jobs 2")
@pytest.mark.usefixtures("undrawn")
def test_a_killed_command_is_completed_by_resume(run, tmp_path, words):
    options = ("loo", "--lineup", "stay,random", "--hands", "100", "--seed", "3", *words.split())
    folder = tmp_path / "out"
    process = start("simulate", *options, "--sessions", "1e9", "--out", str(folder))
    wait_for(folder / resuming.FOLDER / "totals-0.json", process)
    process.kill()
    process.communicate()
    # The rest of so long a run is not for a test: it is made to have been a shorter one.
    sessions = safe_files.read(folder / resuming.FOLDER / "totals-0.json")["sessions"] + 8000
    shorten(folder / resuming.FOLDER, sessions)
    assert run("resume", str(folder), "--quiet") == (0, "", "")
    assert sorted(path.name for path in folder.iterdir()) == [
        "figures", "index.html", "summary.json", "tables", "totals.json"]
    run("simulate", *options, "--sessions", str(sessions),
             "--out", str(tmp_path / "whole"), "--quiet")
    summaries = []
    for where in ("out", "whole"):
        summary = json.loads((tmp_path / where / "summary.json").read_text())
        # Which blocks are hashed follows from the sessions, which were changed on the way.
        summaries.append({**summary, "seconds": 0, "digests": {}})
    assert summaries[0] == summaries[1]
    assert run("resume", str(folder))[0] == 2


def shorten(kept: Path, sessions: int) -> None:
    """Change how long a run is that is kept, in all its files."""
    for path in kept.glob("*.json"):
        content = safe_files.read(path)
        content["identity"]["sessions"] = sessions
        if path.name == "run.json":
            content["note"]["table"]["sessions"] = str(sessions)
        safe_files.write(path, content)


@in_pieces("workers", "1 threads", "2 processes")
def test_ctrl_c_ends_a_session_without_an_end_and_says_how_to_go_on(tmp_path, workers):
    jobs, backend = workers.split()
    mine, folder = tmp_path / "slow.py", tmp_path / "out"
    mine.write_text(SLOW)
    process = start("simulate", "loo", "--lineup", f"{mine}:Slow", "--players", "2", "--sessions",
                    "1e6", "--hands", "1e6", "--jobs", jobs, "--backend", backend, "--out",
                    str(folder))
    wait_for(folder / resuming.FOLDER / "run.json", process)
    time.sleep(1.5)  # by now it thinks, unless the computer is slow
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=600)
    assert process.returncode == 130, errors
    where = r"strategy 'slow' in seat \d was asked to \w+ in session \d+, hand \d+, seed 0"
    go_on = f"to go on: boneyard resume {re.escape(str(folder))}"
    assert re.fullmatch(f"boneyard: stopped(?: while {where})?; {go_on}\\n", errors), errors


@pytest.mark.slow
def test_worker_processes_end_with_the_run_that_was_killed(tmp_path):
    mine, folder = tmp_path / "slow.py", tmp_path / "out"
    mine.write_text(SLOW)
    process = start("simulate", "loo", "--lineup", f"{mine}:Slow", "--players", "2", "--sessions",
                    "1e6", "--jobs", "2", "--backend", "processes", "--out", str(folder))
    wait_for(folder / resuming.FOLDER / "run.json", process)
    time.sleep(3)
    process.kill()
    # Workers have the same output, which ends when the last of them has.
    process.communicate(timeout=600)
