"""A hand that was typed line by line, while it is being read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.typed.told import read_tricks
from reports.typed.words import Line, Word
from simulate.errors import BoneyardError
from simulate.games.rules import Rules


@dataclass
class Typed:
    """A hand that is being read.

    ``names``: the players by seat. ``hand``: the hand so far. ``first``: the seat that deals, leads
    or rolls first. ``lines``: what is left to be read.
    """

    names: list[str]
    rules: Rules
    hand: dict[str, Any]
    first: int
    lines: list[Line]

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    def take(self, *keys: str) -> Line | None:
        """Take the line with one of some keys, if there is one."""
        found = self.take_all(*keys)
        if len(found) > 1:
            raise BoneyardError(f"line {found[1].number}: {found[1].key} is there twice, in line "
                                f"{found[0].number} as well")
        return found[0] if found else None

    def take_all(self, *keys: str) -> list[Line]:
        """Take all lines with one of some keys."""
        found = [line for line in self.lines if line.key in keys]
        self.lines = [line for line in self.lines if line.key not in keys]
        return found

    def seat(self, word: Word) -> int:
        """Return the seat of a player that is named."""
        known = [name.lower() for name in self.names]
        if word.text.lower() not in known:
            raise word.wrong(f"{word.text!r} is none of the players {', '.join(self.names)}")
        return known.index(word.text.lower())

    def tiles_by_seat(self) -> list[list[str] | None]:
        """Take the lines that begin with a player's name: the tiles of each."""
        found: list[list[str] | None] = []
        for name in self.names:
            line = self.take(name.lower())
            found.append(line.tiles() if line else None)
        return found

    def turn_up(self) -> str:
        """Take the line with the tile that was turned up."""
        turned = self.take("turn-up", "turn up")
        if turned is None:
            raise BoneyardError("the hand has no turn-up: write a line turn-up: 6-3")
        return turned.one().tile()

    def chairs(self) -> list[int]:
        """Return the seats from the dealer's left round to the dealer."""
        return [(self.first + 1 + p) % self.seats for p in range(self.seats)]


def trick_lines(typed: Typed, order: int, ring: Sequence[int], leader: int) -> list[dict[str, Any]]:
    """Take the lines ``4: 6-4 6-6 5-4``: the suit led, then tiles from the leader on.

    ``order``: how tiles rank, an index of ``simulate.domino.tricks.STRENGTH``. ``ring``: the seats
    that play, in order. ``leader``: who leads to the first trick. Raises ``BoneyardError`` if a
    line is no trick of these seats, or has a tile of an earlier one; it names the line.
    """
    lines, played = typed.take_all(*"0123456"), dict[str, int]()
    for line in lines:
        for tile, word in zip(line.tiles(), line.words, strict=True):
            if tile in played:
                raise word.wrong(f"{tile} was played before, in line {played[tile]}")
            played[tile] = line.number
    written = "; ".join(f"{line.key}: {' '.join(line.tiles())}" for line in lines)
    try:
        return read_tricks(written, order, ring, leader)[0]
    except BoneyardError as error:
        trick = str(error).partition("trick ")[2].partition(":")[0]
        line = lines[int(trick) - 1] if trick.isdigit() else lines[0]
        raise BoneyardError(f"line {line.number}: {error}") from error
