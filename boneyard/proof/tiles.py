"""Tiles of the double-six set, written high end first: ``"6-3"``."""

ALL_TILES: tuple[str, ...] = tuple(f"{high}-{low}" for high in range(7) for low in range(high + 1))


def ends(tile: str) -> tuple[int, int]:
    """Return both numbers of a tile, in the order they are written."""
    first, second = tile.split("-")
    return int(first), int(second)


def is_double(tile: str) -> bool:
    """Tell whether both ends show the same number."""
    return len(set(ends(tile))) == 1


def other_end(tile: str, number: int) -> int:
    """Return the end beside the one that shows the number (a double: the number)."""
    first, second = ends(tile)
    return second if first == number else first


def pips(tile: str) -> int:
    """Count the pips of both ends."""
    return sum(ends(tile))


def checked_deck(deck: list[str]) -> list[str]:
    """Return a copy of the deck after checking that it is the whole set, each tile once."""
    if sorted(deck) != sorted(ALL_TILES):
        raise ValueError(f"deck: {deck} is not the double-six set")
    return list(deck)


def dealt(tiles: list[str], seats: list[int], size: int, players: int) -> list[list[str] | None]:
    """Take so many tiles for each of the seats, in their order, from the front of a deck.

    Returns them by seat, None for seats that are out.
    """
    hands: list[list[str] | None] = [None] * players
    for seat in seats:
        hands[seat] = tiles[:size]
        del tiles[:size]
    return hands
