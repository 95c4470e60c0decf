"""Texts on the terminal, for commands that print no tables."""

from __future__ import annotations

import re
import shutil
import textwrap

import typer

#: Blanks between the columns of a text: what is too long goes on below the last column.
_BETWEEN = re.compile(r" {3,}(?=\S)")


def say(text: str) -> None:
    """Print a text whose lines are broken between words where the terminal ends."""
    width = shutil.get_terminal_size().columns
    typer.echo("\n".join(part for line in text.split("\n") for part in fitted(line, width)))


def fitted(line: str, width: int) -> list[str]:
    """Break a line that is too long; its parts stand below its last column, or further in."""
    if len(line) <= width:
        return [line]
    indent = len(line) - len(line.lstrip())
    columns = [found.end() for found in _BETWEEN.finditer(line) if found.end() <= width // 2]
    begins = max(columns, default=indent)
    parts = textwrap.wrap(
        line[begins:], width, initial_indent=" " * begins,
        subsequent_indent=" " * (begins if begins > indent else indent + 2),
        break_long_words=False, break_on_hyphens=False)
    return [line[:begins] + parts[0][begins:], *parts[1:]]
