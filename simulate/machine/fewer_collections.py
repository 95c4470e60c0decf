"""While numba compiles, Python looks for garbage less often: a sixth of the time goes there."""

from __future__ import annotations

import gc
from typing import Any

from numba.core import event

#: New objects after which Python looks for garbage while something is compiled. Compiling makes
#: objects by the million, and nearly all of them stay until it ends.
_OBJECTS = 50_000


class _FewerCollections(event.Listener):
    """Raises Python's threshold when compiling begins, and puts it back at the end.

    One function is compiled within another, but only one thread compiles at a time.
    """

    def __init__(self) -> None:
        self._depth, self._before = 0, gc.get_threshold()

    def on_start(self, event: Any) -> None:
        """Raise the threshold, unless the program has set a higher one or collects nothing."""
        if self._depth == 0:
            self._before = gc.get_threshold()
            if 0 < self._before[0] < _OBJECTS:
                gc.set_threshold(_OBJECTS, *self._before[1:])
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """Put the threshold back."""
        self._depth -= 1
        if self._depth == 0:
            gc.set_threshold(*self._before)


def collect_less_while_compiling() -> None:
    """Do so from now on, for everything that numba compiles in this process."""
    event.register("numba:compile", _FewerCollections())
