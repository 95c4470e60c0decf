"""What the columns of the tables of ``study skill`` mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "pair": ("text", "the two strategies"),
    "better": ("text", "the one that makes more"), "other": ("text", "the other"),
    "edge": ("none", "mean difference of a session over its standard deviation"),
    "hands": ("hands", "until the better one is ahead, 95 times of 100"),
    "players": ("text", "the table"),
    "games": ("text", "the game, the players, and which strategy over which"),
    "said": ("share", "the chance to be ahead after those sessions, as the rule says"),
    "ahead": ("share", "how often it was ahead after them"),
    "luck": ("share", "of a session's differences that is luck"),
}
