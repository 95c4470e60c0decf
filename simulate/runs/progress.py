"""Progress of work that takes time."""

from __future__ import annotations

from collections.abc import Callable

#: Called with the work done, and the hands (or deals) played so far. The work done is the number of
#: sessions of a run, else a share from 0 to 1.
Progress = Callable[[float, int], None]


def silent(done: float, hands: int) -> None:
    """Show nothing."""
