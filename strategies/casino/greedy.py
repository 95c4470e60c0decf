"""Strategies that look at one round alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from simulate.domino.tile_sets import either, lowest
from simulate.domino.tiles import HIGH, SHOWS
from simulate.games.casino.views import Betting
from strategies.base import Parameter
from strategies.casino.base import CasinoStrategy
from strategies.casino.odds import DOUBLE_BLANK, best, rival_bets, unseen

_SINGLE_BLANKS = int(SHOWS[0]) & ~DOUBLE_BLANK


class BestOdds(CasinoStrategy):
    """Bets the tile that wins most tiles in this round, on average.

    Every tile is bet once, so it has only poor tiles left for the last rounds, when the pot is
    full. That is why it takes more tiles than others at first, and wins fewer games in the end
    (``boneyard study bet casino``).
    """

    name = "best-odds"
    summary = "Bets what wins most in this round, so that poor tiles are left for the full pots."
    looks_at = "its own tiles, the tiles bet so far, the pot"

    @staticmethod
    def bet(view: Betting, p: Any) -> int:
        return best(view.hand, view.pot_tiles, unseen(view.hand, view.seen), view.seats - 1)


class BlankHunter(CasinoStrategy):
    """Bets a single blank when many rivals may bet its number, else the best odds."""

    name = "blank-hunter"
    summary = "Bets k-0 when rivals are likely to bet a k, else the best odds among the rest."
    looks_at = "its own tiles, which tiles of each number are still out, the pot"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "prey": Parameter(0.2, 0.0, 4.0, "rivals' bets that show k, on average, to bet k-0"),
    }

    @staticmethod
    def bet(view: Betting, p: Any) -> int:
        out, rivals = unseen(view.hand, view.seen), view.seats - 1
        chosen, most = -1, p.prey
        blanks = view.hand & _SINGLE_BLANKS
        while blanks != 0:
            blank = lowest(blanks)
            blanks &= blanks - 1
            prey = rival_bets(SHOWS[HIGH[blank]], out, rivals)
            if prey >= most:
                chosen, most = blank, prey
        if chosen >= 0:
            return chosen
        return best(either(view.hand & ~_SINGLE_BLANKS, view.hand), view.pot_tiles, out, rivals)
