"""Unfinished runs: completed to the last bit, or refused with a reason."""

import json
import logging
import os
import signal
from dataclasses import replace

import numpy as np
import pytest

from simulate.errors import BoneyardError
from simulate.games.loo.rules import LooRules
from simulate.runs import resuming, safe_files
from simulate.runs.play import play
from simulate.runs.resuming import Checkpoint
from simulate.runs.safe_files import replacing, write_together
from strategies.lineup import seat_players
from tests.simulate.runs import kept_runs
from tests.simulate.runs.test_play import assert_identical
from tests.sizes import in_pieces
from tests.waiting import make_pipe, nobody_waits


@pytest.fixture(autouse=True)
def every_chunk_is_kept(monkeypatch):
    kept_runs.keep_every_chunk(monkeypatch)


@pytest.fixture(scope="module")
def reference():
    return play(kept_runs.RUN, jobs=1).tally


def assert_ends_as(reference, folder, session, jobs=1):
    """Complete a run; see that it goes on at a session, and ends as if it had never died."""
    tally, first = kept_runs.resume(folder, jobs=jobs, chunk=16)
    assert first == session
    assert_identical(reference, tally)


@pytest.mark.parametrize("sessions", [16, 64, 144, 160])
def test_a_run_that_died_ends_as_if_it_had_not(tmp_path, reference, sessions):
    kept_runs.interrupt(tmp_path / "out", sessions)
    assert_ends_as(reference, tmp_path / "out", sessions + 16 if sessions < 160 else None, jobs=2)
    assert not (tmp_path / "out" / resuming.FOLDER).exists()


@pytest.mark.parametrize("place", [0.0, 0.001, 0.4, 1.0])
def test_damaged_totals_are_named_and_never_used(tmp_path, reference, caplog, place):
    kept_runs.interrupt(tmp_path, 64)
    newest = kept_runs.slots(tmp_path)[-1]
    kept_runs.damage(newest, place)
    with caplog.at_level(logging.WARNING, "boneyard"):
        assert_ends_as(reference, tmp_path, 64)
    assert newest.name in caplog.text
    assert "damaged" in caplog.text


def test_totals_of_another_run_are_not_used(tmp_path, reference):
    kept_runs.interrupt(tmp_path / "a", 64)
    kept_runs.interrupt(tmp_path / "b", 96, run=replace(kept_runs.RUN, seed=12))
    for a, b in zip(kept_runs.slots(tmp_path / "a"), kept_runs.slots(tmp_path / "b"), strict=True):
        b.replace(a)
    assert_ends_as(reference, tmp_path / "a", 16)


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
    "nothing": lambda totals: totals.clear()}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_totals_that_no_run_has_written_are_named_and_never_used(
    tmp_path, reference, caplog, forge
):
    kept_runs.interrupt(tmp_path, 64)
    for path in kept_runs.slots(tmp_path):
        totals = safe_files.read(path)
        forge(totals)
        safe_files.write(path, totals)
    with caplog.at_level(logging.WARNING, "boneyard"):
        assert_ends_as(reference, tmp_path, 16)
    assert "totals-0.json" in caplog.text and "totals-1.json" in caplog.text


@pytest.mark.parametrize("content", [
    [], "", 5, {}, {"identity": {}}, {"identity": 1, "note": {}}, {"identity": {}, "note": "x"}])
def test_a_note_that_no_run_has_written_is_refused(tmp_path, content):
    kept_runs.interrupt(tmp_path, 32)
    safe_files.write(tmp_path / resuming.FOLDER / "run.json", content)
    with pytest.raises(BoneyardError, match=r"damaged|begun with"):
        kept_runs.go_on(tmp_path)


def test_a_kill_while_a_run_is_forgotten_leaves_one_that_can_be_resumed(
    tmp_path, monkeypatch, reference
):
    kept_runs.interrupt(tmp_path, 64)
    monkeypatch.setattr(resuming.shutil, "rmtree", lambda *args, **settings: None)
    with Checkpoint(tmp_path) as keep:
        keep.clear()
    assert not kept_runs.slots(tmp_path)
    monkeypatch.undo()
    assert_ends_as(reference, tmp_path, 16)


OTHERS = [
    ({"seed": 12}, "begun with seed 11, not 12;"),
    ({"sessions": 320}, "begun with sessions 160, not 320;"),
    ({"hands": 21}, "begun with hands 20, not 21;"),
    ({"rules": LooRules(penalty="cap:41")},
     "begun with rules penalty=cap:40, not penalty=cap:41;"),
    ({"players": seat_players("loo", ["random", "stay", "random"])}, "begun with line-up ")]


@pytest.mark.parametrize(("change", "words"), OTHERS)
def test_another_run_does_not_go_on(tmp_path, change, words):
    kept_runs.interrupt(tmp_path, 32)
    with pytest.raises(BoneyardError, match=words):
        kept_runs.go_on(tmp_path, replace(kept_runs.RUN, **change))


@pytest.mark.parametrize(("name", "key"), [("source_hash", "sources"), ("version", "version")])
def test_another_version_does_not_go_on(tmp_path, monkeypatch, name, key):
    kept_runs.interrupt(tmp_path, 32)
    monkeypatch.setattr(resuming, name, lambda *_: "other")
    with pytest.raises(BoneyardError, match=f"begun with {key} ") as refused:
        kept_runs.go_on(tmp_path)
    assert "remove" not in str(refused.value)  # that version may come back


