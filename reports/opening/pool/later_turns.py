"""Asking the page of Pool what to play in a later turn: the page itself plays deals out."""

from __future__ import annotations

from typing import Any

from reports.opening.pool.lead_values import CLEAR, LeadValues
from reports.page.document import Card, Widget
from simulate.games.game import find_game
from simulate.games.pool.playing import HAND_SIZES
from simulate.games.pool.row import AT
from simulate.games.pool.views import NO_OPTION
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.pool.counting import Counter

_SCRIPTS = ("playing_out.js", "pool_playing_on.js", "pool_later.js")
#: Hands to look through for a turn with several tiles to choose from, and the turns to look at.
_LOOKED_AT, _TURNS, _CHOICES = 200, range(5, 9), 3
#: A difference that is too small to matter, in hundredths of the pool.
_NEAR = 0.5
_ANSWER = ("Click what was played, turn by turn, and what you hold: this page then deals the "
           "others the hands that they can have, plays every tile of yours out, and says which "
           "brings most.")


def can_be_asked(run: Run) -> bool:
    """Tell whether the page can play a table out: all play as ``counter``, and nobody draws."""
    plain = all(player.label == Counter.name for player in run.players)
    return plain and getattr(run.rules, "draw", "") == "no"


def _position(run: Run) -> tuple[list[int], list[str]]:
    """Return the turns before one with a choice, after a pass, and the tiles held then."""
    for hand, row in histories(run, range(min(run.sessions, _LOOKED_AT)), 0, 1):
        options = [int(row[AT.choice_of + k]) for k in range(len(hand["plays"]))]
        for k in _TURNS:
            if k < len(options) and NO_OPTION in options[:k] and (
                int(row[AT.legal_of + k]).bit_count() >= _CHOICES
            ):
                seat = hand["plays"][k]["seat"]
                gone = {play.get("tile") for play in hand["plays"][:k]}
                return options[:k], [tile for tile in hand["dealt"][seat] if tile not in gone]
    return [], []


def later_card(values: LeadValues) -> Card:
    """Return the card that answers in any turn."""
    run, players = values.run, values.players
    turns, hand = _position(run)
    parameters = {name: one.default for name, one in Counter.parameters.items()}
    data: dict[str, Any] = {
        "tiles": int(HAND_SIZES[players]), "players": players, "move": "tile", "clear": CLEAR,
        "places": find_game(run.game).position_names(players), "unit": "% of the pool",
        "near": _NEAR, "turns": turns, "hand": hand, "counter": parameters, "good": run.labels[0],
        "advise": values.advise,
    }
    return Card("later", "Which tile should I play now?", (_ANSWER,),
                widget=Widget("pool_later.html.j2", _SCRIPTS, data), link="hands", wide=True)
