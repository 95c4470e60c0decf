"""How five tricks can be shared."""

from __future__ import annotations

import numpy as np

from simulate.games.loo.row import TRICKS

#: Tricks of up to four positions that make five.
SHARES = np.array([
    (a, b, c, TRICKS - a - b - c)
    for a in range(TRICKS + 1) for b in range(TRICKS + 1 - a)
    for c in range(TRICKS + 1 - a - b)
])
