"""Arrays that take long to work out: the library's own are shipped, others are kept on disk.

Their key is everything that they follow from but the code. A test compares what is shipped with
what is measured (``python -m scripts.ship_numbers`` makes it anew). What is kept lies beside the
compiled code, by the state of the modules that work it out.
"""

import hashlib
import io
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulate.machine.sources import KeptFiles, code_hash, folder_in_use, is_ours
from simulate.runs.run import Run

Arrays = dict[str, np.ndarray]

#: What was asked for while all is worked out anew: the arrays of each file.
_anew: list[dict[Path, Arrays]] = []


@dataclass(frozen=True)
class KeptNumbers:
    """Numbers of one kind."""

    name: str  #: of their files
    again: str  #: what happens to them where a file is damaged
    most: int  #: so many are kept, those of the last keys
    shipped: Path | None = None  #: the file of the library's own

    def get(self, key: Any, code: Collection[str], work_out: Callable[[], Arrays]) -> Arrays:
        """Return the arrays of a key, which these modules (``code``) work out if there are none."""
        begin = f"{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}-"
        files: KeptFiles | None = None
        if self.shipped is not None:
            with nullcontext(_anew[0].setdefault(self.shipped, {})) if _anew else np.load(
                    self.shipped, allow_pickle=False) as arrays:
                found = {name.removeprefix(begin): arrays[name]
                         for name in arrays if name.startswith(begin)}
            if found:
                return found
        if not _anew:
            with suppress(OSError):
                files = KeptFiles(folder_in_use("numbers"), self.name, (
                    code_hash(*sorted(code)), np.__version__), self.again)
                body = files.load(key)
                if body is not None:
                    with np.load(io.BytesIO(body), allow_pickle=False) as file:
                        return dict(file)
        found = work_out()
        if _anew and self.shipped is not None:
            _anew[0][self.shipped] |= {f"{begin}{name}": one for name, one in found.items()}
        if files is not None:
            with suppress(OSError):  # a cache that cannot be written never ends a run
                content = io.BytesIO()
                np.savez(content, **found)  # type: ignore[arg-type]  # no array is allow_pickle
                files.save(key, content.getvalue())
                files.keep(self.most)
        return found


@contextmanager
def worked_out_anew() -> Iterator[dict[Path, Arrays]]:
    """Work out all that is asked for; return what belongs into the files of what is shipped."""
    _anew.append({})
    try:
        yield _anew[0]
    finally:
        _anew.clear()


def seated(run: Run) -> tuple[tuple[Any, ...], set[str]] | None:
    """Return what a table follows from, and its modules; None with a person's own strategy."""
    functions = [function for player in run.players for function in player.decisions.values()
                 if function is not None]
    if not all(is_ours(function) and function.__closure__ is None for function in functions):
        return None
    # Good players share one chart, of megabytes.
    charts = {id(chart): hashlib.sha256(b"" if chart is None else chart.tobytes()).hexdigest()
              for chart in {id(player.chart): player.chart for player in run.players}.values()}
    who = [(player.label, [(name, function.__module__, function.__qualname__)
                           for name, function in player.decisions.items() if function is not None],
            dict(player.parameters), charts[id(player.chart)]) for player in run.players]
    return (run.game, run.rules, who), {
        f"simulate.games.{run.game}.game", *(function.__module__ for function in functions)}
