"""Sets of tiles as bits of an int64: bit i is tile i."""

from simulate.machine.compiling import inlined, instruction

_population = instruction("population")
_trailing_zeros = instruction("trailing_zeros")
_leading_zeros = instruction("leading_zeros")
#: ``nth_bit(tiles, n)``: the tile of a set that has ``n`` tiles of the set below it, as a set.
nth_bit = instruction("nth_bit")
#: ``at_places(places, tiles)``: the tiles of a set at some places, bit n for the one that has ``n``
#: tiles of the set below it.
at_places = instruction("at_places")
#: ``places_in(tiles, among)``: the places of some tiles in a set, bit n for the one that has ``n``
#: tiles of the set below it.
places_in = instruction("places_in")


@inlined
def count(tiles: int) -> int:
    """Count the tiles of a set.

    Examples
    --------
    >>> from boneyard.tiles import count
    >>> count(0b1011)
    3
    """
    return _population(tiles)


@inlined
def lowest(tiles: int) -> int:
    """Return the lowest tile of a set (64 for the empty set).

    Examples
    --------
    >>> from boneyard.tiles import lowest
    >>> lowest(0b1010)
    1
    """
    return _trailing_zeros(tiles)


@inlined
def highest(tiles: int) -> int:
    """Return the highest tile of a set (-1 for the empty set).

    Examples
    --------
    >>> from boneyard.tiles import highest
    >>> highest(0b1010)
    3
    """
    return 63 - _leading_zeros(tiles)


@inlined
def nth(tiles: int, n: int) -> int:
    """Return the tile of a set that has ``n`` tiles of the set below it.

    Examples
    --------
    >>> from boneyard.tiles import nth
    >>> nth(0b1010, 1)
    3
    """
    return _trailing_zeros(nth_bit(tiles, n))


@inlined
def either(first: int, second: int) -> int:
    """Return the first set unless it is empty, else the second; without a branch.

    Examples
    --------
    >>> from boneyard.tiles import either
    >>> either(0b100, 0b1), either(0, 0b1)
    (4, 1)
    """
    return first | second & -int(first == 0)
