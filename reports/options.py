"""What a person may ask for, written once.

A parameter annotated with an ``Option`` has its option on the command line, its reader, its help
and its entry in the docstring from there; a study's options are the same objects.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

from simulate.errors import BoneyardError


@dataclass(frozen=True)
class Option:
    """Something that a person may ask for.

    Parameters
    ----------
    meaning : str
        For the help, as in ``"chips that everybody brings"``.
    metavar : str, optional
        What the help writes for the value; None: Python alone has it.
    read : callable
        Returns the value from what was given, text or not, and the option's name; raises
        ``BoneyardError`` if it is wrong.
    repeated : bool
        Whether it may be given several times: its value is then a tuple, or None if it is not
        given.
    switch : bool
        Whether it is given without a value: its value is True if it is given, else False.
    flags : str
        ``"--players -n"``, where the name alone does not make it.
    panel : str, optional
        The part of the help in which it stands.
    is_place : bool
        Whether it names a file or a folder.
    is_argument : bool
        Whether it is given without its name: it must be, unless ``metavar`` has brackets.
    kind : str
        Its type in docstrings.
    python : str
        What Python takes besides, as a sentence for docstrings.
    """

    meaning: str
    metavar: str | None = "VALUE"
    read: Callable[[Any, str], Any] = lambda value, name: value
    repeated: bool = False
    switch: bool = False
    flags: str = ""
    panel: str | None = None
    is_place: bool = False
    is_argument: bool = False
    kind: str = "int"
    python: str = ""

    def value(self, given: Any, name: str) -> Any:
        """Return the value from what was given, None if nothing was; refuse what is wrong."""
        if self.switch:
            if given not in (None, True, False):
                raise BoneyardError(f"{name} {given!r} is neither True nor False")
            return bool(given)
        if self.repeated:
            several = () if given is None else (given,) if isinstance(given, str) else given
            if not isinstance(several, Sequence):
                raise BoneyardError(f"{name} is {given!r}: give a text, or a list of them")
            return tuple(self.read(value, name) for value in several)
        return None if given is None else self.read(given, name)


def flag(name: str) -> str:
    """Return an option's name as the command line has it."""
    return f"--{name.replace('_', '-')}"


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


def _entries(function: Callable[..., Any]) -> Iterator[str]:
    for one in asked_by(function).values():
        (option, *_) = one.options or (Option(""),)
        plain = f"{option.meaning} {option.python}".strip().replace(" {said_before}.", "")
        for mark in (r"\[b\](.*?)\[/b\]", r"(?<!study )--([a-z][a-z-]*)"):
            plain = re.sub(mark, r"``\1``", plain)
        kind = "bool" if one.type is bool else option.kind
        optional = ", optional" if one.default is None else ""
        yield f"{one.name} : {kind}{optional}" if not one.several else f"**{one.name}"
        yield textwrap.indent(textwrap.fill(plain, _WIDTH - 4), "    ")


def documented(function: Callable[..., Any]) -> str:
    """Return the docstring of a function with its parameters, as their options describe them."""
    text = inspect.getdoc(function) or ""
    if not any(one.options for one in asked_by(function).values()):
        return text
    listed = "\n".join(("Parameters\n----------", *_entries(function)))
    return _NEXT.sub(lambda _: f"\n\n{listed}\n\n", text, count=1)
