"""What a person may ask for, written once, and how it is read.

A parameter annotated with an ``Option`` has its option on the command line, its reader, its help
and its entry in the docstring from there; a study's options are the same objects. Functions that
are ``checked`` refuse what is of another kind than their signature has, so that code behind them
need not ask again; numbers, line-ups and rules, written in many ways, have readers of their own.
"""

import inspect
import re
import sys
import textwrap
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from os import PathLike
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, ParamSpec, TypeVar, Union, get_args, get_origin

from reports.commands import in_python, notes, without_effect
from simulate.errors import BoneyardError, bind, brief
from simulate.games.game import game_names
from simulate.games.rules import Rules
from simulate.machine.interrupting import interruptible
from simulate.runs.run import Progress, Run
from strategies.lineup import Entry

#: What a person may give as ``progress``: a function of their own, or whether to show a bar.
Wish = Progress | bool | None
#: The same of work that reports what it is about.
WishOfWords = Callable[[float, str], None] | bool | None

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")
_Table = TypeVar("_Table", Run, Rules)


@dataclass(frozen=True)
class Option:
    """Something that a person may ask for."""

    meaning: str  #: for the help, as in ``"chips that everybody brings"``
    metavar: str | None = "VALUE"  #: what the help writes for the value; None: Python alone has it
    #: Returns the value from what was given, text or not, and the option's name; raises
    #: ``BoneyardError`` if it is wrong.
    read: Callable[[Any, str], Any] = lambda value, name: value
    repeated: bool = False  #: whether it may be given several times: a tuple, or None if it is not
    switch: bool = False  #: whether it is given without a value: True if it is given, else False
    flags: str = ""  #: ``"--players -n"``, where the name alone does not make it
    panel: str | None = None  #: the part of the help in which it stands
    is_place: bool = False  #: whether it names a file or a folder
    is_argument: bool = False  #: without its name; it must be given but for ``metavar`` in brackets
    kind: str = "int"  #: its type in docstrings
    python: str = ""  #: what Python takes besides, as a sentence for docstrings

    def value(self, given: Any, name: str) -> Any:
        """Return the value from what was given, None if nothing was; refuse what is wrong."""
        if self.switch:
            if given not in (None, True, False):
                raise BoneyardError(f"{name} {brief(given)} is neither True nor False")
            return bool(given)
        if self.repeated:
            several = () if given is None else (given,) if isinstance(given, str) else given
            if not isinstance(several, Sequence):
                raise BoneyardError(f"{name} is {brief(given)}: give a text, or a list of them")
            return tuple(self.read(value, name) for value in several)
        return None if given is None else self.read(given, name)


@dataclass(frozen=True)
class Asked:
    """A parameter of a function: what it may be, and the options that it has."""

    name: str
    type: Any  #: without what annotates it
    options: tuple[Option, ...]
    default: Any  #: ``inspect.Parameter.empty`` if it has none
    several: bool  #: whether it is ``**options``


def asked_by(function: Callable[..., Any]) -> dict[str, Asked]:
    """Return the parameters of a function by name."""
    # What is returned need not be imported, so that the types of parameters alone are looked up.
    names = getattr(inspect.unwrap(function), "__globals__", {})
    found = {}
    for name, one in inspect.signature(function).parameters.items():
        kind = eval(one.annotation, names) if isinstance(one.annotation, str) else one.annotation
        type_, *more = get_args(kind) if get_origin(kind) is Annotated else (kind,)
        found[name] = Asked(name, type_, tuple(o for o in more if isinstance(o, Option)),
                            one.default, one.kind is one.VAR_KEYWORD)
    return found


#: Where the parameters of a docstring end: what stands after them.
_NEXT = re.compile(r"\n\n(?=(Returns|Raises|Examples)\n-)")
_WIDTH = 92
#: Of a docstring that names no other.
_RAISES = "Raises\n------\nBoneyardError\n    If an argument is wrong, or a strategy fails."


def _entries(function: Callable[..., Any]) -> Iterator[str]:
    for one in asked_by(function).values():
        (option, *_) = one.options or (Option(""),)
        plain = f"{option.meaning} {option.python}".strip().replace(" {before_typed}.", "")
        for mark in (r"\[b\](.*?)\[/b\]", r"(?<!study )--([a-z][a-z-]*)"):
            plain = re.sub(mark, r"``\1``", plain)
        kind = "bool" if one.type is bool else option.kind
        optional = ", optional" if one.default is None else ""
        yield f"{one.name} : {kind}{optional}" if not one.several else f"**{one.name}"
        yield textwrap.indent(textwrap.fill(plain, _WIDTH - 4), "    ")


def documented(function: Callable[..., Any]) -> str:
    """Return the docstring of a function with its parameters and its errors."""
    text = inspect.getdoc(function) or ""
    if not any(one.options for one in asked_by(function).values()):
        return text
    if "\nRaises\n" not in text:
        text = text.replace("\n\nExamples\n", f"\n\n{_RAISES}\n\nExamples\n", 1)
    listed = "\n".join(("Parameters\n----------", *_entries(function)))
    return _NEXT.sub(lambda _: f"\n\n{listed}\n\n", text, count=1)


class TableNote(UserWarning):
    """What to know of a table: rules that change nothing, a solution for other rules."""


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
    str: "a text", bool: "True or False", str | Iterable[object] | None: "a text or a list",
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


def _read(name: str, value: Any, one: Asked, order: str) -> Any:
    """Return an argument as its option reads it; refuse what its type does not allow."""
    if one.type in _WORDS and not _fits(value, one.type):
        raise BoneyardError(f"{name} is {brief(value)}: give {_WORDS[one.type]}{order}")
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
        first, second, *_ = *given.values(), None, None
        if first is given.get("game") and isinstance(first, str) and isinstance(second, str) and (
                second in game_names() and first not in game_names()):
            raise BoneyardError(f"unknown game {brief(first)}: the game comes first{order}")
        with interruptible():
            return function(**read_arguments(function, given, order))  # type: ignore[call-arg]  # as they were bound

    ask.__doc__ = documented(function)
    return ask
