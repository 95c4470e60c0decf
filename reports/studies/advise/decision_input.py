"""A decision read from what a person writes: tiles, what was said, what was played.

Everything is told from the seats' positions: 0 or ``eldest`` is the first on the dealer's left,
``dealer`` the last; at Domino Pool 0 is the leader, at Casino the one who rolls first.  The result
is a hand of the exchange format as far as it is known, with the seats numbered by position.
"""

from __future__ import annotations

from reports.results.game_report import words_of
from reports.typed.told import Asked, Told, read_tiles
from simulate.errors import BoneyardError, unknown
from simulate.games.game import find_game
from simulate.runs.run import Run
from simulate.whole_numbers import whole


def read_position(run: Run, text: str) -> int:
    """Return a position from a number or its name.

    Raises
    ------
    BoneyardError
        If it is neither.
    """
    seats = len(run.players)
    names = [word.split()[0].lower() for word in find_game(run.game).position_names(seats)]
    word = text.strip().lower().removesuffix(" hand")
    words = {**{n: p for p, n in enumerate(names)}, "eldest": 0, "first": 0, "leader": 0,
             "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": seats - 1,
             "dealer": seats - 1}
    if word in words and words[word] < seats:
        return words[word]
    if not word.isdigit():
        raise unknown("position", text, [*map(str, range(seats)), *names])
    return whole(word, "position", 0, seats - 1)


def read_decision(run: Run, told: Told) -> Asked:
    """Return the hand and the decision that a person means.

    Parameters
    ----------
    run : Run
        Its players sit by position.
    told : Told

    Raises
    ------
    BoneyardError
        If the game has no words for it, or it cannot be read or cannot happen.
    """
    words = words_of(run.game)
    if not told.hand.strip():
        raise BoneyardError("hand is empty: name the tiles that are held")
    hand, events, index = words.decision(run, told, read_position(run, told.position))
    return {**hand, "holds": read_tiles(told.hand, "hand")}, events, index
