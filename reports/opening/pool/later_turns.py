"""Asking the page of Pool what to play in a later turn: the page itself plays deals out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from reports.opening.pool.leading import PLAYING_OUT, told_of_table
from reports.page.document import Card, Widget
from simulate.games.game import find_game
from simulate.games.pool.row import AT
from simulate.games.pool.views import NO_OPTION
from simulate.runs.replay import histories
from simulate.runs.run import Run

_SCRIPTS = (*PLAYING_OUT, "pool_later.js")
#: Hands to look through for a turn with several tiles to choose from, and the turns to look at.
_LOOKED_AT, _TURNS, _CHOICES = 200, range(5, 9), 3
_ANSWER = ("Click what was played, turn by turn, and what you hold: this page then deals the "
           "others the hands that they can have, plays every tile of yours out, and says which "
           "brings most.")


def can_be_asked(table: Run) -> bool:
    """Tell whether the page can play later turns out: nobody draws."""
    return getattr(table.rules, "draw", "") == "no"


def _position(run: Run) -> tuple[list[int], list[str]]:
    """Return the turns before one with a choice, after a pass, and the tiles held then."""
    for hand, row in histories(run, range(run.sessions), 0, 1):
        options = [int(row[AT.choice_of + k]) for k in range(len(hand["plays"]))]
        for k in _TURNS:
            if k < len(options) and NO_OPTION in options[:k] and (
                int(row[AT.legal_of + k]).bit_count() >= _CHOICES
            ):
                seat = hand["plays"][k]["seat"]
                gone = {play.get("tile") for play in hand["plays"][:k]}
                return options[:k], [tile for tile in hand["dealt"][seat] if tile not in gone]
    return [], []


def later_card(table: Run) -> Card:
    """Return the card that answers in any turn."""
    turns, hand = _position(replace(table, sessions=_LOOKED_AT))
    data: dict[str, Any] = {
        **told_of_table(table), "move": "tile", "turns": turns, "hand": hand,
        "places": find_game(table.game).position_names(len(table.players)),
    }
    return Card("later", "Which tile should I play now?", (_ANSWER,),
                widget=Widget("pool_later.html.j2", _SCRIPTS, data), link="hands", wide=True)
