"""What a person gives is read in one way, and the errors about it are one clear sentence each.

Whole numbers as people write them (2_000_000, 2e6), files and folders, and arguments, of which
those that a function does not have are named with the nearest that it has.
"""

import difflib
import errno
import inspect
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import wraps
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar


class BoneyardError(ValueError):
    """Wrong input: one sentence that names the bad value and what is allowed.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.simulate("loo", "bankr")
    Traceback (most recent call last):
        ...
    simulate.errors.BoneyardError: unknown strategy 'bankr' (did you mean 'banker'?): ...
    """


class StrategyError(BoneyardError):
    """A strategy failed or chose what the rules do not allow; the run has stopped.

    Attributes
    ----------
    hand : tuple of int or None
        Session and hand in which it happened, if any was being played.
    table : int64[row size] or None
        The table's row as it stood then.

    Examples
    --------
    >>> from boneyard import Parameter
    >>> Parameter(9, 0, 5, "too large a default")
    Traceback (most recent call last):
        ...
    simulate.errors.StrategyError: a parameter has default 9, which is no number from its low 0 ...
    """

    hand: tuple[int, int] | None = None
    table: Any = None


def brief(value: object) -> str:
    """Return a value as errors name it, in a line."""
    text = " ".join(repr(value).splitlines())
    return text if len(text) <= 60 else f"{text[:57]}..."


def unknown(kind: str, value: object, allowed: Iterable[str]) -> BoneyardError:
    """Return the error for a name that does not exist, with the nearest that does."""
    names = list(allowed)
    written = {name.lower(): name for name in names}
    near = difflib.get_close_matches(str(value).lower(), written, n=1, cutoff=0.6)
    guess = f" (did you mean {written[near[0]]!r}?)" if near else ""
    between = "; " if any("," in name for name in names) else ", "
    return BoneyardError(f"unknown {kind} {brief(value)}{guess}: choose from {between.join(names)}")


def refusal(error: OSError, named: bool = False) -> str:
    """Return what the system refused in its words, and where, unless that is ``named``."""
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return "too many open files: allow more with 'ulimit -n 256'"  # whichever came last
    reason = os.strerror(error.errno) if error.errno else str(error)
    if error.filename:
        return reason if named else f"{reason}: {str(error.filename)[:200]!r}"
    given = error.strerror or reason
    return reason if given == reason else f"{reason}: {given}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a person lists them: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def message(error: ValueError) -> str:
    """Return the text of an error; of too many digits in plain words."""
    if "set_int_max_str_digits" in str(error):
        return f"a number has more than {sys.get_int_max_str_digits():,} digits"
    return str(error)


def span(least: int, most: int) -> str:
    """Return which numbers are allowed, in words: 3 to 5, or 4 where that is all."""
    return str(least) if least == most else f"{least} to {most}"


def whole(value: object, name: str, least: int = 0, most: int | None = None) -> int:
    """Return a whole number in bounds, given so or as text: 2000000, "2_000_000" or "2e6"."""
    allowed = (f"a whole number of {least} or more" if most is None
               else f"{least}, the only number allowed" if least == most
               else f"a whole number from {least} to {most}")
    try:
        if isinstance(value, bool):
            raise InvalidOperation
        number = Decimal(str(value).replace("_", "").strip())
        if not number.is_finite() or abs(number.adjusted()) > 40 or number != int(number):
            raise InvalidOperation
    except ValueError as error:
        raise BoneyardError(f"{name} is not {allowed}: {message(error)}") from None
    except InvalidOperation:
        raise BoneyardError(f"{name} {brief(value)} is not {allowed}") from None
    if number < least or (most is not None and number > most):
        raise BoneyardError(f"{name} {value} is not {allowed}")
    return int(number)


def read_place(name: str | Path) -> Path:
    """Return the file or folder that a person named; ``~`` is their home, ``~ann`` Ann's."""
    text = str(name)
    if not isinstance(name, str | Path) or not text or "\0" in text:
        raise BoneyardError(f"{brief(name)} is no name of a file or folder: write one")
    if text != text.encode(errors="ignore").decode():
        raise BoneyardError(f"{text!r} is no name in UTF-8: choose another")
    found = os.path.expanduser(text)  # noqa: PTH111  # pathlib takes ./~ann for Ann's home
    if text.startswith("~") and found == text:
        raise BoneyardError(f"{text!r}: whose home that is, is not known; write it in full")
    return Path(found).absolute() if str(Path(found)).startswith("~") else Path(found)


def output_path(file: str | Path, ending: str, overwrite: bool = False) -> Path:
    """Return where a result is to be written; refuse another ending, a missing folder, and a file
    that exists unless it is to be replaced."""
    path = read_place(file)
    if path.suffix != ending:
        raise BoneyardError(f"file {str(file)!r} has another ending than {ending}: give it a name "
                            f"ending in {ending}")
    if not path.parent.is_dir():
        raise BoneyardError(f"file {str(file)!r}: there is no folder {str(path.parent)!r}; make it "
                            "first, or name another")
    if path.exists() and not path.is_file():
        raise BoneyardError(f"{str(file)!r} is there already and is not a file: name another")
    if path.exists() and not overwrite:
        raise BoneyardError(f"file {str(file)!r} is there already: name another, or replace it "
                            "with --overwrite (in Python: overwrite=True)")
    check_writable(path, f"file {str(file)!r}")
    return path


def check_writable(path: Path, called: str) -> None:
    """Refuse a file, ``called`` so, if nothing can be written beside it, where results go first."""
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise BoneyardError(f"{called} cannot be written ({refusal(error, named=True)})") from error


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
    """Let ``TypeError``s of the public methods of a class be those of ``bind``, and refuse what is
    neither True nor False for an argument that is one of them by default."""
    for name, own in [*vars(cls).items()]:
        if isinstance(own, FunctionType) and not name.startswith("_"):
            setattr(cls, name, _bound(own))
    return cls


def _bound(method: FunctionType) -> Callable[..., Any]:
    signature = inspect.signature(method)
    switches = [name for name, one in signature.parameters.items() if isinstance(one.default, bool)]

    def checked(*args: Any, **kwargs: Any) -> None:
        given = bind(f"{type(args[0]).__name__}.{method.__name__}", signature, args, kwargs)
        for name in switches:
            if name in given and not isinstance(given[name], bool):
                raise BoneyardError(f"{name} is {brief(given[name])}: give True or False")

    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        if switches:
            checked(*args, **kwargs)
        try:
            return method(*args, **kwargs)
        except TypeError:  # of the call, or from inside
            checked(*args, **kwargs)
            raise

    return call
