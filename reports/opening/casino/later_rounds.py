"""Asking the page of Casino what to bet in a later round: the page itself plays deals out."""

from __future__ import annotations

from typing import Any

from reports.opening.casino.betting import PLAYING_OUT, told_of_table
from reports.page.document import Card, Widget
from simulate.domino.tiles import parse
from simulate.games.game import find_game
from simulate.runs.run import Run

_SCRIPTS = (*PLAYING_OUT, "casino_later.js")
#: What the card opens with, by the number of players: the rounds told, as ``advise`` reads them,
#: and the tiles that the first roller holds; the pot is fat, and one tile is surely best.
OPENS_WITH = {
    2: ("2-0 3-0 / 2 5; 1-0 6-0 / 6 6; 5-0 2-2 / 1 6; 3-1 6-6 / 2 5; 4-3 2-1 / 1 3; 6-3 3-2 / 2 4; "
        "5-4 4-1 / 2 6; 6-4 5-2 / 6 1; 5-1 6-2 / 3 5; 5-3 3-3 / 2 1; 6-1 4-2 / 5 2",
        "6-5 5-5 1-1"),
    3: ("5-0 1-1 1-0 / 3 4; 6-2 4-4 3-1 / 3 5; 4-1 2-1 3-0 / 5 5; 6-3 3-2 5-3 / 4 2; "
        "6-5 4-3 5-4 / 1 4; 5-1 5-2 6-1 / 6 5", "6-4 2-0 0-0"),
    4: ("6-0 5-0 1-1 0-0 / 4 1; 2-0 6-1 4-2 2-2 / 4 4; 4-1 2-1 5-1 3-1 / 2 2", "6-6 3-3 3-0"),
    5: ("4-0 1-0 0-0 1-1 6-6 / 3 3; 2-1 3-0 4-3 3-3 4-2 / 6 5; 3-2 3-1 5-2 5-3 5-1 / 4 2",
        "6-0 5-5"),
}
_PLACE = 0
_ANSWER = ("Click what was bet and what the dice showed, round by round, and what you hold: this "
           "page then deals the others the tiles that they can have, plays every tile of yours "
           "out, and says which wins most games.")


def _told(rounds: str) -> list[int]:
    """Return the clicks of some rounds: in each the tiles bet, by place, and what the dice show."""
    return [parse(word) if "-" in word else int(word)
            for word in rounds.replace(";", " ").replace("/", " ").split()]


def later_card(table: Run) -> Card:
    """Return the card that answers in any round."""
    players = len(table.players)
    rounds, hand = OPENS_WITH[players]
    data: dict[str, Any] = {
        **told_of_table(table), "places": find_game(table.game).position_names(players),
        "told": _told(rounds), "hand": hand.split(), "me": _PLACE,
    }
    return Card("later", "Which tile should I bet now?", (_ANSWER,),
                widget=Widget("casino_later.html.j2", _SCRIPTS, data), link="pot", wide=True)
