"""How Ctrl-C and compiled code get along: a flag that stops decisions, and a shield."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
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
