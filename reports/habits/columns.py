"""What the columns of the tables of habits mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "does": ("text", "what the strategy does"), "better": ("text", "what is better"),
    "each": ("{value}", "what it costs each time"),
    "cost": ("{value} in 100 hands", "what it costs"),
    "cost_in_pools": ("pools in 100 hands", "what it costs"),
    "sure": ("text", "whether it costs anything for certain, all habits judged together"),
}
