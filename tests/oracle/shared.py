"""What our oracles share beyond the installed proof: turns, purses, deals."""

from collections.abc import Iterable, Sequence

from boneyard.proof.table import clockwise


def next_on_left(seat: int, seats: Iterable[int], players: int) -> int:
    """Return the nearest of the seats to the left of `seat`, itself last.

    The turn skips empty chairs (Rules, option ``bankroll``).
    """
    return clockwise((seat + 1) % players, seats, players)[0]


class Purses:
    """The chips in front of each seat, None where it can pay anything (option ``bankroll``)."""

    def __init__(self, players: int, bankroll: int | None) -> None:
        self.players = players
        self.chips = None if bankroll is None else [bankroll] * players

    def seats_in(self) -> list[int]:
        """Return the seats that have something left; a seat with nothing left is out."""
        return [seat for seat in range(self.players) if self.chips is None or self.chips[seat] > 0]

    def pay(self, seat: int, amount: int) -> int:
        """Take a payment from a seat; one larger than what it has takes all it has."""
        if self.chips is None:
            return amount
        payment = min(amount, self.chips[seat])
        self.chips[seat] -= payment
        return payment

    def receive(self, winnings: Sequence[int]) -> None:
        """Give every seat its winnings."""
        if self.chips is not None:
            self.chips = [own + won for own, won in zip(self.chips, winnings, strict=True)]


def dealt(tiles: list[str], seats: list[int], size: int, players: int) -> list[list[str] | None]:
    """Take so many tiles for each of the seats, in their order, from the front of a deck.

    Returns them by seat, None for seats that are out.
    """
    hands: list[list[str] | None] = [None] * players
    for seat in seats:
        hands[seat] = tiles[:size]
        del tiles[:size]
    return hands
