"""What hands bring to all seats together, in points: few vectors, whatever was declared."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.games.loo.row import TRICKS
from simulate.games.loo.settling import LOOED_POINTS
from simulate.games.loo.views import DROP
from simulate.solving.loo.declaration_tree import Declarations
from simulate.solving.loo.endings import Endings
from simulate.solving.loo.trick_shares import SHARES


@dataclass(frozen=True)
class RaceGains:
    """The ways in which a hand can change the score.

    ``gains`` (``int64[K, positions]``): points. ``number`` (``int64[leaves, shares]``): which of
    them an ending brings (``simulate.solving.loo.endings``); 0 where the tricks cannot be shared
    so.
    """

    gains: Ints
    number: Ints

    @classmethod
    def of(cls, declared: Declarations) -> RaceGains:
        """Return what hands bring after what can be declared at a table."""
        taken = Endings.of(declared).taken(LOOED_POINTS, LOOED_POINTS)
        points = np.rint(taken).astype(np.int64)
        said = np.array(declared.ends)[:, None, :]
        shares = SHARES[None, :, : said.shape[2]]
        happens = (shares.sum(axis=2) == TRICKS) & ((said != DROP) | (shares == 0)).all(axis=2)
        gains, number = np.unique(points[happens], axis=0, return_inverse=True)
        numbers = np.zeros(happens.shape, np.int64)
        numbers[happens] = number.ravel()
        return cls(gains, numbers)

    def shares(self, ends: Floats) -> Floats:
        """Return how often the score changes so: float64[K], from float64[leaves, shares]."""
        found = np.zeros(len(self.gains))
        np.add.at(found, self.number.ravel(), ends.ravel())
        return found
