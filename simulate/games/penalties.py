"""What a seat pays into the next pool that takes no trick: the option ``penalty`` of the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

from simulate.errors import BoneyardError
from simulate.games.rules import Rules
from simulate.whole_numbers import whole

_MOST_CHIPS = 10**15

#: Kinds of penalties, as a table's row numbers them.
PENALTY_KINDS = ("unlimited", "fixed", "cap")
_UNLIMITED, _FIXED, _ = range(len(PENALTY_KINDS))


def penalty_due(kind: int, limit: int, pool: int) -> int:
    """Return what a looed seat owes for a hand with this pool; the kernel compiles it too."""
    if kind == _UNLIMITED:
        return pool
    return limit if kind == _FIXED else min(pool, limit)


def read_penalty(value: object, name: str) -> str:
    """Read ``unlimited``, ``fixed:C`` or ``cap:C``, where C may be ``10n``: ten a seat."""
    kind, _, chips = str(value).partition(":")
    if kind == "unlimited" and not chips:
        return kind
    number = chips.removesuffix("n")
    if kind in ("fixed", "cap") and number:
        amount = whole(number, f"rule {name}: chips", 0, _MOST_CHIPS)
        # Nothing for each seat is nothing: 0n is written 0.
        return f"{kind}:{amount}{'n' if amount and chips != number else ''}"
    raise BoneyardError(
        f"rule {name}: {value!r} is not unlimited, fixed:C or cap:C, where C is a number "
        "of chips (40) or of chips for each seat (10n)")


class Penalty(NamedTuple):
    """The parts of the option ``penalty``.

    ``kind``: ``unlimited``, ``fixed`` or ``cap``. ``chips``: C where it does not depend on the
    seats, otherwise 0. ``a_seat``: chips for each seat in the session, where C is written like
    ``10n``.
    """

    kind: str
    chips: int
    a_seat: int

    @classmethod
    def of(cls, text: str) -> Penalty:
        """Return the parts of a penalty that ``read_penalty`` has read."""
        kind, _, chips = text.partition(":")
        if chips.endswith("n"):
            return cls(kind, 0, int(chips[:-1]))
        return cls(kind, int(chips or 0), 0)

    def __str__(self) -> str:
        return "unlimited" if self.kind == "unlimited" else f"{self.kind}:" + (
            f"{self.a_seat}n" if self.a_seat else f"{self.chips}")

    def at(self, players: int) -> Penalty:
        """Return the same in chips for so many seats."""
        return Penalty(self.kind, self.limit(players), 0)

    def limit(self, players: int) -> int:
        """Return C in chips for so many seats; 0 where penalties are unlimited."""
        return self.chips + self.a_seat * players


class PaysPenalties(Rules):
    """Base of rules with an option ``penalty``, which ``read_penalty`` reads."""

    penalty: str

    @property
    def penalty_parts(self) -> Penalty:
        """The option ``penalty``, taken apart."""
        return Penalty.of(self.penalty)

    def penalty_at(self, pool: int, players: int) -> int:
        """Return what a looed seat pays when so many seats begin a hand with this pool."""
        parts = self.penalty_parts
        return penalty_due(PENALTY_KINDS.index(parts.kind), parts.limit(players), pool)

    def in_force(self, players: int) -> dict[str, Any]:
        """Return what the options come to: ``cap:10n`` is ``cap:40`` for four."""
        found, parts = super().in_force(players), self.penalty_parts
        if "penalty" in found:
            found["penalty"] = (parts.kind, parts.limit(players))
        return found
