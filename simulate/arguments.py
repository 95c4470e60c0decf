"""Arguments that a function or a method does not have are named with the nearest that it has."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar

from simulate.errors import unknown

_Class = TypeVar("_Class", bound=type)


def bind(
    called: str, signature: inspect.Signature, args: Sequence[Any], kwargs: Mapping[str, Any],
) -> dict[str, Any]:
    """Return arguments by name; ``TypeError`` names the function and the nearest argument."""
    try:
        return signature.bind(*args, **kwargs).arguments
    except TypeError as error:
        known = [name for name in signature.parameters if name != "self"]
        for wrong in kwargs.keys() - known:
            raise TypeError(str(unknown(f"argument of {called}:", wrong, known))
                            if known else f"{called} takes no argument, not {wrong!r}") from None
        raise TypeError(f"{called}: {error}") from None


def names_arguments(cls: _Class) -> _Class:
    """Let ``TypeError``s of the public methods of a class be those of ``bind``."""
    for name, own in [*vars(cls).items()]:
        if isinstance(own, FunctionType) and not name.startswith("_"):
            setattr(cls, name, _bound(own))
    return cls


def _bound(method: FunctionType) -> Callable[..., Any]:

    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except TypeError:  # of the call, or from inside
            bind(f"{type(args[0]).__name__}.{method.__name__}", inspect.signature(method), args,
                 kwargs)
            raise

    return call
