"""Ctrl-C ends a command within two seconds, whatever it is doing."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from simulate.errors import BoneyardError

#: Seconds that a command has to end by itself.
_GRACE = 1.5


class Stopped(BoneyardError):
    """A person pressed Ctrl-C; the message says how to go on."""


def _watch(wakeup: int, ended: threading.Event, words: str) -> None:
    """End the process if it has been told to end and does not."""
    while signal.SIGINT not in (told := os.read(wakeup, 64)):
        if b"\0" in told:
            return
    if not ended.wait(_GRACE):
        os.write(2, f"boneyard: {words}\n".encode())
        os._exit(130)


@contextmanager
def ends_when_told(words: str) -> Iterator[None]:
    """Make sure that Ctrl-C ends the process: Python itself waits for a kernel to return.

    The system's own handler writes to a pipe at once, even while the main thread is busy
    in compiled code; a thread of ours reads it.  Ending at once loses nothing, since files
    are replaced in one step.

    Parameters
    ----------
    words : str
        What is said if it comes to that.
    """
    if threading.current_thread() is not threading.main_thread() or sys.platform == "win32":
        yield
        return
    wakeup, tell = os.pipe()
    os.set_blocking(tell, False)
    before = signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    ended = threading.Event()
    watcher = threading.Thread(target=_watch, args=(wakeup, ended, words), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        ended.set()
        os.write(tell, b"\0")
        watcher.join()
        os.close(wakeup)
        os.close(tell)
