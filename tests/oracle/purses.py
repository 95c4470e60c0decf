"""What the seats have to pay with."""


class Purses:
    """The chips in front of each seat (Rules, option ``bankroll``).

    Parameters
    ----------
    players : int
        Seats at the table.
    bankroll : int or None
        Chips each seat starts the session with; None for seats that can pay anything.
    """

    def __init__(self, players: int, bankroll: int | None) -> None:
        self.players = players
        self.chips = None if bankroll is None else [bankroll] * players

    def seats_in(self) -> list[int]:
        """Return the seats that have something left; a seat with nothing left is out."""
        if self.chips is None:
            return list(range(self.players))
        return [seat for seat, chips in enumerate(self.chips) if chips > 0]

    def pay(self, seat: int, amount: int) -> int:
        """Take a payment from a seat; one larger than what it has takes all it has."""
        if self.chips is None:
            return amount
        payment = min(amount, self.chips[seat])
        self.chips[seat] -= payment
        return payment

    def receive(self, seat: int, amount: int) -> None:
        """Give a seat its winnings."""
        if self.chips is not None:
            self.chips[seat] += amount
