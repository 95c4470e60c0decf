"""What a person's own decision reaches: helpers, constants, and chance that is not ours.

numba reads constants and helpers when it compiles and never looks again, but in a notebook they
change.  So we follow everything that a decision names, from function to function, and hash it. When
the hash has changed, the decision is compiled anew, and an unfinished run refuses to go on with it.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from simulate.machine.sources import is_ours, is_source

#: Packages whose version a run records; their code is not hashed.
_KNOWN = {"numpy", "numba", "llvmlite", "scipy"} | set(sys.stdlib_module_names)
#: Modules whose functions return something else at every call.
_CHANCE = {"random", "secrets", "time", "datetime", "uuid"}


class OwnCode:
    """What a decision reaches by the names in it; ``chance`` is where it takes chance from."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.chance = ""
        self._seen: set[int] = set()
        self._hash = hashlib.sha256()
        self._function(function)

    @property
    def fingerprint(self) -> str:
        """Hash of code and values; empty for a function of the library."""
        return self._hash.hexdigest()[:16] if self._seen else ""

    def _note(self, *words: object) -> None:
        self._hash.update(repr(words).encode())

    def _function(self, function: Any) -> None:
        if not isinstance(function, FunctionType) or is_ours(function) or (
                id(function) in self._seen):
            return
        self._seen.add(id(function))
        names = self._code(function.__code__)
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        for name, cell in cells:
            self._value(name, cell.cell_contents, names)
        for value in function.__defaults__ or ():
            self._value("default", value, names)
        for name in sorted(names):
            if name in function.__globals__:
                self._value(name, function.__globals__[name], names)

    def _code(self, code: CodeType) -> set[str]:
        """Hash instructions and constants; return the names of globals and attributes."""
        names = set(code.co_names)
        self._note(code.co_code, code.co_names, code.co_varnames)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                names |= self._code(constant)
            else:
                self._value("constant", constant, names)
        return names

    def _value(self, name: str, value: Any, names: set[str]) -> None:
        """Hash a value; of a module or a class the members that the code names."""
        self._note(name, type(value).__qualname__)
        self._find_chance(name, value, names)
        function = getattr(value, "py_func", None)
        if function is not None:
            self._function(function)
        elif isinstance(value, FunctionType):
            self._function(value)
        elif isinstance(value, ModuleType | type):
            self._members(value, names)
        elif isinstance(value, np.ndarray):
            self._note(value.shape, value.dtype.str, value.tobytes())
        elif isinstance(value, Mapping):
            for key in sorted(value, key=repr):
                self._value(repr(key), value[key], names)
        elif isinstance(value, tuple | list):
            for one in value:
                self._value("entry", one, names)
        elif isinstance(value, frozenset | set):
            self._note(*sorted(map(repr, value)))
        elif isinstance(value, int | float | complex | str | bytes | np.generic) or value is None:
            self._note(value)

    def _members(self, owner: ModuleType | type, names: set[str]) -> None:
        """Hash the members that the code names of a person's own module or class."""
        home = owner.__name__ if isinstance(owner, ModuleType) else owner.__module__
        file = getattr(owner, "__file__", None) or getattr(sys.modules.get(home), "__file__", None)
        if id(owner) in self._seen or home.partition(".")[0] in _KNOWN or is_source(file):
            return
        self._seen.add(id(owner))
        for name in sorted(names & set(vars(owner))):
            self._value(name, vars(owner)[name], names)

    def _find_chance(self, name: str, value: Any, names: set[str]) -> None:
        """Note a module or function that returns something else at every call."""
        if isinstance(value, ModuleType):
            if value.__name__ in _CHANCE or value.__name__.startswith("numpy.random"):
                self.chance = value.__name__
            elif value.__name__ == "numpy" and "random" in names:
                self.chance = f"{name}.random"
            return
        source = getattr(value, "__self__", None)
        drawn = isinstance(source, random.Random | np.random.RandomState | np.random.Generator)
        if drawn or (callable(value) and getattr(value, "__module__", None) in _CHANCE):
            self.chance = name
