"""What the columns of the tables of ``study escalation`` mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "escalation_factor.factor": ("none", "what a hand multiplies the pool by"),
    "escalation_factor.hands": ("share of hands", "with that factor"),
    "quantile": ("text", "the share of cycles"),
    "length": ("hands", "from an empty pool to the next, at most"),
    "largest": ("chips", "the largest pool of the cycle, at most"),
    "passed_K_stakes": ("share of sessions", "whose pool has passed K stakes by then"),
    "passed_limit": ("share of sessions", "whose pool has passed the escalation limit by then"),
    "rule": ("text", "the rule"),
    "left": ("chips a session", "left in the pool at its end"),
    "above_K_stakes": ("share of hands", "whose pool is above K stakes"),
    "passed": ("share of sessions", "whose pool has passed 100 stakes"),
    "escalation_strategies.looed": ("seats a hand", "looed"),
    "factor": ("none", "what a hand multiplies the pool by, on average"),
    "cleared": ("share of hands", "that empty the pool"),
    "root": ("none", "the tail exponent: pools twice as large are 2 to this power times as rare"),
}
