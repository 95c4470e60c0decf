"""Standard streams that are closed, as by a shell's ``2>&-``, and a limit on open files."""

import os
import resource
import subprocess
import sys

import pytest

from boneyard.cli import task
from boneyard.cli.main import main
from reports.progress import is_watched
from tests.sizes import in_pieces


def with_closed(stream: int, words: str, folder) -> subprocess.CompletedProcess[str]:
    """Carry out a command with one of its standard streams closed."""
    others = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(
        [sys.executable, "-m", "boneyard", *words.split()], cwd=folder, text=True, timeout=300,
        preexec_fn=lambda: os.close(stream), **others)


@in_pieces(
    "words", "simulate casino --sessions 64 --out out", "solve loo --players 2 --deals 2e4 "
    "--rounds 1 --rule penalty=cap:20 --out out", "report casino --sessions 64 --studies none",
    "study skill casino --players 2 --sessions 512 --out out",
    "exploit bold loo --players 2 --deals 1000 --out out",
    "tune book loo --parameters first --players 2 --against stay --trials 2 --sessions 8 --out out")
def test_a_command_works_where_nobody_hears_its_errors(tmp_path, words):
    done = with_closed(2, words, tmp_path)
    assert done.returncode == 0 and done.stdout
    assert (tmp_path / "out" / "index.html").is_file()
    assert not (tmp_path / "out" / ".boneyard").exists()


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_what_is_wrong_is_refused_and_leaves_nothing(tmp_path, stream):
    done = with_closed(stream, "simulate casino --players 9 --out out", tmp_path)
    assert done.returncode == 2
    assert bool(done.stderr) == (stream != 2)
    assert list(tmp_path.iterdir()) == []


def test_where_few_files_may_be_open_the_limit_is_named(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "boneyard", "simulate", "casino", "--sessions", "64", "--out", "o"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (10, 10)))
    assert done.returncode == 2
    assert done.stderr == "boneyard: too many open files: allow more with 'ulimit -n 256'\n"
    assert not list(tmp_path.rglob("*"))


def test_in_python_nobody_watches_a_closed_stream(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert not is_watched()


def test_what_fails_before_anything_is_played_leaves_nothing(monkeypatch, tmp_path):
    def fail(*arguments, **options):
        raise AttributeError("a fault of ours")

    monkeypatch.setattr(task, "_play", fail)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["boneyard", "simulate", "casino", "--out", "out"])
    with pytest.raises(AttributeError):
        main()
    assert list(tmp_path.iterdir()) == []

