"""The declarations of Boo-Ray, so that they can be solved and exploited."""

import numpy as np

from booray.players import points
from simulate.domino.pool_kit import PASS, PLAY
from simulate.games.narrating import how_many
from simulate.games.pooled import ACTIONS
from simulate.theory.declared import Declared

#: What a position came to: nothing, the pool, or looed.
NOTHING, POOL, LOOED = range(3)


class BoorayDeclared(Declared):
    """Play or pass, by what a hand is worth to the rule of thumb."""

    words, names = ACTIONS, [how_many(worth, "point") for worth in range(13)]
    kind = staticmethod(points)

    def legal(self, history):
        """Return both, but for a dealer whom everybody has left alone."""
        return () if history == (PASS,) * (self.players - 1) else (PASS, PLAY)

    def ends(self, actions, won):
        """Return who took the pool and who was looed; how many were, 5 more where it is taken."""
        most = won.max(axis=-1, keepdims=True)
        takes = (won == most) & ((won == most).sum(axis=-1, keepdims=True) == 1)
        own = np.where(takes, POOL, np.where((actions == PLAY) & (won == 0), LOOED, NOTHING))
        return own, (own == LOOED).sum(axis=-1) + 5 * (own == POOL).any(axis=-1)

    @staticmethod
    def taken_by_end(pool, penalty):
        pool, penalty = np.asarray(pool, float), np.asarray(penalty, float)
        return np.stack([0 * pool, pool, -penalty], axis=-1)

    @staticmethod
    def left_by_end(pool, penalty):
        pool, penalty = np.asarray(pool)[..., None], np.asarray(penalty)[..., None]
        return np.arange(10) % 5 * penalty + (np.arange(10) < 5) * pool

    def paid(self, left):
        return np.full((*np.shape(left), self.players), float(self.rules.ante))


DECLARED = BoorayDeclared
