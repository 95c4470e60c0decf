"""Answers of Domino Pool that are always the same: to draw or not, to star or not.

A player whose decision is one of these plays as before, but for that habit.
"""

from __future__ import annotations

from typing import Any


def always(view: Any, p: Any) -> int:
    """Draw, or star."""
    return 1


def never(view: Any, p: Any) -> int:
    """Do neither."""
    return 0
