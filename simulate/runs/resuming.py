"""Unfinished runs, kept in a folder so that they can be completed after any interruption.

What is kept is the tally of all sessions played so far: chunks are added in the order of
their sessions, so that a restored tally goes on to the last bit like one that never
stopped.  Two files are written in turn: should the newer be damaged, the older is used.
``identity`` is all that the results of a run follow from.
"""

import hashlib
import inspect
import json
import logging
import os
import platform
import shlex
import shutil
import socket
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cloudpickle
import numpy as np

from simulate.books.rows import BLOCK
from simulate.books.tally import Tally
from simulate.errors import BoneyardError, refusal
from simulate.machine.sources import source_hash
from simulate.runs import safe_files
from simulate.runs.chunk import reached_by
from simulate.runs.run import Run


def _strategy_sources(run: Run) -> list[str]:
    """Hash the source files of each seat's strategy, and what its decisions reach by name."""
    hashes = []
    for player, reached in zip(run.players, reached_by(run.players), strict=True):
        code = hashlib.sha256(reached.encode())
        functions = filter(None, player.decisions.values())
        for path in sorted({inspect.unwrap(f).__code__.co_filename for f in functions}):
            code.update(Path(path).read_bytes() if Path(path).is_file() else b"")
        if player.agent is not None and player.agent.has_state:
            with suppress(Exception):  # it holds what cannot be pickled, as an open file
                code.update(cloudpickle.dumps(player.agent.entry))
        hashes.append(code.hexdigest()[:16])
    return hashes


def of_this_computer() -> dict[str, str]:
    """Return what all runs on this computer have in common: the versions and the sources."""
    return {
        "version": version("boneyard"),
        "sources": source_hash(),
        "Python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }


def identity(run: Run) -> dict[str, Any]:
    """Return everything that the results of a run follow from, ready for JSON."""
    identity = {
        **of_this_computer(),
        "game": run.game,
        "rules": {name: str(value) for name, value in vars(run.rules).items()},
        "line-up": run.labels,
        "parameters": [dict(player.parameters) for player in run.players],
        "strategy files": _strategy_sources(run),
        "charts": ["" if player.chart is None else hashlib.sha256(
            np.ascontiguousarray(player.chart).tobytes()).hexdigest()[:16]
            for player in run.players],
        "sessions": run.sessions,
        "hands": run.hands,
        "seed": run.seed,
    }
    return json.loads(json.dumps(identity))


def difference(begun: Any, now: Any) -> tuple[str, str]:
    """Return two values in words; where both are mappings, only their entries that differ."""
    if isinstance(begun, dict) and isinstance(now, dict):
        apart = {name for name in {**begun, **now} if begun.get(name) != now.get(name)}
        begun, now = ({name: kept.get(name) for name in {**begun, **now} if name in apart}
                      for kept in (begun, now))
    return _in_words(begun), _in_words(now)


def _in_words(value: Any) -> str:
    """Write an entry of an identity as people do, penalty=cap:40, and not as Python does."""
    if isinstance(value, dict):
        return ", ".join(f"{name}={_in_words(one)}" for name, one in value.items())
    return ", ".join(map(_in_words, value)) if isinstance(value, list) else str(value)


FOLDER = ".boneyard"
_NOTE, _LOCK, _SLOTS = "run.json", "lock", ("totals-0.json", "totals-1.json")
#: The least number of seconds between two files, and the least multiple of the time that writing
#: one takes.
_PAUSE, _TIMES = 1.0, 50

#: What a file of totals holds: sessions, seconds and arrays.
_Totals = tuple[int, float, dict[str, np.ndarray]]

log = logging.getLogger("boneyard")


def folder_word(folder: Path) -> str:
    """Return a folder as it is typed in a command: one called -x would be taken for an option."""
    name = str(folder)
    return shlex.quote(f"./{name}" if name.startswith("-") else name)


def _totals_in(content: dict[str, Any], tally: Tally, run: Run) -> _Totals:
    """Return sessions, seconds and arrays; one of many errors if this run cannot have kept them."""
    sessions, seconds = content["sessions"], float(content["seconds"])
    if type(sessions) is not int or not 0 < sessions <= run.sessions or (
            sessions % BLOCK and sessions < run.sessions):
        raise ValueError(f"{sessions} sessions")
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"{seconds} seconds")
    like = tally.arrays()
    if content["arrays"].keys() != like.keys():
        raise KeyError("arrays")
    return sessions, seconds, {name: safe_files.unpack(content["arrays"][name], array)
                               for name, array in like.items()}


