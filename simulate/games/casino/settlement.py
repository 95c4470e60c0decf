"""How a round of Casino was settled, in words: who won what, and by which rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simulate.games.spot import called

#: What a tile does that wins every bet and the pot, by the rule that settled the round.
_WINS_ALL = {"double_double": "is the double that was rolled", "double": "matches both dice"}


def _ends(bet: str, dice: Sequence[int]) -> str:
    """Return the number of a bet that a die shows."""
    return next(end for end in bet.split("-") if int(end) in dice)


def _fate(entry: Mapping[str, Any], seat: int) -> str:
    """Say what became of a bet, and why."""
    bet, won, rule, dice = entry["bets"][seat], entry["won"][seat], entry["rule"], entry["dice"]
    if won and rule in _WINS_ALL:
        return f"{_WINS_ALL[rule]} and wins all bets and the pot: {'  '.join(won)}"
    if rule == "double_blank":
        stops = "stops every winner and " if bet == "0-0" else ""
        return f"{stops}goes to the pot"
    if bet in entry["pot"]:
        lacks = " and ".join(f"no {number}" for number in dict.fromkeys(dice))
        return f"shows {lacks} and goes to the pot"
    if won and bet.endswith("-0"):
        return f"takes all bets that show a {bet[0]}: {'  '.join(won)}"
    return f"shows a {_ends(bet, dice)} and goes to the stash" if won else "is taken"


def tell_settlement(
    game: Mapping[str, Any], number: int, chairs: Sequence[int], me: int
) -> list[str]:
    """Return the dice of a round, what became of the bets, and the pot after it.

    Parameters
    ----------
    game : mapping
    number : int
        Of the round, from 0.
    chairs : sequence of int
        The seats from the first roller to the left.
    me : int
        The seat of the reader, whose bet is "your" bet.
    """
    entry = game["rounds"][number]
    a, b = entry["dice"]
    lines = [f"round {number + 1}: the dice show {a} and {b}"]
    for seat in chairs:
        whose = "your" if seat == me else f"{called(game, chairs, seat)}'s"
        lines.append(f"  {whose} {entry['bets'][seat]} {_fate(entry, seat)}")
    return [*lines, f"  in the pot: {'  '.join(entry['pot']) or 'nothing'}"]
