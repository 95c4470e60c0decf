"""What ``tune`` does."""

from __future__ import annotations

import time
from collections.abc import Callable

from boneyard.cli.commands.solve import says_how_to_go_on, working, write_and_show
from boneyard.cli.idle_rules import tell_idle_rules
from boneyard.cli.options import TableOptions, check_memory
from reports.progress import is_watched
from simulate.errors import BoneyardError
from simulate.runs.resuming import reserved

#: Seconds between two lines if no person watches.
_SECONDS = 60.0


def tune_and_show(
    table: TableOptions, parameters: str | None, against: str, trials: str, jobs: str | None,
    file: str | None, out: str | None, quiet: bool, overwrite: bool,
) -> None:
    """Tune a strategy; print what came of it, and write its file and its page if named.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    from reports.page.files import check_folder
    from reports.studies.tune.tuning import Tuning

    assert isinstance(table.lineup, str)
    check_memory()
    names = None if parameters is None else [name.strip() for name in parameters.split(",")]
    if names == [""]:
        raise BoneyardError("parameters: name one or more, or leave the option out for all")
    tuning = Tuning.of(
        table.lineup, table.game, names, against, table.players,
        {"preset": table.preset, **table.changes()}, trials, table.sessions, table.hands,
        table.seed, jobs, file)
    if out is not None:
        check_folder(out, overwrite)
    tell_idle_rules(tuning.run.rules, quiet)
    with reserved(out):
        with says_how_to_go_on(tuning.kept), working("Tuning", quiet) as tell:
            found = tuning.carry_out(tell if is_watched() else _now_and_then(tell))
        write_and_show(found, out, quiet)
    tuning.forget()
    if not quiet:
        print(f"Play it: {tuning.at_the_table(file or found.lineup)}")


def _now_and_then(tell: Callable[[float, str], None]) -> Callable[[float, str], None]:
    """Return a progress callback that prints only from time to time."""
    last = time.monotonic()

    def seldom(share: float, words: str) -> None:
        nonlocal last
        if time.monotonic() - last >= _SECONDS:
            last = time.monotonic()
            tell(share, words)

    return seldom
