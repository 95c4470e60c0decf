"""What tests do: run commands, install a package, interrupt a run and complete it."""

import sys
from pathlib import Path

import pytest

from boneyard.cli import main as command
from simulate.runs.play import play
from simulate.runs.resuming import Checkpoint
from simulate.runs.run import Run


def install(folder: Path, group: str, **entries: str) -> Path:
    """Write the metadata of a package with these entry points; return where Python looks."""
    metadata = folder / "toys-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    lines = [f"{name} = {value}" for name, value in entries.items()]
    (metadata / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines]) + "\n")
    return folder


def boneyard(monkeypatch, capsys, *words: str) -> tuple[int, str, str]:
    """Run a command in this process; return exit status, output and errors."""
    monkeypatch.setattr(sys, "argv", ["boneyard", *words])
    try:
        command.main()
        status = 0
    except SystemExit as stop:
        status = int(stop.code or 0)
    return status, *capsys.readouterr()


class PulledTheCord(Exception):
    """Ends a run as a power cut would: nothing is kept on the way out."""


def interrupt(folder: Path, sessions: int, run: Run) -> None:
    """Play a run with chunks of 16 sessions and let it die after some of them."""
    keep = Checkpoint(folder)

    def cut(done: float, hands: int) -> None:
        if done >= sessions:
            keep.save = lambda *args, **settings: None  # type: ignore[method-assign]  # as if dead
            raise PulledTheCord

    with keep:
        keep.begin(run, {"any": "note"})
        with pytest.raises(PulledTheCord):
            play(run, jobs=1, chunk=16, keep=keep, progress=cut)


def resume(folder: Path, run: Run, **settings):
    """Complete a run; return its tally and the first session that was played again."""
    starts = []
    with Checkpoint(folder) as keep:
        assert keep.reopen() == {"any": "note"}
        keep.check(run)
        tally = play(run, keep=keep, progress=lambda done, hands: starts.append(done),
                     **settings).tally
        keep.clear()
    return tally, starts[0] if starts else None
