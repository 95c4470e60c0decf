"""Pipes in the place of files: who opens one to read it waits, perhaps for ever."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


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
    signal.alarm(60)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
