"""Files of the cache folder: named for what they hold, replaced in one step, checked when read."""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from contextlib import suppress
from pathlib import Path

_HEAD = b"boneyard kernel 1\n"

log = logging.getLogger("boneyard")


class KeptFiles:
    """The files of one function in the cache folder.

    Parameters
    ----------
    folder : Path
    name : str
        What the files begin with.
    stamp : object
        Changes with what their content follows from.
    loss : str
        What is said of a damaged file after its name.
    """

    def __init__(self, folder: Path, name: str, stamp: object, loss: str) -> None:
        self._folder, self._name, self._stamp, self._loss = folder, name, stamp, loss

    def _path(self, key: object) -> Path:
        digest = hashlib.sha256(repr((self._stamp, key)).encode()).hexdigest()
        return self._folder / f"{self._name}.{digest[:32]}.nbc"

    def load(self, key: object) -> bytes | None:
        """Return what was saved under a key; None if nothing was, or it is damaged."""
        path = self._path(key)
        try:
            # A pipe in its place would be waited for.
            content = path.read_bytes() if path.is_file() or not path.exists() else b""
        except FileNotFoundError:
            return None
        body = content[len(_HEAD) + 64 :]
        if content[: len(_HEAD) + 64] != _HEAD + hashlib.sha256(body).hexdigest().encode():
            log.warning("%r is damaged: %s", str(path), self._loss)
            path.unlink(missing_ok=True)
            return None
        return body

    def save(self, key: object, body: bytes) -> None:
        """Put data into its file in one step.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, part = tempfile.mkstemp(dir=self._folder, prefix=".part-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_HEAD + hashlib.sha256(body).hexdigest().encode() + body)
            Path(part).replace(self._path(key))
        except OSError:
            with suppress(OSError):
                Path(part).unlink()
            raise

    def all(self) -> list[Path]:
        """Return the files that are there, those written last first."""
        written = {}
        for path in self._folder.glob(f"{self._name}.*.nbc"):
            with suppress(OSError):  # another process may have removed it
                written[path] = path.stat().st_mtime_ns
        return sorted(written, key=lambda path: written[path], reverse=True)

    def keep(self, files: int) -> None:
        """Remove all but so many of those written last."""
        for path in self.all()[files:]:
            path.unlink(missing_ok=True)
