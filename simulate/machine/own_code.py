"""A person's own decision: what it reaches, and why it does not compile.

numba reads constants and helpers when it compiles and never looks again, but in a notebook they
change.  So we follow everything that a decision names, from function to function, and hash it. When
the hash has changed, the decision is compiled anew, and an unfinished run refuses to go on with it.

numba explains itself in many lines to people who know numba; a person who writes a strategy wants
to know which line is wrong, and why.
"""

import difflib
import hashlib
import linecache
import random
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
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


#: The most characters of a reason that is numba's own.
_LONGEST = 300
#: Where numba's account of what it did before begins.
_END = re.compile(r"^(During: |File \"|There are \d+ candidate)|Raised from ", re.MULTILINE)
_FILE = re.compile(r'^File "(.+)", line (\d+):', re.MULTILINE)
_FIELD = re.compile(r"Unknown attribute '(\w+)' of type (View|Parameters)\((.*?)\)", re.DOTALL)
_WINDOW = re.compile(r"\b(View|Parameters)\([^()]*\)")
_LITERAL = re.compile(r"Literal\[\w+\]\((.*?)\)")
_WHOSE = {"View": "the view", "Parameters": "the parameters"}
#: What is wrong, by words of numba's that show it: the first that are found.
_REASONS = tuple((re.compile(shown), reason) for shown, reason in (
    (r"No definition for lowering (View|Parameters)\((?s:.*?)\)\.(\w+) = ",
     "{1!r} of {0} cannot be set: a decision only reads it"),
    (r"resolve setattr: \((View|Parameters)\((?s:.*?)\)\)\.(\w+) = ",
     "{1!r} cannot be added to {0}: a decision only reads"),
    (r"(?:Unsupported constraint encountered|Illegal IR, del found at): del \(?(\w+)\)?(.*)",
     "{0}{1} cannot be deleted in a decision"),
    (r"type of variable '(\w+)', have imprecise type: (list|set|dict)",
     "nothing shows what the {1} {0!r} holds: use an array of numbers"),
    (r"opcode \((?:STORE|DELETE)_GLOBAL\)", "it changes a global name: a decision only reads them"),
    (r"opcode \(IMPORT_NAME\)", "it imports: write the import at the top of the file"),
    (r"opcode \(LOAD_BUILD_CLASS\)", "it makes a class: write it outside of the decision"),
    (r"opcode \(UNPACK_EX\)", "it unpacks with a star (*): name every value"),
    (r"opcode \(MATCH_", "it matches a list, a mapping or a class: write 'if' and 'elif'"),
    (r"The 'with |context-manager", "'with' is not possible in a decision"),
    (r"Exception object cannot be stored", "an error has no name: write 'except Exception'"),
    (r"exception_match|'exc_class'",
     "one kind of error cannot be caught alone: write 'except Exception'"),
    (r"Unknown attribute 'add' of type range_iter",
     "a set is not made in one expression: begin with {{first}} and add to it in a loop"),
    (r"yield in a closure", "'for' within brackets is not possible here: write a loop"),
    (r"format spec in f-strings", "a text cannot be written in a decision"),
    (r"Type of variable .* cannot be determined",
     "numba cannot find what kind of value this is: write it in two steps"),
    (r"Use of unsupported opcode \((\w+)\)", "numba cannot compile one of its operations ({0})"),
    (r"The use of a reflected (?s:.*?) to variable '(\w+)' in globals",
     "{0!r} is a list, which may change while hands are played: make it a tuple or an array"),
    (r"Untyped global name '(\w+)'",
     "{0!r} cannot be used in a decision: make a function a helper with boneyard.helper, and let "
     "other names be numbers or arrays"),
    (r"No implementation of function(?s:.*?)>>> (.+)", "{0} is not possible in a decision"),
    (r"Cannot unify (.+?) and (.+?) for '(\w+)",
     "{2!r} is of different kinds, {0} and {1}: a name holds values of one kind"),
))


def _plain(text: str) -> str:
    """Return a text of numba's on one line, with the value in place of a type that has only one."""
    shown = _WINDOW.sub(lambda found: _WHOSE[found[1]], _LITERAL.sub(r"\1", text))
    return " ".join(shown.split())


def _unknown_field(name: str, kind: str, has: str) -> str:
    """Return the sentence about a field or parameter that a view or a strategy lacks."""
    known = re.findall(r"(\w+)@", has)
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    guess = f" (did you mean {near[0]!r}?)" if near else ""
    if kind == "View":
        return f"the view has no field {name!r}{guess}: it has {', '.join(known)}"
    declared = f"it declares {', '.join(known)}" if known else "it declares none"
    return f"the strategy has no parameter {name!r}{guess}: {declared}"


def _reason(text: str) -> str:
    """Return what is wrong, in the words of a strategy where they are known."""
    if found := _FIELD.search(text):
        return _unknown_field(*found.groups())
    for shown, reason in _REASONS:
        if found := shown.search(text):
            return reason.format(*(_WHOSE.get(part, _plain(part)) for part in found.groups()))
    _, _, after = text.rpartition("(step: ")
    message = after.partition("\n")[2] or text
    reason = _plain(message[: cut.start()] if (cut := _END.search(message)) else message)
    return reason[:_LONGEST] or "numba gives no reason"


def why(error: BaseException) -> str:
    """Return the line that does not compile, if numba's error names it, and the reason.

    The error has the line of the outermost call; its text begins with the innermost.
    """
    reason, place = _reason(str(error)).rstrip(". "), getattr(error, "loc", None)
    lines = [found.groups() for found in _FILE.finditer(str(error)) if "/numba/" not in found[1]]
    if place is not None and place.filename:
        lines.append((place.filename, str(place.line)))
    if not lines:
        return reason
    file, line = lines[0]
    source = linecache.getline(file, int(line)).strip()
    shown = f" ({source})" if source else ""
    return f"line {line} of {Path(file).name}{shown}: {reason}"
