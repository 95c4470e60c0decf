"""Domino Euchre (Rules 3)."""

from .referee import ScriptedDecider, referee
from .session import play_session
from .state import EuchreDecider, EuchreState

__all__ = ["EuchreDecider", "EuchreState", "ScriptedDecider", "play_session", "referee"]
