"""Ctrl-C ends a command within two seconds, whatever it is doing."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from simulate.errors import BoneyardError

#: Seconds that a command has to end by itself.
_GRACE = 1.5
#: Seconds between two looks at whether an interruption was lost.
_LOOK = 0.05


class Stopped(BoneyardError):
    """A person pressed Ctrl-C; the message is how to go on."""


class _Interruption:
    """The one ``KeyboardInterrupt`` that Ctrl-C becomes, however often it is pressed; it is raised
    again only if Python lost it, in a destructor or a callback from compiled code."""

    def __init__(self) -> None:
        #: Whether Ctrl-C was ever pressed.
        self.came = False
        self.lost = False
        #: Whether it has led to the end: a signal would now meet a Python that takes none, and the
        #: system would end the process with another status.
        self.ended = False
        self._raised = False
        self._handler: Any = None
        self._hook: Any = None

    def take(self) -> None:
        """Take signals and lost exceptions from now on."""
        self._hook, sys.unraisablehook = sys.unraisablehook, self._forgotten
        self._handler = signal.signal(signal.SIGINT, self._come)

    def leave(self) -> None:
        """Leave them to whoever had them, unless the process is to end."""
        self.ended = self.came
        signal.signal(signal.SIGINT, signal.SIG_IGN if self.came else self._handler)
        if not self.came:
            sys.unraisablehook = self._hook

    def _come(self, number: int, frame: FrameType | None) -> None:
        self.came = True
        if not self._raised:
            self._raised = True
            raise KeyboardInterrupt

    def _forgotten(self, unraisable: Any) -> None:
        """Take an exception that Python could not raise where it happened."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            self._raised, self.lost = False, True
        elif not self.came:
            # After an interruption such an exception comes from the destructor of something half
            # made.
            self._hook(unraisable)


#: The message if a command does not end by itself; the words of the innermost block come last.
_words: list[str] = []
#: That of the outermost block.
_current: list[_Interruption] = []


def _watch(wakeup: int, interruption: _Interruption) -> None:
    """End the process if it was asked to end and does not."""
    while signal.SIGINT not in (signals := os.read(wakeup, 64)):
        if b"\0" in signals:
            return
    latest = time.monotonic() + _GRACE
    while time.monotonic() < latest:
        time.sleep(_LOOK)
        if interruption.lost and not interruption.ended:
            interruption.lost = False
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    if _words:
        os.write(2, f"boneyard: {_words[-1]}\n".encode())
    os._exit(130)


@contextmanager
def ends_when_stopped(words: str) -> Iterator[None]:
    """Make sure that Ctrl-C ends the process with these ``words``: Python itself waits for a kernel
    to return, but the system's handler writes to a pipe at once, which a thread of ours reads.
    Files are replaced in one step, so nothing is lost. In a block within another, any error that
    the interruption causes becomes ``KeyboardInterrupt``."""
    if threading.current_thread() is not threading.main_thread() or sys.platform == "win32":
        yield
    elif _words:
        _words.append(words)
        try:
            yield
        except Exception as error:
            # Compiling fails in odd ways when it is interrupted.
            if _current[0].came and not isinstance(error, Stopped):
                raise KeyboardInterrupt from error
            raise
        # After an error, which ends the command, these words are still right.
        _words.pop()
    else:
        _words.append(words)
        with _watched():
            yield


@contextmanager
def _watched() -> Iterator[None]:
    """Have the signal watched for."""
    wakeup, wake = os.pipe()
    os.set_blocking(wake, False)
    before = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    interruption = _Interruption()
    _current.append(interruption)
    watcher = threading.Thread(target=_watch, args=(wakeup, interruption), daemon=True)
    watcher.start()
    interruption.take()
    try:
        yield
    finally:
        interruption.leave()
        signal.set_wakeup_fd(before)
        _words.clear()
        _current.clear()
        if not interruption.came:
            os.write(wake, b"\0")
            watcher.join()
            os.close(wakeup)
            os.close(wake)
