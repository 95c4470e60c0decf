"""How Ctrl-C and compiled code get along: a flag that stops decisions, and a shield.

The system's own handler writes to a pipe at once, even while the main thread is busy in
compiled code.  A thread of ours reads it and raises the flag that loops of own decisions look
at; Python's ``KeyboardInterrupt`` follows as soon as the kernel has returned.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

#: Not zero while sessions are to stop, and a person's own decisions (``simulate.machine.compile``).
FLAG = np.zeros(1, np.int64)


class StoppedPlaying(Exception):
    """A session was stopped from outside, between two hands."""


class StoppedThinking(Exception):
    """A decision was stopped from outside."""


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait for the end of a block.

    While finished code is loaded LLVM calls Python, and an interruption there would end the process
    in a segmentation fault. Blocking the signal is not enough: it would reach another thread, and
    Python would still interrupt this one.
    """
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    pressed: list[tuple[Any, ...]] = []
    signal.signal(signal.SIGINT, lambda *about: pressed.append(about))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if pressed:
            handler(*pressed[0])


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
