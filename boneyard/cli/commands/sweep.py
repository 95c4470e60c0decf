"""What ``sweep`` does."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from boneyard.cli.idle_rules import tell_idle_rules
from boneyard.cli.options import TableOptions, check_memory
from reports.studies.duel.sweep import read_vary
from simulate.errors import BoneyardError
from simulate.runs.run import count_jobs
from simulate.runs.safe_files import replacing


def _checked(file: str | None) -> Path | None:
    """Return the file to write, if it is one that can be written."""
    if file is None:
        return None
    path = Path(file)
    if path.suffix != ".csv":
        raise BoneyardError(f"file {file!r} does not end with .csv")
    if path.exists() or not path.parent.is_dir():
        why = "exists already" if path.exists() else "is in a folder that does not exist"
        raise BoneyardError(f"file {file!r} {why}: name another")
    return path


def sweep_and_show(
    table: TableOptions, vary: str, jobs: str | None, file: str | None, quiet: bool
) -> None:
    """Play a table at every value; print what comes of it and a table, and write all of it.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    what, values = read_vary(vary)
    path = _checked(file)
    check_memory()
    from boneyard.cli.terminal import print_table
    from reports.page.document import Column, Table
    from reports.request import read_rules
    from reports.studies.duel.run_sweep import sweep

    rules = {"preset": table.preset, **table.changes()}
    if "." in what:  # a rule that is varied may decide which of the others matter
        tell_idle_rules(read_rules(table.game, rules), quiet)
    found = sweep(
        table.game, what, values, table.lineup, table.players,
        rules, table.sessions, table.hands, table.seed,
        None if jobs is None else count_jobs(jobs), progress=None if not quiet else False)
    if path is not None:
        with replacing(path) as opened:
            opened.write(found.to_csv().encode())
    if quiet:
        return
    console = Console()
    for sentence in found.answer:
        console.print(Text(f"- {sentence}"))
    frame = found.reset_index()
    who = [Column("strategy", "strategy", "text")] if "strategy" in frame else []
    made = () if found.alike else (
        Column(found.unit, f"{found.unit} a hand", "signed"),
        Column("gain", f"more than with {frame[what].iloc[0]}", "signed"))
    print_table(Table("sweep", f"{what} varied, on the same deals", frame, (
        Column(what, what, "text"), *who, *made, *found.counted)), console)
    console.print(Text("\nBehind a number stands its 95% interval, clustered by session.",
                       style="dim"))
