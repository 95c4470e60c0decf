"""The door of the Python interface: what is of another kind than asked for is refused there.

Numbers, line-ups and rules may be written in many ways, and who reads them says what is wrong with
them. What is left, texts and lists of them for the most part, is judged here by what a function's
own signature says, so that code behind it need not ask again.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from os import PathLike
from pathlib import Path
from reprlib import Repr
from types import UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin

from reports.request import Wish, read_rules
from reports.results.commands import without_effect
from simulate.errors import BoneyardError
from strategies.lineup import Entry

_Asked = ParamSpec("_Asked")
_Answer = TypeVar("_Answer")


_PROGRESS = "True, False or a function"
#: What arguments may be, in words, by their types; those of other types are read, not checked.
_WORDS: dict[Any, str] = {
    str: "a text", bool: "True or False", str | Iterable[object]: "a text or a list",
    Iterable[object]: "a list", str | Sequence[str]: "a text or a list of texts",
    Sequence[str] | None: "a list of texts",
    str | Mapping[str, Any]: "a text, or a hand of the exchange format",
    str | Sequence[Mapping[str, Any]]:
        "the name of a file, or a list of hands of the exchange format",
    Mapping[int, Entry] | None: "seats with their strategies, as in {1: 'bold'}",
    str | Path | None: "the name of a file",
    Wish: _PROGRESS, bool | None: _PROGRESS, Callable[[float, str], None] | bool | None: _PROGRESS}


def _fits(value: object, kind: Any) -> bool:
    """Tell whether a value is of a type, as far as hands, which have a reader of their own."""
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


#: Packages that call the functions of the interface, too.
_OURS = ("boneyard", "reports")
_brief = Repr()
_brief.maxother = _brief.maxstring = 60


def _warn_of_idle_rules(given: Mapping[str, Any]) -> None:
    """Warn the caller of rules that were chosen and change nothing; what is wrong with a game or
    its rules is said by who needs them. A rule that is varied may decide which of the others
    matter."""
    if given.get("rules") is None or "game" not in given or (
            "." not in str(given.get("parameter", "."))):
        return
    with suppress(BoneyardError):
        if said := without_effect(read_rules(given["game"], given["rules"])):
            warnings.warn(said, stacklevel=3)


def checked(function: Callable[_Asked, _Answer]) -> Callable[_Asked, _Answer]:
    """Return a function that refuses arguments which its signature does not allow:
    ``BoneyardError`` names the argument, its value and what is allowed. It warns of rules that
    change nothing, unless we call it ourselves."""
    signature = inspect.signature(function)
    # What is returned need not be imported, so that the types of arguments alone are looked up.
    names = getattr(inspect.unwrap(function), "__globals__", {})
    told = {name: one.annotation for name, one in signature.parameters.items()}
    kinds = {name: eval(kind, names) if isinstance(kind, str) else kind
             for name, kind in told.items()}

    needed = [name for name, one in signature.parameters.items() if one.default is one.empty]
    order = f"; it is {function.__name__}({', '.join(needed)}, ...)" if len(needed) > 1 else ""

    @wraps(function)
    def ask(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Answer:
        bound = signature.bind(*args, **kwargs)
        for name, value in bound.arguments.items():
            kind, several = kinds[name], signature.parameters[name].kind
            each = value if several is inspect.Parameter.VAR_KEYWORD else {name: value}
            for own, one in each.items():
                if kind in _WORDS and not _fits(one, kind):
                    raise BoneyardError(f"{own} is {_brief.repr(one)}: give {_WORDS[kind]}{order}")
        bound.apply_defaults()
        caller = str(sys._getframe(1).f_globals.get("__name__"))
        if caller.partition(".")[0] not in _OURS:
            _warn_of_idle_rules(bound.arguments)
        return function(*args, **kwargs)

    return ask
