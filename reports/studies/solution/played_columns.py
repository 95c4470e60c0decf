"""What the columns mean of tables that were solved around locked seats and played."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
PLAYED: Mapping[str, Meaning] = {
    "deals": ("text", "who deals: strategy and seat"),
    "player": ("text", "whose: strategy and seat"),
    "solution_played.seat": ("number", "the seat"),
    "solution_played.made": (
        "share of games, or {value} a hand", "what it makes in plain play, on fresh deals"),
    "solution_played.more": (
        "share of games, or {value} a hand", "than the library's table would in the seat"),
}
