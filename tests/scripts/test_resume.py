"""Interrupted runs: completed to the last bit, or refused with a reason."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scripts.commands.run import Task
from scripts.options import TableOptions
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.runs import chunk as chunks
from simulate.runs import identity, resuming, safe_files
from simulate.runs.packing import pack, unpack
from simulate.runs.play import Pace, play
from simulate.runs.resuming import Checkpoint
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.solved import SHIPPED
from tests.scripts.test_main import boneyard
from tests.simulate.runs.test_play import assert_identical
from tests.sizes import in_pieces

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
RUN = Run("loo", LooRules(penalty="cap:40"), seat_players("loo", ["random"] * 3), 160, 20, 11)


@pytest.fixture(autouse=True)
def every_chunk_is_kept(monkeypatch):
    monkeypatch.setattr(resuming, "_PAUSE", 0.0)
    monkeypatch.setattr(resuming, "_TIMES", 0)


@pytest.fixture(scope="module")
def reference():
    return play(RUN, jobs=1).tally


class PulledTheCord(Exception):
    """Ends a run as a power cut would: nothing is kept on the way out."""


def interrupt(folder: Path, sessions: int, run: Run = RUN) -> None:
    """Play a run with chunks of 16 sessions and let it die after some of them."""
    keep = Checkpoint(folder)

    def cut(done: int, hands: int) -> None:
        if done >= sessions:
            keep.save = lambda *args, **settings: None
            raise PulledTheCord

    with keep:
        keep.begin(run, {"any": "note"})
        with pytest.raises(PulledTheCord):
            play(run, jobs=1, chunk=16, keep=keep, progress=cut)


def play_kept(folder: Path, **settings) -> None:
    """Play the run into a folder."""
    with Checkpoint(folder) as keep:
        keep.begin(RUN, {"any": "note"})
        play(RUN, jobs=1, chunk=16, keep=keep, **settings)


def go_on(folder: Path, run: Run = RUN, **settings) -> None:
    """Open a folder again for a run and play it as far as it goes."""
    with Checkpoint(folder) as keep:
        keep.reopen()
        keep.check(run)
        play(run, jobs=1, chunk=16, keep=keep, **settings)


def resume(folder: Path, run: Run = RUN, **settings):
    """Complete a run; return its tally and the first session that was played again."""
    starts = []
    with Checkpoint(folder) as keep:
        assert keep.reopen() == {"any": "note"}
        keep.check(run)
        tally = play(run, keep=keep, progress=lambda done, hands: starts.append(done),
                     **settings).tally
        keep.clear()
    return tally, starts[0] if starts else None


@pytest.mark.parametrize("sessions", [16, 64, 144, 160])
def test_a_run_that_died_ends_as_if_it_had_not(tmp_path, reference, sessions):
    interrupt(tmp_path / "out", sessions)
    tally, first = resume(tmp_path / "out", jobs=2, chunk=16)
    assert_identical(reference, tally)
    assert first == (sessions + 16 if sessions < 160 else None)
    assert not (tmp_path / "out" / resuming.FOLDER).exists()


def test_a_run_that_died_many_times_ends_as_if_it_had_not(tmp_path, reference):
    interrupt(tmp_path, 32)
    for sessions in (64, 112):
        def cut(done, hands, sessions=sessions):
            if done >= sessions:
                raise PulledTheCord

        with pytest.raises(PulledTheCord):
            go_on(tmp_path, progress=cut)
    tally, first = resume(tmp_path, jobs=1, chunk=48)
    assert_identical(reference, tally)
    assert first == 160


def slots(folder: Path) -> list[Path]:
    """Return the files of totals, the newest last."""
    found = (folder / resuming.FOLDER).glob("totals-*.json")
    return sorted(found, key=lambda path: safe_files.read(path)["sessions"])


def damage(path: Path, place: float) -> None:
    content = bytearray(path.read_bytes())
    content[int(place * (len(content) - 2))] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("place", [0.0, 0.001, 0.4, 1.0])
def test_damaged_totals_are_named_and_never_used(tmp_path, reference, caplog, place):
    interrupt(tmp_path, 64)
    newest = slots(tmp_path)[-1]
    damage(newest, place)
    with caplog.at_level(logging.WARNING, "boneyard"):
        tally, first = resume(tmp_path, jobs=1, chunk=16)
    assert newest.name in caplog.text
    assert "damaged" in caplog.text
    assert first == 64
    assert_identical(reference, tally)


def test_with_all_totals_damaged_all_is_played_again(tmp_path, reference):
    interrupt(tmp_path, 64)
    for path in slots(tmp_path):
        path.write_bytes(path.read_bytes()[:1000])
    tally, first = resume(tmp_path, jobs=1, chunk=16)
    assert first == 16
    assert_identical(reference, tally)


def test_totals_of_another_run_are_not_used(tmp_path, reference):
    interrupt(tmp_path / "a", 64)
    interrupt(tmp_path / "b", 96, replace(RUN, seed=12))
    for a, b in zip(slots(tmp_path / "a"), slots(tmp_path / "b"), strict=True):
        b.replace(a)
    tally, first = resume(tmp_path / "a", jobs=1, chunk=16)
    assert first == 16
    assert_identical(reference, tally)


#: What somebody might write into a file of totals, checksum and all.
FORGED = {
    "a key is missing": lambda totals: totals.pop("seconds"),
    "less than no session": lambda totals: totals.update(sessions=-16),
    "more sessions than the run has": lambda totals: totals.update(sessions=176),
    "half a block": lambda totals: totals.update(sessions=24),
    "half a session": lambda totals: totals.update(sessions=64.5),
    "no number of seconds": lambda totals: totals.update(seconds="nan"),
    "an endless number of seconds": lambda totals: totals.update(seconds=10**400),
    "no arrays": lambda totals: totals.update(arrays={}),
    "a list of arrays": lambda totals: totals.update(arrays=[]),
    "no array of a name": lambda totals: totals["arrays"].pop("seat"),
    "one array too many": lambda totals: totals["arrays"].update(more={}),
    "an array of another shape": lambda totals: totals["arrays"].update(
        powers=totals["arrays"]["counts"]),
    "no bytes": lambda totals: totals["arrays"].update(powers={"bytes": "AAAA"}),
    "words for integers": lambda totals: totals["arrays"]["session"].update(
        integers=["1"] * len(totals["arrays"]["session"]["integers"])),
    "nothing": lambda totals: totals.clear(),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_totals_that_no_run_has_written_are_named_and_never_used(
    tmp_path, reference, caplog, forge
):
    interrupt(tmp_path, 64)
    for path in slots(tmp_path):
        totals = safe_files.read(path)
        forge(totals)
        safe_files.write(path, totals)
    with caplog.at_level(logging.WARNING, "boneyard"):
        tally, first = resume(tmp_path, jobs=1, chunk=16)
    assert "totals-0.json" in caplog.text and "totals-1.json" in caplog.text
    assert first == 16
    assert_identical(reference, tally)


@pytest.mark.parametrize("content", [
    [], "", 5, {}, {"identity": {}}, {"identity": 1, "note": {}}, {"identity": {}, "note": "x"},
])
def test_a_note_that_no_run_has_written_is_refused(tmp_path, content):
    interrupt(tmp_path, 32)
    safe_files.write(tmp_path / resuming.FOLDER / "run.json", content)
    with pytest.raises(BoneyardError, match=r"damaged|begun with"):
        go_on(tmp_path)


def test_a_note_that_does_not_say_all_is_refused(tmp_path):
    interrupt(tmp_path, 32)
    path = tmp_path / resuming.FOLDER / "run.json"
    content = safe_files.read(path)
    del content["identity"]["seed"]
    safe_files.write(path, content)
    with pytest.raises(BoneyardError, match="damaged: it does not say all"):
        go_on(tmp_path)


@pytest.mark.parametrize("note", [
    {}, {"table": {}}, {"command": "simulate", "table": {}, "written": "", "more": 1},
    {"command": "simulate", "table": 5, "written": ""},
])
def test_a_note_that_names_no_task_is_refused(note):
    with pytest.raises(BoneyardError, match="names no task"):
        Task.from_note(note)


def test_a_kill_while_a_run_is_forgotten_leaves_one_that_can_be_resumed(
    tmp_path, monkeypatch, reference
):
    interrupt(tmp_path, 64)
    monkeypatch.setattr(resuming.shutil, "rmtree", lambda *args, **settings: None)
    with Checkpoint(tmp_path) as keep:
        keep.clear()
    assert not slots(tmp_path)
    monkeypatch.undo()
    tally, first = resume(tmp_path, jobs=1, chunk=16)
    assert first == 16
    assert_identical(reference, tally)


def test_a_run_that_has_played_nothing_keeps_no_totals(tmp_path):
    def fail(run, *_):
        raise BoneyardError("no luck")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simulate.runs.play.play_chunk", fail)
        with pytest.raises(BoneyardError, match="no luck"):
            play_kept(tmp_path)
    assert not slots(tmp_path)


def test_a_damaged_note_is_refused(tmp_path):
    interrupt(tmp_path, 32)
    damage(tmp_path / resuming.FOLDER / "run.json", 0.7)
    with Checkpoint(tmp_path) as keep, pytest.raises(BoneyardError, match=r"run\.json.*damaged"):
        keep.reopen()
    assert slots(tmp_path)


def test_a_crash_while_writing_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "file.json"
    safe_files.write(path, [1, 2])

    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        safe_files.write(path, [3])
    assert safe_files.read(path) == [1, 2]
    assert [file.name for file in tmp_path.iterdir()] == ["file.json"]


OTHERS = [
    ({"seed": 12}, "begun with seed 11, not 12;"),
    ({"sessions": 320}, "begun with sessions 160, not 320;"),
    ({"hands": 21}, "begun with hands 20, not 21;"),
    ({"rules": LooRules(penalty="cap:41")},
     "begun with rules {'penalty': 'cap:40'}, not {'penalty': 'cap:41'};"),
    ({"players": seat_players("loo", ["random", "stay", "random"])}, "begun with line-up "),
]


@pytest.mark.parametrize(("change", "words"), OTHERS)
def test_another_run_does_not_go_on(tmp_path, change, words):
    interrupt(tmp_path, 32)
    with pytest.raises(BoneyardError, match=words):
        go_on(tmp_path, replace(RUN, **change))


@pytest.mark.parametrize(("name", "key"), [("source_hash", "sources"), ("version", "version")])
def test_another_version_does_not_go_on(tmp_path, monkeypatch, name, key):
    interrupt(tmp_path, 32)
    monkeypatch.setattr(identity, name, lambda *_: "other")
    with pytest.raises(BoneyardError, match=f"begun with {key} "):
        go_on(tmp_path)


def test_an_edited_strategy_file_does_not_go_on(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(SLOW.replace("10_000_000", "1"))
    table = TableOptions("loo", "2", f"{mine}:Slow", None, (), "32", "2")
    with Checkpoint(tmp_path / "out") as keep:
        keep.begin(table.run(), {})
        mine.write_text(SLOW.replace("10_000_000", "2"))
        with pytest.raises(BoneyardError, match="begun with strategy files "):
            keep.check(table.run())


def test_a_note_sets_up_the_same_run_from_any_folder(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(SLOW)
    monkeypatch.chdir(tmp_path)
    table = TableOptions("loo", "3", "mine.py:Slow,random,stay", None, ("penalty=cap:9",))
    run = table.run()
    note = json.loads(json.dumps(Task("simulate", table, "written", 1, 2).note(run)))
    monkeypatch.chdir("/")
    task = Task.from_note(note)
    again = task.table.run()
    assert (task.written, task.worst, task.best) == ("written", 1, 2)
    assert identity.identity(again) == identity.identity(run)


def test_two_runs_into_one_folder_are_an_error(tmp_path):
    with Checkpoint(tmp_path) as keep:
        keep.begin(RUN, {})
        words = f"in use by another run \\(process {os.getpid()} on"
        with pytest.raises(BoneyardError, match=words), Checkpoint(tmp_path):
            pass
    with Checkpoint(tmp_path) as keep:
        assert keep.reopen() == {}


@pytest.mark.parametrize("command", [
    ("study", "risk", "loo", "--sessions", "16", "--hands", "2", "--players", "2"),
    ("exploit", "stay", "loo", "--deals", "1000", "--players", "2"),
    ("solve", "loo", "--deals", "3000", "--rounds", "1", "--players", "2"),
])
def test_a_folder_in_use_is_left_alone_by_every_command(tmp_path, monkeypatch, capsys, command):
    interrupt(tmp_path / "kept", 64)
    with Checkpoint(tmp_path / "used"):
        for where, words in (("used", "in use by another run"), ("kept", "an unfinished run")):
            status, _, errors = boneyard(
                monkeypatch, capsys, *command, "--quiet", "--out", str(tmp_path / where))
            assert status == 2 and words in errors
    assert slots(tmp_path / "kept")
    assert [path.name for path in (tmp_path / "kept").iterdir()] == [resuming.FOLDER]


def test_an_unfinished_run_is_not_overwritten(tmp_path):
    interrupt(tmp_path, 64)
    with Checkpoint(tmp_path) as keep, pytest.raises(BoneyardError, match="boneyard resume"):
        keep.begin(RUN, {})
    assert slots(tmp_path)


def test_a_full_disk_ends_the_run_and_keeps_what_is_there(tmp_path, monkeypatch, reference):
    real = safe_files.write

    def fill(path, content):
        if content.get("sessions", 0) > 64:
            raise OSError(28, "No space left on device")
        real(path, content)

    with monkeypatch.context() as full:
        full.setattr(safe_files, "write", fill)
        with pytest.raises(BoneyardError, match=r"cannot be written \(No space left"):
            play_kept(tmp_path)
    tally, first = resume(tmp_path, jobs=1, chunk=16)
    assert first == 80
    assert_identical(reference, tally)


def test_a_disk_that_is_full_from_the_start_is_named(tmp_path, monkeypatch):
    def fail(descriptor, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", fail)
    monkeypatch.setattr(os, "fsync", lambda descriptor: fail(descriptor, b""))
    words = r"out/\.boneyard' cannot be written \(No space"
    with pytest.raises(BoneyardError, match=words), Checkpoint(tmp_path / "out") as keep:
        keep.begin(RUN, {})
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_a_run_that_cannot_be_kept_ends_without_other_words(backend, recwarn):
    class Full:
        def restore(self, tally):
            return 0.0

        def save(self, tally, seconds, last=False):
            raise BoneyardError("the disk is full")

    with pytest.raises(BoneyardError, match="the disk is full"):
        play(replace(RUN, sessions=3200), jobs=2, backend=backend, chunk=64, keep=Full())
    assert not recwarn.list


def test_a_folder_that_cannot_be_made_is_named():
    with pytest.raises(BoneyardError, match="cannot be written"), Checkpoint("/proc/nothing"):
        pass


@pytest.mark.parametrize("array", [
    np.array([[2**200, -(2**70)], [0, 1]], object),
    np.array([1, -(2**63), 2**63 - 1]),
    np.array([[0.1, -0.0, 1e308, 5e-324], [np.inf, 1 / 3, -2.5, 0.0]]),
    np.zeros((2, 0, 3), object),
    np.zeros((0, 3)),
])
def test_arrays_are_kept_exactly(array):
    back = unpack(json.loads(json.dumps(pack(array))), array)
    assert back.dtype == array.dtype and back.shape == array.shape
    if array.dtype == object:
        assert back.tolist() == array.tolist()
    else:
        assert back.tobytes() == array.tobytes()


FAILS_LATE = SLOW.replace("10_000_000", "0").replace(
    "        x = view.hand", "        if view.hand % 1024 == 37:\n"
    "            return 99\n        x = view.hand")


def small(monkeypatch) -> None:
    """Let chunks be so small that totals are kept of a short run."""
    monkeypatch.setattr("simulate.runs.play.find_pace", lambda run: Pace(16))


def test_a_strategy_that_fails_late_does_not_take_the_totals_along(tmp_path, monkeypatch, capsys):
    small(monkeypatch)
    (tmp_path / "mine.py").write_text(FAILS_LATE)
    status, _, errors = boneyard(
        monkeypatch, capsys, "simulate", "loo", "--lineup", f"{tmp_path / 'mine.py'}:Slow",
        "--players", "2", "--sessions", "4_000", "--hands", "2", "--jobs", "1", "--out",
        str(tmp_path / "out"))
    assert status == 2 and "answered 99" in errors and "what was played is kept" in errors
    assert slots(tmp_path / "out")


@pytest.mark.usefixtures("undrawn")
@in_pieces("error", OSError(28, "No space left on device"), EOFError(), MemoryError(),
       RuntimeError("cache"))
def test_an_error_of_the_computer_is_not_the_strategys_and_keeps_all(
    tmp_path, monkeypatch, capsys, error
):
    interrupt_command(tmp_path / "out", monkeypatch, capsys)
    before = slots(tmp_path / "out")[-1].read_bytes()

    def kernel(*arguments):
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(chunks, "find_game", lambda name: replace(find_game(name), kernel=kernel))
        status, _, errors = boneyard(broken, capsys, "resume", str(tmp_path / "out"))
    assert status == 2 and "strategy" not in errors
    assert "compiled code is kept in" in errors and "boneyard resume" in errors
    assert slots(tmp_path / "out")[-1].read_bytes() == before
    assert boneyard(monkeypatch, capsys, "resume", str(tmp_path / "out"), "--quiet")[0] == 0


@pytest.mark.parametrize("error", [
    OSError(28, "No space left on device"), MemoryError(), BoneyardError("no cache")])
def test_an_error_in_a_study_leaves_the_run_of_its_report(tmp_path, monkeypatch, capsys, error):
    def hold(*arguments, **settings):
        raise error

    out = tmp_path / "out"
    small(monkeypatch)
    monkeypatch.setattr("reports.studies.run_study.hold_study", hold)
    status, _, errors = boneyard(
        monkeypatch, capsys, "report", "loo", "--players", "2", "--lineup", "random", "--studies",
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
    tmp_path, monkeypatch, capsys, where
):
    folder, entry = where.split("/")
    home = tmp_path / folder
    home.mkdir(exist_ok=True)
    (home / "mine.py").write_text(SLOW.replace("10_000_000", "1"))
    (home / "two.npz").write_bytes((SHIPPED / "loo-2-cap10.npz").read_bytes())
    monkeypatch.chdir(home)
    interrupt_command(tmp_path / "out", monkeypatch, capsys, f"{entry},random", "2")
    monkeypatch.chdir("/")
    assert boneyard(monkeypatch, capsys, "resume", str(tmp_path / "out"), "--quiet") == (0, "", "")
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
        table = TableOptions("loo", "2", f"{tmp_path / 'mine.py'}:Slow", None, (), "32", "2")
        with Checkpoint(tmp_path / "out") as keep:
            if level == 1:
                keep.begin(table.run(), {})
            else:
                keep.reopen()
                with pytest.raises(BoneyardError, match="begun with strategy files"):
                    keep.check(table.run())


def test_a_folder_called_as_an_option_is_named_so_that_it_can_be_typed():
    assert resuming.folder_word(Path("-x")) == "./-x"
    assert resuming.folder_word(Path("my runs")) == "'my runs'"


def test_totals_in_a_pipe_are_not_waited_for(tmp_path, reference):
    interrupt(tmp_path, 64)
    for path in slots(tmp_path):
        path.unlink()
        os.mkfifo(path)
    tally, first = resume(tmp_path, jobs=1, chunk=16)
    assert first == 16
    assert_identical(reference, tally)


def start(*words: str) -> subprocess.Popen[str]:
    """Start a command in a process of its own, as the head of its group."""
    return subprocess.Popen(
        [sys.executable, "-m", "scripts.main", *words], text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )


def wait_for(path: Path, process: subprocess.Popen[str]) -> None:
    """Wait until there is a file."""
    for _ in range(3000):
        if path.exists():
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    raise AssertionError(f"{path} has not come")


# So long a run is played in lanes if its rules allow it: compiling that takes long.
@in_pieces("words", "--jobs 1 --rule bankroll=10000", "--jobs 1", "--jobs 2")
@pytest.mark.usefixtures("undrawn")
def test_a_killed_command_is_completed_by_resume(tmp_path, monkeypatch, capsys, words):
    options = ("loo", "--lineup", "stay,random", "--hands", "100", "--seed", "3", *words.split())
    folder = tmp_path / "out"
    process = start("simulate", *options, "--sessions", "1e9", "--out", str(folder))
    wait_for(folder / resuming.FOLDER / "totals-0.json", process)
    process.kill()
    process.communicate()
    # The rest of so long a run is not for a test: it is made to have been a shorter one.
    sessions = safe_files.read(folder / resuming.FOLDER / "totals-0.json")["sessions"] + 8000
    shorten(folder / resuming.FOLDER, sessions)
    assert boneyard(monkeypatch, capsys, "resume", str(folder), "--quiet") == (0, "", "")
    assert sorted(path.name for path in folder.iterdir()) == [
        "figures", "index.html", "summary.json", "tables", "totals.json"
    ]
    boneyard(monkeypatch, capsys, "simulate", *options, "--sessions", str(sessions),
             "--out", str(tmp_path / "whole"), "--quiet")
    summaries = []
    for where in ("out", "whole"):
        summary = json.loads((tmp_path / where / "summary.json").read_text())
        # Which blocks are hashed follows from the sessions, which were changed on the way.
        summaries.append({**summary, "seconds": 0, "digests": {}})
    assert summaries[0] == summaries[1]
    assert boneyard(monkeypatch, capsys, "resume", str(folder))[0] == 2


def shorten(kept: Path, sessions: int) -> None:
    """Change how long a run is that is kept, in all its files."""
    for path in kept.glob("*.json"):
        content = safe_files.read(path)
        content["identity"]["sessions"] = sessions
        if path.name == "run.json":
            content["note"]["table"]["sessions"] = str(sessions)
        safe_files.write(path, content)


@in_pieces("workers", "1 threads", "2 processes")
def test_ctrl_c_ends_within_two_seconds_and_says_how_to_go_on(tmp_path, workers):
    jobs, backend = workers.split()
    mine, folder = tmp_path / "slow.py", tmp_path / "out"
    mine.write_text(SLOW)
    process = start("simulate", "loo", "--lineup", f"{mine}:Slow", "--players", "2", "--sessions",
                    "1e6", "--jobs", jobs, "--backend", backend, "--out", str(folder))
    wait_for(folder / resuming.FOLDER / "run.json", process)
    time.sleep(1.5)  # by now it thinks
    told = time.perf_counter()
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert time.perf_counter() - told < 2.5
    assert process.returncode == 130, errors
    where = r"strategy 'slow' in seat \d was asked to \w+ in session \d+, hand \d+, seed 0"
    go_on = f"to go on: boneyard resume {re.escape(str(folder))}"
    assert re.fullmatch(f"boneyard: stopped(?: while {where})?; {go_on}\\n", errors), errors


def test_a_killed_worker_process_does_not_kill_the_run(caplog):
    from joblib.externals.loky import reusable_executor

    run, killed = replace(RUN, sessions=6400), []

    def kill_one(done, hands):
        if not killed:
            killed.extend(list(reusable_executor._executor._processes)[:1])
            os.kill(killed[0], signal.SIGKILL)

    with caplog.at_level(logging.WARNING, "boneyard"):
        tally = play(run, jobs=2, backend="processes", chunk=64, progress=kill_one).tally
    assert killed
    assert_identical(play(run, jobs=1).tally, tally)
    assert "a worker process was killed: its part is played again" in caplog.text


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
    process.communicate(timeout=60)
