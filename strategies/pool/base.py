"""What all strategies for Domino Pool inherit."""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count
from simulate.games.pool.views import SCORE_BITS, Drawing, Starring
from strategies.base import UNIFORM, Strategy
from strategies.pool.options import pips_of_the_shortest

_ONE_SCORE = (1 << SCORE_BITS) - 1


class PoolStrategy(Strategy):
    """Base of the strategies for Domino Pool.

    Decisions are static functions of a view (``simulate.games.pool.views``) and ``p``; those
    that a strategy leaves out are inherited:

    ``play(view: Turn, p)``
        One of the options in ``view.legal``: the number of a tile, and 32 more where it goes
        to the right end.
    ``draw(view: Drawing, p)``
        1 draws a tile, 0 passes; asked with ``draw=may`` only.
    ``star(view: Starring, p)``
        1 pays again and comes back, 0 goes out; asked with ``star=may`` only.

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
    decisions = ("play", "draw", "star")

    @staticmethod
    def draw(view: Drawing, p: Any) -> int:
        """Pass, unless that blocks the line while another hand is likely to be lighter."""
        blocks = view.passes == view.players - 1
        others = pips_of_the_shortest(
            view.hand, view.tiles_played, view.sizes, view.players, view.position)
        return int(blocks and view.pips > others)

    @staticmethod
    def star(view: Starring, p: Any) -> int:
        """Star where the seat's share of the pool is worth what it pays: the pips that it may still
        take before it is out, as a part of what all seats in may still take."""
        room = view.target - view.highest
        seats = 1 + count(view.starring)
        rooms = room * seats
        for position in range(view.players):
            if not view.going_out >> position & 1:
                rooms += view.target - (view.totals >> SCORE_BITS * position & _ONE_SCORE)
        pool = view.pool + seats * view.contribution
        return int(pool * room >= view.contribution * rooms)


class Random(PoolStrategy):
    """Plays at random."""

    name = "random"
    looks_at = "nothing"
    play = UNIFORM
    draw = UNIFORM
    star = UNIFORM
