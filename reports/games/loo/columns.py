"""Domino Loo and Domino Rounce: what the columns of its tables mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "played": ("share of hands", "declared to play the dealt hand"),
    "missed": ("share of hands", "took the miss"),
    "dropped": ("share of hands", "dropped"),
    "for_pool": ("share of hands", "played for the pool as dealer"),
    "looed": ("share of hands", "looed: stayed in and won no trick (rounced at Rounce)"),
    "looed_play": ("share of hands so declared", "looed with the dealt hand"),
    "looed_miss": ("share of hands so declared", "looed after a miss"),
    "some_trick": ("share of hands stayed in", "won a trick or more"),
    "all_tricks": ("share of hands stayed in", "won all five tricks"),
    "hands_in": ("hands", "played to the end"),
    "tricks_K": ("share of hands stayed in", "won K tricks"),
    "pool.pool": ("text", "which figure of the pool at the start of play"),
    "pool.chips": ("chips", "the pool"),
}
