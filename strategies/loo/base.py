"""What all strategies for Loo and Rounce inherit: sound tile play."""

from __future__ import annotations

from typing import Any

from simulate.games.loo.views import LEAVE, PLAY, Declaring
from strategies.base import UNIFORM, Strategy
from strategies.loo.skills import tile_play


class LooStrategy(Strategy):
    """Base of the strategies for Loo and Rounce.

    The decisions, each a static function of a view (``simulate.games.loo.views``) and ``p``; all
    but the first have a default, the sound play of ``strategies.loo.skills.tile_play``:

    ``declare(view: Declaring, p)``
        Returns PLAY, MISS, DROP or FOR_POOL, one of ``view.legal``.
    ``take_turn_up(view: Declaring, p)``
        The dealer's tile to discard for the turn-up, or LEAVE.
    ``keep_after_miss(view: Declaring, p)``
        The set of five tiles to keep of ``view.hand``.
    ``lead(view: Playing, p)``
        ``announce(tile, suit)`` with a tile of ``view.legal``.
    ``follow(view: Playing, p)``
        A tile of ``view.legal``.

    Examples
    --------
    >>> from boneyard import simulate
    >>> from boneyard.loo import DROP, PLAY, LooStrategy
    >>> class Shy(LooStrategy):
    ...     name = "shy"
    ...
    ...     def declare(view, p):
    ...         return DROP if view.legal >> DROP & 1 else PLAY
    >>> shy = simulate("loo", [Shy, "stay"], sessions=20, hands=10, jobs=1)
    >>> shy.strategies.index.tolist()
    ['shy', 'stay']
    """

    games = ("loo", "rounce")
    decisions = ("declare", "take_turn_up", "keep_after_miss", "lead", "follow")

    take_turn_up = staticmethod(tile_play.take_turn_up)
    keep_after_miss = staticmethod(tile_play.keep_after_miss)
    lead = staticmethod(tile_play.lead)
    follow = staticmethod(tile_play.follow)


class Random(LooStrategy):
    """Takes every decision at random."""

    name = "random"
    looks_at = "nothing"
    declare = UNIFORM
    take_turn_up = UNIFORM
    keep_after_miss = UNIFORM
    lead = UNIFORM
    follow = UNIFORM


class Stay(Random):
    """Always plays the dealt hand, never takes the turn-up, plays tiles at random."""

    name = "stay"

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        return PLAY

    @staticmethod
    def take_turn_up(view: Declaring, p: Any) -> int:
        return LEAVE
