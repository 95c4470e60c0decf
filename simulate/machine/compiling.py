"""Functions that are compiled when they are first needed.

numba takes longer to import than most commands take to answer.  So the decorators here only
note what is to be compiled; numba is imported, by ``simulate.machine.compile``, when one of these
functions is first called, or first compiled into another.
"""

import os
from collections.abc import Callable
from functools import update_wrapper
from importlib import import_module
from typing import Any

from simulate.errors import BoneyardError
from simulate.machine.sources import is_ours

#: Called when a function of ours that no file keeps is compiled: it takes seconds.
on_compile: list[Callable[[], None]] = []
#: What is compiled with what calls it.
_PARTS = ("helper", "inlined")


class Compiled:
    """Stands for ``module.name``, or what it makes of a function, until it is needed."""

    def __init__(self, module: str, name: str, function: Callable[..., Any] | None = None) -> None:
        self._module, self._name, self._function = module, name, function
        if function is not None:
            update_wrapper(self, function)
            self.py_func = function

    @property
    def compiled(self) -> Any:
        """What numba makes of it: the same object each time."""
        made = self.__dict__.get("_made")
        if made is None:
            found = getattr(import_module(self._module), self._name)
            made = found if self._function is None else found(self._function)
            # Another thread may have been first: then its object is the one.
            made = self.__dict__.setdefault("_made", made)
        return made

    @property
    def _numba_type_(self) -> Any:
        """The numba type of this function where another one names it."""
        jit, one = import_module("simulate.machine.compile"), self.compiled
        # A person's own is compiled by itself, so that its loops can be stopped.
        ours = self._function is not None and is_ours(self._function)
        return jit.type_of(jit.part_of(one) if ours and self._name in _PARTS else one)

    def __call__(self, *arguments: Any) -> Any:
        """Call the compiled function."""
        return self.compiled(*arguments)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.compiled, name)

    def __deepcopy__(self, memory: object) -> "Compiled":
        return self

    def __reduce__(self) -> Any:
        """Our own functions travel by name; a person's with their code."""
        if self._function is None or is_ours(self._function):
            return getattr(self, "__qualname__", self._name)
        return Compiled, (self._module, self._name, self._function)


def instruction(name: str) -> Any:
    """Return one of ``simulate.machine.instructions``."""
    return Compiled("simulate.machine.instructions", name)


def helper(function: Callable[..., Any]) -> Any:
    """Compile a small function that kernels and strategies call.

    Examples
    --------
    >>> from boneyard import helper
    >>> from boneyard.tiles import DOUBLES, count
    >>> @helper
    ... def doubles(hand):
    ...     return count(hand & DOUBLES)
    >>> doubles(0b111)
    2
    """
    return Compiled("simulate.machine.compile", "helper", function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a short function that is always copied to where it is called.

    Examples
    --------
    >>> from boneyard import inlined
    >>> @inlined
    ... def has(hand, tile):
    ...     return hand >> tile & 1
    >>> has(0b100, 2)
    1
    """
    return Compiled("simulate.machine.compile", "inlined", function)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a session kernel: releases the GIL, kept on disk."""
    return Compiled("simulate.machine.compile", "kernel", function)


def check_environment() -> None:
    """Raise ``BoneyardError`` if the environment keeps numba from compiling."""

    def number(name: str, no_number: int = 0) -> int | None:
        text = os.environ.get(name, "")
        try:
            return int(text) if text else None
        except ValueError:
            return no_number

    threads = number("NUMBA_NUM_THREADS")
    if threads is not None and threads < 1:
        raise BoneyardError(f"NUMBA_NUM_THREADS is {os.environ['NUMBA_NUM_THREADS']} in the "
                            "environment, but numba takes 1 or more: leave it out")
    if number("NUMBA_DISABLE_JIT"):
        raise BoneyardError(f"NUMBA_DISABLE_JIT is {os.environ['NUMBA_DISABLE_JIT']} in the "
                            "environment, so that numba compiles nothing: leave it out, or set it "
                            "to 0")
