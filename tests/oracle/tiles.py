"""Tiles of the double-six set, written high end first: ``"6-3"``."""

ALL_TILES: tuple[str, ...] = tuple(f"{high}-{low}" for high in range(7) for low in range(high + 1))


def ends(tile: str) -> tuple[int, int]:
    """Return both numbers of a tile, in the order they are written."""
    first, second = tile.split("-")
    return int(first), int(second)


def is_double(tile: str) -> bool:
    """Tell whether both ends show the same number."""
    first, second = ends(tile)
    return first == second


def shows(tile: str, number: int) -> bool:
    """Tell whether one of the ends shows the number."""
    return number in ends(tile)


def other_end(tile: str, number: int) -> int:
    """Return the end beside the one that shows the number (a double: the number)."""
    first, second = ends(tile)
    return second if first == number else first


def pips(tile: str) -> int:
    """Count the pips of both ends."""
    return sum(ends(tile))


def checked_deck(deck: list[str]) -> list[str]:
    """Return a copy of the deck after checking that it is the whole set, each tile once.

    Raises
    ------
    ValueError
        If a tile is missing, repeated or unknown.
    """
    if sorted(deck) != sorted(ALL_TILES):
        raise ValueError(f"deck: {deck} is not the double-six set")
    return list(deck)
