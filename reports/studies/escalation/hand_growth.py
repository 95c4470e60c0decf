"""What must be known of every hand to follow the pools of Domino Loo."""

from __future__ import annotations

from numpy import bool_
from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.games.loo.game import ENTRIES
from simulate.games.loo.row import AT
from simulate.games.loo.rules import LooRules
from simulate.runs.follow import Entries

#: What must be followed to know the pools and their multiplication.
POOL_ENTRIES: Entries = {
    **{name: (getattr(AT, name), 1) for name in ("pool", "pool_next", "dealer")},
    **ENTRIES,
}


def is_empty(pool_next: Ints, rules: LooRules) -> NDArray[bool_]:
    """Tell whether a hand left a pool that counts as empty under the rules."""
    empty: NDArray[bool_] = pool_next < rules.empty_below
    return empty
