"""Asking the page of Casino what to bet in a later round: the page itself plays deals out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from reports.opening.casino.first_bets import CLEAR, FirstBets
from reports.page.document import Card, Widget
from simulate.domino.tiles import TILES, parse
from simulate.games.game import find_game
from simulate.runs.replay import histories
from simulate.runs.run import Run
from simulate.solving.casino.bet_numbers import DOUBLE, KIND, SINGLE_BLANK
from strategies.casino.patient import PotChaser

_SCRIPTS = ("playing_out.js", "casino_playing_on.js", "casino_later.js")
#: Rounds before the one that the card opens with, the place that is asked, the tiles that must be
#: in the pot, and games to look through for such a round.
_BEFORE, _PLACE, _FAT, _LOOKED_AT = 3, 0, 10, 500
#: A difference that is too small to matter, in games of a hundred.
_NEAR = 0.1
_ANSWER = ("Click what was bet and what the dice showed, round by round, and what you hold: this "
           "page then deals the others the tiles that they can have, plays every tile of yours "
           "out, and says which wins most games.")


def can_be_asked(run: Run) -> bool:
    """Tell whether the page can play a table out: all play as ``pot-chaser``."""
    return all(player.label == PotChaser.name for player in run.players)


def _is_told(game: dict[str, Any], held: set[str]) -> bool:
    """Tell whether the pot is fat, and a hand has a single blank and a double."""
    kinds = {int(KIND[parse(tile)]) for tile in held}
    return len(game["rounds"][_BEFORE - 1]["pot"]) >= _FAT and {SINGLE_BLANK, DOUBLE} <= kinds


def _position(run: Run) -> tuple[list[int], list[str]]:
    """Return what is told of the first rounds of a game, and the tiles that a seat holds then."""
    seats = len(run.players)
    told: list[int] = []
    held: set[str] = set()
    for game, _ in histories(replace(run, sessions=_LOOKED_AT), range(_LOOKED_AT)):
        chairs = [(game["first_roller"] + place) % seats for place in range(seats)]
        rounds, me = game["rounds"], chairs[_PLACE]
        told = [entry for one in rounds[:_BEFORE]
                for entry in (*(parse(one["bets"][seat]) for seat in chairs), *one["dice"])]
        held = {tile for one in rounds[: _BEFORE + 1] for tile in one["drawn"][me]}
        held -= {one["bets"][me] for one in rounds[:_BEFORE]}
        if _is_told(game, held):
            break
    return told, sorted(held, reverse=True)


def later_card(bets: FirstBets) -> Card:
    """Return the card that answers in any round."""
    run, players = bets.run, len(bets.run.players)
    told, hand = _position(run)
    data: dict[str, Any] = {
        "players": players, "rounds": TILES // players, "move": "bet", "clear": CLEAR,
        "near": _NEAR, "unit": "games of 100",
        "places": find_game(run.game).position_names(players), "told": told, "hand": hand,
        "me": _PLACE, "fat": PotChaser.parameters["fat"].default,
        "good": run.labels[0], "advise": bets.advise,
    }
    return Card("later", "Which tile should I bet now?", (_ANSWER,),
                widget=Widget("casino_later.html.j2", _SCRIPTS, data), link="pot", wide=True)
