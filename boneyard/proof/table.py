"""What all games share at the table: seats, what they answer, what they can pay."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

Rules = dict[str, Any]
Hand = dict[str, Any]
Option = TypeVar("Option")


class IllegalChoice(ValueError):
    """A decider answered with something that is not among the legal options."""


def clockwise(first: int, seats: Iterable[int], players: int) -> list[int]:
    """Return the seats in clockwise order from chair `first`, which may be an empty one.

    The seat to the left of p is (p + 1) mod n.
    """
    return sorted(seats, key=lambda seat: (seat - first) % players)


def next_on_left(seat: int, seats: Iterable[int], players: int) -> int:
    """Return the nearest of the seats to the left of `seat`, itself last.

    The turn skips empty chairs (Rules, option ``bankroll``).
    """
    return clockwise((seat + 1) % players, seats, players)[0]


def checked_seat(seat: int, players: int, name: str) -> int:
    """Return the seat after checking that the table has it."""
    if not 0 <= seat < players:
        raise ValueError(f"{name}: {seat} is no seat of a table of {players}")
    return seat


def checked(answer: object, legal: Sequence[Option], state: Any, key: str) -> Option:
    """Return the legal option that the answer of `state.seat` names.

    ``key``: of the hand history under which the decision is written.
    """
    if answer not in legal:
        raise IllegalChoice(
            f"hand {state.hand_index}: {key}: seat {state.seat} chose {answer!r}, "
            f"legal are {list(legal)}")
    return legal[legal.index(answer)]


def with_penalty_in_chips(rules: Rules, seats: int) -> Rules:
    """Return the rules with the penalty as it holds for the seats in the session.

    Rules 1, *Options and presets*: ``cap:10n`` is ten chips for each seat in the session at that
    hand; it shrinks with bankrolls.
    """
    if not rules.get("penalty", "").endswith("n"):
        return dict(rules)
    kind, _, amount = rules["penalty"].partition(":")
    return {**rules, "penalty": f"{kind}:{int(amount[:-1]) * seats}"}


def penalty_at_stake(rules: Rules, pool: int, seats: int) -> int:
    """Return what a looed seat owes (Rules 1, *Pool scoring*, option ``penalty``).

    ``unlimited``: the pool at the start of the hand; ``fixed:C``: always C; ``cap:C``: the pool,
    but at most C.  C may be a multiple of the seats in the session.
    """
    kind, _, amount = with_penalty_in_chips(rules, seats)["penalty"].partition(":")
    if kind == "unlimited" and not amount:
        return pool
    if kind == "fixed":
        return int(amount)
    if kind == "cap":
        return min(pool, int(amount))
    raise ValueError(f"rules: penalty {rules['penalty']!r} is unknown")


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
