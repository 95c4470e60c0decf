"""Strategies that keep tiles back until the pot is worth them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from simulate.domino.tile_sets import either
from simulate.domino.tiles import DOUBLES
from simulate.games.casino.views import Betting
from strategies.base import Parameter
from strategies.casino.base import CasinoStrategy
from strategies.casino.odds import DOUBLE_BLANK, best, best_for_pot, unseen

_FAT = Parameter(5.0, 0.0, 28.0, "tiles in the pot that make it fat")


class SaveDoubles(CasinoStrategy):
    """Saves its doubles for a fat pot: nothing stops them, but they match once in 36 rolls."""

    name = "save-doubles"
    summary = "Keeps its doubles until the pot is fat, and bets the best odds among the rest."
    looks_at = "its own tiles, the tiles bet so far, the pot"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "pot": Parameter(10.0, 0.0, 28.0, "tiles in the pot that call for a double"),
    }

    @staticmethod
    def bet(view: Betting, p: Any) -> int:
        doubles = view.hand & DOUBLES & ~DOUBLE_BLANK
        called = doubles if view.pot_tiles >= p.pot else view.hand & ~doubles
        return best(
            either(called, view.hand), view.pot_tiles, unseen(view.hand, view.seen),
            view.seats - 1)


class PotChaser(CasinoStrategy):
    """Bets for the match of both halves when the pot is fat, else a tile that can never win it."""

    name = "pot-chaser"
    summary = "Bets for the match of both halves when the pot is fat, and blanks while it is thin."
    looks_at = "its own tiles, the pot"
    parameters: ClassVar[Mapping[str, Parameter]] = {"fat": _FAT}

    @staticmethod
    def bet(view: Betting, p: Any) -> int:
        return best_for_pot(view.hand, view.pot_tiles, p.fat)


class Spoiler(CasinoStrategy):
    """Stops everybody with the double blank when a rival is ahead; else chases the pot."""

    name = "spoiler"
    summary = "Bets the double blank when a rival is ahead, and chases the pot otherwise."
    looks_at = "its own tiles, the pot, the stashes"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "behind": Parameter(2.0, -28.0, 28.0, "tiles that the best rival must be ahead"),
        "fat": _FAT,
    }

    @staticmethod
    def bet(view: Betting, p: Any) -> int:
        own, ahead = view.stashes >> 8 * view.seat & 255, 0
        for seat in range(view.seats):
            if seat != view.seat:
                ahead = max(ahead, view.stashes >> 8 * seat & 255)
        if view.hand & DOUBLE_BLANK and ahead - own >= p.behind:
            return 0
        kept = either(view.hand & ~DOUBLE_BLANK, view.hand)
        return best_for_pot(kept, view.pot_tiles, p.fat)
