"""The strategy that rules.md defines exactly, so that anyone can reproduce it."""

from __future__ import annotations

from strategies.base import UNIFORM
from strategies.pool.base import PoolStrategy


class Random(PoolStrategy):
    """Plays each of its options with the same probability."""

    name = "random"
    summary = "Plays by lot."
    looks_at = "nothing"
    play = UNIFORM
