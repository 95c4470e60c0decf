"""What all strategies for Euchre inherit: sound tile play."""

from __future__ import annotations

from strategies.base import Strategy
from strategies.euchre import tiles


class EuchreStrategy(Strategy):
    """Base of the strategies for Euchre.

    The decisions, each a static function of a view (``simulate.euchre.views``) and ``p``;
    all but the first have a default, the sound play of ``strategies.euchre.tiles``:

    ``call(view: Calling, p)``
        PASS, or ``make(suit, alone)``, one of ``view.legal``; see ``simulate.euchre.calls``.
    ``discard(view: Discarding, p)``
        The tile of the six in ``view.hand`` that the dealer discards for the turn-up.
    ``lead(view: Playing, p)``
        ``announce(tile, suit)`` with a tile of ``view.legal``.
    ``follow(view: Playing, p)``
        A tile of ``view.legal``.
    """

    games = ("euchre",)
    decisions = ("call", "discard", "lead", "follow")

    discard = staticmethod(tiles.discard)
    lead = staticmethod(tiles.lead)
    follow = staticmethod(tiles.follow)
