"""Domino Casino (Rules 5)."""

from .game import CasinoDecider, CasinoState, play_game
from .referee import ScriptedDecider, referee
from .settling import Settlement, settle_round

__all__ = [
    "CasinoDecider",
    "CasinoState",
    "ScriptedDecider",
    "Settlement",
    "play_game",
    "referee",
    "settle_round",
]
