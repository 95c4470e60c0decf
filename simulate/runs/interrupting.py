"""Ctrl-C stops a run from Python too, however long a strategy thinks.

The system's own handler writes to a pipe at once, even while the main thread is busy in
compiled code.  A thread of ours reads it and raises the flag that loops of own decisions look
at; Python's ``KeyboardInterrupt`` follows as soon as the kernel has returned.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from simulate.machine.stop_flag import FLAG

#: Decisions that were stopped, in words.
stopped: list[str] = []
#: Whether somebody listens already: then a block within another one has nothing to do.
_listening = threading.Event()


def _listen(pipe: int, others: int) -> None:
    """Raise the flag when Ctrl-C is pressed; whoever listened before is woken too."""
    while (numbers := os.read(pipe, 64)) and b"\0" not in numbers:
        if signal.SIGINT in numbers:
            FLAG[0] = 1
        if others >= 0:
            with suppress(OSError):
                os.write(others, numbers)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C stop the decisions of a block or a function, and name the one that it stopped."""
    here = threading.current_thread() is threading.main_thread()
    if not here or sys.platform == "win32" or _listening.is_set():
        yield
        return
    _listening.set()
    pipe, end = os.pipe()
    os.set_blocking(end, False)
    before = signal.set_wakeup_fd(end, warn_on_full_buffer=False)
    listener = threading.Thread(target=_listen, args=(pipe, before), daemon=True)
    listener.start()
    stopped.clear()
    try:
        yield
    except (Exception, KeyboardInterrupt) as error:
        if FLAG[0] and stopped:
            raise KeyboardInterrupt(f"stopped while {stopped[0]}") from error
        if FLAG[0] and isinstance(error, Exception):
            raise KeyboardInterrupt from error
        raise
    finally:
        _listening.clear()
        signal.set_wakeup_fd(before)
        os.write(end, b"\0")
        listener.join()
        os.close(pipe)
        os.close(end)
        FLAG[0] = 0
