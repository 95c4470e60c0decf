"""A worker in another process: it unpacks the run, and does what it is sent."""

from __future__ import annotations

import os
import pickle
import socket
import sys
import threading
import time
import zlib
from functools import lru_cache
from types import ModuleType

from simulate.books.tally import Chunk
from simulate.errors import BoneyardError
from simulate.machine.sources import installed
from simulate.runs.chunk import compile_all, play_chunk, reached_by
from simulate.runs.run import Run

#: Seconds between two checks of a worker process whether its parent lives.
_LOOK = 1.0
_setting_up = threading.Lock()


def play_remotely(payload: bytes, versions: str, first: int, sessions: int, extremes: int
                  ) -> bytes:
    """Play a chunk of a run in another process; return it packed.

    ``payload`` is the run: each process unpacks it once, since unpacking compiles the strategies
    again. An error of the run comes back as a result too, because each kind of cluster
    wraps an error that a worker raises in a way of its own.
    """
    try:
        with _setting_up:
            run = _open(payload, versions)
        outcome: Chunk | BoneyardError = play_chunk(run, first, sessions, extremes)
    except BoneyardError as error:
        outcome = error
    return zlib.compress(pickle.dumps(outcome), 1)


@lru_cache(maxsize=4)
def _open(payload: bytes, versions: str) -> Run:
    """Unpack a run and compile what it needs."""
    if installed() != versions:
        raise BoneyardError(
            f"worker on {socket.gethostname()} has {installed()}, but this computer has "
            f"{versions}: install the same on both"
        )
    run: Run
    run, reached = pickle.loads(zlib.decompress(payload))
    _make_modules_known(run)
    for player, there, here in zip(run.players, reached, reached_by(run.players), strict=True):
        if there != here:
            raise BoneyardError(
                f"worker on {socket.gethostname()} has other versions of what strategy "
                f"{player.label!r} imports than this computer: install the same on both")
    compile_all(run)
    return run


def end_with(parent: int) -> None:
    """Let this worker process end soon after the one that started it, whose output it would keep
    open; its number is given, since it may be dead by now."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _make_modules_known(run: Run) -> None:
    """Register the modules of strategies that came as code: numba looks for them by name."""
    for player in run.players:
        for function in filter(None, player.decisions.values()):
            if function.__module__ not in sys.modules:
                module = ModuleType(function.__module__)
                vars(module).update(function.__globals__)
                sys.modules[function.__module__] = module
