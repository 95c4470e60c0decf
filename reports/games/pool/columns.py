"""Domino Pool: what the columns of its tables mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "hands_won": ("share of hands", "won, a tie for each"),
    "dominoes": ("share of hands", "ended by playing the last tile"),
    "blocked_won": ("share of hands", "won when the line was blocked"),
    "pips": ("pips a hand", "left in hand at the end"),
    "chips_a_game": ("chips a game", "what is made"),
    "positions.share": ("share of a hand's pool", "what the place gets of what a hand pays"),
    "worth": ("share of a hand's pool", "what the place gets above an equal share"),
    "ending": ("text", "how hands end"),
    "endings.share": ("share of hands", "that end so"),
    "turns": ("turns a hand", "how many"),
    "tied": ("share of hands", "that several seats win"),
    "of_games": ("text", "the part of the games that is meant"),
    "length.hands": ("hands a game", "in that part of the games"),
}
