"""What all strategies for Casino share."""

from __future__ import annotations

from strategies.base import Strategy


class CasinoStrategy(Strategy):
    """Base of the strategies for Casino.

    The one decision is a static function of a view (``simulate.games.casino.views``) and ``p``:

    ``bet(view: Betting, p)``
        Returns the tile of ``view.hand`` to bet.
    """

    games = ("casino",)
    decisions = ("bet",)
