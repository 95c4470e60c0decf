"""A report as files in a folder: all of them, or none."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from reports.draw import style
from reports.later import pd
from reports.page.document import Document, Frames
from reports.page.html import FIRST, NUMBERS, render, render_first
from reports.page.tidied import as_numbers, tidy
from simulate.errors import BoneyardError, read_place, refusal
from simulate.runs import safe_files
from simulate.runs.adding import TOTALS


class Report(Document):
    """Everything that is written into a folder, and shown on its page.

    Examples
    --------
    >>> import boneyard
    >>> report = boneyard.simulate("casino", "random", players=3, sessions=100, jobs=1).report()
    >>> report.title
    'Domino Casino'
    >>> report.page().startswith("<!DOCTYPE html>")
    True
    """

    def pages(self) -> dict[str, str]:
        """Return its HTML pages by the names of their files; none needs another file."""
        return render(self)

    def page(self) -> str:
        """Return the page that people open; ``pages`` has the one behind it, too."""
        return self.pages()[FIRST]

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables by name; their ``attrs`` hold where they come from, and units."""
        meanings, found = self.meanings, Frames()
        for name, frame in self.frames().items():
            found[name] = frame.copy(deep=False)
            found[name].attrs.update({
                **self.attrs(name, frame, meanings), "seed": self.summary["seed"],
                "command": self.summary["command"]})
        return found

    def tidy(self) -> pd.DataFrame:
        """Return the numbers of all tables in one frame, as ``tidy(long=True)`` of a result has."""
        found: pd.DataFrame = pd.concat([
            tidy({str(key): value for key, value in frame.attrs.items()}, as_numbers(name, frame))
            for name, frame in self.tables.items()], ignore_index=True)
        return found

    def save(
        self, folder: str | Path, overwrite: bool = False, figures: bool = True,
    ) -> Path:
        """Write ``summary.json``, the pages, ``tables/`` and ``figures/`` into a folder.

        Everything is written to a place within the folder first and then moved, ``index.html`` and
        ``summary.json`` last, so that an error on the way leaves the folder as it was. What an
        earlier report wrote is removed if this one has nothing of that name; all other files stay.

        Parameters
        ----------
        folder : str or Path
        overwrite : bool
            Whether a finished report in the folder is replaced.
        figures : bool
            Whether figures are drawn, for ``figures/`` and the pages.

        Raises
        ------
        BoneyardError
            If the folder cannot be written, holds a finished report that is not to be replaced, or
            another report is being written into it.
        """
        report = self if figures else self.undrawn()
        return written(folder, overwrite, partial(_write, report), self.totals is not None)


def written(
    folder: str | Path, overwrite: bool, write: Callable[[Path], None], has_totals: bool = False,
) -> Path:
    """Let the files of a report be written somewhere, and then replace those of a folder."""
    path = check_folder(folder, overwrite)
    made: list[Path] = []
    try:
        made = safe_files.make_folder(path)
        with _held(path):
            _check_finished(path, overwrite)
            _clear_left_over(path)
            workshop = Path(tempfile.mkdtemp(prefix=_WORKSHOP, dir=path))
            # Where descriptors run out on the way, one is left to look into the folder with.
            spare = os.open(os.devnull, os.O_RDONLY)
            try:
                (workshop / _MARK).touch()
                write(workshop)
                before = files_listed(path)
                _move(workshop, path)
                for name in before - files_listed(path):
                    (path / name).unlink(missing_ok=True)
                if not has_totals and _is_ours(path / TOTALS):
                    (path / TOTALS).unlink()
            finally:
                os.close(spare)
                _remove(workshop)
    except OSError as error:
        raise BoneyardError(
            f"folder {str(folder)!r} cannot be written ({refusal(error)})") from error
    finally:
        safe_files.remove_empty(made)
    return path


#: Files of an earlier report that a later one removes from its folder.
_OURS = re.compile(rf"(tables|figures)/[\w-]+\.(csv|parquet|png|svg)|{re.escape(NUMBERS)}|"
                   r"practice\.(json|txt)|review\.(jsonl|txt)|hands\.parquet")
