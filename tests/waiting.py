"""What is waited for: pipes in the place of files, and processes of their own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]


def make_pipe(path: Path) -> Path:
    """Put a pipe that nobody writes to in the place of a file."""
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    return path


@contextmanager
def nobody_waits() -> Iterator[None]:
    """Raise ``TimeoutError`` instead of waiting for ever."""
    def give_up(number, frame):
        raise TimeoutError("a pipe is waited for")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(600)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def environment(**more: str | None) -> dict[str, str]:
    """Return an environment in which Python finds the packages; without what is None."""
    found = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    return {name: value for name, value in found.items() if value is not None}


def python(*words: str, folder: Path | None = None, **more: str | None,
           ) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, in a folder and an environment."""
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, cwd=folder,
                          env=environment(**more), timeout=600, check=False)


def start(*words: str) -> subprocess.Popen[str]:
    """Start a command in a process of its own, as the head of its group, which Ctrl-C reaches even
    if what started the tests is deaf to it."""
    return subprocess.Popen(
        [sys.executable, "-m", "boneyard", *words], text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


def wait_for(path: Path, process: subprocess.Popen[str]) -> None:
    """Wait until there is a file, however slow the computer is, or its process has ended."""
    while not path.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
