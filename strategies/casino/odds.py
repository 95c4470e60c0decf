"""Strategies by odds: what may a tile win in this round, and is the pot worth it?

Rivals are assumed to bet each of the tiles that this seat does not see equally often.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from simulate.domino.tile_sets import count, either, lowest
from simulate.domino.tiles import ALL_TILES, DOUBLES, HIGH, LOW, SHOWS, TILE, TILES
from simulate.games.casino.rules import Betting
from simulate.machine.compiling import helper, inlined
from strategies.base import Parameter
from strategies.casino.base import CasinoStrategy

#: The double blank, as a set.
DOUBLE_BLANK = 1 << TILE[0, 0]
_ROLLS = 36


@inlined
def rival_bets(tiles: int, unseen_tiles: int, rivals: int) -> float:
    """Return how many of some tiles the rivals will bet, on average."""
    return rivals * count(tiles & unseen_tiles) / count(unseen_tiles)


@helper
def expected(tile: int, pot_tiles: int, unseen_tiles: int, rivals: int) -> float:
    """Return how many tiles a bet will win, on average."""
    high, low = HIGH[tile], LOW[tile]
    if high == 0:
        return 0.0
    quiet = 1 - rival_bets(DOUBLE_BLANK, unseen_tiles, rivals)
    if low == 0:
        return 11 / _ROLLS * quiet * (1 + rival_bets(SHOWS[high], unseen_tiles, rivals))
    stolen_high = rival_bets(1 << TILE[high, 0], unseen_tiles, rivals)
    if high == low:
        return (1 + rivals + pot_tiles) / _ROLLS + 10 / _ROLLS * quiet * (1 - stolen_high)
    stolen_low = rival_bets(1 << TILE[low, 0], unseen_tiles, rivals)
    basic = 9 / _ROLLS * (2 - stolen_high - stolen_low)
    return quiet * (2 / _ROLLS * (1 + rivals + pot_tiles) + basic)


@helper
def best(tiles: int, pot_tiles: int, unseen_tiles: int, rivals: int) -> int:
    """Return the tile of a set that wins most on average; of equal ones the lowest."""
    chosen, most = lowest(tiles), -1.0
    while tiles != 0:
        tile = lowest(tiles)
        tiles &= tiles - 1
        wins = expected(tile, pot_tiles, unseen_tiles, rivals)
        if wins > most:
            chosen, most = tile, wins
    return chosen


@helper
def best_for_pot(tiles: int, pot_tiles: int, fat: float) -> int:
    """Return the tile of a set to bet for the pot; of equal ones the lowest.

    Every tile is bet once: the question is when. A match of both halves wins the pot, so a pot of
    more than ``fat`` tiles calls for the tiles that match most often, a thin one for those that can
    never win it.
    """
    chosen, most = lowest(tiles), -float(TILES)
    while tiles != 0:
        tile = lowest(tiles)
        tiles &= tiles - 1
        chance = 0.0  # that the dice match both halves
        if LOW[tile] != 0:
            chance = 1 / _ROLLS if HIGH[tile] == LOW[tile] else 2 / _ROLLS
        worth = chance * (pot_tiles - fat)
        if worth > most:
            chosen, most = tile, worth
    return chosen


_SINGLE_BLANKS = int(SHOWS[0]) & ~DOUBLE_BLANK


class BestOdds(CasinoStrategy):
    """Bets what wins most now; poor tiles are left for the full pots."""

    name = "best-odds"
    looks_at = "its own tiles, the tiles bet so far, the pot"

    @staticmethod
    def bet(view: Betting, p: Any) -> int:
        return best(view.hand, view.pot_tiles, ALL_TILES & ~(view.hand | view.seen), view.seats - 1)


class BlankHunter(CasinoStrategy):
    """Bets k-0 when rivals are likely to bet a k, else the best odds."""

    name = "blank-hunter"
    looks_at = "its own tiles, which tiles of each number are still out, the pot"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "prey": Parameter(0.2, 0.0, 4.0, "rivals' bets that show k, on average, to bet k-0"),
    }

    @staticmethod
    def bet(view: Betting, p: Any) -> int:
        out, rivals = ALL_TILES & ~(view.hand | view.seen), view.seats - 1
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


_FAT = Parameter(5.0, 0.0, 28.0, "tiles in the pot that make it fat")


class SaveDoubles(CasinoStrategy):
    """Keeps its doubles for fat pots, and bets the best of the rest."""

    name = "save-doubles"
    looks_at = "its own tiles, the tiles bet so far, the pot"
    parameters: ClassVar[Mapping[str, Parameter]] = {
        "pot": Parameter(10.0, 0.0, 28.0, "tiles in the pot that call for a double"),
    }

    @staticmethod
    def bet(view: Betting, p: Any) -> int:
        doubles = view.hand & DOUBLES & ~DOUBLE_BLANK
        called = doubles if view.pot_tiles >= p.pot else view.hand & ~doubles
        return best(
            either(called, view.hand), view.pot_tiles, ALL_TILES & ~(view.hand | view.seen),
            view.seats - 1)


class PotChaser(CasinoStrategy):
    """Bets to match both halves of a fat pot, and blanks for a thin one."""

    name = "pot-chaser"
    looks_at = "its own tiles, the pot"
    parameters: ClassVar[Mapping[str, Parameter]] = {"fat": _FAT}

    @staticmethod
    def bet(view: Betting, p: Any) -> int:
        return best_for_pot(view.hand, view.pot_tiles, p.fat)


class Spoiler(CasinoStrategy):
    """Bets the double blank when a rival is ahead, else chases the pot."""

    name = "spoiler"
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
