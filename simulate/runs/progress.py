"""What work that takes time reports to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

#: Called while the work goes on, with what is done of it and the hands (or deals) played so far.
#: For a run, what is done is the number of its sessions; for other work it is a share from 0 to 1.
Progress = Callable[[float, int], None]


class FirstPart:
    """Tells how far the first part of some work is, as a ``share`` of the whole."""

    def __init__(self, progress: Progress | None, share: float) -> None:
        self._progress, self._share, self.hands = progress, share, 0

    def __call__(self, done: float, hands: int) -> None:
        """Tell what is done of the part, and the hands played so far."""
        self.hands = hands
        if self._progress:
            self._progress(self._share * done, hands)
