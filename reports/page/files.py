"""A report as files in a folder: all of them, or none."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.errors import BoneyardError
from simulate.runs import safe_files

if TYPE_CHECKING:
    from reports.page.document import Document

#: What a folder may hold that a later report of other tables and figures takes away.
_OURS = re.compile(r"(tables|figures)/[\w-]+\.(csv|parquet|png|svg)")
#: How the folders begin where files are written before they are moved to their places.
_WORKSHOP = ".boneyard-"


def _nearest(folder: Path) -> Path:
    """Return the folder, or the first one above it that there is."""
    while not folder.exists():
        folder = folder.parent
    return folder


def check_folder(folder: str | Path) -> Path:
    """Return the folder, which need not exist yet, if files can be written into it.

    Raises
    ------
    BoneyardError
        If it is a file, or cannot be written.
    """
    path = Path(folder)
    if not str(folder) or "\0" in str(folder):
        raise BoneyardError(f"folder {str(folder)!r} is no name of a folder")
    try:
        tempfile.TemporaryFile(dir=_nearest(path)).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise BoneyardError(
            f"folder {str(folder)!r} cannot be written ({reason}): choose one that can"
        ) from error
    return path


def save(report: Document, folder: str | Path) -> Path:
    """Write ``summary.json``, ``index.html``, ``tables/`` and ``figures/`` into a folder.

    Everything is written within the folder first and then moved to its place, the page last, so
    that an error on the way leaves the folder as it was.  Tables and figures of the report
    before are taken away, where this one has none of that name; all other files stay.

    Raises
    ------
    BoneyardError
        If the folder cannot be written.
    """
    path = check_folder(folder)
    try:
        made = safe_files.make_folder(path)
        for left_over in path.glob(f"{_WORKSHOP}*"):  # by a process that was killed there
            shutil.rmtree(left_over, ignore_errors=True)
        workshop = Path(tempfile.mkdtemp(prefix=_WORKSHOP, dir=path))
    except OSError as error:
        raise BoneyardError(f"folder {str(folder)!r}: {error}") from error
    try:
        _write(report, workshop)
        before = _files_listed(path)
        _move(workshop, path)
        for name in before - _files_listed(path):
            (path / name).unlink(missing_ok=True)
    except OSError as error:
        raise BoneyardError(f"folder {str(folder)!r}: {error}") from error
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
        safe_files.remove_empty(made)
    return path


def _write(report: Document, folder: Path) -> None:
    """Write all files of a report."""
    from reports.draw import style
    from reports.page.html import render

    for name in ("tables", "figures"):
        (folder / name).mkdir()
    for name, frame in report.frames().items():
        frame.to_csv(folder / "tables" / f"{name}.csv")
        frame.to_parquet(folder / "tables" / f"{name}.parquet")
    for name, picture in report.pictures().items():
        (folder / "figures" / f"{name}.png").write_bytes(style.png(picture.figure))
        svg = style.svg(picture.figure)
        (folder / "figures" / f"{name}.svg").write_text(svg, encoding="utf-8")
    files = sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*"))
    summary = json.dumps({**report.summary, "files": files}, indent=2, ensure_ascii=False)
    (folder / "summary.json").write_text(summary + "\n", encoding="utf-8")
    (folder / "index.html").write_text(render(report), encoding="utf-8")


def _files_listed(folder: Path) -> set[str]:
    """Return the tables and figures that a folder's summary lists; none if it has no such list."""
    try:
        listed = json.loads((folder / "summary.json").read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    names = listed if isinstance(listed, list) else []
    return {name for name in names if isinstance(name, str) and _OURS.fullmatch(name)}


def _move(source: Path, target: Path) -> None:
    """Move finished files to their places, each in one step."""
    files = [path for path in source.rglob("*") if path.is_file()]
    for path in sorted(files, key=lambda file: file.name == "index.html"):
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        path.replace(place)
