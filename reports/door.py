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
from typing import Any, NamedTuple, ParamSpec, TypeVar

from reports.request import Wish, read_rules
from reports.results.commands import without_effect
from simulate.errors import BoneyardError
from strategies.lineup import Entry

_Asked = ParamSpec("_Asked")
_Answer = TypeVar("_Answer")


class _Kind(NamedTuple):
    """What an argument may be: in words, and whether a value is."""

    words: str
    fits: Callable[[object], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_list(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)


def _are_texts(value: object) -> bool:
    return _is_text(value) or (
        isinstance(value, Sequence) and _is_list(value) and all(map(_is_text, value)))


_PROGRESS = _Kind("True, False or a function", lambda value: (
    value is None or isinstance(value, bool) or callable(value)))
#: By the types of a signature.
_KINDS: dict[Any, _Kind] = {
    str: _Kind("a text", _is_text),
    bool: _Kind("True or False", lambda value: isinstance(value, bool)),
    str | Iterable[object]: _Kind(
        "a text or a list", lambda value: _is_text(value) or _is_list(value)),
    Iterable[object]: _Kind("a list", lambda value: _is_text(value) or _is_list(value)),
    str | Sequence[str]: _Kind("a text or a list of texts", _are_texts),
    Sequence[str] | None: _Kind(
        "a list of texts", lambda value: value is None or _are_texts(value)),
    str | Mapping[str, Any]: _Kind(
        "a text, or a hand of the exchange format",
        lambda value: isinstance(value, str | Mapping)),
    str | Sequence[Mapping[str, Any]]: _Kind(
        "the name of a file, or a list of hands of the exchange format",
        lambda value: _is_text(value) or _is_list(value)),
    Mapping[int, Entry] | None: _Kind(
        "seats with their strategies, as in {1: 'bold'}",
        lambda value: value is None or isinstance(value, Mapping)),
    str | Path | None: _Kind(
        "the name of a file", lambda value: value is None or isinstance(value, str | PathLike)),
    Wish: _PROGRESS,
    bool | None: _PROGRESS,
    Callable[[float, str], None] | bool | None: _PROGRESS,
}

#: Packages that call the functions of the interface, too.
_OURS = ("boneyard", "reports")
_brief = Repr()
_brief.maxother = _brief.maxstring = 60


def _warn_of_idle_rules(given: Mapping[str, Any]) -> None:
    """Warn the caller of rules that were chosen and change nothing.

    What is wrong with a game or its rules is said by who needs them. A rule that is varied
    (``parameter``, without a strategy before it) may decide which of the others matter.
    """
    if given.get("rules") is None or "game" not in given or (
            "." not in str(given.get("parameter", "."))):
        return
    with suppress(BoneyardError):
        if said := without_effect(read_rules(given["game"], given["rules"])):
            warnings.warn(said, stacklevel=3)


def checked(function: Callable[_Asked, _Answer]) -> Callable[_Asked, _Answer]:
    """Return a function that refuses arguments which its signature does not allow.

    It warns of rules that change nothing, unless we call it ourselves.

    Raises
    ------
    BoneyardError
        When it is called with one: it names the argument, its value and what is allowed.
    """
    signature = inspect.signature(function)
    # What is returned need not be imported, so that the types of arguments alone are looked up.
    names = getattr(inspect.unwrap(function), "__globals__", {})
    kinds = {name: _KINDS.get(eval(str(one.annotation), names))
             for name, one in signature.parameters.items()}

    @wraps(function)
    def ask(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Answer:
        bound = signature.bind(*args, **kwargs)
        for name, value in bound.arguments.items():
            kind, several = kinds[name], signature.parameters[name].kind
            each = value if several is inspect.Parameter.VAR_KEYWORD else {name: value}
            for own, one in each.items():
                if kind is not None and not kind.fits(one):
                    raise BoneyardError(f"{own} is {_brief.repr(one)}: give {kind.words}")
        bound.apply_defaults()
        caller = str(sys._getframe(1).f_globals.get("__name__"))
        if caller.partition(".")[0] not in _OURS:
            _warn_of_idle_rules(bound.arguments)
        return function(*args, **kwargs)

    return ask
