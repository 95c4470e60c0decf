"""What all games share at the table: seats, what they answer, what a looed seat owes."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

Rules = dict[str, Any]
Hand = dict[str, Any]
Option = TypeVar("Option")


class IllegalChoice(ValueError):
    """A decider answered with something that is not among the legal options."""


def clockwise(first: int, seats: Iterable[int], players: int) -> list[int]:
    """Return the seats in clockwise order from chair `first`, which may be an empty one."""
    return sorted(seats, key=lambda seat: (seat - first) % players)


def checked(answer: object, legal: Sequence[Option], state: Any, key: str) -> Option:
    """Return the legal option that the answer of `state.seat` names."""
    if answer not in legal:
        raise IllegalChoice(
            f"hand {state.hand_index}: {key}: seat {state.seat} chose {answer!r}, "
            f"legal are {list(legal)}")
    return legal[legal.index(answer)]


def with_penalty_in_chips(rules: Rules, seats: int) -> Rules:
    """Return the rules with the penalty in chips: ``cap:10n`` is ten for each seat in the session
    (Rules 1, *Options and presets*)."""
    if not rules.get("penalty", "").endswith("n"):
        return dict(rules)
    kind, _, amount = rules["penalty"].partition(":")
    return {**rules, "penalty": f"{kind}:{int(amount[:-1]) * seats}"}


def penalty_at_stake(rules: Rules, pool: int, seats: int) -> int:
    """Return what a looed seat owes (Rules 1, *Pool scoring*, option ``penalty``): ``unlimited``
    the pool at the start of the hand, ``fixed:C`` C, ``cap:C`` the pool, but at most C."""
    kind, _, amount = with_penalty_in_chips(rules, seats)["penalty"].partition(":")
    if kind == "unlimited" and not amount:
        return pool
    if kind == "fixed":
        return int(amount)
    if kind == "cap":
        return min(pool, int(amount))
    raise ValueError(f"rules: penalty {rules['penalty']!r} is unknown")
