"""The standard error of a figure that is worked out again without each part of its data."""

from __future__ import annotations

import numpy as np

from simulate.books.exact_sums import Floats


def standard_error(replicas: Floats) -> Floats:
    """Return the standard error of a figure from its replicas on the first axis.

    The first of them is the figure itself; each other one is without a part of the deals.
    One alone is taken to be exact.
    """
    parts = len(replicas) - 1
    if parts == 0:
        return np.zeros(replicas.shape[1:])
    error: Floats = np.sqrt((parts - 1) * replicas[1:].var(axis=0))
    return error