class Checkpoint:
    """The folder of a run that is kept; one process has it at a time.

    Use it in a ``with`` statement, then ``begin`` a run or ``reopen`` one. ``out`` is the folder of
    the results, made if need be.
    """

    def __init__(self, out: str | Path) -> None:
        self.out = Path(out)
        self.folder = self.out / FOLDER
        self._made: list[Path] = []
        self._identity: dict[str, Any] = {}
        self._run: Run
        self._slot = 0
        self._next = time.perf_counter() + _PAUSE

    def __enter__(self) -> Self:
        made: list[Path] = []
        try:
            made = safe_files.make_folder(self.out)
            self.folder.mkdir(exist_ok=True)
            self._refuse_links()
            self._lock = safe_files.lock(self.folder / _LOCK)
        except OSError as error:
            with suppress(OSError):
                self.folder.rmdir()
            safe_files.remove_empty(made)
            raise self._cannot_write(error) from error
        self._made = made
        if self._lock is None:
            owner = ""
            with suppress(OSError):
                owner = (self.folder / _LOCK).read_text(encoding="utf-8")
            raise BoneyardError(
                f"folder {str(self.out)!r} is in use by another run ({owner or 'starting'}): wait "
                "for it to end, or choose another folder")
        # Shows a second process who has the folder. On a full disk it is left out: the
        # totals, which matter, will meet the full disk themselves.
        with suppress(OSError):
            owner = f"process {os.getpid()} on {socket.gethostname()}"
            os.truncate(self._lock.fileno(), 0)
            os.write(self._lock.fileno(), owner.encode())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not (self.folder / _NOTE).exists() and not self.has_totals:
            self.clear()
        if self._lock is not None:
            self._lock.close()

    def _refuse_links(self) -> None:
        """Raise ``BoneyardError`` if a link leads out of the folder, to what is foreign."""
        for place in (self.folder, *self.folder.iterdir()):
            if place.is_symlink():
                raise BoneyardError(f"{str(place)!r} is a link, which nothing is written through: "
                                    "remove it, or choose another folder")

    def _cannot_write(self, error: OSError) -> BoneyardError:
        return BoneyardError(
            f"folder {str(self.folder)!r} cannot be written ({refusal(error, named=True)})")

    @property
    def has_totals(self) -> bool:
        """Whether any sessions are kept."""
        return any((self.folder / slot).exists() for slot in _SLOTS)

    def refuse_unfinished(self) -> None:
        """Raise ``BoneyardError`` if an unfinished run is kept there."""
        if self.has_totals:
            raise BoneyardError(
                f"folder {str(self.out)!r} holds an unfinished run: complete it with boneyard "
                f"resume {folder_word(self.out)}, or remove {str(self.folder)!r} to give it up"
            )

    def begin(self, run: Run, note: dict[str, Any]) -> None:
        """Start to keep a run, with what is needed to set it up again, as JSON holds it."""
        self.refuse_unfinished()
        self._identity, self._run = identity(run), run
        self._write(_NOTE, {"identity": self._identity, "note": note})

    def reopen(self) -> dict[str, Any]:
        """Return the note of the run that is kept there; refuse that of another version."""
        path = self.folder / _NOTE
        try:
            content = safe_files.read(path)
        except FileNotFoundError:
            raise BoneyardError(f"folder {str(self.out)!r} holds no unfinished run") from None
        try:
            self._identity, note = dict(content["identity"]), dict(content["note"])
        except (KeyError, TypeError, ValueError):
            raise BoneyardError(f"{str(path)!r} is damaged: it is no note of a run") from None
        self._compare(of_this_computer())
        return note

    def check(self, run: Run) -> None:
        """Make sure that a run is, to the last detail, the one that is kept."""
        now = identity(run)
        if self._identity.keys() != now.keys():
            raise BoneyardError(f"{str(self.folder / _NOTE)!r} is damaged: it does not name all "
                                "that the results follow from")
        self._compare(now)
        self._run = run

    def _compare(self, here: dict[str, Any]) -> None:
        """Raise ``BoneyardError`` if the run was begun with anything other than what is here."""
        for key, now in here.items():
            begun = self._identity.get(key)
            if begun != now:
                before, after = difference(begun, now)
                raise BoneyardError(
                    f"the run in {str(self.out)!r} cannot go on here: it was begun with {key} "
                    f"{before}, not {after}; it goes on where that is as it was, and a new run is "
                    "for another folder"
                )

    def restore(self, tally: Tally) -> float:
        """Set a new tally to the newest totals that are whole; return the seconds they took."""
        kept = [self._read(slot, tally) for slot in (0, 1)]
        sessions = [0 if found is None else found[0] for found in kept]
        newest = sessions.index(max(sessions))
        if (found := kept[newest]) is None:
            return 0.0
        self._slot = 1 - newest
        tally.sessions, seconds, arrays = found
        for name, array in arrays.items():
            setattr(tally, name, array)
        return seconds

    def _read(self, slot: int, tally: Tally) -> _Totals | None:
        """Return the totals of a file; None, and a line in the log, if it is damaged."""
        path = self.folder / _SLOTS[slot]
        try:
            found = safe_files.read(path)
            if found["identity"] != self._identity:
                raise BoneyardError(f"{str(path)!r} belongs to another run")
            return _totals_in(found, tally, self._run)
        except FileNotFoundError:
            return None
        except (BoneyardError, OSError) as error:
            reason = str(error)
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError, zlib.error):
            # The checksum is right: somebody wrote it by hand.
            reason = f"{str(path)!r} is damaged: it does not hold the totals of this run"
        log.warning("%s; it is not used, and what it held is played again", reason)
        return None

    def save(self, tally: Tally, seconds: float, last: bool = False) -> None:
        """Keep a tally, unless one was kept a moment ago and this is not the ``last``."""
        now = time.perf_counter()
        if now < self._next and not last:
            return
        arrays = {name: safe_files.pack(value) for name, value in tally.arrays().items()}
        self._write(_SLOTS[self._slot], {
            "identity": self._identity, "sessions": tally.sessions, "seconds": seconds,
            "arrays": arrays,
        })
        self._slot = 1 - self._slot
        after = time.perf_counter()
        self._next = after + max(_PAUSE, _TIMES * (after - now))

    def _write(self, name: str, content: dict[str, Any]) -> None:
        try:
            safe_files.write(self.folder / name, content)
        except OSError as error:
            raise self._cannot_write(error) from error

    def clear(self) -> None:
        """Forget the run, which is over or was given up; remove the folders made for it if empty.
        Totals go before the note, so that a run killed in between can be resumed."""
        with suppress(OSError):
            for slot in _SLOTS:
                (self.folder / slot).unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        safe_files.remove_empty(self._made)


@contextmanager
def reserved(out: str | Path | None) -> Iterator[None]:
    """Lock the folder that this process will write into, if it has one, while it plays."""
    if out is None:
        yield
        return
    with Checkpoint(out) as folder:
        folder.refuse_unfinished()
        yield
