"""The trump suit of Euchre with its two bowers (Rules 3, *Rank*)."""

from dataclasses import dataclass

from ..tiles import is_double
from ..tricks import Suits

_RIGHT_RANK, _LEFT_RANK = 8, 7


@dataclass(frozen=True)
class BowerSuits(Suits):
    """Suits in which the left bower belongs to trumps only."""

    @property
    def right_bower(self) -> str:
        """The double of trumps."""
        return f"{self.trump}-{self.trump}"

    @property
    def left_bower(self) -> str:
        """The double of the next lower number; with blanks trump the double six."""
        lower = (self.trump - 1) % 7
        return f"{lower}-{lower}"

    def is_trump(self, tile: str) -> bool:
        """Tell whether the tile shows the trump number or is the left bower."""
        return super().is_trump(tile) or tile == self.left_bower

    def rank(self, tile: str, suit: int) -> int:
        """Rank trumps right bower, left bower, then the other end; plain suits as ever."""
        if suit == self.trump and is_double(tile):
            return _RIGHT_RANK if tile == self.right_bower else _LEFT_RANK
        return super().rank(tile, suit)
