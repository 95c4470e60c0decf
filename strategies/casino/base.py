"""What all strategies for Casino share."""

from strategies.base import UNIFORM, Strategy


class CasinoStrategy(Strategy):
    """Base of the strategies for Casino.

    The one decision is a static function of a view (``simulate.games.casino.rules``) and ``p``:

    ``bet(view: Betting, p)``
        Returns the tile of ``view.hand`` to bet.

    Examples
    --------
    >>> from boneyard import simulate
    >>> from boneyard.casino import CasinoStrategy
    >>> from boneyard.tiles import highest
    >>> class High(CasinoStrategy):
    ...     name = "high"
    ...
    ...     def bet(view, p):
    ...         return highest(view.hand)
    >>> simulate("casino", [High, "random"], sessions=20, jobs=1).run.labels
    ['high', 'random']
    """

    games = ("casino",)
    decisions = ("bet",)


class Random(CasinoStrategy):
    """Bets a tile of its hand at random."""

    name = "random"
    looks_at = "nothing"
    bet = UNIFORM