def test_two_runs_into_one_folder_are_an_error(tmp_path):
    with Checkpoint(tmp_path) as keep:
        keep.begin(kept_runs.RUN, {})
        words = f"in use by another run \\(process {os.getpid()} on"
        with pytest.raises(BoneyardError, match=words), Checkpoint(tmp_path):
            pass
    with Checkpoint(tmp_path) as keep:
        assert keep.reopen() == {}


@pytest.mark.parametrize("place", ["", "lock", "run.json", "totals-0.json"])
def test_links_in_place_of_what_is_kept_are_refused(tmp_path, place):
    foreign, folder = tmp_path / "foreign", tmp_path / "out" / resuming.FOLDER
    foreign.mkdir()
    (foreign / "lock").write_text("mine")
    folder.parent.mkdir()
    if place:
        folder.mkdir()
    (folder / place).symlink_to(foreign / "lock" if place else foreign)
    with pytest.raises(BoneyardError, match="is a link"), Checkpoint(tmp_path / "out"):
        pass
    assert [path.read_text() for path in foreign.iterdir()] == ["mine"]
    assert (folder / place).is_symlink()


@pytest.mark.parametrize("place", ["lock", "run.json"])
def test_pipes_in_place_of_lock_or_note_are_refused(tmp_path, place):
    kept_runs.interrupt(tmp_path, 64)
    make_pipe(tmp_path / resuming.FOLDER / place)
    with nobody_waits(), pytest.raises(BoneyardError, match=r"no file|cannot be written"):
        kept_runs.go_on(tmp_path)


def test_an_unfinished_run_is_not_overwritten(tmp_path):
    kept_runs.interrupt(tmp_path, 64)
    with Checkpoint(tmp_path) as keep, pytest.raises(BoneyardError, match="boneyard resume"):
        keep.begin(kept_runs.RUN, {})
    assert kept_runs.slots(tmp_path)


def test_a_full_disk_ends_the_run_and_keeps_what_is_there(tmp_path, monkeypatch, reference):
    real = safe_files.write

    def fill(path, content):
        if content.get("sessions", 0) > 64:
            raise OSError(28, "No space left on device")
        real(path, content)

    with monkeypatch.context() as full:
        full.setattr(safe_files, "write", fill)
        with pytest.raises(BoneyardError, match=r"cannot be written \(No space left"):
            kept_runs.play_kept(tmp_path)
    assert_ends_as(reference, tmp_path, 80)


def test_a_disk_that_is_full_from_the_start_is_named(tmp_path, monkeypatch):
    def fail(descriptor, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", fail)
    monkeypatch.setattr(os, "fsync", lambda descriptor: fail(descriptor, b""))
    words = r"out/\.boneyard' cannot be written \(No space"
    with pytest.raises(BoneyardError, match=words), Checkpoint(tmp_path / "out") as keep:
        keep.begin(kept_runs.RUN, {})
    assert not (tmp_path / "out").exists()


@in_pieces("backend", "threads", "processes")
def test_a_run_that_cannot_be_kept_ends_without_other_words(backend, recwarn):
    class Full:
        def restore(self, tally):
            return 0.0

        def save(self, tally, seconds, last=False):
            raise BoneyardError("the disk is full")

    with pytest.raises(BoneyardError, match="the disk is full"):
        play(replace(kept_runs.RUN, sessions=3200), jobs=2, backend=backend, chunk=64, keep=Full())
    assert not recwarn.list


@pytest.mark.parametrize("array", [
    np.array([[2**200, -(2**70)], [0, 1]], object),
    np.array([1, -(2**63), 2**63 - 1]),
    np.array([[0.1, -0.0, 1e308, 5e-324], [np.inf, 1 / 3, -2.5, 0.0]]),
    np.zeros((2, 0, 3), object),
    np.zeros((0, 3))])
def test_arrays_are_kept_exactly(array):
    back = safe_files.unpack(json.loads(json.dumps(safe_files.pack(array))), array)
    assert back.dtype == array.dtype and back.shape == array.shape
    if array.dtype == object:
        assert back.tolist() == array.tolist()
    else:
        assert back.tobytes() == array.tobytes()


@pytest.mark.slow
def test_a_killed_worker_process_does_not_kill_the_run(caplog):
    from joblib.externals.loky import reusable_executor

    run, killed = replace(kept_runs.RUN, sessions=25_600), []

    def kill_one(done, hands):
        if not killed:
            killed.extend(list(reusable_executor._executor._processes)[:1])
            os.kill(killed[0], signal.SIGKILL)

    with caplog.at_level(logging.WARNING, "boneyard"):
        tally = play(run, jobs=2, backend="processes", chunk=64, progress=kill_one).tally
    assert killed
    assert_identical(play(run, jobs=1).tally, tally)
    assert "a worker process was killed: its part is played again" in caplog.text


def test_files_change_only_when_all_are_written(tmp_path):
    write_together(tmp_path / "new" / "out", {"a": b"1", "b": b"2"})
    folder = tmp_path / "new" / "out"
    with pytest.raises(OSError, match="too long"):
        write_together(folder, {"a": b"3", "b": b"4", "x" * 300: b"5"})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a": b"1", "b": b"2"}


def test_what_lies_in_the_way_of_a_new_file_is_not_written_into(tmp_path):
    (tmp_path / "foreign").write_text("mine")
    (tmp_path / "a.part").symlink_to("foreign")
    make_pipe(tmp_path / "b.part")
    with nobody_waits():
        for name in ("a", "b"):
            with replacing(tmp_path / name) as file:
                file.write(b"1")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "foreign": "mine", "a": "1", "b": "1"}
