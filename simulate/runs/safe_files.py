"""Files that survive: locked by one process, replaced in one step, checked when read.

Arrays travel in them exactly (``pack``).
"""

import base64
import errno
import hashlib
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import numpy as np

from simulate.errors import BoneyardError, refusal

try:
    import fcntl
except ImportError:
    # Windows has other locks, which were not tried: there nothing keeps two runs out of one folder.
    fcntl = None  # type: ignore[assignment]  # Windows has none

_HEAD = "boneyard 1 sha256 "


def lock(path: Path) -> IO[str] | None:
    """Lock a file, made if need be, until the process ends or the file is closed.

    The system releases the lock when the process dies, however it dies, so no lock is ever left
    over. Returns the file, open to be read and written; None if another process has it.
    """
    # Not what a link leads to, and no pipe to wait for.
    never = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    while True:
        file = open(path, "a+", encoding="utf-8",  # noqa: SIM115  # whoever locks it closes it
                    opener=lambda name, flags: os.open(name, flags | never, 0o666))
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The process that had it may have removed the file between our opening and locking it.
            if path.exists() and path.stat().st_ino == os.fstat(file.fileno()).st_ino:
                return file
        except BlockingIOError:
            file.close()
            return None
        except OSError:
            file.close()
            raise
        file.close()


def make_folder(path: Path) -> list[Path]:
    """Make a folder if there is none; return those that we made, it and folders above it."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    return missing


def remove_empty(made: list[Path]) -> None:
    """Remove the folders that ``make_folder`` made if they are empty."""
    for folder in made:
        if not folder.exists() or any(folder.iterdir()):
            break
        folder.rmdir()


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file beside another one, and put it in its place when it is on the disk.

    If it cannot be written, an ``OSError``, the old content stays.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        part.unlink(missing_ok=True)  # left over, or a link or a pipe, which is not written into
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        _sync_folder(path.parent)
    except BaseException as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)  # a full disk names no place
        raise


@contextmanager
def named(path: str | Path) -> Iterator[IO[bytes]]:
    """Replace a file that a person named (``replacing``); raise ``BoneyardError`` if it fails."""
    try:
        with replacing(Path(path)) as file:
            yield file
    except OSError as error:
        raise BoneyardError(
            f"file {str(path)!r} cannot be written ({refusal(error, named=True)})") from error


def write_together(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put files into a folder, made if need be, which change only when all are written.

    If one cannot be written, an ``OSError``, the old ones stay.
    """
    made = make_folder(folder)
    try:
        with ExitStack() as stack:
            for name, content in files.items():
                file = stack.enter_context(replacing(folder / name))
                file.write(content)
                file.flush()
    finally:
        remove_empty(made)


def write(path: Path, content: Any) -> None:
    """Put JSON into a file in one step: the old content or the new is there whole."""
    body = json.dumps(content)
    with replacing(path) as file:
        file.write(f"{_HEAD}{_checksum(body)}\n{body}\n".encode())


def read(path: Path) -> Any:
    """Return the content of a file that ``write`` wrote.

    Raises ``BoneyardError`` if a single byte of it has changed, or ``write`` did not write it;
    ``FileNotFoundError`` if there is none.
    """
    if not path.exists():  # this also covers a name that no file can have
        raise FileNotFoundError(errno.ENOENT, "No such file", str(path))
    if not path.is_file():
        raise BoneyardError(f"{str(path)!r} is no file")
    head, _, body = path.read_bytes().decode(errors="replace").partition("\n")
    if head != f"{_HEAD}{_checksum(body.removesuffix(chr(10)))}":
        raise BoneyardError(f"{str(path)!r} is damaged: its checksum does not fit")
    try:
        return json.loads(body)
    except (RecursionError, ValueError) as error:
        # The checksum is right: somebody wrote it by hand.
        raise BoneyardError(f"{str(path)!r} is damaged: it is no JSON of ours") from error


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _sync_folder(folder: Path) -> None:
    """Make sure that a renaming outlives a power cut, where folders can be synchronised."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def pack(array: np.ndarray) -> dict[str, Any]:
    """Return an array as JSON can hold it, exactly."""
    if array.dtype == object:
        return {"integers": array.tolist()}
    plain = array.astype(array.dtype.newbyteorder("<"))
    return {"bytes": base64.b64encode(zlib.compress(plain.tobytes(), 1)).decode()}


def unpack(packed: dict[str, Any], like: np.ndarray) -> np.ndarray:
    """Return the array that ``pack`` packed, like another; ``ValueError`` if it is not."""
    if like.dtype == object:
        array = np.array(packed["integers"], object)
        if array.shape != like.shape and array.size:
            raise ValueError(f"shape {array.shape} is not {like.shape}")
        if not all(type(number) is int for number in array.flat):
            raise ValueError("no integers")
        return array.reshape(like.shape)
    raw = zlib.decompress(base64.b64decode(packed["bytes"]))
    array = np.frombuffer(raw, like.dtype.newbyteorder("<"))
    return array.astype(like.dtype).reshape(like.shape)
