"""The strategy that docs/strategies.md defines exactly, so that anyone can reproduce it."""

from __future__ import annotations

from strategies.base import UNIFORM
from strategies.pool.base import PoolStrategy


class Random(PoolStrategy):
    """Plays each of its options with the same probability; draws and stars half the time."""

    name = "random"
    summary = "Plays by lot."
    looks_at = "nothing"
    play = UNIFORM
    draw = UNIFORM
    star = UNIFORM
