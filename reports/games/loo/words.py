"""How players call positions, situations, moves and scores, and what seats need at a score."""

from __future__ import annotations

from collections.abc import Sequence

from reports.draw.actions import BLUE, GREEN, GREY, ORANGE, Sign
from simulate.games.loo.rules import GAME_POINTS, RounceRules
from simulate.games.loo.words import Words
from simulate.runs.run import Run
from simulate.theory.loo.hands import TURN_UPS as TURN_UPS
from simulate.theory.loo.hands import Situation

LETTERS = ("P", "M", "D", "F")
_COLOURS = (BLUE, ORANGE, GREY, GREEN)
#: The numbers of the actions.
PLAY, MISS, DROP, FOR_POOL = range(4)

_PLACES = {2: ("eldest hand", "dealer"), 3: ("eldest hand", "second", "dealer"),
           4: ("eldest hand", "second", "third", "dealer")}


def actions(words: Words) -> tuple[str, ...]:
    """Return what the actions are called in tables, in the order of their letters."""
    return "play", words.miss, "drop", "play for the pool"


def letters(words: Words) -> tuple[str, ...]:
    """Return the letters of the actions on the wall."""
    return tuple(words.letter if move == "M" else move for move in LETTERS)


def signs(words: Words) -> list[Sign]:
    """Return how the actions are drawn, in the order of their letters."""
    return list(map(Sign, letters(words), actions(words), _COLOURS))


def does(words: Words) -> tuple[str, ...]:
    """Return what a seat does, in the order of the letters."""
    return "plays", f"takes {words.taken}", "drops", "plays for the pool"


def should(words: Words) -> tuple[str, ...]:
    """Return what a seat should do, in the order of the letters."""
    return "play", f"take {words.taken}", "drop", "play for the pool"


def place(position: int, players: int) -> str:
    """Return what a position is called."""
    return _PLACES[players][position]


def at_score(run: Run, scores: Sequence[int]) -> str:
    """Return at which score a chart was drawn, as the table counts it."""
    if not any(scores):
        return "at the start"
    if isinstance(run.rules, RounceRules):
        return f"at {' '.join(str(GAME_POINTS - won) for won in scores)} points still to go"
    return f"at {' '.join(map(str, scores))} points won so far"


def heard(situation: Situation, words: Words) -> str:
    """Return what was declared before, in words."""
    counts = (
        (situation.stayed, "in"), (situation.missed, words.missed), (situation.dropped, "dropped"))
    return ", ".join(f"{number} {word}" for number, word in counts if number) or "nothing"


def heard_letters(situation: Situation, words: Words) -> str:
    """Return what was declared before as letters, in the order of the actions."""
    called = letters(words)
    counts = ((PLAY, situation.stayed), (MISS, situation.missed), (DROP, situation.dropped))
    return " ".join(called[move] for move, number in counts for _ in range(number))
