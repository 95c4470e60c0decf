"""The strategy that docs/strategies.md defines exactly, so that anyone can reproduce it."""

from __future__ import annotations

from strategies.base import UNIFORM
from strategies.euchre.base import EuchreStrategy


class Random(EuchreStrategy):
    """Takes each decision uniformly over its legal options."""

    name = "random"
    summary = "Takes every decision by lot."
    looks_at = "nothing"
    call = UNIFORM
    discard = UNIFORM
    lead = UNIFORM
    follow = UNIFORM
