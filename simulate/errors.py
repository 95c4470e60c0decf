"""The errors of the interface: one clear sentence each."""

import difflib
import errno
import os
from collections.abc import Iterable, Sequence
from typing import Any


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


def unknown(kind: str, value: object, allowed: Iterable[str]) -> BoneyardError:
    """Return the error for a name that does not exist, with the nearest that does."""
    names = list(allowed)
    written = {name.lower(): name for name in names}
    near = difflib.get_close_matches(str(value).lower(), written, n=1, cutoff=0.6)
    guess = f" (did you mean {written[near[0]]!r}?)" if near else ""
    between = "; " if any("," in name for name in names) else ", "
    return BoneyardError(f"unknown {kind} {value!r}{guess}: choose from {between.join(names)}")


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
