"""Standard errors from working a figure out again without each part of its data in turn."""

from __future__ import annotations

import numpy as np

from simulate.books.exact_sums import Floats


def standard_error(replicas: Floats) -> Floats:
    """Return the standard error of a figure from its replicas on the first axis.

    The first replica is the figure itself; each other one leaves a part of the deals out. A figure
    without other replicas is taken to be exact.
    """
    parts = len(replicas) - 1
    if parts == 0:
        return np.zeros(replicas.shape[1:])
    error: Floats = np.sqrt((parts - 1) * replicas[1:].var(axis=0))
    return error
