"""What all strategies for Euchre inherit: sound tile play."""

from __future__ import annotations

from strategies.base import UNIFORM, Strategy
from strategies.euchre.skills import tile_play


class EuchreStrategy(Strategy):
    """Base of the strategies for Euchre.

    The decisions, each a static function of a view (``simulate.games.euchre.views``) and ``p``;
    all but the first have a default, the sound play of ``strategies.euchre.skills.tile_play``:

    ``call(view: Calling, p)``
        PASS, or ``make(suit, alone)``, one of ``view.legal``; see ``simulate.games.euchre.views``.
    ``discard(view: Discarding, p)``
        The tile of the six in ``view.hand`` that the dealer discards for the turn-up.
    ``lead(view: Playing, p)``
        ``announce(tile, suit)`` with a tile of ``view.legal``.
    ``follow(view: Playing, p)``
        A tile of ``view.legal``.

    Examples
    --------
    >>> from boneyard import simulate
    >>> from boneyard.euchre import PASS, EuchreStrategy
    >>> class Silent(EuchreStrategy):
    ...     name = "silent"
    ...
    ...     def call(view, p):
    ...         return PASS
    >>> simulate("euchre", [Silent, "hoyle"], sessions=20, jobs=1).run.labels
    ['silent', 'hoyle']
    """

    games = ("euchre",)
    decisions = ("call", "discard", "lead", "follow")

    discard = staticmethod(tile_play.discard)
    lead = staticmethod(tile_play.lead)
    follow = staticmethod(tile_play.follow)


class Random(EuchreStrategy):
    """Takes every decision at random."""

    name = "random"
    looks_at = "nothing"
    call = UNIFORM
    discard = UNIFORM
    lead = UNIFORM
    follow = UNIFORM
