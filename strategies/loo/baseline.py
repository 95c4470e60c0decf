"""The two strategies that docs/strategies.md defines exactly, so that anyone can reproduce them."""

from __future__ import annotations

from typing import Any

from simulate.games.loo.views import LEAVE, PLAY, Declaring
from strategies.base import UNIFORM
from strategies.loo.base import LooStrategy


class Random(LooStrategy):
    """Takes each decision uniformly over its legal options."""

    name = "random"
    summary = "Takes every decision by lot."
    looks_at = "nothing"
    declare = UNIFORM
    take_turn_up = UNIFORM
    keep_after_miss = UNIFORM
    lead = UNIFORM
    follow = UNIFORM


class Stay(Random):
    """Plays the dealt hand as it is, and its tiles as ``random`` does."""

    name = "stay"
    summary = "Always plays the dealt hand, never takes the turn-up, plays tiles by lot."

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        return PLAY

    @staticmethod
    def take_turn_up(view: Declaring, p: Any) -> int:
        return LEAVE
