"""Options that belong together reach a command as one object."""

from typing import Annotated

import typer
from typer.testing import CliRunner

from boneyard.cli.options import TABLE_OF_A_HAND, WORKERS, TableOptions, WorkerOptions, with_groups

seen = []


def command(
    table: Annotated[TableOptions, TABLE_OF_A_HAND.without("preset").but(game=(str, "pool"))],
    workers: Annotated[WorkerOptions, WORKERS],
    own: str = "",
) -> None:
    """Keep what was asked for."""
    seen.append((table, workers, own))


def called(*words: str) -> object:
    app = typer.Typer()
    app.command()(with_groups(command))
    done = CliRunner().invoke(app, words, standalone_mode=False)
    return seen.pop() if done.exception is None else done.exception


def test_a_group_reaches_the_command_as_one_object():
    table, workers, own = called("--rule", "draw=may", "--players", "3", "--own", "x", "-j", "2")
    assert table == TableOptions("pool", "3", None, None, ["draw=may"])
    assert workers == WorkerOptions("2")
    assert own == "x"


def test_an_option_that_was_taken_out_does_not_exist():
    assert "--preset" in called("--preset", "pagat").format_message()
    assert "--hands" in called("--hands", "3").format_message()
