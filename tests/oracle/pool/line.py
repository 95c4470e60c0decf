"""The line of tiles on the table."""

from ..tiles import ends, other_end, shows

Placing = tuple[str, str | None]


class Line:
    """Tiles as they lie, left to right, each with the number on its left first."""

    def __init__(self) -> None:
        self.tiles: list[tuple[int, int]] = []

    @property
    def left(self) -> int:
        """The number open on the left."""
        return self.tiles[0][0]

    @property
    def right(self) -> int:
        """The number open on the right."""
        return self.tiles[-1][1]

    def options(self, hand: list[str]) -> list[Placing]:
        """Return the legal (tile, end) pairs of a hand.

        The first tile has no end. A tile that fits both ends with different numbers is two
        options; where both ends show the same number there is one, ``left``.
        """
        if not self.tiles:
            return [(tile, None) for tile in hand]
        open_ends = {"left": self.left}
        if self.right != self.left:
            open_ends["right"] = self.right
        return [
            (tile, end) for tile in hand for end, number in open_ends.items() if shows(tile, number)
        ]

    def place(self, tile: str, end: str | None) -> None:
        """Put a tile down; the first lies as it is written, high end left."""
        if end is None:
            self.tiles.append(ends(tile))
        elif end == "left":
            self.tiles.insert(0, (other_end(tile, self.left), self.left))
        else:
            self.tiles.append((self.right, other_end(tile, self.right)))

    def written(self) -> list[str]:
        """Write the line as the hand history does."""
        return [f"{left}-{right}" for left, right in self.tiles]
