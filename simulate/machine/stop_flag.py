"""The flag by which a person's own decisions are stopped (``simulate.machine.compile``)."""

from __future__ import annotations

import numpy as np

#: Not zero while decisions are to stop.
FLAG = np.zeros(1, np.int64)


class StoppedThinking(Exception):
    """A decision was stopped from outside."""
