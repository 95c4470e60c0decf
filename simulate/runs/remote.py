"""A worker in another process: it sets up its cache, unpacks the run, and does what it is sent.

Nothing heavy is imported here, so that a worker can set up its own cache before numba is imported.
"""

from __future__ import annotations

import itertools
import os
import pickle
import shutil
import socket
import sys
import threading
import time
import zlib
from contextlib import suppress
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from simulate.errors import BoneyardError
from simulate.machine.cache_folder import folder_in_use, use_folder
from simulate.runs import safe_files

if TYPE_CHECKING:
    from simulate.runs.run import Run

#: Seconds between two looks of a worker process at whether its parent lives.
_LOOK = 1.0
_setting_up = threading.Lock()
#: The lock of this process's own cache, held while it lives.
_own: list[Any] = []


def play_remotely(payload: bytes, versions: str, own_cache: bool, task: bytes) -> bytes:
    """Do some work of a run in another process; return the result, packed.

    ``payload`` is the run: each process unpacks it once, since unpacking compiles the strategies
    again. ``own_cache``: whether other workers may compile at the same time because no cache is
    ready for them. An error of the run comes back as a result too, because each kind of cluster
    wraps an error that a worker raises in a way of its own.
    """
    try:
        with _setting_up:
            run = _open(payload, versions, own_cache)
        work, values = pickle.loads(zlib.decompress(task))
        outcome = work(run, *values)
    except BoneyardError as error:
        outcome = error
    return zlib.compress(pickle.dumps(outcome), 1)


@lru_cache(maxsize=4)
def _open(payload: bytes, versions: str, own_cache: bool) -> Run:
    """Unpack a run and compile what it needs."""
    from simulate.machine.sources import installed

    if installed() != versions:
        raise BoneyardError(
            f"worker on {socket.gethostname()} has {installed()}, but this computer has "
            f"{versions}: install the same on both"
        )
    if own_cache and not _own:
        _use_own_cache()
    from simulate.runs.chunk import compile_all, reached_by

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
    """Let this worker process end soon after the one that started it, however that ends, and whose
    output it would keep open; its number is told, since it may be dead by now."""

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


def _use_own_cache() -> None:
    """Let this process compile into a folder of its own, a copy of the computer's if new."""
    base = folder_in_use()
    for number in itertools.count():
        folder = base / f"worker-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        held = safe_files.lock(folder / "lock")
        if held is not None:
            break
    _own.append(held)
    if len(list(folder.iterdir())) == 1:
        # Whatever cannot be copied, on a full disk say, is compiled again.
        with suppress(OSError):
            shutil.copytree(base, folder, ignore=shutil.ignore_patterns("worker-*"),
                            dirs_exist_ok=True)
    use_folder(folder)
