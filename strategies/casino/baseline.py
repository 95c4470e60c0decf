"""The strategy that docs/strategies.md defines exactly, so that anyone can reproduce it."""

from __future__ import annotations

from strategies.base import UNIFORM
from strategies.casino.base import CasinoStrategy


class Random(CasinoStrategy):
    """Bets any tile of the hand, each as likely."""

    name = "random"
    summary = "Bets a tile of its hand by lot."
    looks_at = "nothing"
    bet = UNIFORM