#: How the names of the folders begin where files are written before they are moved to their places,
#: and the empty file by which we recognise such a folder as ours.
_WORKSHOP, _MARK = ".boneyard-being-written-", "made-by-boneyard"
#: The file that a process locks while it moves files into a folder.
_LOCK = ".boneyard-being-written.lock"
_FILES, _FOLDERS = ("summary.json", FIRST, NUMBERS, TOTALS), ("tables", "figures")
#: A spreadsheet reads a cell that begins with one of these as a formula, full-width ones too, and
#: two numbers with a sign between them as a date or a time: a tile 6-3 would be the third of June.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001
_DATE = re.compile(r"\s*\d{1,4}([-/.:]\d{1,4}){1,2}\s*")


def check_folder(folder: str | Path, overwrite: bool = False) -> Path:
    """Return the folder, which need not exist yet; raise ``BoneyardError`` if files cannot be
    written into it, one of our names is taken there by something of another kind, or it holds a
    report that must stay."""
    path = read_place(folder)
    try:
        nearest = next(place for place in (path, *path.parents) if place.exists())
        tempfile.TemporaryFile(dir=nearest).close()
        _check_places(path, [*(path / name for name in _FILES)], [path / n for n in _FOLDERS])
        _check_finished(path, overwrite)
    except OSError as error:
        reason = refusal(error, named=True)
        raise BoneyardError(
            f"folder {str(folder)!r} cannot be written ({reason}): choose another") from error
    return path


@contextmanager
def first_page(folder: Path, aside: Path) -> Iterator[Callable[[Document], Path]]:
    """Yield what writes the first page of a report whose numbers follow. If they do not, the page
    of an earlier report comes back, which is kept ``aside``; without one the first page stays."""
    page = folder / FIRST

    def write(report: Document) -> Path:
        try:
            if page.is_file() and not aside.exists():
                with safe_files.replacing(aside) as file:
                    file.write(page.read_bytes())
            with safe_files.replacing(page) as file:
                file.write(render_first(report).encode())
        except OSError as error:
            raise BoneyardError(
                f"folder {str(folder)!r} cannot be written ({refusal(error)})") from error
        return page

    try:
        yield write
    except BaseException:
        with suppress(OSError):
            aside.replace(page)
        raise


def _check_finished(folder: Path, overwrite: bool) -> None:
    """Raise ``BoneyardError`` if a folder holds a report that must stay."""
    if not overwrite and (folder / "summary.json").exists():
        raise BoneyardError(f"folder {str(folder)!r} holds a finished report: choose another "
                            "folder, or replace it with --overwrite (in Python: overwrite=True)")


def _check_places(folder: Path, files: Iterable[Path], folders: Iterable[Path]) -> None:
    """Raise ``BoneyardError`` if what is to be a file is a folder, or the other way round."""
    for place in files:
        if place.exists() and not place.is_file():
            raise BoneyardError(f"folder {str(folder)!r} cannot be written: {str(place)!r} is in "
                                "the way, which is no file")
    for place in folders:
        if place.exists() and not place.is_dir():
            raise BoneyardError(f"folder {str(folder)!r} cannot be written: {str(place)!r} is in "
                                "the way, which is no folder")
        if place.exists() and not os.access(place, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, f"no right to write in {str(place)!r}")


