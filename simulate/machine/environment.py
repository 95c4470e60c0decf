"""What the environment asks of numba, looked at before anything is compiled."""

from __future__ import annotations

import os

from simulate.errors import BoneyardError


def _number(name: str, no_number: int = 0) -> int | None:
    """Return a setting; None where there is none."""
    text = os.environ.get(name, "")
    try:
        return int(text) if text else None
    except ValueError:
        return no_number


def check_environment() -> None:
    """Raise ``BoneyardError`` if numba compiles nothing as the environment has it."""
    threads = _number("NUMBA_NUM_THREADS")
    if threads is not None and threads < 1:
        raise BoneyardError(f"NUMBA_NUM_THREADS is {os.environ['NUMBA_NUM_THREADS']} in the "
                            "environment, but numba takes 1 or more: leave it out")
    if _number("NUMBA_DISABLE_JIT"):
        raise BoneyardError(f"NUMBA_DISABLE_JIT is {os.environ['NUMBA_DISABLE_JIT']} in the "
                            "environment, so that numba compiles nothing: leave it out, or say 0")
