"""Texts on the terminal, for commands that print no tables."""

import re
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

import typer

#: Blanks between the columns of a text: what is too long goes on below the last column.
_BETWEEN = re.compile(r" {3,}(?=\S)")


def echo(text: str) -> None:
    """Print a text whose lines end where the terminal does."""
    typer.echo("\n".join(within(text, shutil.get_terminal_size().columns)))


def within(text: str, width: int) -> Iterator[str]:
    """Yield the lines of a text, those too long in parts below each other."""
    for length, lines in groupby(text.split("\n"), len):
        some = list(lines)
        if length <= width:
            yield from some
        elif len(some) > 1 and len(spans := _columns(some)) > 1:
            yield from _apart(some, spans, width)
        else:
            for line in some:
                yield from _wrapped(line, width)


def _columns(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return where each column of an aligned table begins and ends."""
    shadow = "".join(" " if set(cells) == {" "} else "x" for cells in zip(*lines, strict=True))
    return [found.span() for found in re.finditer(r"x( ?x)*", shadow)]


def _apart(lines: Sequence[str], spans: Sequence[tuple[int, int]], width: int) -> Iterator[str]:
    """Yield the columns of a table in groups that fit, each behind the first column."""
    (_, key), *others = spans
    while others:
        room, many = width - key, 0
        for begin, end in others:
            room -= end - begin + 2
            many += room >= 0 or many == 0
        for line in lines:
            yield line[:key] + "".join(f"  {line[begin:end]}" for begin, end in others[:many])
        others = others[many:]


def _wrapped(line: str, width: int) -> list[str]:
    """Break a line between words."""
    indent = len(line) - len(line.lstrip())
    columns = [found.end() for found in _BETWEEN.finditer(line) if found.end() <= width // 2]
    begins = max(columns, default=indent)
    further = begins if begins > indent else indent and indent + 2
    parts = textwrap.wrap(
        line[begins:], width, initial_indent=" " * begins, subsequent_indent=" " * further,
        break_long_words=False, break_on_hyphens=False)
    return [line[:begins] + parts[0][begins:], *parts[1:]]