def _remove(folder: Path) -> None:
    """Remove a folder with one file descriptor, where ``shutil.rmtree`` needs several."""
    with suppress(OSError):
        for place, _, names in os.walk(folder, topdown=False):
            for name in names:
                (Path(place) / name).unlink()
            Path(place).rmdir()


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Reserve a folder for this report while its files are moved there."""
    place = folder / _LOCK
    held = safe_files.lock(place)
    if held is None:
        raise BoneyardError(f"folder {str(folder)!r}: another report is being written there; "
                            "wait for it, or choose another folder")
    try:
        yield
    finally:
        place.unlink(missing_ok=True)
        held.close()


def _clear_left_over(folder: Path) -> None:
    """Remove what a killed process left half saved; the lock shows that no other one is saving."""
    for left_over in folder.glob(f"{_WORKSHOP}*"):
        if (left_over / _MARK).is_file() and not left_over.is_symlink():
            shutil.rmtree(left_over, ignore_errors=True)


def _write(report: Report, folder: Path) -> None:
    """Write all files of a report."""
    for name in ("tables", "figures"):
        (folder / name).mkdir()
    meanings = report.meanings
    for name, frame in report.tables.items():
        frame.attrs["meanings"] = {key: meant for key, meant in meanings.items()
                                   if key.startswith(f"{name}.")}
        write_csv(frame, folder / "tables" / f"{name}.csv")
        frame.to_parquet(folder / "tables" / f"{name}.parquet")
    for name, picture in report.pictures().items():
        (folder / "figures" / f"{name}.png").write_bytes(picture.png)
        svg = style.on_paper(picture.drawing)
        (folder / "figures" / f"{name}.svg").write_text(svg, encoding="utf-8")
    for name, page in render(report).items():
        (folder / name).write_text(page, encoding="utf-8")
    for name, content in report.files.items():
        (folder / name).write_bytes(content)
    order = [*report.frames()]  # tables come back in this order
    files = sorted([*report.files, *(path.relative_to(folder).as_posix() for path in sorted(
        (*folder.glob("*/*"), *folder.glob(NUMBERS))))],
        key=lambda name: order.index(Path(name).stem) if name.startswith("tables/") else -1)
    summary = json.dumps({**report.summary, "files": files}, indent=2, ensure_ascii=False)
    (folder / "summary.json").write_text(summary + "\n", encoding="utf-8")
    if report.totals is not None:
        safe_files.write(folder / TOTALS, report.totals)


def write_csv(frame: pd.DataFrame, path: Path) -> None:
    """Write a table as CSV: levels of the index that have a name are its first columns."""
    only_counted = frame.index.names == [None]
    without_formulas(frame).to_csv(path, index=not only_counted)


def _is_ours(path: Path) -> bool:
    """Return whether a file holds totals of ours, and is not a person's own of that name."""
    try:
        safe_files.read(path)
    except (OSError, ValueError):
        return False
    return True


def without_formulas(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose texts no spreadsheet reads as formulas or dates: it puts an apostrophe
    first, in names of columns as well, since some tables have one for each strategy."""
    def plain(cell: Any) -> Any:
        is_read = isinstance(cell, str) and (cell.startswith(_FORMULA) or _DATE.fullmatch(cell))
        return f"'{cell}" if is_read else cell

    shown = frame.copy()
    for name in shown.columns:
        if not pd.api.types.is_numeric_dtype(shown[name]):
            shown[name] = shown[name].map(plain)
    if len(shown):  # an index of several levels would lose them where there is no row
        shown.index = shown.index.map(
            lambda key: tuple(map(plain, key)) if isinstance(key, tuple) else plain(key))
        shown.index.names = frame.index.names
    shown.columns = shown.columns.map(plain)
    return shown


def files_listed(folder: Path) -> set[str]:
    """Return the files of ours that a folder's summary lists; none if it has no such list."""
    try:
        listed = json.loads((folder / "summary.json").read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, RecursionError, TypeError):
        return set()
    names = listed if isinstance(listed, list) else []
    return {name for name in names if isinstance(name, str) and _OURS.fullmatch(name)}


def _move(source: Path, target: Path) -> None:
    """Move finished files to their places, each in one step."""
    places = {path: target / path.relative_to(source) for path in source.rglob("*")
              if path.is_file() and path.name != _MARK}
    _check_places(target, places.values(), {place.parent for place in places.values()})
    # Whoever is killed before the summary is there has finished nothing, and may start again.
    for path in sorted(places, key=lambda file: (file.name == "summary.json", file.name == FIRST)):
        place = places[path]
        place.parent.mkdir(parents=True, exist_ok=True)
        path.replace(place)
