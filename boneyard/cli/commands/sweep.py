"""The command ``sweep``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from boneyard.cli import options as opt
from reports import api
from reports.request import OUTPUT
from simulate.places import output_path

if TYPE_CHECKING:
    from reports.results.short_table import SweptTable


def sweep(
    asked: Annotated[dict[str, Any], opt.options_of(
        api.sweep, "parameter", "values", "backend")],
    vary: Annotated[str, opt.option(
        "--vary", "WHAT=VALUES", "A strategy's parameter, [b]bold.risk=0.1:0.5:0.1[/b] (from, to, "
        "step), or a rule, [b]penalty=cap:20,cap:40[/b].")],
    file: Annotated[str | None, opt.option(
        "--file", "FILE.csv", "Write the whole table, with every figure of a run.", OUTPUT,
        is_place=True)] = None,
    overwrite: Annotated[bool, opt.option(
        "--overwrite", None, "Replace a file that is there.", OUTPUT)] = False,
    quiet: opt.Quiet = False,
) -> None:
    """Play a table at several values of a parameter or a rule, on the same deals.

    [b]Examples[/b]

    boneyard sweep loo --vary bold.risk=0.1:0.5:0.1

    boneyard sweep loo --vary penalty=cap:20,cap:40,unlimited --lineup banker,bold,book,solved
    """
    from reports.studies.duel.values import read_vary

    what, values = read_vary(vary)
    path = None if file is None else output_path(file, ".csv", overwrite)
    opt.check_memory()
    found = api.sweep(asked.pop("game"), what, values, **asked, progress=not quiet)
    if path is not None:
        from reports.page.files import without_formulas
        from simulate.runs.safe_files import named

        with named(path) as opened:
            opened.write(without_formulas(found).to_csv().encode())
    if not quiet:
        _show(found, what)


def _show(found: SweptTable, what: str) -> None:
    """Print the answer and its table."""
    from rich.console import Console
    from rich.text import Text

    from boneyard.cli.terminal import print_table
    from reports.page.document import Column, Table

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
