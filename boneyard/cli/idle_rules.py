"""Rules that a person chose and that change nothing at the table are told beside the answer."""

from __future__ import annotations

import typer

from reports.results.commands import without_effect
from simulate.games.rules import Rules


def tell_idle_rules(rules: Rules, quiet: bool = False) -> None:
    """Say which chosen rules change nothing, where it is in no one's way: hands may be JSON."""
    if not quiet and (said := without_effect(rules)):
        typer.echo(said, err=True)
