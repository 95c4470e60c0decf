"""How players call positions, situations and moves."""

from __future__ import annotations

from collections.abc import Sequence

from reports.stats.number_text import listed
from simulate.games.loo.rules import GAME_POINTS, RounceRules
from simulate.games.loo.words import Words
from simulate.runs.run import Run
from simulate.theory.loo.hands import TURN_UPS as TURN_UPS
from simulate.theory.loo.what_if_counts import Situation

#: Moves in files, in the order of ``simulate.theory.loo.what_if.MOVES``.
LETTERS = ("P", "T", "M", "D", "F")
PLAY, TAKE, MISS, DROP, FOR_POOL = range(5)
#: Letters of the moves that take tricks.
STAYING = ("P", "T", "M", "F")

_PLACES = {2: ("eldest hand", "dealer"), 3: ("eldest hand", "second", "dealer"),
           4: ("eldest hand", "second", "third", "dealer")}


def moves(words: Words) -> tuple[str, ...]:
    """Return what the moves are called in tables, in the order of their letters."""
    return "play", "play with the turn-up", words.miss, "drop", "play for the pool"


def letters(words: Words) -> tuple[str, ...]:
    """Return the letters of the moves on the wall, in their order."""
    return tuple(words.letter if move == "M" else move for move in LETTERS)


def should(words: Words) -> tuple[str, ...]:
    """Return what a seat should do, in the order of their letters."""
    return "play", "play with the turn-up", f"take {words.taken}", "drop", "play for the pool"


def does(words: Words) -> tuple[str, ...]:
    """Return what a seat does with each move, in the order of their letters."""
    return "plays", "takes the turn-up", f"takes {words.taken}", "drops", "plays for the pool"


def place(position: int, players: int) -> str:
    """Return what a position is called."""
    return _PLACES[players][position]


def against(others: Sequence[str]) -> str:
    """Say who else sits at a table: against three who play solved."""
    if len(set(others)) > 1:
        return f"against {listed(list(others))}"
    number = ("nobody", "one", "two", "three")[len(others)]
    return f"against {number} who {'play' if len(others) > 1 else 'plays'} {others[0]}"


def at_score(run: Run, scores: Sequence[int]) -> str:
    """Say at which score a chart was drawn, as the table counts it; points won so far are told."""
    if not any(scores):
        return "at the start"
    if isinstance(run.rules, RounceRules):
        return f"at {' '.join(str(GAME_POINTS - won) for won in scores)} points still to go"
    return f"at {' '.join(map(str, scores))} points won so far"


def heard(situation: Situation, words: Words) -> str:
    """Return what was declared before, in words."""
    counts = (
        (situation.stayed, "in"), (situation.missed, words.missed), (situation.dropped, "dropped"),
    )
    return ", ".join(f"{number} {word}" for number, word in counts if number) or "nothing"


def heard_letters(situation: Situation, words: Words) -> str:
    """Return what was declared before as letters, in the order of the moves."""
    called = letters(words)
    counts = ((PLAY, situation.stayed), (MISS, situation.missed), (DROP, situation.dropped))
    return " ".join(called[move] for move, number in counts for _ in range(number))
