"""Tiles of the double-six set, written high end first: ``"6-3"``."""

ALL_TILES: tuple[str, ...] = tuple(f"{high}-{low}" for high in range(7) for low in range(high + 1))


def ends(tile: str) -> tuple[int, int]:
    """Return both numbers of a tile, in the order they are written."""
    first, second = tile.split("-")
    return int(first), int(second)


def is_double(tile: str) -> bool:
    """Return whether both ends show the same number."""
    return len(set(ends(tile))) == 1


def other_end(tile: str, number: int) -> int:
    """Return the end beside the one that shows the number (a double: the number)."""
    first, second = ends(tile)
    return second if first == number else first


def pips(tile: str) -> int:
    """Count the pips of both ends."""
    return sum(ends(tile))
