"""What strategies for Casino ask of a tile: what may it win in this round?

Rivals are assumed to bet any of the tiles that this seat does not see, each as likely.
"""

from __future__ import annotations

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, HIGH, LOW, SHOWS, TILE, TILES
from simulate.machine.compiling import helper, inlined

#: The double blank, as a set.
DOUBLE_BLANK = 1 << TILE[0, 0]
_ROLLS = 36


@inlined
def unseen(hand: int, seen: int) -> int:
    """Return the tiles that a seat sees neither in its hand nor on the table."""
    return ALL_TILES & ~(hand | seen)


@inlined
def rival_bets(tiles: int, unseen_tiles: int, rivals: int) -> float:
    """Return how many of the rivals' bets will be among some tiles, on average."""
    return rivals * count(tiles & unseen_tiles) / count(unseen_tiles)


@helper
def match_chance(tile: int) -> float:
    """Return the chance that the dice match both halves of a tile."""
    if LOW[tile] == 0:
        return 0.0
    return 1 / _ROLLS if HIGH[tile] == LOW[tile] else 2 / _ROLLS


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

    Every tile is bet once: the question is when. A match of both halves wins the pot, so it is
    worth more now than at another time if the pot has more than ``fat`` tiles. A fat pot therefore
    calls for the tiles that match most often, a thin one for those that can never win it.
    """
    chosen, most = lowest(tiles), -float(TILES)
    while tiles != 0:
        tile = lowest(tiles)
        tiles &= tiles - 1
        worth = match_chance(tile) * (pot_tiles - fat)
        if worth > most:
            chosen, most = tile, worth
    return chosen
