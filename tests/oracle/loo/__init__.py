"""Domino Loo and Domino Rounce (Rules 1 and 2)."""

from .referee import ScriptedDecider, referee
from .rules import GAMERULES, PAGAT, ROUNCE
from .session import play_session
from .state import LooDecider, LooState

__all__ = [
    "GAMERULES",
    "PAGAT",
    "ROUNCE",
    "LooDecider",
    "LooState",
    "ScriptedDecider",
    "play_session",
    "referee",
]
