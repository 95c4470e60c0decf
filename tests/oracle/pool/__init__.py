"""Domino Pool (Rules 4)."""

from .referee import ScriptedDecider, referee
from .rules import DEFAULTS
from .session import play_session
from .state import PoolDecider, PoolState, StarState

__all__ = [
    "DEFAULTS",
    "PoolDecider",
    "PoolState",
    "ScriptedDecider",
    "StarState",
    "play_session",
    "referee",
]
