"""Arrays in kernels: copies that compile fast."""

from __future__ import annotations

from typing import Any

from simulate.machine.compiling import helper


@helper
def copy_into(to: Any, source: Any) -> None:
    """Copy the numbers of an array to the beginning of another.

    For ``to[:] = source`` numba compiles the sentence of an error as well, how strings are joined
    and numbers written: two seconds more in each process.

    Parameters
    ----------
    to, source : int64[n] or float64[n]
        ``to`` may be longer.
    """
    for k in range(len(source)):
        to[k] = source[k]
