"""The door of the Python interface: what is of another kind than asked for is refused there.

Numbers, line-ups and rules may be written in many ways, and their readers refuse what is wrong with
them. What is left, texts and lists of them for the most part, is judged here by what a function's
own signature says, so that code behind it need not ask again.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from os import PathLike
from pathlib import Path
from reprlib import Repr
from types import UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin

from reports.options import Asked, asked_by, documented
from reports.request import Wish, WishOfWords
from reports.results.commands import in_python, notes, without_effect
from simulate.arguments import bind
from simulate.errors import BoneyardError
from simulate.games.game import game_names
from simulate.games.rules import Rules
from simulate.runs.interrupting import interruptible
from simulate.runs.run import Run
from strategies.lineup import Entry

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


class TableNote(UserWarning):
    """What to know of a table: rules that change nothing, a solution for other rules."""


_Table = TypeVar("_Table", Run, Rules)


def noted(table: _Table) -> _Table:
    """Warn whoever called us of what is to be known of a table, or of its rules; return it."""
    warn(without_effect(table) if isinstance(table, Rules)
         else " ".join(filter(None, (notes(table), in_python(table)))))
    return table


def warn(note: str) -> None:
    """Warn whoever called us, if there is anything to know."""
    level, frame = 1, sys._getframe()
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith("reports."):
        level, frame = level + 1, frame.f_back
    if note:
        warnings.warn(note, TableNote, stacklevel=level)


_PROGRESS = "True, False or a function"
#: What arguments may be, in words, by their types; those of other types are read, not checked.
_WORDS: dict[Any, str] = {
    str: "a text", bool: "True or False", str | Iterable[object]: "a text or a list",
    Iterable[object]: "a list", Sequence[str]: "a list of texts",
    str | Sequence[str]: "a text or a list of texts",
    str | Sequence[str] | None: "a text or a list of texts",
    str | Mapping[str, Any]: "a text, or a hand of the exchange format",
    str | Sequence[Mapping[str, Any]]:
        "the name of a file, or a list of hands of the exchange format",
    Mapping[int, Entry] | Sequence[str] | None: "seats with their strategies, as in {1: 'bold'}",
    str | Path | None: "the name of a file", str | Path: "the name of a folder",
    Wish: _PROGRESS, WishOfWords: _PROGRESS}


def _fits(value: object, kind: Any) -> bool:
    """Return whether a value is of a type, as far as hands, which have a reader of their own."""
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        return any(_fits(value, part) for part in get_args(kind))
    base, parts = get_origin(kind) or kind, get_args(kind)
    if base is Path:
        return isinstance(value, PathLike)
    if base in (Iterable, Sequence):
        return (isinstance(value, Sequence if parts[0] is str else Iterable)
                and not isinstance(value, bytes | Mapping)
                and (parts[0] is not str or all(isinstance(one, str) for one in value)))
    return isinstance(value, base)


_brief = Repr()
_brief.maxother = _brief.maxstring = 60


def _check_order(name: str, given: Mapping[str, Any]) -> None:
    """Recognise arguments as they were before the game came first, and give the order of today."""
    first, *others = given.items()
    if first[0] != "game" or str(first[1]) in (games := game_names()):
        return
    for other, value in others:
        if other in ("lineup", "strategy") and isinstance(value, str) and value in games:
            raise BoneyardError(f"{name}({first[1]!r}, {value!r}): the game comes first, as in "
                                f"{name}({value!r}, {first[1]!r})")


def _read(name: str, value: Any, one: Asked, order: str) -> Any:
    """Return an argument as its option reads it; refuse what its type does not allow."""
    if one.type in _WORDS and not _fits(value, one.type):
        raise BoneyardError(f"{name} is {_brief.repr(value)}: give {_WORDS[one.type]}{order}")
    is_given = value is not None or one.default is not None
    return one.options[0].read(value, name) if one.options and is_given else value


def read_arguments(
    function: Callable[..., Any], given: dict[str, Any], order: str = "",
) -> dict[str, Any]:
    """Return arguments as the options of a function read them, those of ``**options`` by name."""
    for name, one in asked_by(function).items():
        if one.several:
            for own, value in given.pop(name, {}).items():
                given[own] = _read(own, value, one, order)
        elif name in given:
            given[name] = _read(name, given[name], one, order)
    return given


def checked(function: Callable[_Given, _Answer]) -> Callable[_Given, _Answer]:
    """Return a function that Ctrl-C stops and that refuses arguments which its signature does not
    allow: ``BoneyardError`` names the argument, its value and what is allowed."""
    signature, asked, called = inspect.signature(function), asked_by(function), function.__name__
    needed = [name for name, one in asked.items() if one.default is inspect.Parameter.empty
              and not one.several]
    order = f"; it is {called}({', '.join(needed)}, ...)" if len(needed) > 1 else ""

    @wraps(function)
    def ask(*args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        given = bind(called, signature, args, kwargs)
        _check_order(called, given)
        with interruptible():
            return function(**read_arguments(function, given, order))  # type: ignore[call-arg]  # as they were bound

    ask.__doc__ = documented(function)
    return ask
