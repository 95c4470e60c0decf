"""A table that is ready to play, as the kernels of rollouts and forks take it."""

from __future__ import annotations

from typing import Any, NamedTuple


class LaidTable(NamedTuple):
    """Where hands are played, and the game's steps that play them.

    Attributes
    ----------
    row : int64[row size]
        Where hands are played; afterwards as the last one left it.
    start : int64[row size]
        The table before the deal.
    play : int
        Address of the step that plays a hand from the deal.
    go_on : int
        Address of the step that plays what comes after it; 0 for nothing.
    scratch : int
        Address of room for those steps.
    """

    row: Any
    start: Any
    play: int
    go_on: int
    scratch: int
