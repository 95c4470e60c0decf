"""What work that takes time reports to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

#: Called while the work goes on with what is done of it and the hands (or deals) played so far.
#: What is done are the sessions of a run; anything else is told as its share, from 0 to 1.
Progress = Callable[[float, int], None]
