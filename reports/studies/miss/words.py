"""How players call positions, situations and moves."""

from __future__ import annotations

from collections.abc import Sequence

from reports.stats.number_text import listed
from simulate.solving.loo.what_if_counts import Situation

#: Moves in the order of ``simulate.solving.loo.what_if.MOVES``: on the wall, in tables and
#: in sentences.
LETTERS = ("P", "T", "M", "D", "F")
MOVES = ("play", "play with the turn-up", "miss", "drop", "play for the pool")
DOES = ("plays", "takes the turn-up", "takes the miss", "drops", "plays for the pool")
PLAY, TAKE, MISS, DROP, FOR_POOL = range(5)
#: Letters of the moves that take tricks.
STAYING = ("P", "T", "M", "F")

_PLACES = {2: ("eldest hand", "dealer"), 3: ("eldest hand", "second", "dealer"),
           4: ("eldest hand", "second", "third", "dealer")}


def place(position: int, players: int) -> str:
    """Return what a position is called."""
    return _PLACES[players][position]


def against(others: Sequence[str]) -> str:
    """Say who else sits at a table: against three who play solved."""
    if len(set(others)) > 1:
        return f"against {listed(list(others))}"
    number = ("nobody", "one", "two", "three")[len(others)]
    return f"against {number} who {'play' if len(others) > 1 else 'plays'} {others[0]}"


def heard(situation: Situation) -> str:
    """Return what was declared before, in words."""
    counts = (
        (situation.stayed, "in"), (situation.missed, "missed"), (situation.dropped, "dropped"),
    )
    return ", ".join(f"{number} {word}" for number, word in counts if number) or "nothing"


def heard_letters(situation: Situation) -> str:
    """Return what was declared before as letters, in the order of the moves."""
    counts = ((PLAY, situation.stayed), (MISS, situation.missed), (DROP, situation.dropped))
    return " ".join(LETTERS[move] for move, number in counts for _ in range(number))
