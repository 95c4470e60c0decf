"""Domino Euchre: what the columns of its tables mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "made": ("share of hands", "made trump"),
    "euchred": ("share of hands made", "made trump and won fewer than three tricks"),
    "marched": ("share of hands made", "made trump and won all five tricks"),
    "alone": ("share of hands made", "made trump and went alone"),
    "scored": ("points a hand", "points made, those of the others not taken off"),
    "trump": ("text", "the trump suit"),
    "trumps.suit": ("number", "the number of the suit"),
    "makers.hands": ("hands", "made by this seat in this suit"),
    "makers.points": ("points a hand made", "points made, less those of the others"),
    "trumps.points": ("points a hand", "points of the makers, less those of the others"),
    "calls.trumps": ("tiles", "trumps held, bowers among them"),
    "bowers": ("text", "the bowers held"),
    "tried": ("hands", "in which the seat called by lot, to learn what both bring"),
    "points_ordered": ("points a hand", "of the seat's side where it ordered up"),
    "points_passed": ("points a hand", "of the seat's side where it passed"),
    "gain": ("points a hand", "what ordering up brings beyond passing"),
    "asked": ("hands", "in which the line-up was asked"),
    "ordered": ("share of hands asked", "in which the line-up ordered up"),
    "named": ("hands", "in which the suit was named in the second round"),
    "points_named": ("points a hand", "of the seat's side where it named the suit"),
    "scores.seats": ("text", "the seats that share a score"),
    "own": ("points", "their points"), "other": ("points", "most points of another side"),
    "won": ("share of games", "of those games, won"),
}
