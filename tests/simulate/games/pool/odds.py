"""Domino Pool with all hands known: the exact odds when everybody plays by lot."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from boneyard.proof.tiles import ends, other_end, pips
from tests.oracle.pool import Line

Hands = tuple[frozenset[str], ...]
#: How a hand ends, and the set of positions that win it (bit p for position p).
Ending = tuple[str, int]
NO_LINE = (-1, -1)


def _plays(hand: frozenset[str], line: tuple[int, int]) -> Iterator[tuple[str, int, int]]:
    """Yield each option of a hand with the ends that it leaves."""
    left, right = line
    if line == NO_LINE:
        yield from ((tile, *ends(tile)) for tile in hand)
        return
    lying = Line()
    lying.tiles = [line]
    for tile, end in lying.options(sorted(hand)):
        if end == "left":
            yield tile, other_end(tile, left), right
        else:
            yield tile, left, other_end(tile, right)


def _blocked(hands: Hands) -> dict[Ending, Fraction]:
    counts = [sum(map(pips, hand)) for hand in hands]
    winners = sum(1 << p for p, count in enumerate(counts) if count == min(counts))
    return {("blocked", winners): Fraction(1)}


@cache
def odds(
    hands: Hands, line: tuple[int, int] = NO_LINE, position: int = 0, passes: int = 0,
    by_tile: bool = False,
) -> dict[Ending, Fraction]:
    """Return the probability of each ending.

    Parameters
    ----------
    hands : tuple of frozenset of str
        By position, the leader first.
    line : (int, int)
        The numbers at its ends.
    position, passes : int
        Who is to play, and how many passed just before.
    by_tile : bool
        A wrong rule: a seat chooses among its tiles first, then an end.
    """
    if passes == len(hands):
        return _blocked(hands)
    plays = list(_plays(hands[position], line))
    following = (position + 1) % len(hands)
    if not plays:
        return odds(hands, line, following, passes + 1, by_tile)
    tiles = [tile for tile, _, _ in plays]
    total: dict[Ending, Fraction] = {}
    for tile, left, right in plays:
        weight = Fraction(1, len(plays))
        if by_tile:
            weight = Fraction(1, len(set(tiles)) * tiles.count(tile))
        kept = hands[position] - {tile}
        if kept:
            after = (*hands[:position], kept, *hands[position + 1 :])
            part = odds(after, (left, right), following, 0, by_tile)
        else:
            part = {("domino", 1 << position): Fraction(1)}
        for ending, probability in part.items():
            total[ending] = total.get(ending, Fraction(0)) + weight * probability
    return total
