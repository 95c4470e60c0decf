"""What all strategies for Domino Pool inherit."""

from __future__ import annotations

from strategies.base import Strategy


class PoolStrategy(Strategy):
    """Base of the strategies for Domino Pool.

    The decision is a static function of a view (``simulate.games.pool.views``) and ``p``:

    ``play(view: Turn, p)``
        One of the options in ``view.legal``: the number of a tile, and 32 more where it goes
        to the right end.

    Examples
    --------
    >>> from boneyard import simulate
    >>> from boneyard.pool import PoolStrategy
    >>> from boneyard.tiles import lowest
    >>> class First(PoolStrategy):
    ...     name = "first"
    ...
    ...     def play(view, p):
    ...         return lowest(view.legal)
    >>> simulate("pool", [First, "random", "random"], sessions=20, hands=5, jobs=1).run.labels
    ['first', 'random', 'random']
    """

    games = ("pool",)
    decisions = ("play",)
