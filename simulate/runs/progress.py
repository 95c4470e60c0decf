"""What work that takes time reports to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

#: Called while the work goes on, with what is done of it and the hands (or deals) played so far.
#: For a run, what is done is the number of its sessions; for other work it is a share from 0 to 1.
Progress = Callable[[float, int], None]


def silent(done: float, hands: int) -> None:
    """Show nothing."""
